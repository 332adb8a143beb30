import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll } from 'vitest';
import { examine } from '#operations/doctor/doctor.ts';
import type { Finding } from '#platform/errors/finding.ts';
import { cloneDatabase } from './harness.ts';
import { freePort } from './programs.ts';

/** Shared by the doctor's tests. */

const order = ['off', 'ok', 'warning', 'failed'];

/** The worst finding about one thing. */
export const worst = (findings: Finding[], about: string): Finding | undefined =>
  findings
    .filter((finding) => finding.about === about)
    .toSorted((a, b) => order.indexOf(b.state) - order.indexOf(a.state))[0];

/** Runs a statement on its own connection. */
export async function rowsOf(statement: string, url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** What a doctor examines, and what runs next to it. */
export interface DoctorsRoom {
  database: { url: string };
  folder: string;
  /** What else to stop after the tests, in reverse order. */
  readonly ends: (() => unknown)[];
  /** Examines a server with these settings, on this database and folder unless they say otherwise. */
  look(settings: Record<string, string>): Promise<Finding[]>;
  /** Runs a program, which `start` starts in this folder, until the tests are over. @returns its port */
  run(start: (port: number, folder: string) => Promise<ChildProcess>): Promise<number>;
  /** Runs a statement, on this database unless another one is given. */
  sql(statement: string, url?: string): Promise<void>;
}

/** One per test file; it's removed after the tests, with everything that still runs in it. */
export async function doctorsRoom(): Promise<DoctorsRoom> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-doctor-'));
  const database = await cloneDatabase();
  const ends: DoctorsRoom['ends'] = [];
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    database,
    folder,
    ends,
    look: (settings) =>
      examine({ DATABASE_URL: database.url, DATA_DIR: folder, ICE_SERVERS: 'off', PORT: '0', ...settings }, folder),
    async run(start) {
      const port = await freePort();
      const child = await start(port, folder);
      ends.push(() => child.kill('SIGKILL'));
      return port;
    },
    sql: async (statement, url = database.url) => void (await rowsOf(statement, url)),
  };
}
