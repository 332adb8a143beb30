import { joinConversation as payload } from '@hubbub/contract/features/messages/messages.events.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { joinConversation, roomOfConversation } from './conversations.service.ts';
import { joinGroup } from './groups.realtime.ts';
import { isGroupId } from './groups.rules.ts';

/**
 * A conversation's messages go to every socket of both people, except one that shows a channel and hasn't joined: clients draw whatever
 * arrives there. A client that joins shows the conversation, and so has read it.
 */
export function registerConversationsRealtime(platform: Platform): void {
  platform.realtime.on('joinConversation', payload, async (caller, id) => {
    if (isId(id) && isGroupId(id)) return await joinGroup(platform, caller, id);
    await joinConversation(platform, caller.userId, id);
    caller.join(roomOfConversation(id));
    caller.takeDirect();
  });
}

/** Tells people that someone they have a conversation with has deleted their account. */
export function announceDeleted(
  { realtime }: Pick<Platform, 'realtime'>,
  others: readonly string[],
  userId: string,
): void {
  realtime.toUsers(others, 'accountDeleted', { user_id: userId });
}
