import { randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mayRemoveFiles } from '#platform/database/backup-locks.ts';
import type { Tx } from '#platform/database/database.ts';
import type { JobContext } from '#platform/jobs/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { isPrivateKey, privateMark } from '#platform/storage/caching.ts';
import type {} from './media.events.ts';
import {
  deleteWithheld,
  findMediaId,
  insertWithheld,
  listWithheldBefore,
  lockMedia,
  type MediaRow,
  selectMedia,
  selectWithheld,
  updatePaths,
  updateWithheld,
} from './media.queries.ts';
import { filesOf, movedFile, movedPath } from './media.rules.ts';
import { discardMedia, queueAgain, removeFilesOf } from './media.service.ts';
import { withScratchFolder } from './scratch.service.ts';

/**
 * Who can read files by their paths: everyone with the path, or only people who can see what the file is attached to.
 */
type Reach = 'public' | 'private';

const newPath = (path: string, reach: Reach) =>
  movedPath(path, randomBytes(16).toString('hex'), reach === 'private' ? privateMark : '');

/** A medium whose files are still at an earlier path. */
interface Move {
  mediaId: string;
  from: string;
}

/**
 * Moves files whose visibility differs from `reach` to new paths for good, so that the old ones lead nowhere: in the
 * database with the transaction, and in the storage within seconds. Call it in batches, and before locking what the
 * files are attached to.
 * @returns the moves, for `moveFiles` if the files are needed sooner
 */
export async function rekeyFiles(platform: Platform, tx: Tx, ids: readonly string[], reach: Reach): Promise<Move[]> {
  const moves: Move[] = [];
  const withheld = await selectWithheld(tx, ids);
  for (const media of await lockMedia(tx, ids)) {
    const kept = withheld.get(media.id);
    if (isPrivateKey(kept ?? media.path) === (reach === 'private')) continue;
    // A withheld file can't be read already, and must not come back at a path that others know.
    if (kept === undefined) {
      await move(platform, tx, media, newPath(media.path, reach));
      moves.push({ mediaId: media.id, from: media.path });
    } else await updateWithheld(tx, media.id, newPath(kept, reach));
  }
  return moves;
}

/** The same for the file at a path. @returns its new path, or the given one if there's no such file */
export async function rekeyPath(platform: Platform, tx: Tx, path: string, reach: Reach): Promise<string> {
  const id = await findMediaId(tx, path);
  if (id === undefined) return path;
  await rekeyFiles(platform, tx, [id], reach);
  const [media] = await selectMedia(tx, [id]);
  return media?.path ?? path;
}

/** Moves files that have just been received to private paths, before they're shown or processed. */
export async function hideUploads(platform: Platform, uploads: readonly { id: string }[]): Promise<void> {
  const ids = uploads.map(({ id }) => id);
  const moves = await platform.db.transaction((tx) => rekeyFiles(platform, tx, ids, 'private'));
  for (const move of moves) await moveFiles(platform, move);
}

/** Withholds the files of removed content: they're moved to private paths until they're released. */
export async function withholdFiles(platform: Platform, tx: Tx, ids: readonly string[]): Promise<void> {
  for (const media of await lockMedia(tx, ids)) {
    await insertWithheld(tx, { media_id: media.id, path: media.path, since: platform.clock.now() });
    await move(platform, tx, media, newPath(media.path, 'private'));
  }
}

/** Moves the files of restored content back to their earlier paths. */
export async function releaseFiles(platform: Platform, tx: Tx, ids: readonly string[]): Promise<void> {
  const media = await lockMedia(tx, ids);
  const withheld = await selectWithheld(tx, ids);
  for (const one of media) {
    const path = withheld.get(one.id);
    if (path === undefined) continue;
    await deleteWithheld(tx, one.id);
    await move(platform, tx, one, path);
  }
}

async function move({ jobs, events }: Platform, tx: Tx, media: MediaRow, path: string): Promise<void> {
  const moved = (file: string) => movedFile(file, media.path, path);
  await updatePaths(tx, media.id, {
    path,
    poster: media.poster && moved(media.poster),
    variants: media.variants.map((variant) => ({ ...variant, path: moved(variant.path) })),
  });
  await jobs.add(tx, 'media.move', { mediaId: media.id, from: media.path });
  await events.emit(tx, 'media.updated', { mediaId: media.id });
}

