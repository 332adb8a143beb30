import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowUp, AtSign, Bell, type LucideIcon, ShieldCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { NotificationItem } from '#features/notifications/NotificationItem.tsx';
import { type Filter, notificationsOptions } from '#features/notifications/notifications.data.ts';
import { rowsOf } from '#features/notifications/notifications.rules.ts';
import { useArrivals } from '#features/notifications/use-arrivals.ts';
import { useSeen } from '#features/notifications/use-seen.ts';
import { isInstalled } from '#platform/device.ts';
import { isHandled } from '#platform/errors.ts';
import { useLoadAhead } from '#platform/load-ahead.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { logError } from '#platform/log.ts';
import { pathTo } from '#platform/paths.ts';
import { Button } from '#ui/button/Button.tsx';
import { Card } from '#ui/card/Card.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { MoreFailed } from '#ui/states/MoreFailed.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';
import { PullToRefresh } from '#ui/touch/PullToRefresh.tsx';

const empty: Record<Filter, { icon: LucideIcon; title: string; hint: string; action: string; to: string }> = {
  all: {
    icon: Bell,
    title: 'Nothing yet',
    hint: 'When someone likes your post, comments on it or follows you, it shows up here.',
    action: 'Write a post',
    to: pathTo('postUpload'),
  },
  mentions: {
    icon: AtSign,
    title: 'No mentions yet',
    hint: 'When someone mentions you or replies to you, it shows up here.',
    action: 'Go to the feed',
    to: pathTo('feed'),
  },
  team: {
    icon: ShieldCheck,
    title: 'Nothing is waiting for you',
    hint: 'Reports and appeals show up here until they have been decided.',
    action: 'Go to the feed',
    to: pathTo('feed'),
  },
};

function Skeletons() {
  return (
    <Loading label="Loading notifications">
      <Card className="divide-y divide-line overflow-hidden">
        {['w-56', 'w-44', 'w-64', 'w-48', 'w-60', 'w-40'].map((width) => (
          <div key={width} className="flex gap-3 px-4 py-3">
            <Skeleton className="mt-1.5 size-7 rounded-full" />
            <div className="flex flex-1 flex-col gap-2.5">
              <Skeleton className="size-9 rounded-full" />
              <Skeleton className={`h-4 max-w-full ${width}`} />
              <Skeleton className="mb-1 h-3 w-40" />
            </div>
          </div>
        ))}
      </Card>
    </Loading>
  );
}

function Nothing({ filter }: { filter: Filter }) {
  const { icon, title, hint, action, to } = empty[filter];
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={
        <Button asChild>
          <Link to={to}>{action}</Link>
        </Button>
      }
    >
      {hint}
    </EmptyState>
  );
}

/** Says that something has come in above what's being read, and goes there. */
function NewAbove({ count }: { count: number }) {
  return (
    <div className="pointer-events-none sticky top-16 z-10 -mb-3 flex h-3 justify-center md:top-3">
      <button
        type="button"
        onClick={() => window.scrollTo(0, 0)}
        className="pointer-events-auto inline-flex h-9 animate-appear items-center gap-1.5 rounded-full bg-accent pr-4 pl-3 font-semibold text-accent-ink text-sm shadow-float transition-colors hover:bg-accent-hover pointer-coarse:h-11"
      >
        <ArrowUp size={16} aria-hidden="true" />
        {count === 1 ? '1 new notification' : `${count} new notifications`}
      </button>
    </div>
  );
}

/** The person's notifications, newest first, and whatever can take their place. What comes into view is read. */
export function NotificationList({ filter }: { filter: Filter }) {
  const query = useInfiniteQuery(notificationsOptions(filter));
  const failure = useLoadFailure(query, 'your notifications', { isStored: true });
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const end = useLoadAhead(hasNextPage && !isFetching && !isFetchNextPageError, () => void fetchNextPage());
  const unread = data?.filter(({ read }) => !read).map(({ _id }) => _id) ?? [];
  const { list, fresh } = useSeen(unread.join(' '));
  const { announcement, above } = useArrivals(data);

  useEffect(() => {
    if (error !== null && !isHandled(error)) logError("Couldn't load notifications", error);
  }, [error]);

  if (data === undefined) {
    return failure === null ? <Skeletons /> : <ErrorState {...failure}>{failure.text}</ErrorState>;
  }
  return (
    <PullToRefresh isOn={isInstalled()} onRefresh={() => query.refetch()}>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {above > 0 && <NewAbove count={above} />}
      {data.length === 0 && !hasNextPage ? (
        <Nothing filter={filter} />
      ) : (
        <Card className="overflow-hidden">
          <ul ref={list} aria-label="Notifications" className="divide-y divide-line">
            {rowsOf(data).map((row) => (
              <NotificationItem
                key={row.group}
                row={row}
                isNew={row.unreadIds.length > 0 || row.ids.some((id) => fresh.has(id))}
              />
            ))}
          </ul>
        </Card>
      )}
      <div ref={end} role="status" className="flex min-h-16 items-center justify-center gap-3 text-muted text-sm">
        {isFetchingNextPage && <Spinner label="Loading more notifications" />}
        {isFetchNextPageError && !isFetching && (
          <MoreFailed what="notifications" onRetry={() => void fetchNextPage()} />
        )}
      </div>
    </PullToRefresh>
  );
}
