import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, inject, test } from 'vitest';
import { startEmbedded } from '#operations/embedded-postgres/embedded.ts';
import { migrate } from '#operations/migrations/migrate.ts';
import type { Finding } from '#platform/errors/finding.ts';
import { doctorsRoom, rowsOf, worst } from '../../../test/doctor-run.ts';
import { cloneDatabase } from '../../../test/harness.ts';
import { freePort } from '../../../test/programs.ts';
import { launchServer } from '../../../test/server-process.ts';
import { examine } from './doctor.ts';

/** Things that are really broken, and what the doctor says about each. */

/** Milliseconds for tests that start databases. */
const timeoutMs = 180_000;

const { database, folder, ends, look, sql } = await doctorsRoom();
/** A DATA_DIR with an embedded database that isn't in use. */
let asleep: string;
beforeAll(async () => {
  asleep = await mkdtemp(join(folder, 'asleep-'));
  const embedded = await startEmbedded(asleep);
  await migrate(embedded.url);
  await embedded.stop();
}, timeoutMs);

const root = join(import.meta.dirname, '../../../..');
const failed = (findings: Finding[]) => findings.filter(({ state }) => state === 'failed');
const free = { PORT: '0' };
const alone = (dataDir: string, settings: Record<string, string> = {}) =>
  examine({ DATA_DIR: dataDir, ...free, ...settings }, folder);

/** Names of all files and folders, at any depth, except PostgreSQL's own files, which come and go. */
const namesIn = async (path: string) =>
  (await readdir(path, { recursive: true })).filter((name) => !name.startsWith('postgres/cluster/')).sort();

/** A copy of the data that tests can break. */
async function copyOfData(): Promise<string> {
  const copy = await mkdtemp(join(folder, 'copy-'));
  const { status } = spawnSync('cp', ['-a', `${asleep}/.`, copy]);
  if (status !== 0) await cp(asleep, copy, { recursive: true });
  return copy;
}

test('reports a busy PORT, and suggests another one', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    expect(worst(await look({ PORT: `${port}` }), 'port')).toMatchObject({
      state: 'failed',
      found: `Port ${port} is taken by another program.`,
      fix: expect.stringContaining(`PORT=${port + 1}`),
    });
  } finally {
    other.close();
  }
  expect(worst(await look({ PORT: `${port}` }), 'port')).toMatchObject({ state: 'ok' });
});

test(
  'accepts a PORT that Hubbub serves for its own DATA_DIR, and reports it as busy for another one',
  async () => {
    const [dataDir, other] = [await copyOfData(), await copyOfData()];
    const port = await freePort();
    const server = launchServer({ PORT: `${port}`, DATA_DIR: dataDir });
    try {
      await server.origin();
      expect(worst(await alone(dataDir, { PORT: `${port}` }), 'port')).toMatchObject({ state: 'ok' });
      expect(worst(await alone(other, { PORT: `${port}` }), 'port')).toMatchObject({
        state: 'failed',
        found: expect.stringContaining('another Hubbub'),
      });
    } finally {
      await server.end('SIGTERM');
    }
  },
  timeoutMs,
);

test("reports a HOST that this machine doesn't have", async () => {
  const found = worst(
    await look({ HOST: '203.0.113.7', PUBLIC_URL: 'http://localhost:3000', PORT: `${await freePort()}` }),
    'port',
  );
  expect(found).toMatchObject({ state: 'failed', found: 'This machine has no address 203.0.113.7.' });
});

test("reports an FFMPEG_PATH that's missing or is another program, and accepts ffmpeg", async () => {
  const videos = async (FFMPEG_PATH: string) => worst(await look({ FFMPEG_PATH }), 'videos');
  for (const wrong of ['/nowhere/ffmpeg', process.execPath, folder]) {
    expect(await videos(wrong), wrong).toMatchObject({
      state: 'failed',
      found: expect.stringContaining(`FFMPEG_PATH is ${wrong}`),
      fix: expect.stringContaining('leave the setting out'),
    });
  }
  const right = join(folder, 'an-ffmpeg');
  await writeFile(right, '#!/bin/sh\necho "ffmpeg version 7.1 Copyright"\n', { mode: 0o755 });
  expect(await videos(right)).toMatchObject({ state: 'ok', found: expect.stringContaining('7.1') });
});

