import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Lock, MessagesSquare } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { channelsOptions } from '#features/channels/channels.data.ts';
import { accessReason, unreadRangeOf } from '#features/channels/channels.rules.ts';
import { SlowModeNote } from '#features/channels/SlowModeNote.tsx';
import { Talk } from '#features/channels/Talk.tsx';
import { useSlowMode } from '#features/channels/use-slow-mode.ts';
import { rolesOptions } from '#features/communities/public.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { late } from '#ui/late/late.tsx';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

const Thread = late(async () => (await import('#features/channels/Thread.tsx')).Thread, { name: 'The thread' });
const ThreadAtLink = late(async () => (await import('#features/channels/Thread.tsx')).ThreadAtLink, {
  name: 'The thread',
});

function Centered({ children }: { children: ReactNode }) {
  return <div className="flex min-h-0 flex-1 flex-col items-center justify-center overflow-y-auto">{children}</div>;
}

interface ClosedProps {
  channel: Channel;
  handle: string;
  /** The person had access until a moment ago. */
  lost: boolean;
}

function Closed({ channel, handle, lost }: ClosedProps) {
  const { data: roles } = useQuery(rolesOptions(handle));
  return (
    <Centered>
      <div role="alert">
        <EmptyState icon={Lock} title={lost ? 'You can no longer use this channel' : "You can't use this channel"}>
          {lost
            ? 'You no longer have a role that can use it. Choose another channel, or ask whoever runs the community.'
            : `${accessReason(channel, roles)}. Choose another channel, or ask whoever runs the community for a role.`}
        </EmptyState>
      </div>
    </Centered>
  );
}

/** @param aside a thread is open beside it, which the page's link is about */
function Open({ channel, handle, aside }: { channel: Channel; handle: string; aside: boolean }) {
  const [unreadRange] = useState(() => unreadRangeOf(channel));
  const wait = useSlowMode(channel);
  return (
    <Talk
      handle={handle}
      roomId={channel.channel_id}
      label={`Messages in # ${channel.name}`}
      unreadRange={unreadRange}
      threads
      aside={aside}
      empty={
        <EmptyState icon={MessagesSquare} title={`This is the beginning of # ${channel.name}`}>
          No messages yet. Say hello.
        </EmptyState>
      }
      gone={
        <EmptyState icon={Lock} title="You can no longer use this channel">
          It was removed, or you no longer have a role that can use it. Choose another channel.
        </EmptyState>
      }
      composer={{ wait, note: <SlowModeNote slowMode={channel.slow_mode} wait={wait} /> }}
    />
  );
}

interface ChannelChatProps {
  community: Community;
  /** A thread's, where a link doesn't say which channel it's in. */
  channelId: string;
  /** The open thread in the channel. */
  threadId?: string | undefined;
  /** There's space for it beside the channel. */
  isWide: boolean;
}

/** The selected channel's chat, its thread beside it or in its place, and whatever else can take its place. */
export function ChannelChat({ community, channelId, threadId, isWide }: ChannelChatProps) {
  const handle = community.community_handle;
  const query = useQuery(channelsOptions(handle));
  const { data: channels } = query;
  const failure = useLoadFailure(query, 'this channel', { isStored: true });
  const channel = channels?.find(({ channel_id }) => channel_id === channelId);
  const [wasUsable, setWasUsable] = useState(false);
  if (channel?.usable && !wasUsable) setWasUsable(true);

  if (channels === undefined) {
    if (failure === null) {
      return (
        <Loading label="Loading channel" className="flex flex-1 flex-col justify-end gap-5 p-5">
          {['w-1/2', 'w-2/3', 'w-1/3'].map((width) => (
            <div key={width} className="flex gap-3">
              <Skeleton className="size-10 rounded-full" />
              <div className="flex flex-1 flex-col gap-2">
                <Skeleton className="h-3.5 w-28" />
                <Skeleton className={`h-3.5 ${width}`} />
              </div>
            </div>
          ))}
        </Loading>
      );
    }
    return (
      <Centered>
        <ErrorState {...failure}>{failure.text}</ErrorState>
      </Centered>
    );
  }
  if (channel === undefined) return <ThreadAtLink id={channelId} />;
  if (!channel.usable) return <Closed channel={channel} handle={handle} lost={wasUsable} />;
  const thread = threadId !== undefined && (
    <Thread key={threadId} id={threadId} handle={handle} channel={channel} isWide={isWide} />
  );
  if (thread && !isWide) return thread;
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <Open channel={channel} handle={handle} aside={thread !== false} />
      </div>
      {thread}
    </div>
  );
}
