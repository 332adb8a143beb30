import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { channelRoom, channelsOptions } from '#features/channels/channels.data.ts';
import { namedChannels } from '#features/channels/channels.rules.ts';
import { useReading } from '#features/channels/use-reading.ts';
import { permissionsOptions } from '#features/communities/public.ts';
import { ChannelNames, type NamedChannel } from '#features/rich-text/public.ts';
import {
  ConnectionNotice,
  FileDrop,
  FlatMessage,
  MessageComposer,
  MessageTimeline,
  TypingNotice,
} from '#features/rooms/public.ts';
import { pathTo } from '#platform/paths.ts';

const none: readonly NamedChannel[] = [];

interface TalkProps {
  handle: string;
  /** A channel or a thread. */
  roomId: string;
  label: string;
  unreadRange: ComponentProps<typeof MessageTimeline>['unreadRange'];
  threads: boolean;
  aside: boolean;
  empty: ReactNode;
  gone: ReactNode;
  composer: Omit<ComponentProps<typeof MessageComposer>, 'room'>;
}

/** What's said in a channel or thread, and the field to write there. */
export function Talk({ handle, roomId, composer, ...timeline }: TalkProps) {
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
          message={FlatMessage}
          flat
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
