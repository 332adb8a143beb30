import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type MultipartUpload,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bucketOf } from '../../../test/bucket.ts';
import { noS3Server, type S3Server, startS3Server } from '../../../test/s3-server.ts';
import { type Bucket, openS3Storage } from './s3-storage.ts';
import type { Storage } from './storage-port.ts';

/** What only a real bucket server can show: a Ceph Object Gateway that's killed, frozen and restarted. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });
const type = 'text/plain';
const mebibyte = 1024 * 1024;
const soon = () => new Date(Date.now() + 60_000);

let root: string;
let server: S3Server;
let storage: Storage;

const open = async (changes: Partial<Bucket> = {}, options = {}) =>
  await openS3Storage(bucketOf(server.settings(), changes), root, options);
const bucket = { Bucket: 'hubbub' };
const uploads = async (): Promise<MultipartUpload[]> =>
  (await server.owner.send(new ListMultipartUploadsCommand(bucket))).Uploads ?? [];
const keys = async () =>
  ((await server.owner.send(new ListObjectsV2Command(bucket))).Contents ?? []).map(({ Key }) => Key);
/** A body that arrives in chunks and never ends, unless `more`, which is called before each one, throws. */
const endless = (more: () => Promise<void> | void = () => undefined) =>
  Readable.from(
    (async function* () {
      for (;;) {
        await more();
        yield Buffer.alloc(mebibyte);
      }
    })(),
    { objectMode: false },
  );

beforeAll(async () => {
  if (noS3Server) return;
  root = await mkdtemp(join(tmpdir(), 'hubbub-storage-'));
  server = await startS3Server();
  storage = await open();
});
afterAll(async () => {
  if (noS3Server) return;
  await server.close();
  await rm(root, { recursive: true, force: true });
});

