import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BucketServer, bucketName, bucketOf, startBucketServer } from '../../../test/bucket.ts';
import { openFolderStorage } from './folder-storage.ts';
import { type Bucket, openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage-port.ts';
import { TooLongError } from './write-within.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });
const type = 'text/plain';
let root: string;
let server: BucketServer;
const scratchFiles = async () => await readdir(join(root, '.incoming'));
const openBucket = async (changes: Partial<Bucket> = {}) =>
  await openS3Storage(bucketOf(server.settings(), changes), root);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'hubbub-storage-'));
  server = await startBucketServer();
});
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

describe.each(['a folder', bucketName])('in %s', (kind) => {
  let storage: Storage;
  beforeAll(async () => {
    storage = kind === 'a folder' ? await openFolderStorage(root) : await openBucket();
  });

  test('a stored file is found, read in whole and in part, and removed', async () => {
    expect(
      await storage.put('abcd.txt', Readable.from([Buffer.from('hello '), Buffer.from('world')]), { type }),
    ).toEqual({ bytes: 11 });
    expect(await storage.find('abcd.txt')).toMatchObject({ size: 11 });
    expect(await text((await storage.open('abcd.txt'))?.stream ?? Readable.from([]))).toBe('hello world');
    expect(await text((await storage.open('abcd.txt', { start: 4, end: 6 }))?.stream ?? Readable.from([]))).toBe('o w');
    await storage.remove(['abcd.txt', 'never-was.txt']);
    expect(await storage.find('abcd.txt')).toBeUndefined();
    expect(await storage.open('abcd.txt')).toBeUndefined();
  });

  test("a body that's too long or interrupted leaves nothing", async () => {
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
    "%j isn't a key",
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

  test('a body of several parts comes back byte for byte, both whole and across a part boundary', async () => {
    const body = randomBytes(20 * 1024 * 1024);
    const chunks = Array.from({ length: 320 }, (_, index) => body.subarray(index * 65_536, (index + 1) * 65_536));
    expect(await storage.put('parts.bin', Readable.from(chunks), { type })).toEqual({ bytes: body.length });
    expect(body.equals(await buffer((await storage.open('parts.bin'))?.stream ?? Readable.from([])))).toBe(true);
    const range = { start: 8 * 1024 * 1024 - 3, end: 8 * 1024 * 1024 + 2 };
    const part = await storage.open('parts.bin', range);
    expect(part?.size).toBe(body.length);
    expect(body.subarray(range.start, range.end + 1).equals(await buffer(part?.stream ?? Readable.from([])))).toBe(
      true,
    );
  });
});

test("the next start removes what a process that's gone left behind, and nothing else", async () => {
  const storage = await openFolderStorage(root);
  const machine = await storage.withScratchFile(async (path) => path.split('/').pop()?.split('-')[0]);
  await writeFile(join(root, '.incoming', `${machine}-4194304-dead`), 'x');
  await writeFile(join(root, '.incoming', `${machine}-${process.ppid}-alive`), 'x');
  await writeFile(join(root, '.incoming', 'elsewhere-1-recent'), 'x');
  await openFolderStorage(root);
  expect((await scratchFiles()).sort()).toEqual([`${machine}-${process.ppid}-alive`, 'elsewhere-1-recent'].sort());
});

test('an interrupted multipart upload leaves no object', async () => {
  const storage = await openBucket();
  const broken = Readable.from(
    (async function* () {
      for (let index = 0; index < 160; index += 1) yield Buffer.alloc(65_536);
      throw new Error('cut off');
    })(),
  );
  await expect(storage.put('broken.bin', broken, { type })).rejects.toThrow('cut off');
  expect(await storage.find('broken.bin')).toBeUndefined();
});

test("a bucket that can't be reached, or refuses the credentials, answers 503", async () => {
  const away = await openBucket({ endpoint: 'http://127.0.0.1:9' });
  const stranger = await openBucket({ secretAccessKey: 'wrong' });
  for (const storage of [away, stranger]) {
    await expect(storage.put('abcd.txt', Buffer.from('x'), { type })).rejects.toMatchObject({ status: 503 });
    await expect(storage.put('abcd.txt', Readable.from([Buffer.from('x')]), { type })).rejects.toMatchObject({
      status: 503,
    });
    await expect(storage.find('abcd.txt')).rejects.toMatchObject({ status: 503 });
    await expect(storage.open('abcd.txt')).rejects.toMatchObject({ status: 503 });
    await expect(storage.remove(['abcd.txt'])).rejects.toMatchObject({ status: 503 });
  }
});

test('a link reads one file without asking the server, and only with its signature', async () => {
  const storage = await openBucket();
  await storage.put('linked.txt', Buffer.from('hello'), { type });
  const about = { seconds: 60, type: 'image/png', disposition: 'inline', cacheControl: 'private, max-age=60' };
  const address = (await storage.link?.('linked.txt', about)) ?? '';
  const answer = await fetch(address);
  expect(await answer.text()).toBe('hello');
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
  expect((await fetch(address.replace(/X-Amz-Signature=.{8}/, 'X-Amz-Signature=00000000'))).status).toBe(403);
});
