import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { smallProfileSide } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { mayRemoveFiles } from '#platform/database/backup-locks.ts';
import { type Db, isDiskFull, type Tx } from '#platform/database/database.ts';
import {
  HttpError,
  insufficientStorage,
  invalid,
  malformed,
  tooLarge,
  unsupportedMedia,
} from '#platform/errors/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { privateMark } from '#platform/storage/caching.ts';
import { TooLongError, writeWithin } from '#platform/storage/write-within.ts';
import { checkFile } from './checking.service.ts';
import { deleteUnusedLinkPictures, selectLinkPictures } from './link-pictures.queries.ts';
import {
  assignTurns,
  deleteMedia,
  deleteMediaByPath,
  deleteMediaOf,
  deleteUnattached,
  hasUnfinished,
  insertMedia,
  type MediaRow,
  markAttached,
  type NewMedia,
  selectMedia,
  selectStoredMedia,
  selectStoredWithMetadata,
} from './media.queries.ts';
import {
  filesOf,
  inMegabytes,
  keyOf,
  maxBytesOf,
  mayBeUsedFor,
  originalPath,
  rawPath,
  smallPath,
  storedFilesOf,
  type UploadPurpose,
} from './media.rules.ts';
import { viewMedia } from './media.view.ts';
import { inOwnersTurn, outOfSpace, spaceLeftOf, usedSpaceOf, withinFreeSpace } from './media-space.service.ts';
import { documentType, type MediaKind, type MediaType } from './media-types.rules.ts';
import { TooManyWaitingError } from './processing/slots.service.ts';
import { withScratchFolder } from './scratch.service.ts';
import { sniff } from './sniff.service.ts';
import { discardUploadsOf } from './uploads.service.ts';

/** A file in a multipart body. Its name and type are ignored; its chunks are used up. */
export interface MediaPart {
  file: Readable;
}

/** A file that has been completely received, checked and stored, but isn't attached to anything yet. */
export interface ReceivedMedia {
  id: string;
  /** Starts with a slash; relative to the media base. */
  path: string;
  kind: MediaKind;
}

const nouns: Record<MediaKind, string> = { image: 'picture', video: 'video', audio: 'sound', document: 'file' };

const acceptedText = (purpose: UploadPurpose) =>
  purpose === 'post'
    ? 'Only pictures (JPEG, PNG, WebP, GIF, AVIF, HEIC), videos and sounds can be shared. Choose another file.'
    : 'Only pictures (JPEG, PNG, WebP, GIF, AVIF, HEIC) can be used here. Choose another file.';

const tooManyWaiting = "We're still working on your other pictures. Try again in a moment.";

interface Upload {
  ownerId: string;
  purpose: UploadPurpose;
  /** The name that its sender gave it, cleaned. */
  name?: string | null;
  /** Uploads that are being used; their space counts as free. */
  uses?: readonly string[];
}

/**
 * Receives a file: streams it to disk, detects its type from its content, and checks it. Pictures are decoded and re-encoded without
 * metadata before this resolves, and a profile picture has its small version; videos and sounds can't be loaded by anyone until a job has
 * removed their metadata; documents stay as they are. Files that aren't attached within an hour (`attachMedia`) are removed.
 * @throws {HttpError} 413 too large, or more than the owner's space, 415 unsupported type, 422 damaged or empty, 400 cut off, 429 too many
 *   of the owner's files are waiting already, 503 busy, 507 no space left; nothing is left behind then
 */