test(
  "reports an embedded database that's newer than the code, even if no server is running",
  async () => {
    const dataDir = await copyOfData();
    const embedded = await startEmbedded(dataDir);
    await rowsOf(`insert into migrations (name, checksum) values ('9999_future', '')`, embedded.url);
    await embedded.stop();
    expect(worst(await alone(dataDir), 'database')).toMatchObject({
      state: 'failed',
      found: "It's newer than this version of Hubbub (9999_future).",
    });
  },
  timeoutMs,
);

test(
  'creates nothing, neither in an empty folder nor next to a stopped database',
  async () => {
    const nowhere = join(folder, 'not', 'there');
    expect(failed(await alone(nowhere))).toEqual([]);
    expect(await readdir(folder)).not.toContain('not');

    const before = await namesIn(asleep);
    const findings = await alone(asleep);
    expect(failed(findings)).toEqual([]);
    expect(findings.map(({ found }) => found)).toContain('All migrations have been run.');
    expect(await namesIn(asleep)).toEqual(before);
  },
  timeoutMs,
);

test.each([
  ['a lost password of the embedded database', (dir: string) => unlink(join(dir, 'postgres/password')), /password/],
  [
    'an embedded database of another version of PostgreSQL',
    (dir: string) => writeFile(join(dir, 'postgres/cluster/PG_VERSION'), '14\n'),
    /was made by PostgreSQL 14/,
  ],
  [
    'an embedded database whose control file is damaged',
    (dir: string) => truncate(join(dir, 'postgres/cluster/global/pg_control'), 100),
    /pg_control/,
  ],
  [
    'an embedded database whose configuration is damaged',
    (dir: string) => writeFile(join(dir, 'postgres/cluster/postgresql.conf'), 'shared_buffers = many\n'),
    /postgresql\.conf|shared_buffers/,
  ],
])(
  'reports %s',
  async (_what, damage, words) => {
    const dataDir = await copyOfData();
    await damage(dataDir);
    const found = worst(await alone(dataDir), 'database');
    expect(found?.state).toBe('failed');
    expect(found?.found).toMatch(words);
    expect(found?.fix).toMatch(/\w/);
  },
  timeoutMs,
);

test('reports a migration that was changed after it ran', async () => {
  const [row] = (await rowsOf(`select name, checksum from migrations order by name limit 1`, database.url)) as {
    name: string;
    checksum: string;
  }[];
  await sql(`update migrations set checksum = 'other' where name = '${row?.name}'`);
  const found = worst(await look(free), 'database');
  await sql(`update migrations set checksum = '${row?.checksum}' where name = '${row?.name}'`);
  expect(found).toMatchObject({ state: 'failed', found: expect.stringContaining(`(${row?.name})`) });
  expect(failed(await look(free))).toEqual([]);
});

test('reports an unfinished index, and how to rebuild it', async () => {
  const other = await cloneDatabase();
  try {
    await sql('create table pairs (a int); insert into pairs values (1), (1)', other.url);
    await expect(sql('create unique index concurrently pairs_once on pairs (a)', other.url)).rejects.toThrow();
    expect(worst(await look({ ...free, DATABASE_URL: other.url }), 'database')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('pairs_once'),
      fix: expect.stringContaining('reindex index concurrently pairs_once'),
    });
  } finally {
    await other.drop();
  }
});

test('reports a database that was set to read-only', async () => {
  const other = await cloneDatabase();
  try {
    const name = new URL(other.url).pathname.slice(1);
    await sql(`alter database ${name} set default_transaction_read_only = on`, inject('postgresUrl'));
    expect(worst(await look({ ...free, DATABASE_URL: other.url }), 'database')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('refuses writes'),
      fix: expect.stringContaining('default_transaction_read_only'),
    });
  } finally {
    await other.drop();
  }
});

