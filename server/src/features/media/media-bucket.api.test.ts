import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BucketServer, bucketName, startBucketServer } from '../../../test/bucket.ts';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import { startWorld, type World } from '../../../test/harness.ts';
import { noS3Server } from '../../../test/s3-server.ts';
import { talkIn } from '../../../test/talk.ts';

vi.setConfig({ testTimeout: 120_000 });

let bucket: BucketServer;
let world: World;
/** How many milliseconds the product's clock is ahead of the bucket's. */
let ahead = 0;
const hour = 60 * 60 * 1000;

beforeAll(async () => {
  bucket = await startBucketServer();
  world = await startWorld({
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: {
      ...bucket.settings(),
      S3_TIMEOUT: '1',
      MEDIA_BASE_URL: 'https://media.example.org/hubbub/',
    },
  });
});
afterAll(async () => {
  await world?.close();
  await bucket?.close();
});

const { acquainted } = talkIn(() => world);

async function sendPicture() {
  const [ada, bob, conversation] = await acquainted();
  const form = new FormData();
  form.append('image', new File([await readFixture('still.webp')], 'still.webp'));
  form.append('conversation', conversation);
  const { status, headers, body } = await ada.upload('/v1/chats', form);
  return { ada, bob, conversation, status, headers, body };
}

let people = 0;
/** Someone new shares a file. */
async function share(name: 'clip.mp4' | 'still.webp') {
  people += 1;
  const person = await world.person(`sharer_${people}`);
  const form = new FormData();
  form.append('content', 'Look');
  form.append('files', new File([await readFixture(name)], name));
  return { person, answer: await person.upload('/v1/posts', form) };
}

describe(`media in ${bucketName}`, () => {
  test("a message's picture is read through a link to the bucket, and is removed from it with the conversation", async () => {
    const { ada, bob, conversation, status, body } = await sendPicture();
    expect(status).toBe(201);
    await world.runJobs();
    const path = `/media${body.message.imageUrl}`;
    const answer = await bob.get(path);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const link = answer.headers.get('location') ?? '';
    expect(new URL(link).origin).toBe(bucket.endpoint);
    expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('60');
    const served = await fetch(link);
    expect(served.headers.get('content-type')).toBe('image/webp');
    expect(served.headers.get('cache-control')).toBe('private, no-store');
    expect(await sharp(Buffer.from(await served.arrayBuffer())).metadata()).toMatchObject({ format: 'webp' });

    for (const person of [ada, bob]) await person.delete(`/v1/conversations/${conversation}`);
    await world.runJobs();
    expect((await bob.get(path)).status).toBe(404);
    expect((await fetch(link)).status).toBe(404);
  });

  test('the page says where media are served from, and its policy allows them', async () => {
    const { headers } = await world.stranger().get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`img-src 'self' data: blob: https://media.example.org ${bucket.endpoint};`);
    expect(policy).toContain(`media-src 'self' blob: https://media.example.org ${bucket.endpoint};`);
  });

  test('media in posts are served by the server: whole, in parts, by their last bytes, as HEAD, and 416 past the end', async () => {
    const { answer } = await share('clip.mp4');
    expect(answer.status).toBe(201);
    await world.runJobs();
    const path = `/media${answer.body.post.files[0].path}`;
    const anybody = world.stranger();
    const whole = await anybody.get(path);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    const content: Buffer = whole.body;
    const size = content.length;
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 0],
      ['bytes=100-199', 100, 199],
      [`bytes=${size - 10}-`, size - 10, size - 1],
      ['bytes=-20', size - 20, size - 1],
      [`bytes=5-${size + 1000}`, 5, size - 1],
    ] as const) {
      const part = await anybody.get(path, { range });
      expect(part.status, range).toBe(206);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
      expect(content.subarray(start, end + 1).equals(part.body), range).toBe(true);
    }
    const beyond = await anybody.get(path, { range: `bytes=${size}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    const head = await anybody.fetch(path, { method: 'HEAD', headers: { range: 'bytes=-20' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([206, '20']);
    const etag = whole.headers.get('etag') ?? '';
    expect((await anybody.get(path, { 'if-none-match': etag })).status).toBe(304);
  });
});

describe.skipIf(noS3Server)(`while the bucket is down${noS3Server ? `: ${noS3Server}` : ''}`, () => {
  const objects = async () =>
    (await bucket.real?.owner.send(new ListObjectsV2Command({ Bucket: 'hubbub' })))?.Contents ?? [];
  const uploads = async () =>
    (await bucket.real?.owner.send(new ListMultipartUploadsCommand({ Bucket: 'hubbub' })))?.Uploads ?? [];
  const unattached = async () => await world.sql('select from media_files where attached_at is null');
  const sweep = async () => {
    await world.platform.db.transaction((tx) => world.platform.jobs.add(tx, 'media.sweep', {}));
    await world.runJobs();
  };

  test("uploads get 503 and work again once it's back; the sweep removes what they left behind", async () => {
    await world.runJobs();
    const before = (await objects()).length;
    await bucket.real?.kill();
    const { status, headers, body } = await sendPicture();
    expect(status).toBe(503);
    expect(headers.get('retry-after')).toBe('5');
    expect(body.error).toMatch(/^We can't store or read files right now\./);
    // Refusing doesn't need the bucket, and the row still records what may be in it.
    expect(await unattached()).toHaveLength(1);

    await bucket.real?.start();
    expect((await share('still.webp')).answer.status).toBe(201);
    await world.runJobs();
    const after = (await objects()).length;
    expect(after).toBeGreaterThan(before);
    ahead = 2 * hour;
    await sweep();
    expect(await unattached()).toHaveLength(0);
    expect((await objects()).length).toBe(after);
  });

  test("a request to an unresponsive service ends with 503, and doesn't block anything else", async () => {
    const { person, answer } = await share('still.webp');
    const path = `/media${answer.body.post.files[0].path}`;
    await world.runJobs();
    bucket.real?.freeze();
    try {
      const answers = Promise.all([
        share('still.webp').then((shared) => shared.answer),
        person.get(path),
        sendPicture(),
      ]);
      expect((await person.get('/readyz')).status).toBe(200);
      expect((await person.get('/v1/posts')).status).toBe(200);
      for (const { status, headers } of await answers) {
        expect(status).toBe(503);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      }
    } finally {
      bucket.real?.thaw();
    }
    expect((await person.get(path)).status).toBe(200);
  });

  test('a server told to stop while the bucket hangs answers waiting requests, then exits', async () => {
    const ending = await startWorld({ settings: { ...bucket.settings(), S3_TIMEOUT: '1' } });
    const person = await ending.person('waiting');
    const form = new FormData();
    form.append('content', 'Look');
    form.append('files', new File([await readFixture('still.webp')], 'still.webp'));
    bucket.real?.freeze();
    try {
      const answer = person.upload('/v1/posts', form);
      await vi.waitUntil(async () => (await ending.sql('select from media_files')).length > 0);
      await ending.close();
      expect((await answer).status).toBe(503);
    } finally {
      bucket.real?.thaw();
    }
  });

  test('parts of an upload whose process died are kept for a day, then swept', async () => {
    const { CreateMultipartUploadCommand } = await import('@aws-sdk/client-s3');
    await bucket.real?.owner.send(new CreateMultipartUploadCommand({ Bucket: 'hubbub', Key: 'abandoned.mp4' }));
    ahead = 23 * hour;
    await sweep();
    expect(await uploads()).toHaveLength(1);
    ahead = 25 * hour;
    await sweep();
    expect(await uploads()).toEqual([]);
  });
});
