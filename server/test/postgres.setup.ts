import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startTestDatabase } from '#operations/embedded-postgres/embedded.ts';
import { migrate } from '#operations/migrations/migrate.ts';
import { openDatabase } from '#platform/database/database.ts';
import { installJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/logging/logging.ts';
import { startPgBouncer } from './pgbouncer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test run's PostgreSQL, for its database `postgres`. */
    postgresUrl: string;
    /**
     * The same through a PgBouncer in transaction mode, which worlds then use for everything that doesn't need a session; otherwise
     * empty.
     */
    poolerUrl: string;
    /** Name of the migrated, empty database that's cloned for each test file. */
    templateDatabase: string;
    /** The tests' files go into this folder; it's removed after the run. */
    scratchFolder: string;
  }
}

interface Server {
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL the tests run on: their own, or TEST_DATABASE_URL's, where they create and drop databases. Its user must be allowed to
 * create databases.
 */
async function openServer(template: string): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) return await startTestDatabase();
  const urlOf = (database: string) => {
    const url = new URL(given);
    url.pathname = `/${database}`;
    return url.href;
  };
  return { urlOf, stop: () => run(urlOf('postgres'), `drop database if exists ${template} with (force)`) };
}

async function run(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * One PostgreSQL for the whole run (behind a PgBouncer with TEST_POOLER=on), with one migrated database that's cloned for each test
 * file.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const template = `template_hubbub_${randomBytes(4).toString('hex')}`;
  const database = await openServer(template);
  const scratch = await mkdtemp(join(tmpdir(), 'hubbub-worlds-'));
  let pooler: Awaited<ReturnType<typeof startPgBouncer>> | undefined;
  const teardown = async () => {
    await pooler?.close();
    await database.stop();
    await rm(scratch, { recursive: true, force: true });
  };
  try {
    await run(database.urlOf('postgres'), `create database ${template}`);
    const connectionString = database.urlOf(template);
    await migrate(connectionString);
    const log = createLog('silent');
    const db = openDatabase({ connectionString }, log);
    await installJobs(db, log);
    await db.close();
    if (process.env.TEST_POOLER === 'on') pooler = await startPgBouncer(database.urlOf('postgres'));
    project.provide('poolerUrl', pooler?.url ?? '');
    project.provide('postgresUrl', database.urlOf('postgres'));
    project.provide('templateDatabase', template);
    project.provide('scratchFolder', scratch);
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}
