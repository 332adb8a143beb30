import { createHash } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedDatabase, startEmbedded } from '../server/src/operations/embedded-postgres/embedded.ts';
import { migrate } from '../server/src/operations/migrations/migrate.ts';
import { type SeedSize, seedStatements } from './seed.ts';

/** The seeded database. */
export interface BenchDatabase {
  url: string;
  size: SeedSize;
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL in the benchmark's folder and fills a database of this size once. Later runs reuse it while the seed is
 * unchanged, and migrate it the way people's databases are migrated.
 */
export async function openDatabase(
  folder: string,
  size: SeedSize,
  say: (words: string) => void,
): Promise<BenchDatabase> {
  // Several servers are measured side by side, some with more than one process, and baselines next to them.
  const server = await startEmbedded(join(folder, 'database'), { processes: 20 });
  try {
    const name = `bench_${size.people}_${size.posts}`;
    const url = server.urlOf(name);
    const checksum = checksumOf(size);
    const isUsable = (await seededWith(server, name)) === checksum && (await isForward(url));
    if (!isUsable) {
      await recreate(server, name);
      await migrate(url);
      await seed(url, size, checksum, say);
    }
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`update sessions set last_seen_at = now(), expires_at = now() + interval '30 days'`);
    await client.query('vacuum sessions');
    // As after a while of use: whatever fits is in memory.
    await client.query('create extension if not exists pg_prewarm');
    await client.query(
      `select pg_prewarm(c.oid) from pg_class c
       where c.relname in ('users', 'sessions', 'posts', 'users_pkey', 'posts_pkey', 'sessions_pkey', 'post_votes_pkey',
         'users_search_keys', 'users_search_username')`,
    );
    return {
      url,
      size,
      query: async <Row extends object>(text: string, values: unknown[] = []) =>
        (await client.query<Row>(text, values)).rows,
      async stop() {
        await client.end();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The version of the seed. */
function checksumOf(size: SeedSize): string {
  const hash = createHash('sha256');
  for (const statement of seedStatements(size)) hash.update(statement);
  return hash.digest('hex');
}

/** Runs migrations added since; false if one has changed after it ran. */
async function isForward(url: string): Promise<boolean> {
  try {
    if ((await migrate(url)).length > 0) await analyse(url);
    return true;
  } catch {
    return false;
  }
}

async function analyse(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.query('checkpoint');
  await client.end();
}

async function seededWith(server: EmbeddedDatabase, name: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: server.urlOf(name) });
  try {
    await client.connect();
    const { rows } = await client.query<{ checksum: string }>('select checksum from bench_seed');
    return rows[0]?.checksum;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function recreate(server: EmbeddedDatabase, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  await client.end();
}

async function seed(url: string, size: SeedSize, checksum: string, say: (words: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const statements = seedStatements(size);
  for (const [index, statement] of statements.entries()) {
    say(`filling the database (once), ${Math.round((100 * index) / statements.length)}%`);
    await client.query(statement);
  }
  await client.query('create table bench_seed (checksum text not null)');
  await client.query('insert into bench_seed values ($1)', [checksum]);
  // Otherwise writing the seed would spill into the first measurement.
  await client.query('checkpoint');
  await client.end();
}
