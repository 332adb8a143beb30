import { randomBytes } from 'node:crypto';
import type { Export } from '@hubbub/contract/features/archives/archives.endpoints.ts';
import { lockConfirmed, type Origin, recordSecurity, requireConfirmed } from '#features/accounts/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { notFound } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { privateMark } from '#platform/storage/caching.ts';
import {
  deleteExpiredExports,
  deleteExportsOf,
  type ExportRow,
  type ExportTable,
  findExport,
  listExportsBefore,
  lockExport,
  replaceExport,
} from './archives.queries.ts';

/** After this long an export is queued again, in case its job is gone. One that's being made continues. */
const stuckMs = 60 * 60 * 1000;
const noExport = "There's no export to download. Make a new one: an export is kept for 7 days.";

const none: Export = { state: 'none', created_at: null, size: null, expires_at: null, done: 0 };

const viewExport = ({ state, created_at, size, expires_at, done }: ExportRow): Export => ({
  state,
  created_at: created_at.toISOString(),
  size,
  expires_at: expires_at?.toISOString() ?? null,
  done,
});

/** Whether it's ready and its file exists: a restored backup has the row, but not the file. */
async function isThere({ storage, clock }: Platform, row: ExportRow): Promise<boolean> {
  if (row.state !== 'ready') return true;
  return row.expires_at !== null && row.expires_at > clock.now() && (await storage.find(row.key)) !== undefined;
}

/** An export's progress, or `none` if there's no export. */
export const viewFound = async (platform: Platform, row: ExportRow | undefined): Promise<Export> =>
  row && (await isThere(platform, row)) ? viewExport(row) : none;

/** The progress of the caller's export. */
export const readExport = async (platform: Platform, { userId }: Session): Promise<Export> =>
  await viewFound(platform, await findExport(platform.db.kysely, userId));

export async function queueExport(
  { jobs }: Platform,
  tx: Db,
  table: ExportTable,
  { id, key }: Pick<ExportRow, 'id' | 'key'>,
): Promise<void> {
  await jobs.add(tx, 'archives.export', { exportId: id, key, table }, { line: 'exports', key: `export-${id}` });
}

/** The storage key for a new export's ZIP. */
export const newExportKey = (): string => `${randomBytes(16).toString('hex')}${privateMark}-export.zip`;

const allTables: readonly ExportTable[] = ['exports', 'person_exports'];

/** Queues exports again whose job is gone: it was attempted too often, by servers that stopped or died. */
export async function resumeExports(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const before = new Date(clock.now().getTime() - stuckMs);
  for (const table of allTables) {
    for (const row of await listExportsBefore(db.kysely, table, before))
      await queueExport(platform, db.kysely, table, row);
  }
}

/**
 * Starts an export that replaces the previous one; if that's still being made, it continues.
 * @param spend counts it; called only if one is started
 * @throws {HttpError} 422 if the session isn't confirmed
 */
export async function startExport(
  platform: Platform,
  session: Session,
  { origin, spend }: { origin: Origin; spend: () => Promise<void> },
): Promise<Export> {
  const { db, clock, newId } = platform;
  await requireConfirmed(platform, session);
  const running = await findExport(db.kysely, session.userId);
  if (running?.state === 'working') return viewExport(running);
  await spend();
  return await db.transaction(async (tx) => {
    await lockConfirmed(platform, tx, session);
    const before = await lockExport(tx, session.userId);
    if (before?.state === 'working') return viewExport(before);
    if (before) await removeFiles(platform, tx, [before.key]);
    const id = newId();
    const started = { user_id: session.userId, id, key: newExportKey(), created_at: clock.now() };
    const row = await replaceExport(tx, started);
    await queueExport(platform, tx, 'exports', row);
    await recordSecurity(platform, tx, {
      userId: session.userId,
      event: 'data_exported',
      origin,
      tokenHash: session.tokenHash,
    });
    return viewExport(row);
  });
}

/**
 * The caller's finished export.
 * @throws {HttpError} 422 if the session isn't confirmed, 404 if there's none
 */
export async function openExport(platform: Platform, session: Session): Promise<ExportFile> {
  await requireConfirmed(platform, session);
  return await openFound(platform, await findExport(platform.db.kysely, session.userId));
}

/** A finished export's file. */
export interface ExportFile {
  key: string;
  size: number;
  etag: string;
  createdAt: Date;
}

/** @throws {HttpError} 404 if there's none, or it isn't ready */
export async function openFound(platform: Platform, row: ExportRow | undefined): Promise<ExportFile> {
  if (row?.state !== 'ready' || row.size === null || !(await isThere(platform, row))) throw notFound(noExport);
  return { key: row.key, size: row.size, etag: `"${row.id}"`, createdAt: row.created_at };
}

export async function removeFiles({ jobs }: Platform, tx: Tx, keys: string[]): Promise<void> {
  if (keys.length > 0) await jobs.add(tx, 'archives.remove', { keys });
}

/** Deletes expired exports, with their files. */
export async function sweepExports(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  for (const table of allTables) {
    for (let isMore = true; isMore; ) {
      isMore = await db.transaction(async (tx) => {
        const keys = await deleteExpiredExports(tx, table, clock.now());
        await removeFiles(platform, tx, keys);
        return keys.length > 0;
      });
    }
  }
}

/** An account's exports are deleted with it. */
export function subscribeExports(platform: Platform): void {
  platform.events.on('account.deleted', async (tx, { userId }) => {
    await removeFiles(platform, tx, await deleteExportsOf(tx, userId));
  });
}
