import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { Ghost, Lock, MessagesSquare } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { channelRoom, channelsOptions } from '#features/channels/channels.data.ts';
import { accessReason, namedChannels, unreadRangeOf } from '#features/channels/channels.rules.ts';
import { SlowModeNote } from '#features/channels/SlowModeNote.tsx';
import { useReading } from '#features/channels/use-reading.ts';
import { useSlowMode } from '#features/channels/use-slow-mode.ts';
import { permissionsOptions, rolesOptions } from '#features/communities/public.ts';
import {
  ConnectionNotice,
  FileDrop,
  MessageComposer,
  MessageTimeline,
  TypingNotice,
} from '#features/messages/public.ts';
import { ChannelNames, type NamedChannel } from '#features/texts/public.ts';
import { useLoadFailure } from '#platform/load-failure.ts';
import { pathTo } from '#platform/paths.ts';
import { Loading, Skeleton } from '#ui/skeleton/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

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

const NotFoundState = () => (
  <EmptyState icon={Ghost} title="Channel not found">
    It may have been removed, or the link is incomplete. Choose another channel.
  </EmptyState>
);

const none: readonly NamedChannel[] = [];

interface TalkProps {
  handle: string;
  /** A channel or a thread. */
  roomId: string;
  label: string;
  unreadRange: ComponentProps<typeof MessageTimeline>['unreadRange'];
  threads: boolean;
  empty: ReactNode;
  gone: ReactNode;
  composer: Omit<ComponentProps<typeof MessageComposer>, 'room'>;
}

function Talk({ handle, roomId, composer, ...timeline }: TalkProps) {
  const room = channelRoom(roomId);
  const onSeen = useReading(roomId);
  const { data: permissions } = useQuery(permissionsOptions(handle));
  // The same list until a name or a role changes, so that an unread mark doesn't redraw every message.
  const pathOf = (channel: string) => pathTo('communities', {}, { community: handle, channel });
  const { data: names } = useQuery({ ...channelsOptions(handle), select: (all) => namedChannels(all, pathOf) });
  return (
    <ChannelNames value={names ?? none}>
      <FileDrop roomId={room.id}>
        <ConnectionNotice />
        <MessageTimeline
          {...timeline}
          room={room}
          layout="flat"
          moderates={permissions?.includes('ban:users') ?? false}
          pins={permissions?.some((one) => one === 'channel:create' || one === 'ban:users') ?? false}
          onSeen={onSeen}
        />
        <TypingNotice roomId={room.id} />
        <MessageComposer room={room} {...composer} />
      </FileDrop>
    </ChannelNames>
  );
}

function Open({ channel, handle }: { channel: Channel; handle: string }) {
  const [unreadRange] = useState(() => unreadRangeOf(channel));
  const wait = useSlowMode(channel);
  return (
    <Talk
      handle={handle}
      roomId={channel.channel_id}
      label={`Messages in # ${channel.name}`}
      unreadRange={unreadRange}
      threads
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

/** The replies to a message. @param channel where it is, if that's known */
function Thread({ id, handle, channel }: { id: string; handle: string; channel?: Channel }) {
  return (
    <>
      {channel !== undefined && (
        <p className="flex min-h-11 items-center gap-2 border-line border-b px-3 text-sm sm:px-5">
          <span className="font-semibold">Thread</span>
          <Link
            to={pathTo('communities', {}, { community: handle, channel: channel.channel_id })}
            className="inline-flex min-h-9 min-w-0 items-center rounded-sm font-medium text-accent-text hover:underline"
          >
            <span className="truncate">Back to # {channel.name}</span>
          </Link>
        </p>
      )}
      <Talk
        handle={handle}
        roomId={id}
        label="Replies in the thread"
        unreadRange={null}
        threads={false}
        empty={
          <EmptyState icon={MessagesSquare} title="No replies yet">
            Write the first one.
          </EmptyState>
        }
        gone={<NotFoundState />}
        composer={{}}
      />
    </>
  );
}

interface ChannelChatProps {
  community: Community;
  /** A thread's, where a link doesn't say which channel it's in. */
  channelId: string;
  /** The open thread in the channel. */
  threadId?: string | undefined;
}

/** The selected channel's chat or thread, and whatever can take its place. */
export function ChannelChat({ community, channelId, threadId }: ChannelChatProps) {
  const handle = community.community_handle;
  const query = useQuery(channelsOptions(handle));
  const { data: channels } = query;
  const failure = useLoadFailure(query, 'this channel');
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
  if (channel === undefined) return <Thread id={channelId} handle={handle} />;
  if (!channel.usable) return <Closed channel={channel} handle={handle} lost={wasUsable} />;
  if (threadId !== undefined) return <Thread id={threadId} handle={handle} channel={channel} />;
  return <Open channel={channel} handle={handle} />;
}
