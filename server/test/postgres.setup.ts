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

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the test run's PostgreSQL, to its database `postgres`. */
    postgresUrl: string;
    /** Name of the migrated, empty database that each test file clones. */
    templateDatabase: string;
    /** Files of the tests go below it; it is removed after the run. */
    scratchFolder: string;
  }
}

/** One PostgreSQL for the whole run, and in it one migrated database that is cloned for each test file. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const database = await startThrowaway();
  const scratch = await mkdtemp(join(tmpdir(), 'hubbub-worlds-'));
  const teardown = async () => {
    await database.stop();
    await rm(scratch, { recursive: true, force: true });
  };
  try {
    const template = 'template_hubbub';
    const client = new pg.Client({ connectionString: database.urlOf('postgres') });
    await client.connect();
    await client.query(`create database ${template}`);
    await client.end();
    const connectionString = database.urlOf(template);
    await migrate(connectionString);
    const log = createLog('silent');
    const db = openDatabase({ connectionString }, log);
    await installJobs(db, log);
    await db.close();
    project.provide('postgresUrl', database.urlOf('postgres'));
    project.provide('templateDatabase', template);
    project.provide('scratchFolder', scratch);
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}
