import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Pooler } from '#platform/config/database-address.ts';
import { codeOf, isConnectionFailure } from '#platform/database/failures.ts';
import { isDirect } from '#platform/database/wire.ts';
import { StartError } from '#platform/errors/start-error.ts';
import { findRestore, refuseUnfinished } from './unfinished-restore.ts';

/** One file of `server/migrations`. */
export interface Migration {
  /** File name without `.sql`, for example `0001_accounts`. */
  name: string;
  sql: string;
  /** SHA-256 of the file, in hex. */
  checksum: string;
}

export interface MigrateOptions {
  /** Absolute path of the migrations; the product's own if unset. */
  folder?: string;
  /** What may be in between; `auto` and `session` allow this connection to be to a pooler that keeps sessions. */
  pooler?: Pooler | undefined;
  /** Name of the last migration to run; all if unset. */
  upTo?: string | undefined;
  /** The caller is the restore whose note is in the database; anyone else is refused while it's there. */
  isRestore?: boolean;
  /** Receives progress messages, for anyone waiting. */
  tell?: ((doing: string) => void) | undefined;
}

/** Absolute path of the product's migrations. */
const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** Any number will do, as long as all servers use the same one. */
const lockKey = 4_855_242;

/** As in `server_version_num`. */
const oldestServer = 150_000;

/** How long to wait between checks whether another server has finished its migrations, in milliseconds. */
const lockPauseMs = 100;

/** How many times to try a migration whose table is in use. While it waits for its lock, statements queue up behind it. */
const lockAttempts = 30;

const fileName = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/** First line of a migration whose statements can't run in a transaction: each runs on its own, and must be safe to run again. */
const outsideTransaction = /^-- no transaction\b/;

/**
 * Brings the database to the state this code expects: runs each `NNNN_<concern>.sql` that hasn't run yet, in order, in a transaction of
 * its own. Several servers may start at the same time; one works and the others wait. A server that's killed midway leaves nothing of
 * the migration it was running, and the next start continues from there.
 * @param url address of PostgreSQL itself
 * @returns names of the migrations that ran now
 * @throws StartError when PostgreSQL is too old, the database is newer than the code, a file was changed after it ran, a restore into
 * it hasn't finished, or the address leads to a pooler
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.folder ?? migrationsFolder);
  const client = await connectDirectly(url, options.pooler);
  // A long migration says what it's at by "raise notice".
  let said: ((part: string) => void) | undefined;
  client.on('notice', ({ message, severity }) => severity === 'NOTICE' && message && said?.(message));
  try {
    if (!options.isRestore) refuseUnfinished(await findRestore(client));
    await endWithClient(client);
    await takeLock(client);
    await client.query(
      `create table if not exists migrations
         (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    refuseStrangers(migrations, applied);
    const { upTo } = options;
    const missing = migrations.filter(({ name }) => !applied.has(name) && (upTo === undefined || name <= upTo));
    for (const [index, migration] of missing.entries()) {
      const doing = `Preparing the tables (${index + 1} of ${missing.length})`;
      options.tell?.(doing);
      said = (part) => options.tell?.(`${doing}: ${part}`);
      await apply(client, migration);
    }
    return missing.map(({ name }) => name);
  } finally {
    await client.end(); // releases the lock
  }
}

/** The migrations this code knows, in order. */
export const readKnown = (): Promise<Migration[]> => readMigrations(migrationsFolder);

/** Their names. */
export const knownMigrations = async (): Promise<string[]> => (await readKnown()).map(({ name }) => name);

/**
 * A direct PostgreSQL session on the primary, for what can't go through a pool; the caller must close it.
 * @throws StartError when PostgreSQL is too old or the address leads to a pooler
 */
