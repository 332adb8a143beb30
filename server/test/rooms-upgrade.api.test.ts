import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { migrate } from '#operations/migrations/migrate.ts';
import { type Caller, createCaller } from './harness.ts';
import { launchServer, type ServerProcess } from './server-process.ts';

/**
 * A database of the last version in which conversations, groups and channels were three things. `demo-world-0191.json.gz` is what it stored
 * after `npm run demo` and some more: the rows of every table, each table after those it refers to, and what it answered.
 */

interface World {
  tables: { table: string; columns: string[]; rows: Record<string, unknown>[] }[];
  answers: { username: string; path: string; body: Answer }[];
  /** Ids of rooms that the demo doesn't have, by their state for mira_k; `asking`: a request to somebody else. */
  rooms: Record<'deleted' | 'cleared' | 'asking' | 'muted' | 'over' | 'group' | 'withGone', string>;
}
// biome-ignore lint/suspicious/noExplicitAny: any call's
type Answer = any;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const name = `test_rooms_${randomBytes(6).toString('hex')}`;
let folder: string;
let url: string;
let world: World;
let server: ServerProcess;
const callers = new Map<string, Caller>();

async function onServer(address: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function fill(client: pg.Client): Promise<void> {
  // Triggers and foreign keys are off, so that rows stay exactly as they were.
  await client.query(`set session_replication_role = 'replica'`);
  for (const { table, columns, rows } of world.tables) {
    if (table === 'migrations') continue;
    const names = columns.map((column) => pg.escapeIdentifier(column)).join();
    await client.query(`delete from ${table}`);
    await client.query(
      `insert into ${table} (${names}) overriding system value select ${names} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
  await client.query(`select setval('message_ids', max(id)) from messages`);
  await client.query(
    `select setval(pg_get_serial_sequence('community_members', 'joined'), max(joined)) from community_members`,
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(inject('scratchFolder'), 'rooms-upgrade-'));
  const fixture = await readFile(join(import.meta.dirname, 'fixtures/demo-world-0191.json.gz'));
  world = JSON.parse(gunzipSync(fixture).toString());
  await onServer(inject('postgresUrl'), (client) => client.query(`create database ${name}`));
  const address = new URL(inject('postgresUrl'));
  address.pathname = `/${name}`;
  url = address.href;
  await migrate(url, { upTo: '0191_awaited_people' });
  await onServer(url, fill);
});

afterAll(async () => {
  await server?.end('SIGTERM');
  await onServer(inject('postgresUrl'), (client) => client.query(`drop database if exists ${name} with (force)`));
  await rm(folder, { recursive: true, force: true });
});

test('while another process is connected it refuses, and changes nothing', async () => {
  const other = new pg.Client({ connectionString: url, application_name: 'hubbub' });
  await other.connect();
  await expect(migrate(url)).rejects.toThrow(/Another Hubbub process is connected .+ Stop all of Hubbub's processes/);
  expect((await other.query('select from conversations')).rowCount).toBeGreaterThan(10);
  await other.end();
});

/** Every row, and whatever the database knows of tables, indexes, constraints, triggers, views and functions, as lines of text. */
async function readEverything(client: pg.Client): Promise<string[]> {
  const { rows: schema } = await client.query<{ line: string }>(`
    select format('%s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select definition from pg_views where schemaname = 'public'
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
    order by line`);
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by name`,
  );
  const lines = schema.map(({ line }) => line);
  for (const { name: table } of tables) {
    const { rows } = await client.query<{ line: string }>(
      `select stored::text as line from ${table} stored order by 1`,
    );
    lines.push(...rows.map(({ line }) => `${table} ${line}`));
  }
  return lines;
}

test('killed midway, nothing has changed', async () => {
  await migrate(url, { upTo: '0229_mailed_login_links' });
  await onServer(url, async (client) => {
    const before = await readEverything(client);
    expect(before.filter((line) => line.startsWith('conversations ')).length).toBeGreaterThan(10);
    // Rooms and their members are there by the time it comes to notifications, where it has to wait.
    await client.query('begin; lock table notifications in access share mode');
    const killed = launchServer({ DATABASE_URL: url, DATA_DIR: join(folder, 'killed') });
    const findMoving = async () => {
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_locks where relation = 'notifications'::regclass and not granted`,
      );
      return rows[0]?.pid;
    };
    const pid = await vi.waitUntil(findMoving, { interval: 20 }).finally(() => killed.end('SIGKILL'));
    expect(killed.child.signalCode).toBe('SIGKILL');
    const isGone = async () => (await client.query('select from pg_locks where pid = $1', [pid])).rowCount === 0;
    await expect.poll(isGone, { interval: 20 }).toBe(true);
    await client.query('commit');
    expect(await readEverything(client)).toEqual(before);
  });
});

/** What an answer says, without cursors, who's connected, and notifications, of which logging in makes one. */
function without({ notifications = 0, total = 0, ...body }: Answer): Answer {
  const passing = ['next', 'online', 'updated_at'];
  const rest = JSON.stringify(body, (key, value) => {
    // A group without a picture has had the default one's path since, as the contract says of every `profile_path`.
    if (key === 'profile_path') return value ?? defaultProfilePath;
    return passing.includes(key) ? undefined : value;
  });
  return { ...JSON.parse(rest), total: total - notifications };
}

test('every message, mark, mute, request, list and unread count is what it was', async () => {
  await expect.poll(() => migrate(url).catch(() => [])).toContain('0230_rooms');
  server = launchServer({ DATABASE_URL: url, DATA_DIR: join(folder, 'data') });
  const origin = await server.origin();
  for (const username of new Set(world.answers.map((answer) => answer.username))) {
    const login = { username, password: 'hello-neighbour' };
    const answer = await createCaller(origin, '').post('/v1/tokens/authentication', login);
    callers.set(username, createCaller(origin, answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''));
  }
  for (const { username, path, body } of world.answers) {
    const now = await (callers.get(username) as Caller).get(path);
    // Additions of later versions don't count as changes.
    expect(without(now.body), `${username} ${path}`).toMatchObject(without(body));
  }
});

test('a deleted conversation stays deleted, and one whose other account is gone accepts nothing', async () => {
  const mira = callers.get('mira_k') as Caller;
  const { deleted, withGone, group, cleared } = world.rooms;
  const listed = (await mira.get('/v1/conversations?groups=true&size=100')).body.conversations;
  const ids = listed.map(({ _id }: { _id: string }) => _id);
  expect(ids).not.toContain(deleted);
  expect(ids).toEqual(expect.arrayContaining([withGone, group, cleared]));
  expect((await mira.post('/v1/chats', { conversation: withGone, content: 'Wait' })).status).toBe(422);
  expect((await mira.post('/v1/chats', { conversation: group, content: 'Still here' })).status).toBe(201);
});