test("reports a trace collector that can't be reached", async () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${await freePort()}`;
  expect(worst(await look({ OTEL_EXPORTER_OTLP_ENDPOINT }), 'tracing')).toMatchObject({
    state: 'failed',
    fix: expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT'),
  });
});

test("reports a PUBLIC_URL whose name doesn't resolve", async () => {
  expect(worst(await look({ ...free, PUBLIC_URL: 'https://nobody.invalid' }), 'address')).toMatchObject({
    state: expect.stringMatching(/failed|warning/),
    found: expect.stringContaining('nobody.invalid'),
    fix: expect.stringContaining('PUBLIC_URL'),
  });
});

test("reports a media folder that's a file", async () => {
  const dataDir = await mkdtemp(join(folder, 'files-'));
  await copyFile(join(asleep, 'postgres/password'), join(dataDir, 'media'));
  expect(worst(await alone(dataDir), 'files')).toMatchObject({
    state: 'failed',
    fix: expect.stringContaining('DATA_DIR'),
  });
});

const mayMount =
  process.platform === 'linux' && spawnSync('mount', ['--version']).status === 0 && process.getuid?.() === 0;

/** A small in-memory file system; undefined if mounting isn't allowed. */
async function mounted(options: string): Promise<string | undefined> {
  const place = await mkdtemp(join(folder, 'mounted-'));
  if (!mayMount || spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]).status !== 0) {
    await rm(place, { recursive: true });
    return undefined;
  }
  ends.push(() => spawnSync('umount', ['-l', place]));
  return place;
}

test('reports a full disk and a read-only one (needs permission to mount)', async (context) => {
  const few = await mounted('size=50m,nr_inodes=20');
  const fixed = few && (await mounted('size=50m'));
  if (few === undefined || fixed === undefined) return context.skip('Nobody may mount a file system here.');
  expect(worst(await alone(few), 'disk')).toMatchObject({
    state: 'failed',
    found: expect.stringContaining("can't hold more files"),
  });
  await mkdir(join(fixed, 'media'));
  spawnSync('mount', ['-o', 'remount,ro', fixed]);
  const findings = await alone(fixed);
  expect(worst(findings, 'disk')).toMatchObject({ state: 'failed', found: expect.stringContaining('EROFS') });
  expect(worst(findings, 'files')).toMatchObject({ state: 'failed' });
  // No owner can write there.
  for (const about of ['disk', 'files']) {
    expect(worst(findings, about)?.fix).toContain('read-only: mount it writable');
    expect(worst(findings, about)?.fix).not.toContain('chown');
  }
});

test("reports a disk that's too small for an empty database (needs permission to mount)", async (context) => {
  const small = await mounted('size=30m');
  if (small === undefined) return context.skip('Nobody may mount a file system here.');
  expect(worst(await alone(small), 'disk')).toMatchObject({
    state: 'failed',
    found: expect.stringMatching(/An empty database needs \d+ MB, but only 30 of 30 MB are free/),
    fix: expect.stringContaining('larger disk'),
  });
  // A database elsewhere needs no space here.
  expect(worst(await look({ DATA_DIR: small }), 'disk')?.found).not.toContain('empty database');
});

/** Pids of a process's children. */
const childrenOf = (pid: number | undefined) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

test.skipIf(process.platform !== 'linux')(
  "npm start doesn't claim that data is safe when Ctrl-C stops it before there's any",
  async () => {
    const child = spawn(process.execPath, [join(root, 'tools/start.mjs')], {
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'never'), LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    // The server process has only just started, so the signal itself ends it.
    while (childrenOf(child.pid).length === 0) await new Promise(setImmediate);
    child.kill('SIGINT');
    await once(child, 'exit');
    expect((await said).join('')).not.toMatch(/safe/);
  },
);
