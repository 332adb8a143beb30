import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connectDirectly, knownMigrations, migrate } from '#operations/migrations/migrate.ts';
import { clearRestore, markRestore } from '#operations/migrations/unfinished-restore.ts';
import type { Config } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import { StartError } from '#platform/errors/start-error.ts';
import { installJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/logging/logging.ts';
import { openStorage, type Storage } from '#platform/storage/storage.ts';
import {
  addJobs,
  analyse,
  begin,
  copyIn,
  copyJobsIn,
  end,
  findFilled,
  hasServers,
  isLeftOut,
  readMigrations,
  readSequences,
  readTables,
  type Session,
  setSequence,
  setTriggers,
  type Table,
} from './backup.queries.ts';
import {
  jobsName,
  listName,
  type Manifest,
  mediaName,
  readList,
  readManifest,
  refuseLink,
  sumOf,
  tableName,
  type Written,
} from './folder.ts';
import { reachDatabase } from './reach.ts';

/** How many damaged files are listed by name before the rest are only counted. */
const namedAtMost = 10;
const filesAtOnce = 4;

/**
 * Restores a backup into an empty database and the file storage that the settings name. Nothing is changed until the whole backup has
 * been verified. No one is logged in afterwards. The rows come last, in a single transaction: if it's killed, a note stays behind that
 * makes servers refuse the data, and the restore can be run again.
 * @param options.from absolute path
 * @throws StartError when it can't be done, with what to do about it
 */
export async function restore({ config, from }: { config: Config; from: string }): Promise<Manifest> {
  const manifest = await readManifest(from);
  await refuseDamaged(from, manifest);
  await refuseNewer(manifest);
  const pooler = config.databaseUrl ? config.databasePooler : undefined;
  const { url, leave, reached } = await reachDatabase(config, { restoreFrom: from });
  try {
    const client = await connectDirectly(url, pooler);
    client.on('error', () => undefined);
    try {
      await refuseUsed(client, manifest);
      await markRestore(client, from);
      await reached();
      await migrate(url, { pooler, upTo: manifest.migrations.at(-1), isRestore: true });
      await rejectUnknownNames(client, manifest);
      await installQueue(url);
      await putFiles(await openStorage(config), from);
      await begin(client);
      await fill(client, from, manifest);
      await clearRestore(client);
      await end(client);
      await analyse(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  } finally {
    await leave();
  }
  return manifest;
}

/** Lists files that are missing or differ from what was written. */
async function refuseDamaged(from: string, manifest: Manifest): Promise<void> {
  const faults: string[] = [];
  const check = async (name: string, expected: Written) => {
    await refuseLink(from, name);
    const found = await sumOf(join(from, name));
    if (!found) faults.push(`${name} is missing`);
    else if (found.sha256 !== expected.sha256) faults.push(`${name} has changed`);
  };
  for (const table of manifest.tables) await check(tableName(table.name), table);
  await check(jobsName, manifest.jobs);
  await check(listName, manifest.files);
  if (faults.length === 0) for await (const file of readList(from)) await check(mediaName(file.key), file);
  if (faults.length === 0) return;
  const more = faults.length > namedAtMost ? `, and ${faults.length - namedAtMost} more` : '';
  throw new StartError(
    `The backup is damaged: ${faults.slice(0, namedAtMost).join(', ')}${more}. Nothing was restored. Use another copy.`,
  );
}

async function refuseNewer({ migrations }: Manifest): Promise<void> {
  const known = await knownMigrations();
  const strange = migrations.filter((name) => !known.includes(name));
  if (strange.length === 0) return;
  throw new StartError(
    `The backup was made by a newer version of Hubbub: its database had ${strange.join(', ')}. Restore it with that version or a later one.`,
  );
}

async function refuseUsed(client: Session, manifest: Manifest): Promise<void> {
  const filled = await findFilled(client, await readTables(client));
  if (filled !== undefined) {
    throw new StartError(
      `The database isn't empty: there are rows in ${filled}. Restore into a new one: another DATA_DIR, or another database in DATABASE_URL.`,
    );
  }
  const later = (await readMigrations(client)).filter((name) => !manifest.migrations.includes(name));
  if (later.length > 0) {
    throw new StartError(
      `The database is empty, but prepared for a later version than the backup's: it has ${later.join(', ')}. Restore into a new one; the next start brings it up to date.`,
    );
  }
  if (await hasServers(client)) {
    throw new StartError(
      'A Hubbub server is connected to the database, or a pooler that keeps its connections. Stop it first.',
    );
  }
}

async function installQueue(url: string): Promise<void> {
  const log = createLog('error');
  const database = openDatabase({ connectionString: url }, log);
  try {
    await installJobs(database, log);
  } finally {
    await database.close();
  }
}

async function putFiles(storage: Storage, from: string): Promise<void> {
  const list = readList(from);
  const next = async (): Promise<void> => {
    for (let step = await list.next(); !step.done; step = await list.next()) {
      const { key, type } = step.value;
      await storage.put(key, createReadStream(join(from, mediaName(key))), { type });
    }
  };
  await Promise.all(Array.from({ length: filesAtOnce }, next));
}

/** Refuses names in the manifest that the migrations didn't create: checksums don't prove who wrote it. */
async function rejectUnknownNames(client: Session, manifest: Manifest): Promise<void> {
  const tables = new Map((await readTables(client)).map(({ name, columns }) => [name, new Set(columns)]));
  const sequences = new Set((await readSequences(client)).map(({ name }) => name));
  const refuse = (what: string, names: readonly string[]) => {
    if (names.length === 0) return;
    throw new StartError(
      `The backup has ${what} that Hubbub doesn't create: ${names.join(', ')}. Nothing was restored.`,
    );
  };
  const given = manifest.tables;
  refuse(
    'tables',
    given.flatMap(({ name }) => (tables.has(name) ? [] : [name])),
  );
  refuse(
    'columns',
    given.flatMap(({ name, columns }) => columns.flatMap((c) => (tables.get(name)?.has(c) ? [] : [`${name}.${c}`]))),
  );
  refuse(
    'sequences',
    manifest.sequences.flatMap(({ name }) => (sequences.has(name) ? [] : [name])),
  );
}

async function fill(client: Session, from: string, manifest: Manifest): Promise<void> {
  const given = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const { name } of inOrder(await readTables(client))) {
    const table = given.get(name);
    if (!table || isLeftOut(table)) continue;
    await setTriggers(client, table, 'disable');
    await take(copyIn(client, table), join(from, tableName(name)), table.rows, name);
    await setTriggers(client, table, 'enable');
  }
  for (const sequence of manifest.sequences) await setSequence(client, sequence);
  await take(await copyJobsIn(client), join(from, jobsName), manifest.jobs.rows, 'the jobs');
  await addJobs(client);
}

async function take(into: Writable & { rowCount: number }, path: string, rows: number, name: string): Promise<void> {
  await pipeline(createReadStream(path), into);
  if (into.rowCount !== rows) {
    throw new StartError(`Of ${name}, ${into.rowCount} of ${rows} rows arrived. Nothing was restored.`);
  }
}

/** Orders tables after those that their rows refer to. */
function inOrder(tables: readonly Table[]): Table[] {
  const ordered = new Map<string, Table>();
  while (ordered.size < tables.length) {
    const ready = tables.filter(
      ({ name, refersTo }) => !ordered.has(name) && refersTo.every((other) => ordered.has(other)),
    );
    if (ready.length === 0) {
      throw new Error(`Tables refer to each other in a circle: ${tables.map(({ name }) => name).join(', ')}`);
    }
    for (const table of ready) ordered.set(table.name, table);
  }
  return [...ordered.values()];
}