/** How long a move waits for a backup before it removes the files at the old path. */
const backupPauseMs = 15_000;

/**
 * Moves a medium's files from an earlier path to the current one of its row. Moves may run late, twice or at the same
 * time as others of the same medium: each removes the old files only under the medium's lock, and only once the new
 * ones are in place.
 */
export async function moveFiles(platform: Platform, { mediaId, from }: Move): Promise<void> {
  const { db, jobs, storage, clock } = platform;
  const [media] = await selectMedia(db.kysely, [mediaId]);
  if (!media) return await removeFilesOf(platform, [from]);
  if (media.path === from) return;
  await copyFiles(platform, media, from);
  const hasMovedOn = await db.transaction(async (tx) => {
    const [now] = await lockMedia(tx, [mediaId]);
    if (now?.path !== media.path) {
      await jobs.add(tx, 'media.move', { mediaId, from: media.path });
      return true;
    }
    // Its job may have looked for it here before it arrived.
    await queueAgain(platform, tx, now);
    if (await mayRemoveFiles(tx)) await storage.remove(filesOf(from));
    else
      await jobs.add(tx, 'media.move', { mediaId, from }, { runAt: new Date(clock.now().getTime() + backupPauseMs) });
    return false;
  });
  if (hasMovedOn) await moveFiles(platform, { mediaId, from });
}

async function copyFiles({ storage }: Platform, media: MediaRow, from: string): Promise<void> {
  const targets = filesOf(media.path);
  for (const [index, key] of filesOf(from).entries()) {
    const target = targets[index] as string;
    const copyTo = async (file: string) =>
      await withScratchFolder(storage, async (folder) => {
        const copy = join(folder, 'copy');
        await copyFile(file, copy);
        await storage.adopt(target, copy, { type: target.endsWith('.webp') ? 'image/webp' : media.type });
      });
    await storage.withLocalFile(key, copyTo).catch(async (error: unknown) => {
      // Another job of the same medium may have moved it meanwhile.
      if (await storage.find(key)) throw error;
    });
  }
}

interface Work<T> {
  /** Where the file was when the job was queued. */
  path: string;
  context: JobContext;
  work(context: JobContext): Promise<T>;
}

/**
 * Runs a job's work on a file that may be deleted or moved meanwhile, or may still be on its way to its current path: a
 * missing file is then no failure.
 * @returns undefined: there's nothing left to do, or another job does it once the file has arrived
 */
export async function workOn<T>(
  platform: Platform,
  media: MediaRow,
  { path, context, work }: Work<T>,
): Promise<T | undefined> {
  try {
    return await work({ ...context, last: context.last && media.path === path });
  } catch (error) {
    if (context.signal.aborted || (await follow(platform, media)) === path) throw error;
    return undefined;
  }
}

/**
 * Moves the files made from a medium to its current path if it has moved since it was read, or removes them if it was
 * deleted. @returns the current path
 */
export async function follow(platform: Platform, { id, path }: MediaRow): Promise<string | undefined> {
  const { db, jobs } = platform;
  const [media] = await selectMedia(db.kysely, [id]);
  if (!media) await removeFilesOf(platform, [path]);
  else if (media.path !== path) await db.transaction((tx) => jobs.add(tx, 'media.move', { mediaId: id, from: path }));
  return media?.path;
}

/** How long the files of removed content are kept, in case the decision is overturned. */
const withheldMs = 90 * 24 * 60 * 60 * 1000;
const expiredAtOnce = 100;

/** Deletes files that were withheld so long ago that they can't be restored anymore. */
export async function removeLongWithheld(platform: Platform): Promise<void> {
  const { db, clock, events } = platform;
  const before = new Date(clock.now().getTime() - withheldMs);
  for (let count = expiredAtOnce; count === expiredAtOnce; ) {
    const mediaIds = await listWithheldBefore(db.kysely, before, expiredAtOnce);
    count = mediaIds.length;
    if (count === 0) return;
    await db.transaction(async (tx) => {
      await lockMedia(tx, mediaIds);
      await events.emit(tx, 'media.expired', { mediaIds });
      await discardMedia(platform, tx, mediaIds);
    });
  }
}
