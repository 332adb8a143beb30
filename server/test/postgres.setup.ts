import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/database/database.ts';
import { startThrowaway } from '#platform/database/embedded.ts';
import { migrate } from '#platform/database/migrate.ts';
import { installJobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/logging/logging.ts';
import { startPgBouncer } from './pgbouncer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test run's PostgreSQL, to its database `postgres`. */
    postgresUrl: string;
    /** The same past a PgBouncer in transaction mode, which worlds then use for all that does not need a session; else empty. */
    poolerUrl: string;
    /** Name of the migrated, empty database that each test file clones. */
    templateDatabase: string;
    /** Files of the tests go below it; it is removed after the run. */
    scratchFolder: string;
  }
}

interface Server {
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL that the tests run on: one of their own, or that of TEST_DATABASE_URL, in which they make databases and drop
 * them again. It must let the user make databases.
 */
async function openServer(template: string): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL;
  if (!given) return await startThrowaway();
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

/** One PostgreSQL for the whole run (with TEST_POOLER=on behind a PgBouncer), and in it one migrated database that is cloned for each test file. */
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
