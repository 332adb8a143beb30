import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { RoomNotify } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { kindOf, messageIdOf } from '#features/rooms/public.ts';
import { type ChannelRow, channelKind } from './channels.queries.ts';
import { mayUseChannel } from './channels.rules.ts';

/** What someone has read in a channel, as message numbers. */
interface Reading {
  read_id: number | null;
  unread_id: number | null;
  notify: RoomNotify;
}

const idOf = (number: number | null) => (number === null ? null : messageIdOf(number));

/** A channel as someone with these roles sees it; what they've read is left out for a new one. */
export function viewChannel(
  { id, community_id, name, roles, topic }: Pick<ChannelRow, 'id' | 'community_id' | 'name' | 'roles' | 'topic'>,
  held: readonly string[],
  { read_id, unread_id, notify }: Reading = { read_id: null, unread_id: null, notify: kindOf(channelKind).notify },
): Channel {
  const usable = mayUseChannel(held, { roles });
  const reading = { read_id: idOf(read_id), unread_id: idOf(unread_id) };
  return { channel_id: id, community_id, name, roles, topic, usable, ...reading, notify };
}
