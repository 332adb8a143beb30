import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { RoomNotify } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { Author } from '@hubbub/contract/platform/shapes.ts';
import { kindOf, messageIdOf } from '#features/rooms/public.ts';
import { type ChannelRow, channelKinds } from './channels.queries.ts';
import { mayUseChannel } from './channels.rules.ts';

/** What someone has read in a channel, as message numbers. */
interface Reading {
  read_id: number | null;
  unread_id: number | null;
  notify: RoomNotify;
  /** When they last wrote in it, if slow mode makes them wait. */
  written_at: string | null;
}

type Shown = Pick<ChannelRow, 'id' | 'community_id' | 'name' | 'roles' | 'topic' | 'category' | 'slow_mode' | 'kind'>;

const unread: Reading = { read_id: null, unread_id: null, notify: kindOf(channelKinds.text).notify, written_at: null };

const slowUntil = (slowMode: number, writtenAt: string | null) =>
  writtenAt === null || slowMode === 0 ? null : new Date(Date.parse(writtenAt) + slowMode * 1000).toISOString();

const idOf = (number: number | null) => (number === null ? null : messageIdOf(number));

/** The same for clients that support voice channels. @param people who's inside, by channel id */
export function withKind(
  channel: Channel,
  { kind }: Pick<ChannelRow, 'kind'>,
  people: ReadonlyMap<string, Author[]> = new Map(),
): Channel {
  if (kind !== channelKinds.voice) return { ...channel, kind: 'text' };
  return { ...channel, kind: 'voice', people: channel.usable ? (people.get(channel.channel_id) ?? []) : [] };
}

/** A channel as somebody with these roles sees it; their read state is left out for a new one. */
export function viewChannel(
  { id, community_id, name, roles, topic, category, slow_mode }: Shown,
  held: readonly string[],
  { read_id, unread_id, notify, written_at }: Reading = unread,
): Channel {
  const usable = mayUseChannel(held, { roles });
  const reading = { read_id: idOf(read_id), unread_id: idOf(unread_id) };
  const slow_until = slowUntil(slow_mode, written_at);
  return {
    channel_id: id,
    community_id,
    name,
    roles,
    topic,
    category,
    slow_mode,
    slow_until,
    usable,
    ...reading,
    notify,
  };
}
