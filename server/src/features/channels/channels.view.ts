import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { messageIdOf } from '#features/messages/public.ts';
import { mayUseChannel } from './channels.rules.ts';

/** What somebody has read of a channel: numbers of messages. */
interface Reading {
  read_id: number | null;
  unread_id: number | null;
}

const idOf = (number: number | null) => (number === null ? null : messageIdOf(number));

/** A channel as somebody sees it who holds these roles; what they have read of it is left out for a new one. */
export function viewChannel(
  { id, community_id, name, roles }: { id: string; community_id: string; name: string; roles: string[] },
  held: readonly string[],
  { read_id, unread_id }: Reading = { read_id: null, unread_id: null },
): Channel {
  const usable = mayUseChannel(held, { roles });
  return { channel_id: id, community_id, name, roles, usable, read_id: idOf(read_id), unread_id: idOf(unread_id) };
}
