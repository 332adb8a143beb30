import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Bell, BellRing, Ghost, MessagesSquare, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { channelsOptions } from '#features/channels/channels.data.ts';
import { SlowModeNote } from '#features/channels/SlowModeNote.tsx';
import { Talk } from '#features/channels/Talk.tsx';
import { useSlowMode } from '#features/channels/use-slow-mode.ts';
import { RootMessage, refreshThreads, roomPath, threadOptions, useFollowThread } from '#features/rooms/public.ts';
import { NotFound } from '#platform/errors.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { useCurrentUser } from '#platform/session.ts';
import { onServerEvent } from '#platform/socket.ts';
import { Button } from '#ui/button/Button.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

const NotFoundState = () => (
  <EmptyState icon={Ghost} title="Channel not found">
    It may have been removed, or the link is incomplete. Choose another channel.
  </EmptyState>
);

/** Leads from a link that names only the thread to its place in its channel. */
export function ThreadAtLink({ id }: { id: string }) {
  const { hash } = useLocation();
  const message = useSearchParams()[0].get('message');
  const query = useQuery(threadOptions(id));
  const failure = useLoadFailure(query, 'this channel', { isStored: true });
  if (query.data)
    return <Navigate to={roomPath(query.data.room, message === null ? {} : { message }) + hash} replace />;
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center justify-center overflow-y-auto">
      {query.error instanceof NotFound && <NotFoundState />}
      {failure !== null && !(query.error instanceof NotFound) && <ErrorState {...failure}>{failure.text}</ErrorState>}
      {query.isPending && (
        <p role="status" className="text-muted">
          Opening the thread…
        </p>
      )}
    </div>
  );
}

/** Refetches the thread when its message changes, or when the person replies, because replying follows the thread. */
function useThreadLive(id: string, rootId: string | undefined, handle: string): void {
  const client = useQueryClient();
  const { user_id: ownId } = useCurrentUser();
  /** Messages that changed before it was known which one the thread is about: the answer that's loading may be older. */
  const changed = useRef(new Set<string>());
  useEffect(() => {
    if (rootId !== undefined && changed.current.delete(rootId)) void refreshThreads(client, id);
    const stops = [
      onServerEvent('receiveMessage', ({ conversation, sender }) => {
        if (conversation !== id || sender._id !== ownId) return;
        void refreshThreads(client);
        void client.invalidateQueries({ queryKey: channelsOptions(handle).queryKey });
      }),
      onServerEvent('messageChanged', ({ _id }) => {
        if (rootId === undefined) changed.current.add(_id);
        else if (_id === rootId) void refreshThreads(client, id);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, id, rootId, handle, ownId]);
}

/** Follows the thread, or stops: unread replies count only in followed threads. Writing here follows it anyway. */
function FollowButton({ id, following }: { id: string; following: boolean }) {
  const { mutate } = useFollowThread(id);
  const Icon = following ? BellRing : Bell;
  return (
    <Button
      tone={following ? 'secondary' : 'primary'}
      size="sm"
      icon={<Icon size={16} aria-hidden="true" />}
      onClick={() => mutate(!following)}
    >
      {following ? 'Unfollow' : 'Follow'}
    </Button>
  );
}

const placeOf = (handle: string, { channel_id: channel }: Channel) =>
  pathTo('communities', {}, { community: handle, channel });

interface ThreadProps {
  id: string;
  handle: string;
  channel: Channel;
}

/** The bar above a thread that takes its channel's place, with the way back. */
export function ThreadTitle({ id, handle, channel }: ThreadProps) {
  const { data: thread } = useQuery(threadOptions(id));
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1 pe-1.5">
      <IconButton asChild label={`Back to # ${channel.name}`}>
        <Link to={placeOf(handle, channel)}>
          <ArrowLeft size={20} aria-hidden="true" className="rtl:rotate-180" />
        </Link>
      </IconButton>
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold text-lg leading-tight">Thread</h2>
        <p dir="auto" className="truncate text-left text-muted text-xs">
          # {channel.name}
        </p>
      </div>
      {thread !== undefined && <FollowButton id={id} following={thread.following} />}
    </div>
  );
}

/** The replies to a channel's message. @param isWide it's beside its channel, not in its place */
export function Thread({ id, handle, channel, isWide }: ThreadProps & { isWide: boolean }) {
  const query = useQuery(threadOptions(id));
  const { data: thread } = query;
  useThreadLive(id, thread?.message._id, handle);
  const wait = useSlowMode(channel);
  return (
    <section
      aria-label="Thread"
      // Replies follow the message.
      className={cx(
        'flex min-h-0 flex-col [--rows-margin:0]',
        isWide ? 'h-full w-88 shrink-0 border-line border-l bg-bg xl:w-104' : 'flex-1',
      )}
    >
      {isWide && (
        <header className="flex min-h-12 shrink-0 items-center gap-2 border-line border-b py-1 ps-4 pe-2">
          <h2 className="min-w-0 flex-1 truncate font-semibold">Thread</h2>
          {thread !== undefined && <FollowButton id={id} following={thread.following} />}
          <IconButton asChild label="Close the thread">
            <Link to={placeOf(handle, channel)}>
              <X size={18} aria-hidden="true" />
            </Link>
          </IconButton>
        </header>
      )}
      {query.isPending && (
        <div className="flex shrink-0 gap-3 border-line border-b p-4">
          <Skeleton className="size-10 rounded-full" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      )}
      {thread !== undefined && <RootMessage message={thread.message} />}
      <Talk
        handle={handle}
        roomId={id}
        label="Replies in the thread"
        unreadRange={null}
        threads={false}
        aside={false}
        empty={
          <EmptyState icon={MessagesSquare} title="No replies yet">
            Write the first one.
          </EmptyState>
        }
        gone={<NotFoundState />}
        composer={{ placeholder: 'Reply', wait, note: <SlowModeNote slowMode={channel.slow_mode} wait={wait} /> }}
      />
    </section>
  );
}