export async function receiveMedia(
  platform: Platform,
  part: MediaPart,
  { ownerId, purpose, name = null, uses = [] }: Upload,
): Promise<ReceivedMedia> {
  const { storage } = platform;
  try {
    return await withScratchFolder(storage, async (folder) => {
      const upload = join(folder, 'upload');
      const { type, bytes, documentName } = await writeUpload(platform, part, upload, { ownerId, purpose, uses });
      const checked = await checkFile(platform, upload, { type, bytes, folder, ownerId, purpose });
      const small = purpose === 'profile' ? join(folder, 'small') : undefined;
      if (small !== undefined) {
        const { pictures } = platform.processing;
        await pictures.shrink({ source: checked.file, target: small, side: smallProfileSide, person: ownerId });
      }
      const mime = checked.type.kind === 'document' ? documentName : checked.type.mime;
      return await store(platform, { ...checked, mime }, { ownerId, purpose, name, small, uses });
    });
  } catch (error) {
    if (error instanceof TooManyWaitingError) throw new HttpError(429, tooManyWaiting, 5);
    if (part.file.errored === error && !(error instanceof HttpError)) throw malformed(messages.uploadCutOff);
    throw error;
  } finally {
    part.file.destroy();
  }
}

async function writeUpload(platform: Platform, part: MediaPart, path: string, { ownerId, purpose, uses }: Upload) {
  const { config, db } = platform;
  const left = await spaceLeftOf(platform, db.kysely, ownerId, uses);
  const { type: media, documentName, empty, body } = await sniff(part.file);
  const type = media ?? documentType;
  if (empty) throw invalid('This file is empty. Choose another one.');
  if (!mayBeUsedFor(purpose, type.kind)) throw unsupportedMedia(acceptedText(purpose));
  if (type.kind === 'image') platform.processing.warmUp();
  const maxOfFile = maxBytesOf(purpose, type.kind, config);
  const maxBytes = Math.min(maxOfFile, left);
  try {
    const bytes = await writeWithin(path, withinFreeSpace(platform, body), { maxBytes, consume: true });
    return { type, bytes, documentName };
  } catch (error) {
    if (isDiskFull(error)) throw insufficientStorage();
    if (!(error instanceof TooLongError)) throw error;
    if (left < maxOfFile) throw outOfSpace(config);
    throw tooLarge(`This ${nouns[type.kind]} is larger than ${inMegabytes(maxBytes)}. Choose a smaller one.`);
  }
}

interface CheckedFile {
  file: string;
  type: MediaType;
  /** Its name, which for a document isn't the name it's served under. */
  mime: string;
  bytes: number;
  width: number | null;
  height: number | null;
  duration: number | null;
  /** The extension of a video that isn't in its path's format yet. */
  convertsFrom?: string | null;
  /** Browsers may not play it, and it won't be converted. */
  unplayable?: boolean;
}

interface StoredAs {
  ownerId: string;
  purpose: UploadPurpose;
  name: string | null;
  /** The path of the profile picture's small version. */
  small: string | undefined;
  uses: readonly string[];
}

/** The row comes first: if the server dies before the files are in place, the sweep finds what to remove. */
async function store(
  { db, storage, log, config }: Platform,
  { file, type, mime, bytes, width, height, duration, convertsFrom = null, unplayable = false }: CheckedFile,
  { ownerId, purpose: use, name, small, uses }: StoredAs,
): Promise<ReceivedMedia> {
  const sound = type.kind === 'audio';
  const isDocument = type.kind === 'document';
  const isRecording = sound || type.kind === 'video';
  const purpose = use === 'attachment' ? 'message' : use;
  const media: NewMedia = {
    id: newId(),
    owner_id: ownerId,
    purpose,
    path: originalPath(randomBytes(16).toString('hex'), purpose, type.extension, privateMark),
    type: mime,
    bytes,
    width: sound ? null : width,
    height: sound ? null : height,
    duration,
    is_nsfw: !(sound || isDocument),
    state: isDocument ? 'ready' : 'processing',
    metadata: isRecording ? 'kept' : 'removed',
    name,
    converts_from: convertsFrom,
    unplayable,
  };
  const note = () =>
    db.transaction(async (tx) => {
      await insertMedia(tx, media);
      // This has locked the owner's count, so simultaneous uploads can't exceed it together.
      if ((await usedSpaceOf(tx, ownerId, uses)) > config.maxSpacePerPerson) throw outOfSpace(config);
    });
  await inOwnersTurn(ownerId, note);
  try {
    if (small) await storage.adopt(keyOf(smallPath(media.path)), small, { type: 'image/webp' });
    const path = isRecording ? rawPath(media.path) : media.path;
    await storage.adopt(keyOf(path), file, { type: type.mime });
  } catch (error) {
    // If the files can't be removed now, the row stays, so that the sweep finds them.
    await storage
      .remove(filesOf(media.path))
      .then(() => deleteMedia(db.kysely, [media.id]))
      .catch((failure: unknown) => log.warn({ err: failure, mediaId: media.id }, 'left to the sweep'));
    throw error;
  }
  return { id: media.id, path: media.path, kind: type.kind };
}

