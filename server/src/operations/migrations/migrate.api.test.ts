import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { migrate as migrateWith } from './migrate.ts';

const name = `test_migrate_${process.pid}`;
const databaseUrl = new URL(inject('postgresUrl'));
databaseUrl.pathname = `/${name}`;
const url = databaseUrl.href;
const folders: string[] = [];

async function run(connectionString: string, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-migrations-'));
  folders.push(folder);
  for (const [file, sql] of Object.entries(files)) await writeFile(join(folder, file), sql);
  return folder;
}

const migrate = (address: string, folder: string) => migrateWith(address, { folder });

const words = { '0001_words.sql': 'create table words (word text);' };
const more = { ...words, '0002_more.sql': "insert into words values ('one'); insert into words values ('two');" };

/** A program that runs a folder's migrations. */
const startOf = (folder: string) =>
  `import(${JSON.stringify(new URL('./migrate.ts', import.meta.url).href)}).then(({ migrate }) => migrate(${JSON.stringify(url)}, { folder: ${JSON.stringify(folder)} }))`;

const dropDatabase = () => run(inject('postgresUrl'), `drop database if exists ${name} with (force)`);

beforeEach(async () => {
  await dropDatabase();
  await run(inject('postgresUrl'), `create database ${name}`);
});

afterAll(async () => {
  await dropDatabase();
  for (const folder of folders) await rm(folder, { recursive: true });
});

describe('migrations', () => {
  test('run once, in order', async () => {
    expect(await migrate(url, await folderOf(words))).toEqual(['0001_words']);
    expect(await migrate(url, await folderOf(more))).toEqual(['0002_more']);
    expect(await migrate(url, await folderOf(more))).toEqual([]);
    expect(await run(url, 'select word from words order by word')).toEqual([{ word: 'one' }, { word: 'two' }]);
  });

  test('run only once when several servers start together', async () => {
    const folder = await folderOf(more);
    const ran = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
    expect(ran.flat().sort()).toEqual(['0001_words', '0002_more']);
  });

  test("refuse a database that's newer than the code", async () => {
    await migrate(url, await folderOf(more));
    await expect(migrate(url, await folderOf(words))).rejects.toThrow(/newer than this version .* 0002_more/);
  });

  test('refuse a file that was changed after it ran', async () => {
    await migrate(url, await folderOf(words));
    const changed = await folderOf({ '0001_words.sql': 'create table words (word varchar);' });
    await expect(migrate(url, changed)).rejects.toThrow(/0001_words\.sql has changed/);
  });

  test('keep nothing of one that fails', async () => {
    const folder = await folderOf({ ...words, '0002_broken.sql': "insert into words values ('half'); nonsense;" });
    await expect(migrate(url, folder)).rejects.toThrow(/0002_broken\.sql failed: syntax error/);
    expect(await run(url, 'select word from words')).toEqual([]);
    expect(await run(url, 'select name from migrations')).toEqual([{ name: '0001_words' }]);
  });

  test('must have names that make their order unambiguous', async () => {
    await expect(migrate(url, await folderOf({ 'words.sql': '' }))).rejects.toThrow(/0007_what_it_does/);
  });

  test('killed midway, they keep nothing of the one that was running, and the next start continues from there', async () => {
    await run(url, 'create table gate ()');
    const wait = `do $$ begin while exists (select from pg_class where relname = 'gate') loop perform pg_sleep(0.02); end loop; end $$;`;
    const folder = await folderOf({
      ...words,
      '0002_waits.sql': `insert into words values ('half'); ${wait}`,
      '0003_last.sql': "insert into words values ('last');",
    });
    const child = spawn(process.execPath, ['-e', startOf(folder)], { stdio: 'ignore' });
    const running = () =>
      run(
        url,
        `select pid from pg_stat_activity where query like '%insert into words%do $$%' and pid <> pg_backend_pid()`,
      );
    await expect.poll(running, { interval: 50 }).toHaveLength(1);
    child.kill('SIGKILL');
    await expect.poll(running, { interval: 50 }).toEqual([]);
    expect(await run(url, 'select word from words')).toEqual([]);
    await run(url, 'drop table gate');
    expect(await migrate(url, folder)).toEqual(['0002_waits', '0003_last']);
    expect(await run(url, 'select word from words order by word')).toEqual([{ word: 'half' }, { word: 'last' }]);
  });

  test('outside a transaction, they run statement by statement while others start, and again if they were interrupted', async () => {
    const index = `-- no transaction: building an index must not keep people from writing.
drop index concurrently if exists words_word;
create index concurrently words_word on words (word);
`;
    const folder = await folderOf({ ...words, '0002_index.sql': index });
    await migrate(url, await folderOf(words));
    await run(url, 'create unique index words_word on words (word)');
    const ran = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
    expect(ran.flat()).toEqual(['0002_index']);
    expect(
      await run(url, `select indisvalid, indisunique from pg_index where indexrelid = 'words_word'::regclass`),
    ).toEqual([{ indisvalid: true, indisunique: false }]);
  });

  test('give way to other statements while a table they change is in use', async () => {
    await migrate(url, await folderOf(words));
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query('begin; select from words');
    const folder = await folderOf({ ...words, '0002_more.sql': 'alter table words add column more text;' });
    const done = migrate(url, folder);
    // A reader that arrives after the migration waits for it, but not until the first reader is done.
    await expect
      .poll(
        () => run(url, `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
        {
          interval: 20,
        },
      )
      .toHaveLength(1);
    expect(await run(url, 'select word from words')).toEqual([]);
    await reader.end();
    expect(await done).toEqual(['0002_more']);
  });

  test("say which extensions they need if one isn't available", async () => {
    const folder = await folderOf({ '0001_words.sql': 'create extension if not exists no_such_thing;' });
    await expect(migrate(url, folder)).rejects.toThrow(
      /It needs the extensions no_such_thing: install PostgreSQL's contrib package/,
    );
  });
});
