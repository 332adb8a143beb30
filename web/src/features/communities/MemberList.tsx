import type { Member } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { membersOptions } from '#features/communities/communities.data.ts';
import type { MemberGroup } from '#features/communities/communities.rules.ts';
import { OnlineDot } from '#features/presence/public.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { avatarUrls } from '#platform/media.ts';
import { Avatar } from '#ui/avatar/Avatar.tsx';
import { cx } from '#ui/cx.ts';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { MoreFailed } from '#ui/states/MoreFailed.tsx';
import { ErrorState } from '#ui/states/States.tsx';

const rowHeight = 56;
const headingHeight = 36;
/** The next page is requested when this many rows are left. */
const ahead = 20;

/** A member's picture and names, as in every list of members. */
export function MemberName({ member, note }: { member: Member; note?: string | undefined }) {
  return (
    <>
      <OnlineDot username={member.username} online={member.online}>
        <Avatar {...avatarUrls(member.profile_path)} size={36} />
      </OnlineDot>
      <span className="min-w-0 flex-1 leading-tight">
        <span dir="auto" className="block truncate text-left font-medium">
          {member.name ?? member.username}
        </span>
        <span className="block truncate text-muted text-xs">
          @{member.username}
          {note !== undefined && note !== '' && ` · ${note}`}
        </span>
      </span>
    </>
  );
}

function MemberSkeletons() {
  return (
    <Loading label="Loading members" className="flex flex-col px-2">
      {['w-28', 'w-20', 'w-32', 'w-24', 'w-28', 'w-20'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity
        <div key={index} className="flex h-14 items-center gap-3 px-2">
          <Skeleton className="size-9 rounded-full" />
          <div className="flex flex-col gap-2">
            <Skeleton className={cx('h-3.5', width)} />
            <Skeleton className="h-3 w-16" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

/** A heading, or a member with their place among the members. */
type Line = { member: Member; index: number; title?: undefined } | { member?: undefined; title: string };

function linesOf(groups: readonly MemberGroup[]): Line[] {
  let index = -1;
  return groups.flatMap(({ title, members }): Line[] => [
    { title },
    ...members.map((member) => {
      index += 1;
      return { member, index };
    }),
  ]);
}

interface MemberListProps {
  handle: string;
  /** Filters members by name; empty shows all of them. */
  query?: string | undefined;
  label: string;
  /** Sorts members into groups with headings; without it they're in the order they joined. */
  groups?: ((members: readonly Member[]) => MemberGroup[]) | undefined;
  /** Renders a member's row. */
  children: (member: Member) => ReactNode;
}

/** A list of any number of members: pages load ahead of scrolling, and only rows near the screen are drawn. Fills its container. */
export function MemberList({ handle, query = '', label, groups, children }: MemberListProps) {
  const result = useInfiniteQuery(membersOptions(handle, query));
  const { data, fetchStatus, hasNextPage, isFetchNextPageError, isFetchingNextPage, fetchNextPage } = result;
  const failure = useLoadFailure(result, 'the members', { isStored: true });
  const frame = useRef<HTMLDivElement>(null);
  const members = data?.pages.flatMap((page) => page.members) ?? [];
  const lines: Line[] =
    groups === undefined ? members.map((member, index) => ({ member, index })) : linesOf(groups(members));

  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => frame.current,
    estimateSize: (index) => (lines[index]?.member === undefined ? headingHeight : rowHeight),
    getItemKey: (index) => lines[index]?.member?.username ?? `heading ${lines[index]?.title ?? index}`,
    overscan: 8,
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const mayLoad = hasNextPage && fetchStatus === 'idle' && !isFetchNextPageError;
  useEffect(() => {
    if (mayLoad && last >= lines.length - ahead) void fetchNextPage();
  }, [mayLoad, last, lines.length, fetchNextPage]);

  // Results for a new search start at the top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of the text is what the effect is for
  useEffect(() => {
    frame.current?.scrollTo(0, 0);
  }, [query, handle]);

  if (data === undefined) {
    return failure === null ? <MemberSkeletons /> : <ErrorState {...failure}>{failure.text}</ErrorState>;
  }
  return (
    <div ref={frame} className="h-full overflow-y-auto overscroll-contain px-2 pb-4">
      {members.length === 0 && <p className="px-2 py-6 text-center text-muted text-sm">{messages.noResults}</p>}
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map((row) => {
          const line = lines[row.index];
          if (line === undefined) return null;
          return (
            <li
              key={row.key}
              ref={virtualizer.measureElement}
              data-index={row.index}
              {...(line.member && {
                'aria-setsize': hasNextPage ? -1 : members.length,
                'aria-posinset': line.index + 1,
              })}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {line.member === undefined ? (
                <h3 className="flex h-9 items-end truncate px-2 pb-1 font-medium text-muted text-xs">
                  <bdi>{line.title}</bdi>
                </h3>
              ) : (
                children(line.member)
              )}
            </li>
          );
        })}
      </ul>
      {hasNextPage && (
        <div role="status" className="flex min-h-12 items-center justify-center gap-3 text-muted text-sm">
          {isFetchingNextPage && <Spinner label="Loading more members" />}
          {isFetchNextPageError && !isFetchingNextPage && <MoreFailed onRetry={() => void fetchNextPage()} />}
        </div>
      )}
    </div>
  );
}
