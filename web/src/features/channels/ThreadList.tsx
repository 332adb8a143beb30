import type { FollowedThread } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { unreadOptions } from '#features/channels/channels.data.ts';
import { type NameOf, useCommunityNames } from '#features/communities/public.ts';
import {
  followedThreadsOptions,
  MessageExcerpt,
  refreshThreads,
  repliesText,
  roomLabel,
  roomPath,
} from '#features/rooms/public.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { useNow } from '#platform/now.ts';
import { exactTime, relativeTime } from '#platform/time.ts';
import { ShowMore } from '#ui/show-more/ShowMore.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

/** How much is new in a thread: mentions stand out, as they do in channels. */
function News({ unread, mentions }: Pick<FollowedThread, 'unread' | 'mentions'>) {
  if (unread === 0) return null;
  const number = unread >= 100 ? '99+' : String(unread);
  return (
    <span className="flex shrink-0 items-center gap-2 font-semibold text-xs">
      {mentions > 0 && (
        <span className="rounded-full bg-danger px-2 py-0.5 text-danger-ink tabular">
          @{mentions >= 100 ? '99+' : mentions}
          <span className="sr-only"> {mentions === 1 ? 'mention' : 'mentions'}</span>
        </span>
      )}
      <span className="rounded-full bg-accent px-2 py-0.5 text-accent-ink tabular">{number} new</span>
    </span>
  );
}

function Entry({ thread, nameOf }: { thread: FollowedThread; nameOf: NameOf }) {
  const now = useNow();
  const { message, room, unread, mentions } = thread;
  const { reply_count: count = 0, last_at: at = null } = message.thread ?? {};
  return (
    <li>
      <Link
        to={roomPath(room)}
        className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4 transition-colors hover:border-line-strong"
      >
        <MessageExcerpt message={message} detail={roomLabel({ ...room, kind: 'channel' }, nameOf)} />
        <span className="flex min-h-6 flex-wrap items-center gap-x-2 ps-13 text-sm">
          <span className="font-semibold text-accent-text">{count === 0 ? 'No replies yet' : repliesText(count)}</span>
          {at !== null && (
            <time dateTime={at} title={exactTime(at)} className="min-w-0 flex-1 truncate text-muted">
              Last reply {relativeTime(at, now)}
            </time>
          )}
          <News unread={unread} mentions={mentions} />
        </span>
      </Link>
    </li>
  );
}

/** The threads that the person follows, in all their communities, the last active first. */
export function ThreadList() {
  const client = useQueryClient();
  const query = useInfiniteQuery(followedThreadsOptions);
  const failure = useLoadFailure(query, 'your threads', { isStored: true });
  const { data: threads } = query;
  const nameOf = useCommunityNames();
  const { data: unread } = useQuery({ ...unreadOptions, select: ({ threads: news }) => JSON.stringify(news) });
  useEffect(() => {
    if (unread !== undefined) void refreshThreads(client, 'followed');
  }, [client, unread]);

  const list = () => {
    if (failure !== null) return <ErrorState {...failure}>{failure.text}</ErrorState>;
    if (threads === undefined) {
      return (
        <Loading label="Loading threads" className="flex flex-col gap-3">
          <Skeleton className="h-28 rounded-card" />
          <Skeleton className="h-28 rounded-card" />
        </Loading>
      );
    }
    if (threads.length === 0) {
      return (
        <EmptyState icon={MessagesSquare} title="No threads yet">
          Reply to a message in a thread, or follow one, to find it here again.
        </EmptyState>
      );
    }
    return (
      <ul aria-label="Threads that you follow" className="flex flex-col gap-3">
        {threads.map((thread) => (
          <Entry key={thread.room.room_id} thread={thread} nameOf={nameOf} />
        ))}
      </ul>
    );
  };
  return (
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div className="mx-auto w-full max-w-3xl p-4 sm:p-5">
        {list()}
        <ShowMore pages={query} />
      </div>
    </div>
  );
}
