import { joinConversation as payload } from '@hubbub/contract/features/messages/messages.events.ts';
import type { Platform } from '#platform/platform.ts';
import { joinConversation } from './conversations.service.ts';

/**
 * Messages of conversations go to every socket of both people, so there is no room to be joined: a client that joins shows the
 * conversation, and has read it.
 */
export function registerConversationsRealtime(platform: Platform): void {
  platform.realtime.on('joinConversation', payload, ({ userId }, id) => joinConversation(platform, userId, id));
}

/** Tells people that somebody with whom they have a conversation has deleted the account. */
export function announceDeleted(
  { realtime }: Pick<Platform, 'realtime'>,
  others: readonly string[],
  userId: string,
): void {
  realtime.toPersons(others, 'accountDeleted', { user_id: userId });
}
