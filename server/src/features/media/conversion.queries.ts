import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { type Given, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';
import type { MediaRow } from './media.queries.ts';

/** A video's facts after conversion, or that it can't be converted. */
export type ConvertedMedia = Pick<
  MediaRow,
  'type' | 'bytes' | 'width' | 'height' | 'duration' | 'state' | 'unplayable' | 'is_nsfw'
>;

/** @returns whether the video still exists, and hasn't moved since it was read */
export async function updateConverted(tx: Tx, media: MediaRow, converted: ConvertedMedia): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media_files')
    .set({ ...converted, converts_from: null, progress: null })
    .where('id', '=', media.id)
    .where('path', '=', media.path)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .updateTable('media_usage')
    .set((usage) => ({ bytes: usage('bytes', '+', `${converted.bytes - Number(media.bytes)}`) }))
    .where('owner_id', '=', media.owner_id)
    .execute();
  return true;
}

/** The progress of a conversion, in percent. */
export async function updateProgress(db: Db, id: string, progress: number): Promise<void> {
  await db
    .updateTable('media_files')
    .set({ progress })
    .where('id', '=', id)
    .where('converts_from', 'is not', null)
    .execute();
}

const ownStatement = sessionStatement('media-own-original', (db, { path }: Given<{ path: string }>) =>
  db
    .selectFrom('session')
    .select((session) => [
      ...sessionColumns,
      session
        .selectFrom('media_files')
        .select('media_files.converts_from')
        .where('media_files.path', '=', path)
        .whereRef('media_files.owner_id', '=', 'session.user_id')
        .where('media_files.metadata', '=', 'removed')
        .as('convertsFrom'),
    ]),
);

/**
 * The extension of the caller's own video at a path, if it's still to be converted and its metadata is already removed.
 */
export async function findOwnOriginal(
  pipeline: Pipeline,
  tokenHash: Buffer,
  path: string,
): Promise<string | undefined> {
  const row = await ownStatement(pipeline, tokenHash, { path });
  return row?.convertsFrom ?? undefined;
}
