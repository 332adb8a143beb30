import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, open, realpath, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { examine } from '#operations/doctor/doctor.ts';
import { clusterIn, findPostmaster } from '#operations/embedded-postgres/cluster.ts';
import { urlOfRunning } from '#operations/embedded-postgres/running.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import { worst } from './doctor-run.ts';
import { readFixture } from './fixtures/fixtures.ts';
import { formOf } from './forms.ts';
import { type Caller, createCaller, startWorld } from './harness.ts';
import { launchServer } from './server-process.ts';

/**
 * The real server, with its database, on a small disk that is filled to the last byte and freed again; and an external database whose
 * disk is full.
 */

vi.setConfig({ testTimeout: 600_000 });

const megabyte = 1024 ** 2;
/** In every second one the database crashes, and in the third it's killed. `npm run test:cluster` fills the disk ten times. */
const rounds = Number(process.env.DISK_ROUNDS ?? 4);
/** Milliseconds. */
const longestPause = 5000;
const settings = { MIN_FREE_SPACE: '100MB', RATE_LIMITS: 'off' };
const noSpace = { error: 'The server has no space left for this. Tell whoever runs it, or try again later.' };
const isFull = {
  error:
    "The server's disk is full, so nothing can be saved right now. You can still read everything. Tell whoever runs it, or try again later.",
};

