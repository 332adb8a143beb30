import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { StartError } from '#platform/errors/start-error.ts';
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts';
import { processStart } from './instance-lock.ts';

const serverRoot = join(import.meta.dirname, '../../..');

/** A separate process that starts the database and keeps it; `told` is the database's pid. */
function startElsewhere(dataDir: string): { child: ChildProcess; told: Promise<number> } {
  const script = `
    import { startEmbedded } from '#operations/embedded-postgres/embedded.ts';
    const database = await startEmbedded(${JSON.stringify(dataDir)});
    console.log(database.pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: serverRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told = once(createInterface(child.stdout!), 'line').then(([line]) => Number(line));
  return { child, told };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function query(database: EmbeddedDatabase, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function until(check: () => Promise<boolean>): Promise<void> {
  while (!(await check())) await sleep(2);
}

let folder: string;
let dataDir: string;
let database: EmbeddedDatabase | undefined;

const start = async () => {
  database = await startEmbedded(dataDir);
  return database;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hubbub-embedded-'));
  dataDir = join(folder, 'data');
  const first = await startEmbedded(dataDir);
  await query(first, `create table words (word text); insert into words values ('kept')`);
  await first.stop();
});

afterEach(async () => {
  await database?.stop();
  database = undefined;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the embedded database', () => {
  test('has enough connections for all processes that use it', async () => {
    database = await startEmbedded(dataDir, { processes: 5 });
    const { url } = database;
    const clients = Array.from({ length: 5 * 20 }, () => new pg.Client({ connectionString: url }));
    try {
      await Promise.all(clients.map((client) => client.connect()));
    } finally {
      await Promise.all(clients.map((client) => client.end()));
    }
  });

  test('is reused by the next start, and leaves no process behind', async () => {
    const again = await start();
    expect(await query(again, 'select word from words')).toEqual([{ word: 'kept' }]);
    await again.stop();
    database = undefined;
    expect(processStart(again.pid)).toBeNull();
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['cluster', 'password']);
  });

  test('keeps its password where only its user can read it', async () => {
    expect((await stat(join(dataDir, 'postgres', 'password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  });

  test("sorts by code point, and knows every alphabet's upper and lower case", async () => {
    const rows = await query(
      await start(),
      `select lower('ÄÉЖ') as lower, (select string_agg(w, '' order by w) from unnest(array['b', 'a', 'B']) w) as sorted`,
    );
    expect(rows).toEqual([{ lower: 'äéж', sorted: 'Bab' }]);
  });

  test('is taken over after the server was killed, even if its processes are still running', async () => {
    const { child, told } = startElsewhere(dataDir);
    const orphan = await told;
    await kill(child);
    expect(processStart(orphan)).not.toBeNull();
    const next = await start();
    expect(processStart(orphan)).toBeNull();
    expect(await query(next, 'select word from words')).toEqual([{ word: 'kept' }]);
  });

  test('recovers when all of it was killed', async () => {
    const { child, told } = startElsewhere(dataDir);
    const pid = await told;
    await kill(child);
    process.kill(pid, 'SIGKILL');
    expect(await query(await start(), 'select word from words')).toEqual([{ word: 'kept' }]);
  });

  test('starts even if the pid in its pid file now belongs to another program', async () => {
    const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
    const earlier = await start();
    const text = await readFile(pidFile, 'utf8');
    const { uid, gid } = await stat(pidFile);
    await earlier.stop();
    // Runs under the database's account: PostgreSQL ignores other accounts' processes.
    const other = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {});
    await once(other, 'spawn');
    await writeFile(pidFile, text.replace(/^\d+/, String(other.pid)));
    expect(await query(await start(), 'select word from words')).toEqual([{ word: 'kept' }]);
    await kill(other);
  });

  test('takes over a lock whose pid was reused by another process', async () => {
    await writeFile(
      join(dataDir, 'postgres', 'server.lock'),
      JSON.stringify({ pid: process.pid, started: 'at another time' }),
    );
    expect(await query(await start(), 'select word from words')).toEqual([{ word: 'kept' }]);
  });

  test('refuses to run a second server on the same data', async () => {
    await start();
    await expect(startEmbedded(dataDir)).rejects.toThrow(/^Another Hubbub is already using .*DATA_DIR/);
  });

  test('refuses data from another version of PostgreSQL', async () => {
    const versionFile = join(dataDir, 'postgres', 'cluster', 'PG_VERSION');
    const version = await readFile(versionFile);
    await writeFile(versionFile, '17\n');
    await expect(startEmbedded(dataDir)).rejects.toThrow(/was made by PostgreSQL 17, .* comes with PostgreSQL 18/);
    await writeFile(versionFile, version);
  });

  test('is created again when the first start was killed while creating it', async () => {
    const fresh = join(folder, 'interrupted');
    const { child } = startElsewhere(fresh);
    await until(async () => {
      const names = await readdir(join(fresh, 'postgres')).catch(() => []);
      return names.some((name) => name.startsWith('new-'));
    });
    await kill(child);
    database = await startEmbedded(fresh);
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(join(fresh, 'postgres'))).filter((name) => name.startsWith('new-'))).toEqual([]);
  });

  test('listens on loopback if the path is too long for a socket', async () => {
    const long = join(folder, 'a'.repeat(100));
    database = await startEmbedded(long);
    expect(new URL(database.url).searchParams.has('host')).toBe(false);
    expect(await query(database, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  });

  test("says what to do when its folder can't be used", async () => {
    const file = join(folder, 'a file');
    await writeFile(file, '');
    const attempt = startEmbedded(file);
    await expect(attempt).rejects.toThrow(StartError);
    await expect(attempt).rejects.toThrow(/DATA_DIR/);
  });
});
