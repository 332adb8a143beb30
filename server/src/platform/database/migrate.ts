import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { StartError } from '#platform/errors/start-error.ts';

interface Migration {
  /** File name without `.sql`, for example `0001_accounts`. */
  name: string;
  sql: string;
  /** SHA-256 of the file, in hex. */
  checksum: string;
}

/** Absolute path of the product's migrations. */
const migrationsFolder = join(import.meta.dirname, '../../../migrations');

/** Any number will do, as long as all servers use the same one. */
const lockKey = 4_855_242;

/** As in `server_version_num`. */
const oldestServer = 150_000;

const fileName = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/**
 * Brings the database to the state that this code expects: runs each `NNNN_<concern>.sql` that has not been run, in order, in a
 * transaction of its own. Several servers may start at once; one works and the others wait.
 * @param url connection string
 * @returns names of the migrations that were run now
 * @throws StartError when PostgreSQL is too old, the database is newer than the code, or a file was changed after it had been run
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await refuseOldServer(client);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(
      `create table if not exists migrations
         (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    refuseStrangers(migrations, applied);
    const missing = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of missing) await apply(client, migration);
    return missing.map(({ name }) => name);
  } finally {
    await client.end(); // gives the lock back
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  const [found] = rows;
  if (found && found.number < oldestServer) {
    throw new StartError(
      `The database at DATABASE_URL is PostgreSQL ${found.version}; Hubbub needs version ${oldestServer / 10_000} or later.`,
    );
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return await Promise.all(
    names.map(async (file) => {
      const name = fileName.exec(file)?.[1];
      if (name === undefined) throw new StartError(`The migration ${file} is not named like 0007_what_it_does.sql.`);
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
      `The database is newer than this version of Hubbub: it has ${strangers.join(', ')}. Start the version that it was used with, or a later one.`,
    );
  }
  for (const [name, checksum] of applied) {
    if (known.get(name) !== checksum) {
      throw new StartError(
        `The migration ${name}.sql is not what it was when it was run on this database. Put the file back as it was and write the change into a new migration.`,
      );
    }
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new StartError(
      `The migration ${name}.sql failed: ${(error as Error).message}. Nothing of it was kept; the database is as it was before it.`,
      { cause: error },
    );
  }
}
