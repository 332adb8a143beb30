import type { Channel, UnreadCounts } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { NamedChannel } from '#features/rich-text/public.ts';
import type { UnreadRange } from '#features/rooms/public.ts';
import type { Marks } from '#platform/marks.ts';

/** Why a person can't use a channel, for its row in the list. */
export function accessReason(channel: Pick<Channel, 'roles'>, roles: readonly Role[] | undefined): string {
  const names = (roles ?? []).filter(({ role_id }) => channel.roles.includes(role_id)).map(({ name }) => name);
  if (names.length === 0) return "You don't have a role that can use this channel";
  return `Only for the ${new Intl.ListFormat('en').format(names)} ${names.length === 1 ? 'role' : 'roles'}`;
}

/** A new channel's default roles: `user`, which everyone who joins gets. */
export function usualRoles(roles: readonly Role[]): string[] {
  return roles.filter(({ name }) => name.toLowerCase() === 'user').map(({ role_id }) => role_id);
}

/** Whether a channel with these roles would lock out its creator. */
export function excludesCreator(chosen: readonly string[], roles: readonly Role[]): boolean {
  return chosen.length > 0 && !roles.some(({ role_id, mine }) => mine && chosen.includes(role_id));
}

/** A channel after a message arrived. A person's own message doesn't make it unread, nor does one that's hidden from them. */
export function withMessage(
  channel: Channel,
  { _id, sender, hidden }: Pick<Message, '_id' | 'hidden'> & { sender: Pick<Message['sender'], '_id'> },
  ownId: string,
): Channel {
  const known = [channel.read_id ?? '', channel.unread_id ?? ''];
  return sender._id === ownId || hidden || known.some((id) => id >= _id) ? channel : { ...channel, unread_id: _id };
}

/** A channel after the person has read it up to a message, on this device or another. */
export function withRead(channel: Channel, messageId: string): Channel {
  const { read_id, unread_id } = channel;
  if (read_id !== null && read_id >= messageId) return channel;
  return { ...channel, read_id: messageId, unread_id: unread_id !== null && unread_id > messageId ? unread_id : null };
}

/** A channel's unread messages. */
export function unreadRangeOf({ read_id, unread_id }: Channel): UnreadRange | null {
  return unread_id == null ? null : { after: read_id ?? '', upTo: unread_id };
}

/** The number of these channels per community id. */
function countByCommunity(channels: readonly { community_id: string }[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { community_id } of channels) counts.set(community_id, (counts.get(community_id) ?? 0) + 1);
  return counts;
}

/** What badges show of what's unread. */
export const marksOf = ({ notifications, conversations, channels, threads }: UnreadCounts): Marks => ({
  notifications,
  conversations,
  channels: countByCommunity(channels),
  threads: threads.length,
});

/** Rooms with those that changed, which have their new counts; those with nothing unread are left out. */
function updated<T extends { unread: number }>(rooms: readonly T[], changed: readonly T[], idOf: (room: T) => string) {
  const ids = new Set(changed.map(idOf));
  return [...rooms.filter((room) => !ids.has(idOf(room))), ...changed.filter((room) => room.unread > 0)];
}

/** What's unread once some of it has changed. */
export function withChange(
  unread: UnreadCounts,
  { channels = [], threads = [], ...counts }: Partial<UnreadCounts>,
): UnreadCounts {
  return {
    ...unread,
    ...counts,
    channels: updated(unread.channels, channels, ({ channel_id }) => channel_id),
    threads: updated(unread.threads, threads, ({ room_id }) => room_id),
  };
}

/** What's unread without a channel or thread; the same if nothing in it was. */
export function withoutRoom(unread: UnreadCounts, roomId: string): UnreadCounts {
  const channels = unread.channels.filter(({ channel_id }) => channel_id !== roomId);
  const threads = unread.threads.filter(({ room_id }) => room_id !== roomId);
  const isSame = channels.length === unread.channels.length && threads.length === unread.threads.length;
  return isSame ? unread : { ...unread, channels, threads };
}

/** The channels once one of them has moved to another place; the same as on the server. */
export function moved(channels: readonly Channel[], channelId: string, place: number): Channel[] {
  const own = channels.filter(({ channel_id }) => channel_id === channelId);
  const others = channels.filter(({ channel_id }) => channel_id !== channelId);
  return [...others.slice(0, place), ...own, ...others.slice(place)];
}

/** The channels that messages may name. One that the person can't use leads nowhere. */
export function namedChannels(channels: readonly Channel[], pathOf: (channelId: string) => string): NamedChannel[] {
  return channels.map(({ name, usable, channel_id }) => ({ name, path: usable ? pathOf(channel_id) : null }));
}
