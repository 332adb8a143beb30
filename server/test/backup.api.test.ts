import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { filesInSnapshot } from '#features/media/public.ts';
import { backUp } from '#platform/backup/backup.ts';
import { loadConfig } from '#platform/config/config.ts';
import { openStorage, type Storage } from '#platform/storage/storage.ts';
import { readFixture } from './fixtures/fixtures.ts';
import { type Person, startWorld, type World } from './harness.ts';

/** The real commands as processes of their own, beside a server that is written to all the while. */

const root = join(import.meta.dirname, '../..');
let folder: string;
let databases: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(inject('scratchFolder'), 'backup-'));
});
afterAll(async () => {
  for (const name of databases) await admin(`drop database ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

async function admin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** A database in which nothing has ever been. */
async function createBlank(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await admin(`create database ${name}`);
  databases = [...databases, name];
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

interface Ended {
  code: number | null;
  said: string;
}

function launch(command: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [`server/src/${command}-process.ts`, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], out, err]): Ended => ({ code, said: out + err }),
  );
  return { child: child as ChildProcess, ended };
}

const run = async (...given: Parameters<typeof launch>): Promise<Ended> => await launch(...given).ended;

const settingsOf = (world: World): Record<string, string> => ({
  DATABASE_URL: world.databaseUrl,
  DATA_DIR: world.platform.config.dataDir,
});

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

const formOf = (fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

const picture = async () => new File([await readFixture('alpha.png')], 'alpha.png');

async function share(person: Person, content: string): Promise<{ id: string; path: string }> {
  const { status, body } = await person.upload('/v1/posts', formOf({ content, files: await picture() }));
  expect(status).toBe(201);
  const post = body.post ?? body;
  return { id: post.post_id, path: post.files[0].path };
}

/** Keys of the files that the rows of a database need. */
const keysIn = async (connectionString: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const files = await filesInSnapshot(client);
  await client.end();
  return files.filter(({ isNeeded }) => isNeeded).map(({ key }) => key);
};

/** Whether the rows of a restored database find their files, with the sums that they had. Before a server works on it. */
async function expectFiles(databaseUrl: string, storage: Storage, target: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'));
  const list = (await readFile(join(target, 'files.jsonl'), 'utf8')).trim().split('\n');
  const sums = new Map(list.map((line) => [JSON.parse(line).key, JSON.parse(line).sha256]));
  expect(manifest.missing).toEqual([]);
  const keys = await keysIn(databaseUrl);
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) {
    const file = await storage.open(key);
    expect(file && sha256(await buffer(file.stream)), key).toBe(sums.get(key));
  }
}

/** What a restored world has to have, by what was acknowledged before the backup began; its jobs have run. */
async function expectWhole(restored: World, before: Acknowledged): Promise<void> {
  for (const key of await keysIn(restored.databaseUrl)) {
    expect((await restored.stranger().get(`/media/${key}`)).status, key).toBe(200);
  }
  for (const { path, sum } of before.pictures) {
    const answer = await restored.stranger().fetch(`/media${path}`);
    expect(sha256(Buffer.from(await answer.arrayBuffer())), path).toBe(sum);
  }
  const found = await restored.sql<{ id: string }>('select id from posts union all select id from comments');
  const ids = new Set(found.map(({ id }) => id));
  expect(before.ids.filter((id) => !ids.has(id))).toEqual([]);
  const texts = new Set(
    (await restored.sql<{ content: string }>('select content from messages')).map((row) => row.content),
  );
  expect(before.messages.filter((content) => !texts.has(content))).toEqual([]);
  expect(
    await restored.sql(
      `select from post_media where media_id not in (select id from media_files)
       union all select from comments where post_id not in (select id from posts)
       union all select from pg_constraint where contype = 'f' and not convalidated`,
    ),
  ).toEqual([]);
}

interface Acknowledged {
  /** Posts and comments. */
  ids: string[];
  messages: string[];
  pictures: { path: string; sum: string }[];
}

/** People who write until they are told to stop; what they did first is never deleted. */
async function writeIn(world: World, name: string) {
  const [ada, bob] = [await world.person(`${name}_ada`), await world.person(`${name}_bob`)];
  const conversation = (await ada.post('/v1/conversations', { username: bob.user.username })).body.newConversation._id;
  const before: Acknowledged = { ids: [], messages: [], pictures: [] };
  for (let n = 0; n < 6; n += 1) {
    const { id, path } = await share(ada, `Before ${n}`);
    const comment = await bob.post(`/v1/posts/${id}/comments`, { content: 'Good' });
    expect(comment.status).toBe(201);
    await bob.post('/v1/chats', { conversation, content: `Before ${n}` });
    const answer = await ada.fetch(`/media${path}`);
    before.ids.push(id);
    before.messages.push(`Before ${n}`);
    before.pictures.push({ path, sum: sha256(Buffer.from(await answer.arrayBuffer())) });
  }
  let isOver = false;
  const until = async (work: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isOver; n += 1) await work(n);
  };
  const counts = { posts: 0, deleted: 0, messages: 0 };
  const [first = ''] = before.ids;
  const writing = Promise.all([
    until(async (n) => {
      const { id } = await share(ada, `During ${n}`);
      counts.posts += 1;
      if (n % 2 === 0 && (await ada.delete(`/v1/posts/${id}`)).status < 300) counts.deleted += 1;
    }),
    until(async (n) => await bob.post(`/v1/posts/${first}/comments`, { content: `During ${n}` })),
    until(async (n) => {
      await ada.post('/v1/chats', { conversation, content: `During ${n}` });
      counts.messages += 1;
    }),
  ]);
  return {
    ada,
    before,
    counts,
    async stop() {
      isOver = true;
      await writing;
    },
  };
}

describe('npm run backup and npm run restore', () => {
  let world: World;
  let target: string;
  let writers: Awaited<ReturnType<typeof writeIn>>;

  beforeAll(async () => {
    world = await startWorld();
    target = join(folder, 'whole');
    writers = await writeIn(world, 'folder');
    try {
      const { code, said } = await run('backup', ['--to', target], settingsOf(world));
      expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/^The backup is complete: 2 people, /) });
    } finally {
      await writers.stop();
    }
  });
  afterAll(async () => await world.close());

  test('a backup under load, restored elsewhere, is the whole of one moment', async () => {
    expect(writers.counts.posts).toBeGreaterThan(0);
    expect(writers.counts.deleted).toBeGreaterThan(0);
    const settings = { DATABASE_URL: await createBlank(), DATA_DIR: join(folder, 'restored') };
    const { code, said } = await run('restore', ['--from', target], settings);
    expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/\nRestored: 2 people, \d+ posts, /) });
    const client = new pg.Client({ connectionString: settings.DATABASE_URL });
    await client.connect();
    const { tables } = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'));
    for (const { name, rows } of tables) {
      const found = await client.query(`select count(*)::int as count from ${name}`);
      expect({ name, rows: found.rows[0].count }).toEqual({ name, rows });
    }
    await client.end();
    await expectFiles(settings.DATABASE_URL, await openStorage(loadConfig(settings, root)), target);

    const restored = await startWorld({
      database: { connectionString: settings.DATABASE_URL },
      settings: { DATA_DIR: settings.DATA_DIR },
    });
    try {
      // Media that were being looked at are looked at again, and those whose posts were deleted go.
      await restored.runJobs();
      await expectWhole(restored, writers.before);
      const { username, password } = writers.ada.user;
      const login = await restored.stranger().post('/v1/tokens/authentication', { username, password });
      expect(login.status).toBeLessThan(300);
      const written = await restored.withCookie(writers.ada.cookie).upload('/v1/posts', formOf({ content: 'After' }));
      expect(written.status).toBe(201);
    } finally {
      await restored.close();
    }
    expect(await run('restore', ['--from', target], settings)).toEqual({
      code: 1,
      said: expect.stringContaining('The database is not empty'),
    });
  });

  test('a backup is for the eyes of its owner only', async () => {
    expect((await stat(target)).mode & 0o777).toBe(0o700);
    expect((await stat(join(target, 'manifest.json'))).mode & 0o777).toBe(0o600);
  });

  test('a damaged or missing file is refused by its name, and nothing is restored', async () => {
    const settings = { DATABASE_URL: await createBlank(), DATA_DIR: join(folder, 'untouched') };
    const [line = ''] = (await readFile(join(target, 'files.jsonl'), 'utf8')).split('\n');
    const { key } = JSON.parse(line);
    const name = `media/${key.slice(0, 2)}/${key}`;
    const content = await readFile(join(target, name));
    const damaged = Buffer.from(content);
    damaged.writeUInt8(damaged.readUInt8(50) ^ 1, 50);
    await writeFile(join(target, name), damaged);
    expect(await run('restore', ['--from', target], settings)).toEqual({
      code: 1,
      said: expect.stringContaining(`The backup is damaged: ${name} is not what was written.`),
    });
    await rm(join(target, name));
    expect(await run('restore', ['--from', target], settings)).toEqual({
      code: 1,
      said: expect.stringContaining(`${name} is missing`),
    });
    await writeFile(join(target, name), content);
    const client = new pg.Client({ connectionString: settings.DATABASE_URL });
    await client.connect();
    expect((await client.query(`select from pg_tables where schemaname = 'public'`)).rows).toEqual([]);
    await client.end();
  });

  test('a backup of a newer version, and one for a database that a server uses, are refused', async () => {
    const settings = { DATABASE_URL: await createBlank(), DATA_DIR: join(folder, 'untouched') };
    const newer = join(folder, 'newer');
    await cp(target, newer, { recursive: true });
    const manifest = JSON.parse(await readFile(join(target, 'manifest.json'), 'utf8'));
    const text = JSON.stringify({ ...manifest, migrations: [...manifest.migrations, '9999_future'] });
    await writeFile(join(newer, 'manifest.json'), text);
    const restoring = async () => await run('restore', ['--from', newer], settings);
    expect(await restoring()).toEqual({
      code: 1,
      said: expect.stringContaining('manifest.json is not what was written'),
    });
    await writeFile(join(newer, 'manifest.sha256'), `${sha256(Buffer.from(text))}  manifest.json\n`);
    expect(await restoring()).toEqual({ code: 1, said: expect.stringContaining('its database had 9999_future') });

    const server = new pg.Client({ connectionString: settings.DATABASE_URL, application_name: 'hubbub' });
    await server.connect();
    expect(await run('restore', ['--from', target], settings)).toEqual({
      code: 1,
      said: expect.stringContaining('A server of Hubbub is connected to the database'),
    });
    await server.end();
  });

  test('a database that is not there is a sentence', async () => {
    const settings = { DATABASE_URL: 'postgres://x@127.0.0.1:5549/none', DATA_DIR: join(folder, 'untouched') };
    expect(await run('backup', ['--to', join(folder, 'none')], settings)).toEqual({
      code: 1,
      said: expect.stringMatching(/^The database cannot be reached/),
    });
  });

  test('a folder that exists is refused', async () => {
    expect(await run('backup', ['--to', target], settingsOf(world))).toEqual({
      code: 1,
      said: expect.stringContaining(`${target} exists already.`),
    });
  });

  test.each([
    ['backup', []],
    ['backup', ['--into', 'x']],
    ['restore', ['--from']],
  ] as const)('%s %j: wrong arguments give a sentence', async (command, args) => {
    const { code, said } = await run(command, [...args], {});
    expect(code).toBe(64);
    expect(said).toMatch(/^It takes --(to|from) and a folder, .+ For example: npm run /);
  });

  test('a backup that is killed leaves no folder of its name, and the next one works', async () => {
    const target = join(folder, 'killed');
    const blocker = new pg.Client({ connectionString: world.databaseUrl });
    await blocker.connect();
    await blocker.query('begin; lock table posts in access exclusive mode');
    const { child, ended } = launch('backup', ['--to', target], settingsOf(world));
    const leftovers = async () => (await readdir(folder)).filter((name) => name.startsWith('.killed.unfinished-'));
    const waiting = `select from pg_stat_activity where query like 'copy public."posts"%' and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await world.sql(waiting)).length, { timeout: 30_000 }).toBe(1);
    child.kill('SIGKILL');
    await ended;
    await blocker.end();
    expect(await readdir(folder)).not.toContain('killed');
    expect(await leftovers()).toHaveLength(1);
    const locks = `select from pg_locks where locktype = 'advisory' and classid = 4855244`;
    await expect.poll(async () => await world.sql(locks), { timeout: 30_000 }).toEqual([]);
    expect((await run('backup', ['--to', target], settingsOf(world))).code).toBe(0);
    expect(await leftovers()).toEqual([]);
  });

  test('a file that is deleted while a backup runs is in the backup, and goes afterwards', async () => {
    const { id, path } = await share(writers.ada, 'Soon gone');
    await world.runJobs();
    const manifest = await backUp({
      config: { ...world.platform.config, databaseUrl: world.databaseUrl },
      to: join(folder, 'deleting'),
      findFiles: async (snapshot) => {
        const files = await filesInSnapshot(snapshot);
        expect((await writers.ada.delete(`/v1/posts/${id}`)).status).toBeLessThan(300);
        await world.runJobs();
        expect((await world.stranger().get(`/media${path}`)).status).toBe(200);
        return files;
      },
    });
    expect(manifest.missing).toEqual([]);
    expect(await readFile(join(folder, 'deleting/files.jsonl'), 'utf8')).toContain(path.slice(1));
    await world.sql('update graphile_worker._private_jobs set run_at = now()');
    await world.runJobs();
    expect((await world.stranger().get(`/media${path}`)).status).toBe(404);
  });
});

