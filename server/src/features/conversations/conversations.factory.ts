import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import { openConversation } from './conversations.service.ts';

/** A conversation one person has opened with another; it has no messages yet. @returns its id */
export async function createConversation(
  platform: Platform,
  given: { openedBy: string; withUsername: string },
): Promise<string> {
  const token = await platform.sessions.create(platform.db.kysely, given.openedBy);
  const answer = await openConversation(platform, hashToken(token), given.withUsername);
  if (!answer) throw new Error(`There is no account ${given.openedBy}.`);
  return answer.body.newConversation._id;
}
