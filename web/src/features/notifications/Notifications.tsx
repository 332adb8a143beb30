import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CheckCheck, Settings } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { unreadOptions } from '#features/channels/public.ts';
import { NotificationList } from '#features/notifications/NotificationList.tsx';
import { type Filter, notificationsOptions, useMarkAllRead } from '#features/notifications/notifications.data.ts';
import { isForTeam } from '#features/notifications/notifications.rules.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { LinkTabs } from '#ui/link-tabs/LinkTabs.tsx';

const filters: readonly { filter: Filter; label: string }[] = [
  { filter: 'all', label: 'All' },
  { filter: 'mentions', label: 'Mentions' },
  { filter: 'team', label: 'Team' },
];

/** The person's notifications: all, mentions only, or what's waiting for moderators. */
export function Notifications({ filter }: { filter: Filter }) {
  const { site_role: role = null } = useCurrentUser();
  const { data: all } = useInfiniteQuery(notificationsOptions('all'));
  const { data: { notifications: unread } = { notifications: 0 } } = useQuery(unreadOptions);
  const [round, setRound] = useState(0);
  const newest = all?.[0]?._id;
  const markAll = useMarkAllRead(() => setRound((before) => before + 1));
  const hasTeam = role !== null || filter === 'team' || all?.some(isForTeam) === true;
  const isDone = unread === 0;
  return (
    <>
      <header className="flex min-h-12 items-center gap-1">
        <h1 className="min-w-0 flex-1 truncate font-bold text-xl">Notifications</h1>
        <IconButton
          label="Mark all as read"
          size="lg"
          aria-disabled={isDone || undefined}
          pending={markAll.isPending}
          onClick={() => !isDone && newest !== undefined && markAll.mutate(newest)}
        >
          <CheckCheck size={22} aria-hidden="true" />
        </IconButton>
        <IconButton asChild label="Notification settings" size="lg" tooltipSide="left">
          <Link to={pathTo('notificationSettings')}>
            <Settings size={22} aria-hidden="true" />
          </Link>
        </IconButton>
      </header>
      <div className="mb-3">
        <LinkTabs
          label="Notifications by kind"
          tabs={filters
            .filter((each) => hasTeam || each.filter !== 'team')
            .map((each) => ({
              label: each.label,
              to: pathTo('notifications', {}, each.filter === 'all' ? {} : { filter: each.filter }),
              current: each.filter === filter,
            }))}
        />
      </div>
      <NotificationList key={`${filter} ${round}`} filter={filter} />
    </>
  );
}
