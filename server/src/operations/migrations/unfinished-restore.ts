import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { StartError } from '#platform/errors/start-error.ts';
import { makeFolder } from '#platform/storage/make-folder.ts';

/** A restore that has begun but not finished. */
export interface Unfinished {
  /** Absolute path of the backup. */
  from: string;
  /** ISO 8601, UTC. */
  beganAt: string;
}

/** Not in the product tables' schema: only migrations create tables there. */
const table = 'hubbub_restore.unfinished';

/** Notes in the database that a restore is filling it, until `clearRestore`. */
export async function markRestore(client: pg.ClientBase, from: string): Promise<void> {
  await client.query('create schema if not exists hubbub_restore');
  await client.query(`create table if not exists ${table} ("from" text not null, began_at timestamptz not null)`);
  await client.query(`delete from ${table}`);
  await client.query(`insert into ${table} values ($1, now())`, [from]);
}

/** In the same transaction as the rows, so that the note disappears exactly when they appear. */
export async function clearRestore(client: pg.ClientBase): Promise<void> {
  await client.query('drop schema hubbub_restore cascade');
}

/** The unfinished restore in this database. */
export async function findRestore(client: pg.ClientBase): Promise<Unfinished | undefined> {
  const { rows: found } = await client.query<{ there: boolean }>(`select to_regclass('${table}') is not null as there`);
  if (!found[0]?.there) return undefined;
  const { rows } = await client.query<Unfinished>(
    `select "from", to_char(began_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "beganAt" from ${table}`,
  );
  return rows[0];
}

const fileIn = (dataDir: string) => join(dataDir, 'restore-unfinished.json');

/**
 * Notes in the data folder that its database is being created for a restore: no database exists yet that could hold a note.
 * @returns a function that removes the note
 */
export async function markFolderRestoring(dataDir: string, from: string): Promise<() => Promise<void>> {
  await makeFolder(dataDir);
  await writeFile(fileIn(dataDir), JSON.stringify({ from, beganAt: new Date().toISOString() } satisfies Unfinished));
  return () => rm(fileIn(dataDir), { force: true });
}

/** The folder's unfinished restore, from before its database was created. */
export async function findUnfinishedRestore(dataDir: string): Promise<Unfinished | undefined> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as Unfinished;
  } catch (error) {
    if (error instanceof SyntaxError) return { from: 'FOLDER', beganAt: 'an unknown time' };
    return undefined;
  }
}

/** What happened, and what to do about it. */
export const explainRestore = ({ from, beganAt }: Unfinished) => ({
  found: `A restore from ${from} began at ${beganAt} and hasn't finished, so the data is incomplete.`,
  fix: `If it isn't running any more, run it again: npm run restore -- --from ${from}. To start without it, set DATA_DIR (and DATABASE_URL, if you use it) to an empty place.`,
});

/** @throws StartError when there is one */
export function refuseUnfinished(unfinished: Unfinished | undefined): void {
  if (!unfinished) return;
  const { found, fix } = explainRestore(unfinished);
  throw new StartError(`${found} ${fix}`);
}