test('with the embedded database, while its server runs and when it does not', async () => {
  const settings = { DATA_DIR: join(folder, 'embedded'), PORT: '0', LOG_LEVEL: 'silent' };
  const server = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(server, 'exit');
  try {
    await once(server.stdout, 'data');
    const target = join(folder, 'of-running');
    expect(await run('backup', ['--to', target], settings)).toEqual({
      code: 0,
      said: expect.stringContaining('The backup is complete: 0 people'),
    });
    expect(await run('restore', ['--from', target], settings)).toEqual({
      code: 1,
      said: `Another Hubbub is already running on ${settings.DATA_DIR}. Stop it first, or give this one a DATA_DIR of its own.\n`,
    });
    server.kill('SIGTERM');
    await gone;
    expect((await run('backup', ['--to', join(folder, 'of-stopped')], settings)).code).toBe(0);
    const elsewhere = { ...settings, DATA_DIR: join(folder, 'embedded-2') };
    expect((await run('restore', ['--from', target], elsewhere)).code).toBe(0);
  } finally {
    server.kill('SIGKILL');
    await gone;
  }
});

test('with a bucket: from one to another', async () => {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 'buckets'),
    configureBuckets: [
      { name: 'one', configs: [] },
      { name: 'other', configs: [] },
    ],
  });
  const { port } = await server.run();
  const bucket = (name: string) => ({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: name,
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  });
  const world = await startWorld({ settings: bucket('one') });
  const target = join(folder, 'bucket');
  const writers = await writeIn(world, 'bucket');
  try {
    const made = await run('backup', ['--to', target], { ...settingsOf(world), ...bucket('one') });
    expect(made).toEqual({ code: 0, said: expect.stringContaining('The backup is complete') });
    await writers.stop();
    const settings = { DATABASE_URL: await createBlank(), DATA_DIR: join(folder, 'bucket-data'), ...bucket('other') };
    expect((await run('restore', ['--from', target], settings)).code).toBe(0);
    await expectFiles(settings.DATABASE_URL, await openStorage(loadConfig(settings, root)), target);
    const restored = await startWorld({
      database: { connectionString: settings.DATABASE_URL },
      settings: bucket('other'),
    });
    await restored.runJobs();
    await expectWhole(restored, writers.before);
    await restored.close();
  } finally {
    await writers.stop();
    await world.close();
    await server.close();
  }
});
