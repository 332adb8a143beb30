import { invalid } from '#platform/errors/errors.ts';
import { createTurns, inTurn } from '#platform/http/turns.ts';
import type { Platform } from '#platform/platform.ts';
import { selectMedia } from './media.queries.ts';
import { keyOf, rawPath } from './media.rules.ts';
import { cancelMedia, type ReceivedMedia, receiveMedia } from './media.service.ts';

/** Unlike uploads, copies don't come at the speed of a connection. */
const turns = createTurns({ name: 'copies-at-once', atOnce: 2, waiting: 100 });

/**
 * Copies files of messages for somebody who sends them on, when it's their turn, in the order of the ids: as if they
 * had been uploaded again.
 * @throws {HttpError} whatever `receiveMedia` throws, 422 if one of them is gone, 429 if too many of the person's copies
 * are waiting already; nothing is left behind then
 */
export async function copyMedia(platform: Platform, ids: readonly string[], ownerId: string): Promise<ReceivedMedia[]> {
  return ids.length === 0 ? [] : await inTurn(turns(ownerId), () => copyAll(platform, ids, ownerId));
}

async function copyAll(platform: Platform, ids: readonly string[], ownerId: string): Promise<ReceivedMedia[]> {
  const copies: ReceivedMedia[] = [];
  try {
    for (const { path, name, metadata, width } of await selectMedia(platform.db.kysely, ids)) {
      const stored = await platform.storage.open(keyOf(metadata === 'kept' ? rawPath(path) : path));
      if (!stored) throw invalid('A file of this message is gone.');
      const purpose = name === null && width !== null ? 'message' : 'attachment';
      copies.push(await receiveMedia(platform, { file: stored.stream }, { ownerId, purpose, name }));
    }
    return copies;
  } catch (error) {
    await cancelMedia(
      platform,
      copies.map(({ id }) => id),
    );
    throw error;
  }
}
