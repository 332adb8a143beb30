import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { examine } from '#platform/doctor/doctor.ts';
import type { Finding } from '#platform/errors/finding.ts';
import { cloneDatabase } from './harness.ts';
import { freePort } from './programs.ts';

/** What the tests of the doctor have in common. */

const order = ['off', 'ok', 'warning', 'failed'];

/** The worst of what was found about one thing. */
export const worst = (findings: Finding[], about: string): Finding | undefined =>
  findings
    .filter((finding) => finding.about === about)
    .toSorted((a, b) => order.indexOf(b.state) - order.indexOf(a.state))[0];

/** Runs a statement on a connection of its own. */
export async function rowsOf(statement: string, url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** What a doctor looks at, and what runs beside it. */
export interface DoctorsRoom {
  /** Makes a database and a folder; the others need them. */
  open(): Promise<{ database: { url: string }; folder: string }>;
  /** Ends what runs and removes what was made. */
  close(): Promise<void>;
  /** What else is to end with the room, the last one first. */
  readonly ends: (() => unknown)[];
  /** Examines a server with these settings, on the room's database and folder unless they say otherwise. */
  look(settings: Record<string, string>): Promise<Finding[]>;
  /** Keeps a program, which `start` starts in the room's folder, until the room is closed. @returns its port */
  run(start: (port: number, folder: string) => Promise<ChildProcess>): Promise<number>;
  /** Runs a statement, on the room's database unless another one is named. */
  sql(statement: string, url?: string): Promise<void>;
}

/** One for a test file, to be opened before its tests and closed after them. */
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
