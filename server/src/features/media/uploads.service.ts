import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { isDiskFull, type Tx } from '#platform/database/database.ts';
import { HttpError, insufficientStorage, invalid } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { privateMark } from '#platform/storage/caching.ts';
import { cleanFileName } from './file-names.rules.ts';
import { outOfSpace, spaceLeftOf, withinFreeSpace } from './media-space.service.ts';
import {
  addPiece,
  countUnfinished,
  deletePiece,
  deleteUploads,
  findUpload,
  insertPiece,
  insertUpload,
  listFinished,
  listPieces,
  listUploadsBefore,
  listUploadsOf,
  lockOwner,
  type UploadRow,
} from './uploads.queries.ts';

/** How long an upload may stay unfinished or unused. */
const uploadMs = 24 * 60 * 60 * 1000;
/** The most unfinished uploads of a person. */
const mostUnfinished = 20;
/** The size of a stored piece in bytes: the most that a killed process loses of an upload. */
const pieceBytes = 2 * 1024 * 1024;
/** How many expired uploads are removed at a time. */
const batchSize = 100;

const oldest = ({ clock }: Pick<Platform, 'clock'>) => new Date(clock.now().getTime() - uploadMs);

/** Somebody's own upload; undefined if there's no such upload of theirs. */
export async function ownUpload(platform: Platform, id: string, ownerId: string): Promise<UploadRow | undefined> {
  const upload = isId(id) ? await findUpload(platform.db.kysely, id, oldest(platform)) : undefined;
  return upload?.owner_id === ownerId ? upload : undefined;
}

/** The metadata that `@tus/server` keeps of an upload; `owner_id` is its sender. */
export type UploadMetadata = { owner_id: string; filename?: string | null; filetype?: string | null };

/** Keeps uploads as pieces in the storage, be it a folder or a bucket, so that another process can receive the rest. */
export class PieceStore extends DataStore {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    super();
    this.#platform = platform;
    this.extensions = ['creation', 'expiration', 'termination'];
  }

  /** @throws {HttpError} 413 if the owner has no room for it, 422 for one unfinished upload too many */
  override async create(upload: Upload): Promise<Upload> {
    const { db, clock } = this.#platform;
    const { owner_id: ownerId, filename, filetype } = upload.metadata as UploadMetadata;
    const { id, size: length = 0 } = upload;
    const created_at = clock.now();
    await db.transaction(async (tx) => {
      await lockOwner(tx, ownerId);
      if ((await countUnfinished(tx, ownerId)) >= mostUnfinished)
        throw invalid({ uploads: `You have ${mostUnfinished} unfinished uploads. Finish or cancel one first.` });
      if ((await spaceLeftOf(this.#platform, tx, ownerId)) < length) throw outOfSpace(this.#platform.config);
      const name = filename ? cleanFileName(filename, limits.message.fileName) : null;
      await insertUpload(tx, { id, owner_id: ownerId, name, type: filetype ?? null, length, created_at });
    });
    upload.creation_date = created_at.toISOString();
    return upload;
  }

  /** Stores what arrives, even if the connection breaks off. @returns the new length of the upload */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let [end, waiting, bytes] = [offset, [] as Uint8Array[], 0];
    const flush = async () => {
      if (bytes === 0) return;
      const piece = Buffer.concat(waiting, bytes);
      [waiting, bytes] = [[], 0];
      await storePiece(this.#platform, { id, startsAt: end, piece });
      end += piece.byteLength;
    };
    try {
      for await (const chunk of withinFreeSpace(this.#platform, stream)) {
        waiting.push(chunk);
        bytes += chunk.byteLength;
        if (bytes >= pieceBytes) await flush();
      }
    } catch (error) {
      if (isDiskFull(error)) throw insufficientStorage();
      if (!(error instanceof HttpError)) await flush();
      throw error;
    }
    await flush();
    return end;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.#platform.db.kysely, id, oldest(this.#platform));
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    const { length: size, received: offset, created_at } = row;
    return new Upload({ id, size, offset, creation_date: created_at.toISOString() });
  }

  override async remove(id: string): Promise<void> {
    await this.#platform.db.transaction((tx) => discardUploads(this.#platform, tx, [id]));
  }

  override getExpiration(): number {
    return uploadMs;
  }
}

async function storePiece(
  { db, storage }: Platform,
  { id, startsAt, piece }: { id: string; startsAt: number; piece: Buffer },
): Promise<void> {
  const key = `${randomBytes(16).toString('hex')}${privateMark}-piece`;
  const row = { key, uploadId: id, startsAt };
  if (!(await insertPiece(db.kysely, row))) throw ERRORS.FILE_NOT_FOUND;
  await storage.put(key, piece, { type: 'application/octet-stream' });
  if (await db.transaction((tx) => addPiece(tx, { ...row, bytes: piece.byteLength }))) return;
  await storage.remove([key]);
  await deletePiece(db.kysely, key);
  throw ERRORS.INVALID_OFFSET;
}

const unusable = () =>
  invalid({ uploads: "One of these uploads isn't finished, was used already, or is gone. Upload the file again." });

/**
 * The finished uploads that a form names, in its order, to be received like its files.
 * @throws {HttpError} 422 if one is unknown, unfinished, used, named twice or somebody else's
 */
export async function findUploads(
  platform: Platform,
  ownerId: string,
  given: readonly string[] = [],
): Promise<UploadRow[]> {
  const ids = given.map((id) => id.toLowerCase());
  if (ids.length === 0) return [];
  if (new Set(ids).size < ids.length || !ids.every(isId)) throw unusable();
  const found = await listFinished(platform.db.kysely, { ownerId, ids, after: oldest(platform) });
  if (found.length < ids.length) throw unusable();
  return ids.flatMap((id) => found.filter((upload) => upload.id === id));
}

/** An upload's bytes. */
export function readUpload(platform: Platform, { id }: Pick<UploadRow, 'id'>): Readable {
  return Readable.from(bytesOf(platform, id), { objectMode: false });
}

async function* bytesOf({ db, storage }: Platform, id: string): AsyncGenerator<Uint8Array> {
  for (const key of await listPieces(db.kysely, id)) {
    const piece = await storage.open(key);
    if (!piece) throw unusable();
    yield* piece.stream;
  }
}

/**
 * Uses up uploads, in the transaction that attaches the files made from them.
 * @throws {HttpError} 422 if one has been used or deleted meanwhile
 */
export async function useUploads(platform: Platform, tx: Tx, ids: readonly string[]): Promise<void> {
  if ((await discardUploads(platform, tx, ids)) < ids.length) throw unusable();
}

async function discardUploads({ jobs }: Platform, tx: Tx, ids: readonly string[]): Promise<number> {
  const { count, keys } = await deleteUploads(tx, ids);
  if (keys.length > 0) await jobs.add(tx, 'uploads.remove', { keys });
  return count;
}

/** Removes uploads that began a day ago. */
export async function sweepUploads(platform: Platform): Promise<void> {
  const { db } = platform;
  for (let count = batchSize; count === batchSize; ) {
    const ids = await listUploadsBefore(db.kysely, oldest(platform), batchSize);
    count = ids.length;
    await db.transaction((tx) => discardUploads(platform, tx, ids));
  }
}

/** Deletes a deleted account's uploads with its transaction. */
export async function discardUploadsOf(platform: Platform, tx: Tx, ownerId: string): Promise<void> {
  await discardUploads(platform, tx, await listUploadsOf(tx, ownerId));
}
