import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { isLocked, takeLock } from '#operations/embedded-postgres/instance-lock.ts';
import { connectDirectly, endWithClient } from '#operations/migrations/migrate.ts';
import { findRestore, refuseUnfinished } from '#operations/migrations/unfinished-restore.ts';
import type { Config } from '#platform/config/config.ts';
import { holdBackRemovals } from '#platform/database/backup-locks.ts';
import { StartError } from '#platform/errors/start-error.ts';
import { makeFolder } from '#platform/storage/make-folder.ts';
import { openStorage, type Storage } from '#platform/storage/storage.ts';
import {
  allowLongWork,
  ask,
  beginSnapshot,
  copyJobsOut,
  copyOut,
  end,
  hasJobs,
  isLeftOut,
  lockBackup,
  readMigrations,
  readSequences,
  readTables,
  type Session,
} from './backup.queries.ts';
import {
  flushFolder,
  jobsName,
  type Listed,
  listName,
  type Manifest,
  mediaName,
  readWanted,
  removeWanted,
  tableName,
  type WantedFile,
  writeManifest,
  writeSummed,
  writeWanted,
} from './folder.ts';
import { reachDatabase } from './reach.ts';

/** Yields the files that a snapshot's rows refer to, which may be more than fit into memory. */
export type FindFiles = (snapshot: Session) => AsyncIterable<WantedFile>;

const filesAtOnce = 4;
const lockName = '.lock';

/**
 * Writes a complete backup of the database and files to a folder that doesn't exist yet, while servers keep running. The folder only
 * gets its name once it's complete and flushed to disk.
 * @param options.to absolute path
 * @throws StartError when it can't be made, with what to do about it
 */
export async function backUp(options: { config: Config; to: string; findFiles: FindFiles }): Promise<Manifest> {
  const { config, to, findFiles } = options;
  await refuseExisting(to);
  const { url, leave } = await reachDatabase(config);
  try {
    const client = await connectDirectly(url, config.databaseUrl ? config.databasePooler : undefined);
    // A connection lost while files are copied is noticed at the next statement.
    client.on('error', () => undefined);
    try {
      refuseUnfinished(await findRestore(client));
      if (!(await lockBackup(client))) {
        throw new StartError("Another backup of this database is running. Wait until it's done.");
      }
      const storage = await openStorage(config);
      return await inNewFolder(to, async (folder) => {
        await allowLongWork(client);
        await endWithClient(client);
        await holdBackRemovals(client);
        const database = await copyDatabase(client, folder, findFiles);
        const files = await copyFiles(storage, folder);
        await ask(client);
        const manifest: Manifest = { format: 1, ...database, ...files };
        await writeManifest(folder, manifest);
        return manifest;
      });
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    await leave();
  }
}

async function refuseExisting(to: string): Promise<void> {
  const isThere = await lstat(to).then(
    () => true,
    () => false,
  );
  if (isThere) throw new StartError(`${to} already exists. Name a folder that doesn't, such as ${to}-2.`);
}

async function copyDatabase(client: Session, folder: string, findFiles: FindFiles) {
  await beginSnapshot(client);
  // The first statement takes the snapshot.
  const migrations = await readMigrations(client);
  const takenAt = new Date().toISOString();
  if (migrations.length === 0) {
    throw new StartError("The database is empty: Hubbub has never been started on it, so there's nothing to back up.");
  }
  const tables: Manifest['tables'] = [];
  for (const { name, columns } of (await readTables(client)).filter((table) => !isLeftOut(table))) {
    const body = copyOut(client, { name, columns });
    const written = await writeSummed(folder, tableName(name), body);
    tables.push({ name, columns, rows: body.rowCount, ...written });
  }
  const jobs = (await hasJobs(client)) ? copyJobsOut(client) : Object.assign(Readable.from([]), { rowCount: 0 });
  const writtenJobs = await writeSummed(folder, jobsName, jobs);
  const sequences = await readSequences(client);
  await writeWanted(folder, findFiles(client));
  // The files need nothing more from the database: an open snapshot would keep it from vacuuming while they're copied.
  await end(client);
  return { takenAt, migrations, tables, sequences, jobs: { rows: jobs.rowCount, ...writtenJobs } };
}

/** Copies the files that `copyDatabase` noted, and writes the list of copied files along the way. */
async function copyFiles(storage: Storage, folder: string) {
  const missing: string[] = [];
  let [count, totalBytes] = [0, 0];
  const copy = async ({ key, type, isNeeded }: WantedFile): Promise<Buffer> => {
    const found = await storage.open(key);
    if (!found) {
      if (isNeeded) missing.push(key);
      return Buffer.alloc(0);
    }
    const listed: Listed = { key, type, ...(await writeSummed(folder, mediaName(key), found.stream)) };
    count += 1;
    totalBytes += listed.bytes;
    return Buffer.from(`${JSON.stringify(listed)}\n`);
  };
  const lines = Readable.from(readWanted(folder)).map(copy, { concurrency: filesAtOnce });
  const list = await writeSummed(folder, listName, lines);
  await removeWanted(folder);
  return { files: { count, totalBytes, ...list }, missing: missing.sort() };
}

/** Gives `work` a new folder, which is renamed into place when the work is done; leftovers of a backup that was killed are removed. */
async function inNewFolder<T>(to: string, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = dirname(to);
  const prefix = `.${basename(to)}.unfinished-`;
  const folder = join(parent, prefix + randomBytes(6).toString('hex'));
  try {
    await makeFolder(parent);
    await removeAbandoned(parent, prefix);
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`${parent} isn't writable (${code}). Name a folder elsewhere, or make that one writable.`);
  }
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const unlock = await takeLock(join(folder, lockName));
    const result = await work(folder);
    await unlock?.();
    await flushAll(folder);
    await refuseExisting(to);
    await rename(folder, to);
    await flushFolder(parent);
    return result;
  } catch (error) {
    remove();
    if (['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      throw new StartError(`The disk of ${parent} is full. Free some space, or name a folder elsewhere.`);
    }
    throw error;
  } finally {
    process.off('exit', remove);
  }
}

async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix) || (await isLocked(join(parent, name, lockName)))) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}

/** The files' contents are on disk already; this makes their names durable. */
async function flushAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await flushAll(join(folder, entry.name));
  }
  await flushFolder(folder);
}