/** Removes received files right away, because their request was refused or cut off. */
export async function cancelMedia({ db, storage }: Platform, ids: readonly string[]): Promise<void> {
  // The rows go last: the sweep uses them to find what couldn't be removed.
  const rows = await selectMedia(db.kysely, ids);
  await storage.remove(rows.flatMap(({ path }) => filesOf(path)));
  await deleteMedia(db.kysely, ids);
}

/**
 * Keeps received files for good and queues them for checking.
 * @param alts the alt texts, in the order of the ids
 * @returns the contract's `files[]`, in the order of the ids
 * @throws {HttpError} 422 if one of them is gone or attached already
 */
export async function attachMedia(
  platform: Platform,
  tx: Tx,
  ids: readonly string[],
  alts: readonly (string | null)[] = [],
): Promise<MediaFile[]> {
  const rows = await markAttached(tx, ids, alts);
  if (rows.length !== ids.length) throw invalid('These files are gone. Send them again.');
  const waiting = rows.filter(({ state }) => state === 'processing');
  await queue(platform, tx, waiting.filter(isPicture), 'media.picture');
  await queue(
    platform,
    tx,
    waiting.filter((row) => !isPicture(row)),
    'media.process',
  );
  return rows.map(viewMedia);
}

const isPicture = ({ type }: MediaRow) => type.startsWith('image/');

/** Queues one owner's media for checking, one per turn, so that many files of one person don't keep others waiting. */
async function queue({ jobs }: Platform, tx: Tx, media: readonly MediaRow[], job: 'media.picture' | 'media.process') {
  const [first] = media;
  if (!first) return;
  const pictures = job === 'media.picture';
  const now = await jobs.nextTurn(tx, pictures ? 'pictures' : 'videos');
  const turns = await assignTurns(tx, { ownerId: first.owner_id, ids: media.map(({ id }) => id), now, pictures });
  for (const [index, { id, path }] of media.entries()) {
    await jobs.add(tx, job, { mediaId: id, path }, { turn: turns[index] ?? now });
  }
}

/** Queues an attached file at its new path if it hasn't been checked yet; it keeps its turn. */
export async function queueAgain({ jobs }: Platform, tx: Tx, media: MediaRow): Promise<void> {
  const { id, path, attached_at, state, metadata } = media;
  if (attached_at === null || (state !== 'processing' && metadata !== 'kept')) return;
  const job = isPicture(media) ? 'media.picture' : 'media.process';
  await jobs.add(tx, job, { mediaId: id, path }, { key: `check-${id}`, turn: media.turn ?? 0 });
}

/** How many recordings stored by an older version are queued at a time. */
const metadataBatchSize = 30;

/** Queues recordings stored by an older version to be rewritten without their metadata. @returns how many were found */
export async function queueStored({ db, jobs }: Platform): Promise<number> {
  return await db.transaction(async (tx) => {
    const stored = await selectStoredWithMetadata(tx, metadataBatchSize);
    for (const { id, path } of stored) {
      await jobs.add(tx, 'media.process', { mediaId: id, path }, { key: `strip-${id}`, isLast: true });
    }
    return stored.length;
  });
}

/** The contract's `files[]` for some media, in the order of the ids; skips missing ones. */
export async function mediaFilesOf(db: Db, ids: readonly string[]): Promise<MediaFile[]> {
  return (await selectMedia(db, ids)).map(viewMedia);
}

