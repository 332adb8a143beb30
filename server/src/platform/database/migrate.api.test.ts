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

  test('run once when several servers start together', async () => {
    const folder = await folderOf(more);
    const ran = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
    expect(ran.flat().sort()).toEqual(['0001_words', '0002_more']);
  });

  test('refuse a database that is newer than the code', async () => {
    await migrate(url, await folderOf(more));
    await expect(migrate(url, await folderOf(words))).rejects.toThrow(/newer than this version .* 0002_more/);
  });

  test('refuse a file that was changed after it had been run', async () => {
    await migrate(url, await folderOf(words));
    const changed = await folderOf({ '0001_words.sql': 'create table words (word varchar);' });
    await expect(migrate(url, changed)).rejects.toThrow(/0001_words\.sql is not what it was/);
  });

  test('keep nothing of one that fails', async () => {
    const folder = await folderOf({ ...words, '0002_broken.sql': "insert into words values ('half'); nonsense;" });
    await expect(migrate(url, folder)).rejects.toThrow(/0002_broken\.sql failed: syntax error/);
    expect(await run(url, 'select word from words')).toEqual([]);
    expect(await run(url, 'select name from migrations')).toEqual([{ name: '0001_words' }]);
  });

  test('must be named so that their order is plain', async () => {
    await expect(migrate(url, await folderOf({ 'words.sql': '' }))).rejects.toThrow(/0007_what_it_does/);
  });
});
