import { parsedCursor } from '#platform/cursors.ts';
import { found, type JsonAnswer } from '#platform/database/json.ts';
import { malformed } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { readHistory } from './history.queries.ts';
import { messageNumber } from './messages.rules.ts';

/** Some of a room's messages: `size` 1 to 100 of the newest, those before or after a message, or those that changed after a revision. */
export interface RoomPage {
  roomId: string;
  size: number;
  before?: string | undefined;
  after?: string | undefined;
  changed_since?: string | undefined;
  mark?: boolean;
}

/**
 * A page of a room's messages, oldest first. Marks nothing as read.
 * @throws {HttpError} 404 if the caller may not read it, 400 for anything that can't be an id
 */
export async function readRoom(
  { db }: Pick<Platform, 'db'>,
  tokenHash: Buffer,
  { roomId, size, before, after, changed_since }: RoomPage,
  notFoundMessage: string,
): Promise<JsonAnswer> {
  if ([before, after, changed_since].filter((place) => place !== undefined).length > 1)
    throw malformed('Give before, after or changed_since, not several of them.');
  const row = await readHistory(db.reads, tokenHash, {
    roomId: isId(roomId) ? roomId : noId,
    size,
    before: idOf('before', before),
    after: idOf('after', after),
    changedSince: idOf('changed_since', changed_since),
  });
  return found(row, notFoundMessage);
}

function idOf(name: 'before' | 'after' | 'changed_since', id: string | undefined): number | undefined {
  return parsedCursor(id, name === 'changed_since' ? 'a revision' : 'the _id of a message', name, messageNumber);
}
