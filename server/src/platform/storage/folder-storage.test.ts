import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolderStorage } from './folder-storage.ts';
import type { Storage } from './storage-port.ts';
import { TooLongError } from './write-within.ts';

let root: string;
let storage: Storage;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hubbub-storage-'));
  storage = await openFolderStorage(root);
});
afterAll(async () => await rm(root, { recursive: true, force: true }));

const type = 'text/plain';
const scratchFiles = async () => await readdir(join(root, '.incoming'));

test('what is put is found, read in whole and in part, and removed', async () => {
  expect(await storage.put('abcd.txt', Readable.from([Buffer.from('hello '), Buffer.from('world')]), { type })).toEqual(
    { bytes: 11 },
  );
  expect(await storage.find('abcd.txt')).toMatchObject({ size: 11 });
  expect(await text((await storage.open('abcd.txt'))?.stream ?? Readable.from([]))).toBe('hello world');
  expect(await text((await storage.open('abcd.txt', { start: 4, end: 6 }))?.stream ?? Readable.from([]))).toBe('o w');
  await storage.remove(['abcd.txt', 'never-was.txt']);
  expect(await storage.find('abcd.txt')).toBeUndefined();
  expect(await storage.open('abcd.txt')).toBeUndefined();
});

test('a body that is too long or breaks off leaves nothing', async () => {
  await expect(storage.put('long.txt', Buffer.alloc(11), { type, maxBytes: 10 })).rejects.toThrow(TooLongError);
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('cut off');
    })(),
  );
  await expect(storage.put('half.txt', broken, { type })).rejects.toThrow('cut off');
  expect(await storage.find('long.txt')).toBeUndefined();
  expect(await storage.find('half.txt')).toBeUndefined();
  expect(await scratchFiles()).toEqual([]);
});

test.each(['../secret', '..', 'a/b', '/etc/passwd', 'a\0b', '.incoming', '', 'a', 'x'.repeat(200)])(
  '%j is no key',
  async (key) => {
    await expect(storage.put(key, Buffer.from('x'), { type })).rejects.toThrow(TypeError);
    expect(await storage.open(key)).toBeUndefined();
    expect(await storage.find(key)).toBeUndefined();
    await storage.remove([key]);
  },
);

test('a scratch file is adopted, or gone', async () => {
  await storage.withScratchFile(async (path) => {
    await writeFile(path, 'kept');
    await storage.adopt('kept.txt', path, { type });
  });
  await storage.withScratchFile(async (path) => await writeFile(path, 'lost'));
  expect(await storage.find('kept.txt')).toMatchObject({ size: 4 });
  expect(await scratchFiles()).toEqual([]);
});

test('the next start removes what a process that is gone left behind, and only that', async () => {
  const machine = await storage.withScratchFile(async (path) => path.split('/').pop()?.split('-')[0]);
  await writeFile(join(root, '.incoming', `${machine}-4194304-dead`), 'x');
  await writeFile(join(root, '.incoming', `${machine}-${process.ppid}-alive`), 'x');
  await writeFile(join(root, '.incoming', 'elsewhere-1-recent'), 'x');
  await openFolderStorage(root);
  expect((await scratchFiles()).sort()).toEqual([`${machine}-${process.ppid}-alive`, 'elsewhere-1-recent'].sort());
});
