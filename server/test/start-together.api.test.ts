import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { knownMigrations, migrate } from '#operations/migrations/migrate.ts';
import { launchServer, type ServerProcess } from './server-process.ts';

/** Several processes of the real server that start at the same time on a database in an unexpected state. */

// Up to five starts per test, and how long that takes isn't tested here.
vi.setConfig({ testTimeout: 180_000 });

let folder: string;
let name: string;
let url: string;
let client: pg.Client;
let newest: string[];
const servers: ServerProcess[] = [];

const query = async (text: string) => (await client.query(text)).rows;

/** A new, empty database. */
async function createDatabase(): Promise<string> {
  const made = `test_start_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${made}`);
  const address = new URL(inject('postgresUrl'));
  address.pathname = `/${made}`;
  return address.href;
}

async function onServer(statement: string): Promise<void> {
  const server = new pg.Client({ connectionString: inject('postgresUrl') });
  await server.connect();
  await server.query(statement);
  await server.end();
}

/** Starts a process. `ready` resolves when it's serving, or to its output if it exited before that. */
function start(databaseUrl = url) {
  const server = launchServer(
    { DATA_DIR: join(folder, String(servers.length)), DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  servers.push(server);
  const { child, origin, ended } = server;
  const ready = origin().then(
    () => 'ready',
    async () => {
      const { code, said } = await ended;
      return `ended with ${code}: ${said}`;
    },
  );
  return { child, ready };
}

const end = async (signal: NodeJS.Signals) =>
  void (await Promise.all(servers.splice(0).map((server) => server.end(signal))));

/** Everything migrations create, as comparable text. */
async function shape(databaseUrl: string): Promise<unknown[]> {
  const other = new pg.Client({ connectionString: databaseUrl });
  await other.connect();
  const { rows } = await other.query(
    `select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') as what
       from information_schema.columns where table_schema = 'public'
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select name from migrations
     order by 1`,
  );
  await other.end();
  return rows.map(({ what }) => what);
}

beforeAll(async () => {
  folder = await mkdtemp(join(inject('scratchFolder'), 'start-'));
  newest = await knownMigrations();
});
beforeEach(async () => {
  url = await createDatabase();
  name = new URL(url).pathname.slice(1);
  client = new pg.Client({ connectionString: url });
  await client.connect();
});
afterEach(async () => {
  await end('SIGKILL');
  await client.end();
  await onServer(`drop database ${name} with (force)`);
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

test('on an empty database, each migration runs once, and all of them serve', async () => {
  const started = [start(), start()];
  expect(await Promise.all(started.map(({ ready }) => ready))).toEqual(['ready', 'ready']);
  expect((await query('select name from migrations order by name')).map(({ name: one }) => one)).toEqual(newest);
});

test("on the previous version's database, with people in it, each new migration runs once", async () => {
  await migrate(url, { upTo: newest.at(-2) });
  await query(
    `insert into users (id, username, email, password_hash, activated_at)
     select gen_random_uuid(), 'person' || n, n || '@example.org', 'none', now() from generate_series(1, 100) n`,
  );
  expect(await query(`select from migrations where name = '${newest.at(-1)}'`)).toEqual([]);
  const started = [start(), start()];
  expect(await Promise.all(started.map(({ ready }) => ready))).toEqual(['ready', 'ready']);
  expect((await query('select name from migrations order by name')).map(({ name: one }) => one)).toEqual(newest);
  expect(await query('select count(*)::int from users')).toEqual([{ count: 100 }]);
});

test("wherever among the migrations it's killed, the next start gives the database the same shape", async () => {
  const whole = await createDatabase();
  try {
    await migrate(whole);
    // Each time some migrations further, and in the middle of one, after its first statement.
    for (const at of [2, 5, 9]) {
      await query('create table if not exists gate ()');
      await query(`create or replace function hold() returns event_trigger language plpgsql as $$ begin
          if (select count(*) from migrations) = ${at} then
            while exists (select from pg_class where relname = 'gate') loop perform pg_sleep(0.02); end loop;
          end if;
        end $$`);
      await query(
        'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
      );
      await query('drop event trigger if exists hold');
      await query('create event trigger hold on ddl_command_end execute function hold()');
      const { child, ready } = start();
      const held = () =>
        query(`select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`);
      await expect.poll(held, { interval: 20 }).toHaveLength(1);
      child.kill('SIGKILL');
      expect(await ready).toMatch(/^ended with null/);
      // It isn't sleeping between two sleeps: it's gone when its connection is.
      const connected = () =>
        query('select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()');
      await expect.poll(connected, { interval: 20 }).toEqual([]);
      expect(await query('select count(*)::int from migrations')).toEqual([{ count: at }]);
      await query('drop event trigger hold; drop table gate');
    }
    await query('drop function hold');
    expect(await Promise.all([start(), start()].map(({ ready }) => ready))).toEqual(['ready', 'ready']);
    expect(await shape(url)).toEqual(await shape(whole));
  } finally {
    await end('SIGKILL');
    await onServer(`drop database ${new URL(whole).pathname.slice(1)} with (force)`);
  }
});

test('a database newer than the server is refused, with a sentence that names the unknown migration', async () => {
  await migrate(url);
  await query(`insert into migrations (name, checksum) values ('9001_of_tomorrow', 'unknown')`);
  const { child, ready } = start();
  expect(await ready).toMatch(
    /^ended with 1: The database is newer than this version of Hubbub: it has 9001_of_tomorrow\. Start the version it was last used with, or a later one\.\s*$/,
  );
  expect(child.exitCode).toBe(1);
});
