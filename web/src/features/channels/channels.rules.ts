import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { News } from '#features/messages/public.ts';

/** Why a person may not use a channel, for the line of the list. */
export function whyClosed(channel: Pick<Channel, 'roles'>, roles: readonly Role[] | undefined): string {
  const names = (roles ?? []).filter(({ role_id }) => channel.roles.includes(role_id)).map(({ name }) => name);
  if (names.length === 0) return 'You hold none of the roles that may use this channel';
  return `Only for ${names.length === 1 ? 'the role' : 'the roles'} ${names.join(', ')}`;
}

/** Whether whoever creates a channel for these roles could not read it. */
export function locksOut(chosen: readonly string[], roles: readonly Role[]): boolean {
  return chosen.length > 0 && !roles.some(({ role_id, mine }) => mine && chosen.includes(role_id));
}

/** A channel after a message of somebody else came to it. */
export function withUnread(channel: Channel, messageId: string): Channel {
  const known = [channel.read_id ?? '', channel.unread_id ?? ''];
  return known.some((id) => id >= messageId) ? channel : { ...channel, unread_id: messageId };
}

/** A channel after its person has read it up to a message, here or on another device. */
export function withRead(channel: Channel, messageId: string): Channel {
  const { read_id, unread_id } = channel;
  if (read_id !== null && read_id >= messageId) return channel;
  return { ...channel, read_id: messageId, unread_id: unread_id !== null && unread_id > messageId ? unread_id : null };
}

/** What is new in a channel for its person. */
export function newsOf({ read_id, unread_id }: Channel): News | null {
  return unread_id == null ? null : { after: read_id ?? '', upTo: unread_id };
}
