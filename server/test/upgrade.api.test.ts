import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { migrate, readKnown } from '#operations/migrations/migrate.ts';
import { type Caller, createCaller } from './harness.ts';
import { processEnvironment } from './programs.ts';
import { launchServer, type ServerProcess } from './server-process.ts';

/**
 * A database of the version before sites had owners. `demo-world-0025.json.gz` is what that version stored after `npm run demo` and a real
 * person, rosa: the rows of every table, each table after those it refers to.
 */

const lastMigration = '0025_ascending_ids';

interface StoredTable {
  table: string;
  /** Without generated columns. */
  columns: string[];
  rows: Record<string, unknown>[];
}

// It starts a server and three programs.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = join(import.meta.dirname, '../..');
const name = `test_upgrade_${randomBytes(6).toString('hex')}`;
let folder: string;
let url: string;
let client: pg.Client;
let server: ServerProcess;
let origin: string;
let stored: StoredTable[];
let before: Map<string, unknown[]>;
let ran: string[];

async function onServer(statement: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

const listOf = (columns: string[]) => columns.map((column) => pg.escapeIdentifier(column)).join();

async function store({ table, columns, rows }: StoredTable): Promise<void> {
  await client.query(`alter table ${table} disable trigger user`);
  await client.query(
    `insert into ${table} (${listOf(columns)}) overriding system value
       select ${listOf(columns)} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
  await client.query(`alter table ${table} enable trigger user`);
}

/** What became rooms and their members (rooms-upgrade.api.test.ts). */
const moved = ['conversations', 'channels', 'channel_reads'];
const gone = ['run_after'];

/** Every row of the tables of that time that are still there, in the columns of that time. */
async function readStored(): Promise<Map<string, unknown[]>> {
  const found = new Map<string, unknown[]>();
  for (const { table, columns: all } of stored) {
    if (moved.includes(table)) continue;
    const columns = all.filter((column) => !gone.includes(column));
    const { rows } = await client.query(
      `select old::text from (select ${listOf(columns)} from ${table}) old order by 1`,
    );
    found.set(
      table,
      rows.map(({ old }) => old),
    );
  }
  return found;
}

const settings = () => ({ DATABASE_URL: url, DATA_DIR: join(folder, 'data') });

/** Runs one of the host's programs. @returns its exit code and output */
async function runProgram(program: string, ...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...processEnvironment, ...settings(), PORT: '0', NO_COLOR: '1' };
  const options = { cwd: root, env };
  const run = promisify(execFile)(process.execPath, [`server/src/${program}-process.ts`, ...args], options);
  return await run.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );
}

async function logIn(username: string, password: string): Promise<Caller> {
  const answer = await createCaller(origin, '').post('/v1/tokens/authentication', { username, password });
  expect(answer.status).toBe(201);
  return createCaller(origin, answer.headers.getSetCookie()[0]?.split(';')[0] ?? '');
}

beforeAll(async () => {
  folder = await mkdtemp(join(inject('scratchFolder'), 'upgrade-'));
  await onServer(`create database ${name}`);
  const address = new URL(inject('postgresUrl'));
  address.pathname = `/${name}`;
  url = address.href;
  await migrate(url, { upTo: lastMigration });
  client = new pg.Client({ connectionString: url });
  await client.connect();
  const fixture = await readFile(join(import.meta.dirname, 'fixtures/demo-world-0025.json.gz'));
  stored = JSON.parse(gunzipSync(fixture).toString());
  for (const each of stored) if (each.table !== 'migrations') await store(each);
  await client.query(`select setval('message_ids', max(id)) from messages`);
  await client.query(
    `select setval(pg_get_serial_sequence('community_members', 'joined'), max(joined)) from community_members`,
  );
  before = await readStored();
  ran = await migrate(url);
});

afterAll(async () => {
  await server?.end('SIGTERM');
  await client?.end();
  await onServer(`drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

describe('a database of the previous version, filled with the demo', () => {
  test('has rows in every table of that time', async () => {
    for (const { table, rows } of stored) expect(rows.length, table).toBeGreaterThan(0);
    const known = new Map((await readKnown()).map((migration) => [migration.name, migration.checksum]));
    for (const row of stored.find(({ table }) => table === 'migrations')?.rows ?? []) {
      expect(known.get(String(row.name)), String(row.name)).toBe(row.checksum);
    }
  });

  test('upgrades without loss: every row of every table is what it was', async () => {
    expect(ran[0]).toBe('0026_site');
    const after = await readStored();
    for (const { table, rows } of stored) {
      if (table === 'migrations' || moved.includes(table)) continue;
      expect(before.get(table)?.length, table).toBe(rows.length);
      expect(after.get(table), table).toEqual(before.get(table));
    }
  });

  test('starts without an owner, and reports it', async () => {
    server = launchServer(settings());
    origin = await server.origin();
    await vi.waitFor(() => expect(server.said()).toMatch(/This site has no owner.+npm run admin -- --owner USERNAME/));
    const { said } = await runProgram('doctor');
    expect(said).toContain('This site has no owner');
    expect(said).toContain('npm run admin -- --owner USERNAME');
  });

  test('shows its people what they had', async () => {
    const mira = await logIn('mira_k', 'hello-neighbour');
    const rowsOf = (table: string) => stored.find((each) => each.table === table)?.rows ?? [];

    const posts = rowsOf('posts').sort((a, b) => (String(a.id) < String(b.id) ? 1 : -1));
    const seen: string[] = [];
    for (let last = ''; seen.length < posts.length; last = `&last_id=${seen.at(-1)}`) {
      const page = (await mira.get(`/v1/posts?size=50${last}`)).body.posts;
      if (page.length === 0) break;
      seen.push(...page.map((post: { post_id: string }) => post.post_id));
    }
    expect(seen).toEqual(posts.map(({ id }) => id));

    const { communities } = (await mira.get('/v1/communities/joined')).body;
    const own = rowsOf('community_members').filter(
      ({ user_id: id }) => id === rowsOf('users').find(({ username }) => username === 'mira_k')?.id,
    );
    expect(communities).toHaveLength(own.length);
    const { channels } = (await mira.get('/v1/community/allotments/channels')).body;
    const { messages } = (await mira.get(`/v1/channel/chats/${channels[0].channel_id}`)).body;
    expect(messages.map(({ message }: { message: string }) => message)).toContain(
      'Welcome, everybody. Crates with surplus go by the gate, take what you can use.',
    );

    const { conversations } = (await mira.get('/v1/conversations')).body;
    const partners = conversations.flatMap(({ members }: { members: { username: string }[] }) =>
      members.map(({ username }) => username),
    );
    expect(partners).toContain('rosa');
  });

  test("gets its owner from the server's command line, and never from the demo", async () => {
    const refused = await runProgram('admin', '--owner', 'mira_k');
    expect(refused.code).not.toBe(0);
    expect(refused.said).toContain('somebody real has registered');
    expect((await runProgram('admin', '--owner', 'rosa')).code).toBe(0);

    const rosa = await logIn('rosa', 'a phrase of my own');
    expect((await rosa.get('/v1/user')).body.user.site_role).toBe('owner');
    expect((await rosa.get('/v1/site')).body.site.run_by).toMatchObject([{ username: 'rosa' }]);
    expect((await runProgram('doctor')).said).not.toContain('has no owner');
  });
});
