import { limits } from '@hubbub/contract/platform/limits.ts';
import { lockUser, newSince } from '#features/accounts/public.ts';
import { type HttpError, lacksRight } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { findNewSender, insertContact, listContacts } from './strangers.queries.ts';
import { mayWriteToAnother } from './strangers.rules.ts';

async function findSender(platform: Platform, tokenHash: Buffer, id: string) {
  const since = newSince(platform);
  return since === null ? undefined : await findNewSender(platform.db.reads, tokenHash, { id, since });
}

/**
 * Counts the stranger that a new account wants to write to, after its message was refused.
 * @returns whether the message can be sent now; false if it was refused for another reason, or this would be one stranger too many
 */
export async function countStranger(platform: Platform, tokenHash: Buffer, id: string): Promise<boolean> {
  const sender = await findSender(platform, tokenHash, id);
  if (!sender) return false;
  const { id: userId, uncounted } = sender;
  // Another message got through meanwhile.
  if (!uncounted) return true;
  return await platform.db.transaction(async (tx) => {
    // First messages to several strangers at once count one after the other.
    if (!(await lockUser(tx, userId))) return false;
    const contacts = await listContacts(tx, userId);
    if (contacts.includes(id)) return true;
    if (!mayWriteToAnother(contacts.length, limits.newcomer.strangers)) return false;
    await insertContact(tx, { user_id: userId, conversation_id: id });
    return true;
  });
}

/** The error for a message that was refused because it would have been to one stranger too many. */
export async function explainLimit(platform: Platform, tokenHash: Buffer, id: string): Promise<HttpError | undefined> {
  if (!(await findSender(platform, tokenHash, id))?.uncounted) return undefined;
  const { newAccountHours } = platform.config;
  return lacksRight(
    `New accounts can write to at most ${limits.newcomer.strangers} people they don't know in their first ${newAccountHours} hours. You can still answer whoever writes to you. Try again later.`,
  );
}
