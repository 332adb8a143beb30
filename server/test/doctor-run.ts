import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
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
  /** Creates a database and a folder, which the other functions need. */
  open(): Promise<{ database: { url: string }; folder: string }>;
  /** Stops what's running and removes what was created. */
  close(): Promise<void>;
  /** What else to stop on closing, in reverse order. */
  readonly ends: (() => unknown)[];
  /** Examines a server with these settings, on this database and folder unless they say otherwise. */
  look(settings: Record<string, string>): Promise<Finding[]>;
  /** Runs a program, which `start` starts in this folder, until closing. @returns its port */
  run(start: (port: number, folder: string) => Promise<ChildProcess>): Promise<number>;
  /** Runs a statement, on this database unless another one is given. */
  sql(statement: string, url?: string): Promise<void>;
}

/** One per test file: open it before the tests and close it after them. */
export function doctorsRoom(): DoctorsRoom {
  let database: Awaited<ReturnType<typeof cloneDatabase>>;
  let folder: string;
  const ends: DoctorsRoom['ends'] = [];
  return {
    ends,
    async open() {
      folder = await mkdtemp(join(tmpdir(), 'hubbub-doctor-'));
      database = await cloneDatabase();
      return { database, folder };
    },
    async close() {
      for (const end of ends.reverse()) await end();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
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