export async function connectDirectly(url: string, pooler?: Pooler): Promise<pg.Client> {
  const client = await connectToPrimary(url);
  try {
    await refuseServer(client, pooler);
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}

/** @throws StartError when the server is a replica */
async function connectToPrimary(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // A connection lost while idle is noticed at the next statement.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
  if (!rows[0]?.standby) return client;
  await client.end();
  throw new StartError(
    "The database at DATABASE_URL is a replica and refuses writes. Write the primary's address, or that of a proxy that leads to it (docs/scaling.md).",
  );
}

async function refuseServer(client: pg.Client, pooler: Pooler | undefined): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number; pid: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       pg_backend_pid() as pid`,
  );
  const [found] = rows;
  if (found && found.number < oldestServer) {
    throw new StartError(
      `The database at DATABASE_URL is PostgreSQL ${found.version}; Hubbub needs version ${oldestServer / 10_000} or newer.`,
    );
  }
  if (pooler !== undefined && pooler !== 'session' && found && !isDirect(client, found.pid)) {
    throw new StartError(
      "The database's address points to a connection pooler, such as PgBouncer. Migrations, jobs and backups need their own sessions: set DATABASE_DIRECT_URL to the address of PostgreSQL itself. If the pooler keeps sessions (pool_mode = session), set DATABASE_POOLER=session.",
    );
  }
}

/** If this process is killed, PostgreSQL notices even during a long statement, and releases its locks. */
export async function endWithClient(client: pg.Client): Promise<void> {
  try {
    await client.query("set client_connection_check_interval = '1s'");
  } catch (error) {
    // 22023 invalid_parameter_value: its machine can't detect it. Then it notices at the end of the statement.
    if (codeOf(error) !== '22023') throw error;
  }
}

/** Polls for the lock: a statement that waits for it would hold a snapshot the whole time, and concurrent index builds wait for those. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey]);
    if (rows[0]?.taken) return;
    await sleep(lockPauseMs);
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return await Promise.all(
    names.map(async (file) => {
      const name = fileName.exec(file)?.[1];
      if (name === undefined) throw new StartError(`The migration ${file} isn't named like 0007_what_it_does.sql.`);
      const sql = await readFile(join(folder, file), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function refuseStrangers(migrations: Migration[], applied: Map<string, string>): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const strangers = [...applied.keys()].filter((name) => !known.has(name)).sort();
  if (strangers.length > 0) {
    throw new StartError(
      `The database is newer than this version of Hubbub: it has ${strangers.join(', ')}. Start the version it was last used with, or a later one.`,
    );
  }
  for (const [name, checksum] of applied) {
    if (known.get(name) !== checksum) {
      throw new StartError(
        `The migration ${name}.sql has changed since it was run on this database. Restore the file, and put the change into a new migration.`,
      );
    }
  }
}

const record = 'insert into migrations (name, checksum) values ($1, $2)';

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const { name, sql, checksum } = migration;
  try {
    if (outsideTransaction.test(sql)) {
      for (const statement of statementsOf(sql)) await client.query(statement);
      await client.query(record, [name, checksum]);
    } else {
      await applyWhole(client, migration);
    }
  } catch (error) {
    if (isConnectionFailure(error)) throw error;
    throw new StartError(explain(migration, error as Error), { cause: error });
  }
}

function explain({ name, sql }: Migration, error: Error): string {
  const extension = /create extension if not exists (\w+)/.exec(sql);
  const isAboutExtension = extension !== null && /extension/.test(error.message);
  const what = isAboutExtension
    ? ` It needs the extensions ${[...sql.matchAll(/create extension if not exists (\w+)/g)].map(([, one]) => one).join(' and ')}: install PostgreSQL's contrib package on the database's machine, or have its administrator run "create extension" for them in this database.`
    : '';
  return `The migration ${name}.sql failed: ${error.message}.${what} ${
    outsideTransaction.test(sql)
      ? 'The next start runs it again.'
      : 'It was rolled back; the database is as it was before.'
  }`;
}

/** In one transaction, which gives way to others while it waits for a table they use. */
async function applyWhole(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query('begin');
    try {
      await client.query("set local lock_timeout = '2s'");
      await client.query(sql);
      await client.query(record, [name, checksum]);
      await client.query('commit');
      return;
    } catch (error) {
      if (isConnectionFailure(error)) throw error;
      await client.query('rollback');
      // 55P03 lock_not_available
      if (codeOf(error) !== '55P03' || attempt === lockAttempts) throw error;
      await sleep(500);
    }
  }
}

/** The statements of a migration outside a transaction: each ends with a semicolon at the end of its line. */
const statementsOf = (sql: string) =>
  sql
    .replace(/^--.*$/gm, '')
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
