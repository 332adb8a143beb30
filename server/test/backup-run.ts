import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, expect, inject } from 'vitest';
import { filesInSnapshot } from '#features/media/public.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { fixtureFile, formOf } from './forms.ts';
import type { Person, World } from './harness.ts';
import { processEnvironment } from './programs.ts';

/** The commands as separate processes, people who write meanwhile, and what a restored world must contain. */

/** The product's folder. */
export const root = join(import.meta.dirname, '../..');
const databases: string[] = [];

async function admin(statement: string): Promise<void> {
  const client = await connect(inject('postgresUrl'));
  await client.query(statement);
  await client.end();
}

/** A completely blank database. */
export async function createBlank(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await admin(`create database ${name}`);
  databases.push(name);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops what `createBlank` created. */
export async function dropBlanks(): Promise<void> {
  for (const name of databases.splice(0)) await admin(`drop database ${name} with (force)`);
}

/** A folder for the backups of the calling file's tests. After them, it's removed, and so is what `createBlank` created. */
export async function backupFolder(): Promise<string> {
  const folder = await mkdtemp(join(inject('scratchFolder'), 'backup-'));
  afterAll(async () => {
    await dropBlanks();
    await rm(folder, { recursive: true, force: true });
  });
  return folder;
}

export async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** How many of the database's statements like this are waiting for a lock. */
export async function waitingFor(connectionString: string, statement: string): Promise<number> {
  // On its own connection: within a transaction, the view stays as it was when first read.
  const client = await connect(connectionString);
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and query like $1 and wait_event_type = 'Lock'`,
    [statement],
  );
  await client.end();
  return rows.length;
}

interface Ended {
  code: number | null;
  said: string;
}

export function launch(command: 'admin' | 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [`server/src/${command}-process.ts`, ...args], {
    cwd: root,
    env: { ...processEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
    ([[code], out, err]): Ended => ({ code, said: out + err }),
  );
  return { child: child as ChildProcess, ended };
}

export const run = async (...given: Parameters<typeof launch>): Promise<Ended> => await launch(...given).ended;

export const settingsOf = (world: World): Record<string, string> => ({
  DATABASE_URL: world.databaseUrl,
  DATA_DIR: world.platform.config.dataDir,
});

export const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

export async function share(person: Person, content: string): Promise<{ id: string; path: string }> {
  const { status, body } = await person.upload(
    '/v1/posts',
    formOf(['content', content], ['files', await fixtureFile('alpha.png')]),
  );
  expect(status).toBe(201);
  const post = body.post ?? body;
  return { id: post.post_id, path: post.files[0].path };
}

/** Keys of the files a database's rows need. */
const keysIn = async (connectionString: string) => {
  const client = await connect(connectionString);
  const keys: string[] = [];
  for await (const { key, isNeeded } of filesInSnapshot(client)) if (isNeeded) keys.push(key);
  await client.end();
  return keys;
};

/** Whether a restored database's rows find their files with the right checksums, before a server touches them. */
export async function expectFiles(databaseUrl: string, storage: Storage, target: string): Promise<void> {
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

/** What a restored world must contain, based on what was acknowledged before the backup started; its jobs have run. */
export async function expectWhole(restored: World, before: Acknowledged): Promise<void> {
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
  // They were sent one after another, so a consistent snapshot has those up to one of them.
  const during = [...texts].filter((content) => content.startsWith('During '));
  expect(during.filter((_, n) => !texts.has(`During ${n}`))).toEqual([]);
  expect(
    await restored.sql(
      `select from post_media where media_id not in (select id from media_files)
       union all select from comments where post_id not in (select id from posts)
       union all select from posts where comment_count <> (select count(*) from comments where post_id = posts.id)
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

/** People who write until they're told to stop; what they wrote first is never deleted. */
export async function writeIn(world: World, name: string) {
  const [ada, bob] = [await world.person(`${name}_ada`), await world.person(`${name}_bob`)];
  const conversation = (await ada.post('/v1/conversations', { username: bob.user.username })).body.newConversation._id;
  const before: Acknowledged = { ids: [], messages: [], pictures: [] };
  for (let n = 0; n < 6; n += 1) {
    const { id, path } = await share(ada, `Before ${n}`);
    expect((await bob.post(`/v1/posts/${id}/comments`, { content: 'Good' })).status).toBe(201);
    await bob.post('/v1/chats', { conversation, content: `Before ${n}` });
    const answer = await ada.fetch(`/media${path}`);
    before.ids.push(id);
    before.messages.push(`Before ${n}`);
    before.pictures.push({ path, sum: sha256(Buffer.from(await answer.arrayBuffer())) });
  }
  before.ids.push(...(await world.sql<{ id: string }>('select id from comments')).map(({ id }) => id));
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