/** A RAM disk; undefined if mounting isn't allowed. */
async function mountDisk(size: string): Promise<{ folder: string; unmount(): Promise<void> } | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-disk-'));
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (!isRoot || spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]).status !== 0) {
    await rm(folder, { recursive: true });
    return undefined;
  }
  return {
    folder,
    async unmount() {
      spawnSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A file that takes up space on a disk. */
function openFiller(folder: string) {
  const path = join(folder, 'filler');
  const chunk = Buffer.alloc(megabyte);
  return {
    /** Grows until this many bytes are left. */
    async leave(bytes: number) {
      const file = await open(path, 'a');
      try {
        for (;;) {
          const { bavail, bsize } = await statfs(folder);
          const more = Math.min(chunk.length, bavail * bsize - bytes);
          if (more <= 0) return;
          await file.writeFile(chunk.subarray(0, more));
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    free: () => rm(path, { force: true }),
  };
}

async function createPerson(url: string, origin: string, username: string): Promise<Caller> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const token = randomBytes(32).toString('base64url');
  await client.query(
    `with person as (
       insert into users (id, username, email, password_hash, activated_at)
       values (gen_random_uuid(), $1, $1 || '@example.org', 'none', now()) returning id)
     insert into sessions (token_hash, user_id, expires_at)
     select $2, id, now() + interval '1 day' from person`,
    [username, hashToken(token)],
  );
  await client.end();
  return createCaller(origin, `hubbub=${token}`);
}

/** Reads continuously and records the longest time between two successes. */
function keepReading(person: Caller) {
  let [last, longest, running] = [performance.now(), 0, true];
  const failures: unknown[] = [];
  const loop = (async () => {
    while (running) {
      const answer = await person.get('/v1/posts').catch((error: unknown) => ({ status: String(error) }));
      const now = performance.now();
      if (answer.status === 200) {
        longest = Math.max(longest, now - last);
        last = now;
      } else failures.push(answer.status);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return {
    failures,
    longest: () => Math.max(longest, performance.now() - last),
    async stop() {
      running = false;
      await loop;
    },
  };
}

/** Writes directly to the database until it crashes because there's no space for its log. */
async function makePanic(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  const over = new Promise<void>((resolve) => client.on('error', () => resolve()));
  await client.connect();
  for (let n = 0; ; n += 1) {
    const ended = await client
      .query(`select pg_logical_emit_message(false, 'test', repeat('x', 1000000))`)
      .then(() => false)
      .catch(({ code }) => code === undefined || String(code).startsWith('57P'));
    if (ended) break;
    if (n > 2000) throw new Error('The database goes on although its disk is full.');
  }
  await over;
}

test(`on a disk that is filled and freed ${rounds} times, uploads and then all writes are refused with the reason, reads never stop for 5 s, and nothing acknowledged is lost (needs the right to mount)`, async (context) => {
  const disk = await mountDisk('700m');
  if (!disk) return context.skip('Nobody may mount a file system here.');
  const dataDir = join(disk.folder, 'data');
  const launched = { ...settings, DATA_DIR: dataDir };
  let server = launchServer(launched);
  const filler = openFiller(disk.folder);
  const acknowledged: string[] = [];
  const picture = new File([await readFixture('alpha.png')], 'alpha.png');
  try {
    const origin = await server.origin();
    const url = (await urlOfRunning(dataDir)) ?? '';
    const cluster = clusterIn(await realpath(join(dataDir, 'postgres')));
    const ada = await createPerson(url, origin, 'ada');
    const write = async (content: string) => {
      const { status, body } = await ada.upload('/v1/posts', formOf(['content', content]));
      if (status === 201) acknowledged.push(content);
      return { status, body: status === 201 ? undefined : body };
    };
    const upload = async () => {
      const { status, body } = await ada.upload('/v1/posts', formOf(['content', 'With a picture'], ['files', picture]));
      return { status, body: status === 201 ? undefined : body };
    };
    const readyz = async () => (await fetch(`${origin}/readyz`)).json();
    const soon = { interval: 50 };
    const taken = { status: 201, body: undefined };

    const reading = keepReading(ada);
    for (let round = 1; round <= rounds; round += 1) {
      // The space reserved for the database is part of the disk, and must be there again.
      await expect.poll(() => write(`Round ${round}`), soon).toEqual(taken);
      await expect.poll(readyz, soon).toEqual({ status: 'ready' });
      await expect.poll(upload, soon).toEqual(taken);

      await filler.leave(80 * megabyte);
      await expect.poll(upload, soon).toEqual({ status: 507, body: noSpace });
      await expect.poll(readyz, soon).toMatchObject({ status: 'ready', disk: expect.stringContaining('almost full') });
      expect(await write(`Round ${round}, little space`)).toEqual(taken);

      await filler.leave(40 * megabyte);
      await expect.poll(() => write(`Round ${round}, no space`), soon).toEqual({ status: 503, body: isFull });
      expect(await readyz()).toMatchObject({ status: 'read-only', disk: expect.stringContaining('DATA_DIR') });

      await filler.leave(0);
      expect((await ada.get('/v1/posts')).status).toBe(200);
      if (round % 2 === 0) await makePanic(url);
      else if (round === 3) process.kill((await findPostmaster(cluster)) ?? 0, 'SIGKILL');
      if (round === 2) {
        const findings = await examine({ ...settings, DATA_DIR: dataDir, PORT: '0' }, disk.folder);
        expect(worst(findings, 'disk')).toMatchObject({
          state: 'failed',
          fix: expect.stringContaining('Free some space'),
        });
      }
      expect((await ada.get('/v1/posts')).status).toBe(200);
      expect(await write(`Round ${round}, nothing left`)).toEqual({ status: 503, body: isFull });
      await filler.free();
    }
    await expect.poll(() => write('The end'), soon).toEqual(taken);
    await reading.stop();
    const pause = reading.longest();

    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ content: string }>('select content from posts');
    await client.end();
    const stored = new Set(rows.map(({ content }) => content));
    expect(acknowledged.filter((content) => !stored.has(content))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(2 * rounds + 1);
    expect(reading.failures).toEqual([]);
    expect(pause).toBeLessThan(longestPause);

    // A server started on a full disk can read, too.
    await filler.leave(0);
    await server.end('SIGKILL');
    server = launchServer(launched);
    const later = createCaller(await server.origin(), ada.cookie);
    expect((await later.get('/v1/posts')).status).toBe(200);
    const post = async () => (await later.upload('/v1/posts', formOf(['content', 'After']))).status;
    expect(await post()).toBe(503);
    await filler.free();
    await expect.poll(post, soon).toBe(201);
    expect(await server.end('SIGTERM')).toBe(0);
  } finally {
    await server.end('SIGKILL');
    await disk.unmount();
  }
});

test('with an external database whose disk is full, writes get 503 with the reason, and reads work as before (needs the right to mount)', async (context) => {
  const disk = await mountDisk('4m');
  if (!disk) return context.skip('Nobody may mount a file system here.');
  const world = await startWorld();
  try {
    const [place] = await world.sql<{ folder: string }>(`select current_setting('data_directory') as folder`);
    const { uid, gid } = await stat(place?.folder ?? '');
    const folder = join(disk.folder, 'space');
    await mkdir(folder, { mode: 0o700 });
    await chown(folder, uid, gid);
    const ada = await world.person('ada');
    expect((await ada.upload('/v1/posts', formOf(['content', 'Before']))).status).toBe(201);
    await world.sql(`create tablespace full_disk location '${folder}'`);
    await world.sql('alter table posts set tablespace full_disk');
    await world.sql('create table ballast (content text) tablespace full_disk');
    const ballast = `insert into ballast select repeat(md5(n::text), 200) from generate_series(1, 100) as n`;
    const fill = async () => {
      for (;;) await world.sql(ballast);
    };
    await expect(fill()).rejects.toMatchObject({ code: '53100' });

    const write = async () => {
      const { status, body } = await ada.upload('/v1/posts', formOf(['content', 'x'.repeat(400)]));
      return { status, body: status === 201 ? undefined : body };
    };
    // First, the remaining space in the table's last page is used.
    let answer = await write();
    for (let n = 0; n < 100 && answer.status === 201; n += 1) answer = await write();
    expect(answer).toEqual({ status: 503, body: isFull });
    expect((await ada.get('/v1/posts')).status).toBe(200);
    await world.sql('drop table ballast');
    expect(await write()).toMatchObject({ status: 201 });
  } finally {
    await world.sql('drop table if exists ballast');
    await world.sql('alter table posts set tablespace pg_default');
    await world.sql('drop tablespace if exists full_disk');
    await world.close();
    await disk.unmount();
  }
});
