import type { Channel } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Role } from '@hubbub/contract/features/communities/communities.endpoints.ts';

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

/** The channels with unseen messages after a message came to one of them: the one on the screen is seen. */
export function withUnread(
  unread: ReadonlySet<string>,
  channelId: string,
  openId: string | undefined,
): ReadonlySet<string> {
  if (channelId === openId || unread.has(channelId)) return unread;
  return new Set(unread).add(channelId);
}

/** The channels with unseen messages after one was opened. */
export function withoutUnread(unread: ReadonlySet<string>, channelId: string | undefined): ReadonlySet<string> {
  if (channelId === undefined || !unread.has(channelId)) return unread;
  const left = new Set(unread);
  left.delete(channelId);
  return left;
}