const pauseMs = { first: 20, longest: 160 };

/**
 * Waits until pictures have been checked and recordings can be served, by any process, or the time is up. It asks the database rather
 * than the job, because jobs may run on another machine.
 */
export async function waitForMedia({ db }: Platform, ids: readonly string[], ms: number): Promise<void> {
  const end = performance.now() + ms;
  for (let pause = pauseMs.first; ids.length > 0; pause = Math.min(2 * pause, pauseMs.longest)) {
    if (!(await hasUnfinished(db.kysely, ids))) return;
    const left = end - performance.now();
    if (left <= 0) return;
    await sleep(Math.min(pause, left));
  }
}

/** Deletes media with the transaction; their files are removed within seconds of it. Missing ones are ignored. */
export async function discardMedia(platform: Platform, tx: Tx, ids: readonly string[]): Promise<void> {
  await removeFiles(platform, tx, await deleteMedia(tx, ids));
}

/** Like `discardMedia`, by path: for a profile picture, because the account only stores its path. Ignores foreign paths. */
export async function discardMediaByPath(platform: Platform, tx: Tx, paths: readonly string[]): Promise<void> {
  await removeFiles(platform, tx, await deleteMediaByPath(tx, paths));
}

async function removeFiles({ jobs }: Platform, tx: Tx, paths: string[]): Promise<void> {
  if (paths.length > 0) await jobs.add(tx, 'media.remove', { paths });
}

/** How many media are removed before releasing the lock that a backup waits for. */
const removeBatchSize = 100;
/** How long removals wait for a backup before trying again. */
const backupPauseMs = 15_000;

/** Removes the files of media whose rows are gone. This is postponed while a backup copies files: its snapshot may have the rows. */
export async function removeFilesOf({ db, storage, jobs, clock }: Platform, paths: readonly string[]): Promise<void> {
  for (let start = 0; start < paths.length; start += removeBatchSize) {
    const isDone = await db.transaction(async (tx) => {
      if (await mayRemoveFiles(tx)) {
        await storage.remove(paths.slice(start, start + removeBatchSize).flatMap(filesOf));
        return true;
      }
      const runAt = new Date(clock.now().getTime() + backupPauseMs);
      await jobs.add(tx, 'media.remove', { paths: paths.slice(start) }, { runAt });
      return false;
    });
    if (!isDone) return;
  }
}

/** The files of the media and of the link previews in a snapshot, for a backup. */
export async function* filesInSnapshot(...[snapshot]: Parameters<typeof selectStoredMedia>) {
  for await (const page of selectStoredMedia(snapshot)) yield* page.flatMap(storedFilesOf);
  for await (const page of selectLinkPictures(snapshot))
    yield* page.map(({ path, isUsed }) => ({ key: keyOf(path), type: 'image/webp', isNeeded: isUsed }));
}

/** How long a received file may wait to be attached; even the longest request ends long before. */
const unattachedMs = 60 * 60 * 1000;

/** After this long, an upload to a bucket is considered aborted: no request lasts that long. */
const brokenOffMs = 24 * 60 * 60 * 1000;

/** Removes files that were received and never attached because the server died during the request, and pictures of previews that are gone. */
export async function sweepUnattached(platform: Platform): Promise<number> {
  const { db, clock, storage } = platform;
  const count = await db.transaction(async (tx) => {
    const before = new Date(clock.now().getTime() - unattachedMs);
    const paths = await deleteUnattached(tx, before);
    await removeFiles(platform, tx, [...paths, ...(await deleteUnusedLinkPictures(tx, before))]);
    return paths.length;
  });
  await storage.sweep?.(new Date(clock.now().getTime() - brokenOffMs));
  return count;
}

/** Deleting an account deletes all its media: those in its posts, its profile and its messages. */
export function subscribeMedia(platform: Platform): void {
  platform.events.on('account.deleted', async (tx, { userId }) => {
    await removeFiles(platform, tx, await deleteMediaOf(tx, userId));
    await discardUploadsOf(platform, tx, userId);
  });
}
