import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import type { News } from '#features/messages/public.ts';

/** Why a person may not use a channel, for the line of the list. */
export function whyClosed(channel: Pick<Channel, 'roles'>, roles: readonly Role[] | undefined): string {
  const names = (roles ?? []).filter(({ role_id }) => channel.roles.includes(role_id)).map(({ name }) => name);
  if (names.length === 0) return 'You hold none of the roles that may use this channel';
  return `Only for ${names.length === 1 ? 'the role' : 'the roles'} ${names.join(', ')}`;
}

/** The roles that a new channel is meant for unless its creator says otherwise: `user`, which everybody who joins is given. */
export function usualRoles(roles: readonly Role[]): string[] {
  return roles.filter(({ name }) => name.toLowerCase() === 'user').map(({ role_id }) => role_id);
}

/** Whether whoever creates a channel for these roles could not read it. */
export function locksOut(chosen: readonly string[], roles: readonly Role[]): boolean {
  return chosen.length > 0 && !roles.some(({ role_id, mine }) => mine && chosen.includes(role_id));
}

/** A channel after a message came to it. One's own message marks nothing. */
export function withMessage(
  channel: Channel,
  { _id, sender }: { _id: string; sender: Pick<Message['sender'], '_id'> },
  ownId: string,
): Channel {
  const known = [channel.read_id ?? '', channel.unread_id ?? ''];
  return sender._id === ownId || known.some((id) => id >= _id) ? channel : { ...channel, unread_id: _id };
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

/** How many of these channels each community has, by its id. */
export function countByCommunity(channels: readonly { community_id: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { community_id } of channels) counts.set(community_id, (counts.get(community_id) ?? 0) + 1);
  return counts;
}
