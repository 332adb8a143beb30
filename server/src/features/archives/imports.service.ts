import { randomBytes } from 'node:crypto';
import type { Import } from '@hubbub/contract/features/archives/archives.endpoints.ts';
import { archiveManifest, archiveVersion } from '@hubbub/contract/features/archives/archives.shapes.ts';
import { importLimits } from '@hubbub/contract/features/archives/import.shapes.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { lockCaller } from '#features/accounts/public.ts';
import { type MediaPart, outOfSpace, spaceLeftOf, withinFreeSpace } from '#features/media/public.ts';
import { type Db, isDiskFull } from '#platform/database/database.ts';
import { HttpError, insufficientStorage, invalid, malformed, notFound, tooLarge } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { type Session, sessionName } from '#platform/sessions/sessions.ts';
import { privateMark } from '#platform/storage/caching.ts';
import { TooLongError, writeWithin } from '#platform/storage/write-within.ts';
import {
  deleteImportOf,
  endImport,
  findImport,
  type ImportRow,
  isImportKey,
  listImportsBefore,
  replaceImport,
  type WhoseImport,
} from './imports.queries.ts';
import { ArchiveFault, openZip } from './zip-reader.service.ts';

const none: Import = { state: 'none', created_at: null, done: 0, total: 0, refused: [] };
const sessionEnded = 'The session that began this import was ended.';
const isRunning = 'An import is running already. Wait until it has finished.';
/**
 * The largest manifest in bytes. An archive is accepted once its manifest is read; nothing else is unpacked before
 * that.
 */
const maxManifest = 64 * 1024;
/** A ZIP without an import is deleted after this many milliseconds. */
const forgottenMs = 60 * 60 * 1000;
/** After this long an import is queued again, in case its job is gone. One that's running continues. */
const stuckMs = 60 * 60 * 1000;
/** Bytes of an archive besides its files: texts and pages. */
const textBytes = 256 * 1024 ** 2;

/** An import as its person sees it. */
function viewImport({ state, created_at, done, total, refused, refused_count }: ImportRow): Import {
  const more = refused_count - refused.length;
  return {
    state,
    created_at: created_at.toISOString(),
    done,
    total: total ?? 0,
    refused: more > 0 ? [...refused, `And ${more} more.`] : refused,
  };
}

/** Queues an import: a new one, or one that has had its turn. */
export async function queueImport(
  { jobs }: Platform,
  tx: Db,
  { id, key }: Pick<ImportRow, 'id' | 'key'>,
): Promise<void> {
  await jobs.add(tx, 'archives.import', { importId: id, key }, { line: 'imports', key: `import-${id}` });
}

/** Queues imports again whose job is gone: it was attempted too often, by servers that stopped or died. */
export async function resumeImports(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  for (const row of await listImportsBefore(db.kysely, new Date(clock.now().getTime() - stuckMs)))
    await queueImport(platform, db.kysely, row);
}

/** Stops the caller's import: what's already imported stays. @throws {HttpError} 404 if none is running */
export async function stopImport(platform: Platform, { userId }: Session): Promise<Import> {
  return await platform.db.transaction(async (tx) => {
    const row = await endRunning(platform, tx, { userId }, 'You stopped the import.');
    if (!row) throw notFound('No import is running.');
    return viewImport(row);
  });
}

async function endRunning({ jobs }: Platform, db: Db, whose: WhoseImport, why: string): Promise<ImportRow | undefined> {
  const row = await endImport(db, whose, why);
  if (row) await jobs.add(db, 'archives.remove', { keys: [row.key] });
  return row;
}

/** The progress of the caller's import. */
export async function readImport({ db }: Platform, { userId }: Session): Promise<Import> {
  const row = await findImport(db.kysely, userId);
  return row ? viewImport(row) : none;
}

/**
 * Receives an archive and starts its import. The ZIP is written to disk as it arrives, and checked as a whole before
 * it's accepted.
 * @param readForm reads the form and passes on the file as it arrives
 * @throws {HttpError} 422 for anything but an archive, without a file, or while an import is running or arriving; 413 for one that's too
 *   large, also for the space the person has left
 */
