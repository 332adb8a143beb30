import { joinConversation as payload } from '@hubbub/contract/features/messages/messages.events.ts';
import type { Platform } from '#platform/platform.ts';
import { joinConversation, roomOfConversation } from './conversations.service.ts';

/**
 * Messages of conversations go to every socket of both people, but not to one that shows a channel and has not joined: clients
 * draw whatever arrives there. A client that joins shows the conversation, and has read it.
 */
export function registerConversationsRealtime(platform: Platform): void {
  platform.realtime.on('joinConversation', payload, async (caller, id) => {
    await joinConversation(platform, caller.userId, id);
    caller.join(roomOfConversation(id));
    caller.takeDirect(true);
  });
}

/** Tells people that somebody with whom they have a conversation has deleted the account. */
export function announceDeleted(
  { realtime }: Pick<Platform, 'realtime'>,
  others: readonly string[],
  userId: string,
): void {
  realtime.toPersons(others, 'accountDeleted', { user_id: userId });
}
