import { holdUser } from '#features/accounts/public.ts';
import { cursorOf } from '#platform/cursors.ts';
import { answerOf, type JsonAnswer } from '#platform/database/json.ts';
import { unauthenticated } from '#platform/errors/errors.ts';
import { lastPossibleId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { findMessage, requireNone } from './changes.service.ts';
import { messageNumber, obstaclesToSaving } from './messages.rules.ts';
import { deleteBookmark, deleteBookmarksOf, insertBookmark, readSaved } from './saved.queries.ts';

/**
 * Saves a message for the caller; doing it again changes nothing.
 * @throws {HttpError} 404 for a message the caller can't read, 422 for one that's gone
 */
export async function bookmarkMessage({ db, newId }: Platform, { userId }: Session, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    const message = await findMessage(tx, id, userId);
    requireNone(obstaclesToSaving(message));
    await insertBookmark(tx, { id: newId(), userId, message });
  });
}

/** Removes a message from the saved ones, if it's among them. */
export async function removeMessageBookmark({ db }: Platform, { userId }: Session, id: string): Promise<void> {
  const number = messageNumber(id);
  if (number !== undefined) await db.transaction(async (tx) => await deleteBookmark(tx, { id: number, userId }));
}

/** A page of the messages that the caller saved, in one round trip. @throws {HttpError} 400 if `before` can't be an id */
export async function listSavedMessages(
  { db }: Pick<Platform, 'db'>,
  tokenHash: Buffer,
  page: { size: number; before?: string | undefined },
): Promise<JsonAnswer> {
  const before = cursorOf(page.before, "the previous page's next") ?? lastPossibleId;
  return answerOf(await readSaved(db.reads, tokenHash, { size: page.size, before }));
}

/** Saved messages are deleted with the account. */
export function subscribeSaved({ events }: Pick<Platform, 'events'>): void {
  events.on('account.deleted', async (tx, { userId }) => await deleteBookmarksOf(tx, userId));
}