export async function startImport(
  platform: Platform,
  session: Session,
  readForm: (takeFile: (part: MediaPart) => Promise<void>) => Promise<unknown>,
): Promise<Import> {
  const { db, jobs, storage, clock, newId } = platform;
  if (arriving.has(session.userId)) throw invalid({ file: isRunning });
  const key = `${randomBytes(16).toString('hex')}${privateMark}-import.zip`;
  let isStored = false;
  arriving.add(session.userId);
  try {
    if ((await findImport(db.kysely, session.userId))?.state === 'working') throw invalid({ file: isRunning });
    await readForm(async (part) => {
      await storage.withScratchFile(async (path) => {
        await receiveArchive(platform, part, { path, ownerId: session.userId });
        // If the server dies before the import is stored, this job finds the file.
        const runAt = new Date(clock.now().getTime() + forgottenMs);
        await jobs.add(db.kysely, 'archives.forget', { key }, { runAt });
        await storage.adopt(key, path, { type: 'application/zip' });
        isStored = true;
      });
    });
    if (!isStored) throw invalid({ file: 'Choose the ZIP you downloaded from Hubbub.' });
    return await db.transaction(async (tx) => {
      await lockCaller(platform, tx, session);
      if ((await findImport(tx, session.userId))?.state === 'working') throw invalid({ file: isRunning });
      const id = newId();
      const row = await replaceImport(tx, {
        user_id: session.userId,
        id,
        key,
        created_at: clock.now(),
        begun_by: sessionName(session.tokenHash),
      });
      await queueImport(platform, tx, row);
      return viewImport(row);
    });
  } catch (error) {
    if (isStored) await storage.remove([key]);
    throw error;
  } finally {
    arriving.delete(session.userId);
  }
}

/** Ids of the people whose archives this process is receiving. */
const arriving = new Set<string>();

/** Writes an archive to disk, and refuses it right away if it isn't one, or is larger than there's room for. */
async function receiveArchive(
  platform: Platform,
  { file }: MediaPart,
  { path, ownerId }: { path: string; ownerId: string },
): Promise<void> {
  const { config, db } = platform;
  let left = 0;
  try {
    left = (await spaceLeftOf(platform, db.kysely, ownerId)) + textBytes;
    const maxBytes = Math.min(config.maxImportSize, left);
    await writeWithin(path, withinFreeSpace(platform, file), { maxBytes, consume: true });
    await inspectArchive(path);
  } catch (error) {
    if (error instanceof ArchiveFault) throw invalid({ file: error.message });
    if (isDiskFull(error)) throw insufficientStorage();
    if (error instanceof TooLongError) {
      if (left < config.maxImportSize) throw outOfSpace(config);
      throw tooLarge({ file: `This site takes archives of up to ${Math.round(config.maxImportSize / 1024 ** 2)} MB.` });
    }
    if (file.errored === error && !(error instanceof HttpError)) throw malformed(messages.uploadCutOff);
    throw error;
  } finally {
    file.destroy();
  }
}

async function inspectArchive(path: string): Promise<void> {
  const zip = await openZip(path);
  try {
    if (zip.sizeOf('data/posts.json') === undefined || zip.sizeOf('data/account.json') === undefined)
      throw new ArchiveFault(
        "This ZIP isn't an archive of Hubbub. Choose the one you downloaded in Settings › Your data.",
      );
    parseManifest(await zip.text('manifest.json', maxManifest));
  } finally {
    zip.close();
  }
}

/** @returns the site that the archive says it's from @throws {ArchiveFault} */
export function parseManifest(text: string): { origin: string } {
  const { success, data } = archiveManifest.safeParse(parsedOr(text));
  if (!success)
    throw new ArchiveFault(
      "This ZIP isn't an archive of Hubbub. Choose the one you downloaded in Settings › Your data.",
    );
  if (data.version > archiveVersion)
    throw new ArchiveFault('This archive is from a newer Hubbub. Ask whoever runs this site to update it.');
  return { origin: data.origin };
}

/** A JSON text's value; undefined if it isn't one. */
export function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes a ZIP that no import needs. */
export async function forgetArchive({ db, storage }: Platform, key: string): Promise<void> {
  if (!(await isImportKey(db.kysely, key))) await storage.remove([key]);
}

/**
 * A deleted account's import is deleted. Ending a session from outside stops its import, because a stranger may have
 * started it; logging out doesn't.
 */
export function subscribeImports(platform: Platform): void {
  const { events, jobs, sessions } = platform;
  sessions.onTaken(async (db, { userId, tokenHashes }) => {
    const begunBy = tokenHashes.map(sessionName);
    await endRunning(platform, db, { userId, begunBy }, sessionEnded);
  });
  events.on('account.disowned', async (tx, { userId, since, kept }) => {
    await endRunning(platform, tx, { userId, since, notBegunBy: kept && sessionName(kept) }, sessionEnded);
  });
  events.on('account.deleted', async (tx, { userId }) => {
    const keys = await deleteImportOf(tx, userId);
    if (keys.length > 0) await jobs.add(tx, 'archives.remove', { keys });
  });
}

/** How many refusals are stored. */
export const keptRefusals = importLimits.refusals;