describe.skipIf(noS3Server)(`in a Ceph Object Gateway bucket${noS3Server ? `: ${noS3Server}` : ''}`, () => {
  test('an interrupted multipart upload leaves neither an object nor parts', async () => {
    let pieces = 0;
    const broken = endless(() => {
      pieces += 1;
      if (pieces > 20) throw new Error('cut off');
    });
    await expect(storage.put('broken.bin', broken, { type })).rejects.toThrow('cut off');
    expect(await storage.find('broken.bin')).toBeUndefined();
    expect(await uploads()).toEqual([]);
  });

  test('an upload that grows too long leaves neither an object nor parts', async () => {
    await expect(storage.put('long.bin', endless(), { type, maxBytes: 18 * mebibyte })).rejects.toThrow(
      'more than 18874368 bytes',
    );
    expect(await storage.find('long.bin')).toBeUndefined();
    expect(await uploads()).toEqual([]);
  });

  test('the sweep removes what a killed process left of an upload, and keeps later ones', async () => {
    const program = `
      import { Readable } from 'node:stream';
      import { openS3Storage } from ${JSON.stringify(join(import.meta.dirname, 's3-storage.ts'))};
      const storage = await openS3Storage(${JSON.stringify(bucketOf(server.settings()))}, ${JSON.stringify(root)});
      const body = Readable.from((async function* () { for (;;) yield Buffer.alloc(1024 * 1024); })(), { objectMode: false });
      await storage.put('killed.bin', body, { type: 'text/plain' });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: import.meta.dirname,
      stdio: 'inherit',
    });
    const ended = once(child, 'exit');
    await vi.waitUntil(async () => (await uploads()).length > 0);
    child.kill('SIGKILL');
    await ended;
    const [left] = await uploads();
    expect(left?.Key).toBe('killed.bin');
    await storage.sweep?.(left?.Initiated ?? new Date(0));
    expect(await uploads()).toHaveLength(1);
    await storage.sweep?.(soon());
    expect(await uploads()).toEqual([]);
    expect(await keys()).not.toContain('killed.bin');
  });

  test("the sweep goes through all pages of the list, and leaves other software's uploads alone", async () => {
    const begin = async (Key: string) => {
      const { UploadId } = await server.owner.send(new CreateMultipartUploadCommand({ ...bucket, Key }));
      const part = { ...bucket, Key, UploadId, PartNumber: 1, Body: Buffer.from('part') };
      await server.owner.send(new UploadPartCommand(part));
    };
    // Two with the same name fall on a page boundary.
    for (const key of ['aa.bin', 'bb.bin', 'cc.bin', 'cc.bin', 'dd.bin', 'elsewhere/file.bin', 'ff.bin'])
      await begin(key);
    const small = await open({}, { pageSize: 3 });
    await small.sweep?.(soon());
    expect((await uploads()).map(({ Key }) => Key)).toEqual(['elsewhere/file.bin']);
  });

  describe('a link', () => {
    const about = { seconds: 60, type: 'image/png', disposition: 'inline', cacheControl: 'private, max-age=60' };
    const linkTo = async (key: string, changes: Partial<typeof about> = {}) =>
      (await storage.link?.(key, { ...about, ...changes })) ?? '';
    beforeAll(async () => {
      if (noS3Server) return;
      for (const key of ['linked.txt', 'other.txt']) await storage.put(key, Buffer.from(key), { type });
    });

    test('reads one file without asking the server, in whole and in part', async () => {
      const address = await linkTo('linked.txt');
      const answer = await fetch(address);
      expect(await answer.text()).toBe('linked.txt');
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(answer.headers.get('content-disposition')).toBe('inline');
      expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
      const part = await fetch(address, { headers: { range: 'bytes=7-' } });
      expect([part.status, await part.text()]).toEqual([206, 'txt']);
    });

    test("can't be altered: to another file, a longer time, another type, another method, or without its signature", async () => {
      const address = await linkTo('linked.txt');
      const altered = [
        address.replace('linked.txt', 'other.txt'),
        address.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
        address.replace('image%2Fpng', 'text%2Fhtml'),
        address.replace(/X-Amz-Signature=.{8}/, 'X-Amz-Signature=00000000'),
        address.split('?')[0] ?? '',
      ];
      expect(new Set([address, ...altered]).size).toBe(6);
      for (const each of altered) expect((await fetch(each)).status, each).toBe(403);
      for (const method of ['PUT', 'DELETE']) expect((await fetch(address, { method })).status).toBe(403);
      expect((await fetch(address)).status).toBe(200);
    });

    test('expires', async () => {
      const address = await linkTo('linked.txt', { seconds: 1 });
      await vi.waitUntil(async () => (await fetch(address)).status === 403, { interval: 100 });
    });
  });

  test("a bucket that's public except for private files refuses those without a link", async () => {
    await server.publish();
    for (const key of ['open.txt', '0a1b-private.txt']) await storage.put(key, Buffer.from('x'), { type });
    const at = async (key: string) => (await fetch(`${server.endpoint}/hubbub/${key}`)).status;
    expect([await at('open.txt'), await at('0a1b-private.txt'), await at('')]).toEqual([200, 403, 403]);
    const { headers } = await fetch(`${server.endpoint}/hubbub/open.txt`);
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    const link = await storage.link?.('0a1b-private.txt', {
      seconds: 60,
      type,
      disposition: 'inline',
      cacheControl: '',
    });
    expect((await fetch(link ?? '')).status).toBe(200);
  });

  test.each([
    ['the bucket', { name: 'nowhere' }, /there's no bucket with that name: .*S3_BUCKET \(NoSuchBucket\)/],
    ['the key', { accessKeyId: 'nobody' }, /doesn't know the key: .*S3_ACCESS_KEY_ID \(InvalidAccessKeyId\)/],
    ['the secret', { secretAccessKey: 'guess' }, /secret .*S3_SECRET_ACCESS_KEY \(SignatureDoesNotMatch\)/],
    ['the endpoint', { endpoint: 'http://127.0.0.1:9' }, /nothing listens there: .*S3_ENDPOINT \(ECONNREFUSED\)/],
  ])('if %s is wrong, says so in a sentence', async (_, changes, sentence) => {
    const wrong = await open(changes);
    expect(await wrong.examine?.()).toMatch(sentence);
    await expect(wrong.put('abcd.txt', Buffer.from('x'), { type })).rejects.toMatchObject({
      status: 503,
      cause: { message: expect.stringMatching(sentence) },
    });
  });

  test('finds nothing wrong with a usable bucket', async () => {
    expect(await storage.examine?.()).toBeUndefined();
  });

  test('slow readers keep no one else from asking', async () => {
    await storage.put('large.bin', Buffer.alloc(4 * mebibyte), { type });
    const readers = await Promise.all(Array.from({ length: 60 }, async () => await storage.open('large.bin')));
    expect(await storage.find('large.bin')).toMatchObject({ size: 4 * mebibyte });
    for (const reader of readers) reader?.stream.destroy();
  });

  describe("while the service doesn't answer", () => {
    const hasty = { timeout: 300 };

    test('each call times out with 503, and works again afterwards', async () => {
      const impatient = await open(hasty);
      await impatient.put('before.txt', Buffer.from('x'), { type });
      server.freeze();
      try {
        const unavailable = { status: 503, retryAfter: 5, cause: { message: expect.stringContaining('in time') } };
        await Promise.all([
          expect(impatient.put('hangs.txt', Buffer.from('x'), { type })).rejects.toMatchObject(unavailable),
          expect(impatient.put('hangs.bin', endless(), { type })).rejects.toMatchObject(unavailable),
          expect(impatient.find('before.txt')).rejects.toMatchObject(unavailable),
          expect(impatient.open('before.txt')).rejects.toMatchObject(unavailable),
          expect(impatient.remove(['before.txt'])).rejects.toMatchObject(unavailable),
          expect(impatient.sweep?.(soon())).rejects.toMatchObject(unavailable),
        ]);
        expect(await impatient.examine?.()).toContain("didn't answer in time");
      } finally {
        server.thaw();
      }
      await storage.put('after.txt', Buffer.from('x'), { type });
      expect(await impatient.find('after.txt')).toMatchObject({ size: 1 });
      await impatient.sweep?.(soon());
      expect((await uploads()).filter(({ Key }) => Key === 'hangs.bin')).toEqual([]);
    });

    test('a file being read ends with an error, but not one whose reader pauses', async () => {
      await storage.put('long.bin', randomBytes(32 * mebibyte), { type });
      const impatient = await open(hasty);
      const paused = await impatient.open('long.bin');
      const read = await impatient.open('long.bin');
      server.freeze();
      try {
        await expect(buffer(read?.stream ?? Readable.from([]))).rejects.toThrow('no bytes for 300 ms');
      } finally {
        server.thaw();
      }
      expect((await buffer(paused?.stream ?? Readable.from([]))).length).toBe(32 * mebibyte);
    });
  });

  test("while the service is away, calls are refused with 503, and they recover by themselves when it's back", async () => {
    await storage.put('kept.txt', Buffer.from('kept'), { type });
    await server.kill();
    await expect(storage.find('kept.txt')).rejects.toMatchObject({ status: 503 });
    await expect(storage.put('new.bin', endless(), { type })).rejects.toMatchObject({ status: 503 });
    await server.start();
    expect(await storage.find('kept.txt')).toMatchObject({ size: 4 });
  });
});
