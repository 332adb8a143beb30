import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import { startWorld, type World } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

let folder: string;
let server: S3rver;
let world: World;
let endpoint: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hubbub-bucket-'));
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'hubbub', configs: [] }],
  });
  endpoint = `http://127.0.0.1:${(await server.run()).port}`;
  world = await startWorld({
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'hubbub',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      MEDIA_BASE_URL: 'https://media.example.org/hubbub/',
    },
  });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const { acquainted } = talkIn(() => world);

async function sendPicture() {
  const [ada, bob, conversation] = await acquainted();
  const form = new FormData();
  form.append('image', new File([await readFixture('phone.jpg')], 'phone.jpg'));
  form.append('conversation', conversation);
  const { status, body } = await ada.upload('/v1/chats', form);
  return { ada, bob, conversation, status, body };
}

test('a picture of a message is read by a link to the bucket, and is gone from there with the conversation', async () => {
  const { ada, bob, conversation, status, body } = await sendPicture();
  expect(status).toBe(201);
  await world.runJobs();
  const path = `/media${body.message.imageUrl}`;
  const answer = await bob.get(path);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('cache-control')).toBe('private, max-age=30');
  const link = answer.headers.get('location') ?? '';
  expect(new URL(link).origin).toBe(endpoint);
  expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('60');
  const served = await fetch(link);
  expect(served.headers.get('content-type')).toBe('image/jpeg');
  expect(await sharp(Buffer.from(await served.arrayBuffer())).metadata()).toMatchObject({ width: 3024, height: 4032 });

  for (const person of [ada, bob]) await person.delete(`/v1/conversations/${conversation}`);
  await world.runJobs();
  expect((await bob.get(path)).status).toBe(404);
  expect((await fetch(link)).status).toBe(404);
});

test('the page tells where media are, and its policy lets them be shown', async () => {
  const { headers } = await world.stranger().get('/');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain(`img-src 'self' data: blob: https://media.example.org ${endpoint};`);
  expect(policy).toContain(`media-src 'self' blob: https://media.example.org ${endpoint};`);
});

test('while the bucket is away an upload is refused with 503, and what it may have left is known to the sweep', async () => {
  await server.close();
  const { status, body } = await sendPicture();
  expect(status).toBe(503);
  expect(body.error).toMatch(/^Files cannot be stored or read right now\./);
  expect(await world.sql('select attached_at from media_files')).toEqual([{ attached_at: null }]);
});
