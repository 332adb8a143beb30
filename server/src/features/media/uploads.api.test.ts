import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { messages } from '@hubbub/contract/platform/messages.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BucketServer, bucketName, startBucketServer } from '../../../test/bucket.ts';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';
import { beginSending, createUpload, idOf, offsetOf, sendBytes, tusHeaders, uploadWhole } from '../../../test/tus.ts';
import { startTwoProcesses, type TwoProcesses } from '../../../test/two-processes.ts';

vi.setConfig({ testTimeout: 120_000 });

const mb = 1024 * 1024;
const hour = 60 * 60 * 1000;
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};

/** The size of a stored piece, and how many more bytes are on their way when the connection is cut. */
const [piece, more] = [2 * mb, 0.1 * mb];
const withCuts = Math.round(5 * (piece + more) + mb);

/**
 * Sends a bit more than a piece of an upload, and waits until the piece is stored. @returns a function that cuts the
 * connection
 */
async function sendPiece({ world, by }: Server, { id, offset, file }: { id: string; offset: number; file: Buffer }) {
  const bytes = file.subarray(offset, Math.round(offset + piece + more));
  const cut = await beginSending(world, by, { id, offset, bytes, announced: file.byteLength - offset });
  await vi.waitFor(async () => {
    const [row] = await world.sql<{ received: string }>(`select received from uploads where id = '${id}'`);
    expect(Number(row?.received)).toBeGreaterThan(offset);
  });
  return { cut, end: offset + bytes.byteLength };
}

interface Server {
  world: World;
  by: Person;
}

/** Uploads a file over a connection that's cut five times. @returns its id, and how many bytes were sent twice */
async function uploadWithCuts(servers: readonly Server[], file: Buffer) {
  const at = (turn: number) => servers[turn % servers.length] as Server;
  const id = idOf(await createUpload(at(0).by, file.byteLength, 'film.bin'));
  let [offset, twice] = [0, 0];
  for (let turn = 1; turn <= 5; turn += 1) {
    const { cut, end } = await sendPiece(at(turn), { id, offset, file });
    cut();
    offset = (await offsetOf(at(turn + 1).by, id)) ?? 0;
    twice += end - offset;
  }
  expect((await sendBytes(at(0).by, id, offset, file.subarray(offset))).status).toBe(204);
  return { id, twice };
}

/** The first file of a message, as it's stored. */
async function readFile({ platform }: World, message: { attachments: { path: string }[] }): Promise<Buffer> {
  const file = await platform.storage.open(message.attachments[0]?.path.slice(1) ?? '');
  return file ? await buffer(file.stream) : Buffer.alloc(0);
}

describe('uploads in a folder', () => {
  let world: World;
  let ada: Person;
  let ahead = 0;
  beforeAll(async () => {
    world = await startWorld({ clock: { now: () => new Date(Date.now() + ahead) } });
    ada = await world.person('ada');
  });
  afterAll(async () => await world.close());
  const { acquainted } = talkIn(() => world);
  const pieces = async () => {
    const folder = join(world.platform.config.dataDir, 'media');
    return (await readdir(folder, { recursive: true })).filter((name) => name.includes('-piece'));
  };
  const share = async (by: Person, uploads: readonly string[], content = 'Look') =>
    await by.upload('/v1/posts', formOf({ content, uploads: JSON.stringify(uploads) }));
  const refusal = (error: string) => ({ status: 422, body: { error: { uploads: error } } });
  const unusable = expect.objectContaining({ status: 422, body: { error: { uploads: expect.any(String) } } });

  test("one person's uploads are created two at a time, which leaves database connections to others", async () => {
    const [carl, dora] = [await world.person('carl'), await world.person('dora')];
    const client = new pg.Client(world.databaseUrl);
    await client.connect();
    await client.query('set idle_in_transaction_session_timeout = 0');
    await client.query('begin; lock table uploads in access exclusive mode');
    const statuses: number[] = [];
    const requests = Array.from({ length: 40 }, async () => {
      const { status } = await createUpload(carl, 5);
      statuses.push(status);
    });
    // Two are being created, and thirty wait.
    await expect.poll(() => statuses).toEqual(Array(8).fill(429));
    expect((await dora.put('/v1/users/carl/follow')).status).toBe(200);
    await client.end();
    await Promise.all(requests);
    const begun = statuses.slice(8).toSorted();
    expect(begun).toEqual([...Array(20).fill(201), ...Array(12).fill(422)]);
  });

  test('a file whose upload is cut five times arrives as it was, with less than a tenth sent twice', async () => {
    const [sender, , conversation] = await acquainted();
    const file = randomBytes(withCuts);
    const { id, twice } = await uploadWithCuts([{ world, by: sender }], file);
    expect(twice).toBeLessThan(file.byteLength / 10);
    const sent = await sender.post('/v1/chats', { conversation, content: '', uploads: [id] });
    expect(sent.status).toBe(201);
    expect(sent.body.message.attachments[0]).toMatchObject({ name: 'film.bin' });
    expect(sha(await readFile(world, sent.body.message))).toBe(sha(file));
    await world.runJobs();
    expect(await pieces()).toEqual([]);
    expect(await offsetOf(sender, id)).toBeUndefined();
  });

  test("uploads follow the form's own files, in order", async () => {
    const video = await uploadWhole(ada, await readFixture('clip.mp4'));
    const picture = await uploadWhole(ada, await readFixture('still.webp'));
    const form = formOf({ content: 'Look', uploads: JSON.stringify([video, picture]) });
    form.append('files', new Blob([await readFixture('tone.mp3')]), 'tone.mp3');
    const { status, body } = await ada.upload('/v1/posts', form);
    expect(status).toBe(201);
    expect(body.post.files.map(({ type }: { type: string }) => type)).toEqual([
      'audio/mpeg',
      'video/mp4',
      'image/webp',
    ]);
  });

  test('an upload can be used once, and stays usable after a refused call', async () => {
    const document = await uploadWhole(ada, Buffer.from('Just some text'));
    const refused = await share(ada, [document]);
    expect(refused.status).toBe(415);
    const picture = await uploadWhole(ada, await readFixture('still.webp'));
    expect((await share(ada, [picture, document])).status).toBe(415);
    expect((await share(ada, [picture], 'x'.repeat(1001))).status).toBe(422);
    const both = await Promise.all([share(ada, [picture]), share(ada, [picture])]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await share(ada, [picture])).toEqual(unusable);
  });

  test("an upload that's unknown, unfinished, named twice or somebody else's is refused", async () => {
    const unfinished = idOf(await createUpload(ada, 10));
    const finished = await uploadWhole(ada, await readFixture('still.webp'));
    const bob = await world.person('bob');
    const attempts = [
      [ada, [unfinished]],
      [ada, ['nothing']],
      [ada, [finished, finished]],
      [bob, [finished]],
    ] as const;
    for (const [by, ids] of attempts) expect(await share(by, ids)).toEqual(unusable);
    const many = await share(
      ada,
      Array.from({ length: 11 }, () => finished),
    );
    expect(many).toMatchObject({ status: 422, body: { error: { files: messages.tooManyFiles } } });
  });

  test('a message that is sent again with its client_id uses its upload once', async () => {
    const [sender, , conversation] = await acquainted();
    const id = await uploadWhole(sender, Buffer.from('text'), 'notes.txt');
    const send = async () =>
      await sender.post('/v1/chats', { conversation, content: '', client_id: 'once', uploads: [id] });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.message._id).toBe(first.body.message._id);
  });

  test('only their owner knows of uploads, and nobody without a session', async () => {
    const id = idOf(await createUpload(ada, 10));
    const eve = await world.person('eve');
    for (const method of ['HEAD', 'PATCH', 'DELETE'])
      expect((await eve.fetch(`/v1/uploads/${id}`, { method, headers: tusHeaders })).status).toBe(404);
    expect((await createUpload(world.stranger(), 10)).status).toBe(401);
    const options = await world.stranger().fetch('/v1/uploads', { method: 'OPTIONS' });
    expect(options.status).toBe(204);
    expect(options.headers.get('tus-version')).toBe('1.0.0');
    expect(options.headers.get('tus-extension')).toBe('creation,expiration,termination');
    expect((await ada.fetch(`/v1/uploads/${id}`, { method: 'DELETE', headers: tusHeaders })).status).toBe(204);
    expect(await offsetOf(ada, id)).toBeUndefined();
  });

  test('requests with another version of the protocol learn the supported one', async () => {
    for (const headers of [{ 'tus-resumable': '0.2.2' }, {}]) {
      const answer = await ada.fetch('/v1/uploads', { method: 'POST', headers: { ...headers, 'upload-length': '1' } });
      expect(answer.status).toBe(412);
      expect(answer.headers.get('tus-version')).toBe('1.0.0');
    }
  });

  test('a piece without its offset, or of another type, is 400: 403 is for accounts that are not activated', async () => {
    const id = idOf(await createUpload(ada, 5));
    const type = { 'content-type': 'application/offset+octet-stream' };
    for (const wrong of [type, { 'upload-offset': '0' }, { 'upload-offset': '0', 'content-type': 'text/plain' }]) {
      const headers = { 'tus-resumable': '1.0.0', ...wrong } as Record<string, string>;
      const answer = await ada.fetch(`/v1/uploads/${id}`, { method: 'PATCH', headers, body: 'hello' });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ error: expect.any(String) });
    }
  });

  test('using an unsupported extension is a client error', async () => {
    for (const asked of [{ 'upload-defer-length': '1' }, { 'upload-concat': 'partial', 'upload-length': '1' }]) {
      const headers = { 'tus-resumable': '1.0.0', ...asked } as Record<string, string>;
      const answer = await ada.fetch('/v1/uploads', { method: 'POST', headers });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ error: expect.stringContaining('OPTIONS says') });
    }
  });

  test('continuing an upload at the wrong offset is an error', async () => {
    const id = idOf(await createUpload(ada, 10));
    const answer = await sendBytes(ada, id, 5, Buffer.from('later'));
    expect(answer.status).toBe(409);
    expect(await answer.json()).toEqual({ error: expect.stringContaining('upload-offset') });
  });

  test('a file that is larger than any call accepts is refused before it is sent', async () => {
    const { maxMediaSize, maxAttachmentSize, maxImageSize } = world.platform.config;
    const answer = await createUpload(ada, Math.max(maxMediaSize, maxAttachmentSize, maxImageSize) + 1);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ error: expect.stringContaining('larger than') });
  });

  test('somebody can have 20 unfinished uploads', async () => {
    const busy = await world.person('busy');
    for (let n = 0; n < 20; n += 1) expect((await createUpload(busy, 10)).status).toBe(201);
    const refused = await createUpload(busy, 10);
    expect({ status: refused.status, body: await refused.json() }).toEqual(
      refusal('You have 20 unfinished uploads. Finish or cancel one first.'),
    );
  });

  test('uploads are gone after a day', async () => {
    const late = await world.person('late');
    const [begun, finished] = [idOf(await createUpload(late, 10)), await uploadWhole(late, Buffer.from('text'))];
    ahead = 25 * hour;
    try {
      expect(await offsetOf(late, begun)).toBeUndefined();
      await world.platform.jobs.add(world.platform.db.kysely, 'media.sweep', {});
      await world.runJobs();
      expect(await world.sql(`select id from uploads where id in ('${begun}', '${finished}')`)).toEqual([]);
      expect(await pieces()).toEqual([]);
    } finally {
      ahead = 0;
    }
  });
});

test("an upload's announced length counts against its owner's space", async () => {
  const world = await startWorld({ settings: { MAX_SPACE_PER_PERSON: '1MB' } });
  try {
    const ada = await world.person('ada');
    const large = idOf(await createUpload(ada, Math.round(0.9 * mb)));
    expect((await createUpload(ada, Math.round(0.2 * mb))).status).toBe(413);
    expect((await ada.fetch(`/v1/uploads/${large}`, { method: 'DELETE', headers: tusHeaders })).status).toBe(204);
    const picture = await readFixture('still.webp');
    const id = await uploadWhole(ada, picture);
    const rest = idOf(await createUpload(ada, mb - 2 * picture.byteLength));
    expect(rest).not.toBe('');
    const posted = await ada.upload('/v1/posts', formOf({ content: 'Look', uploads: JSON.stringify([id]) }));
    expect(posted.status).toBe(201);
  } finally {
    await world.close();
  }
});

describe(`uploads in ${bucketName}`, () => {
  let bucket: BucketServer;
  let world: World;
  beforeAll(async () => {
    bucket = await startBucketServer();
    world = await startWorld({ settings: bucket.settings() });
  });
  afterAll(async () => {
    await world?.close();
    await bucket?.close();
  });
  const { acquainted } = talkIn(() => world);

  test('a file whose upload is cut five times arrives as it was', async () => {
    const [sender, , conversation] = await acquainted();
    const file = randomBytes(withCuts);
    const { id, twice } = await uploadWithCuts([{ world, by: sender }], file);
    expect(twice).toBeLessThan(file.byteLength / 10);
    const sent = await sender.post('/v1/chats', { conversation, content: '', uploads: [id] });
    expect(sent.status).toBe(201);
    expect(sha(await readFile(world, sent.body.message))).toBe(sha(file));
  });
});

describe('uploads that two servers receive', () => {
  let bucket: BucketServer;
  let both: TwoProcesses;
  beforeAll(async () => {
    bucket = await startBucketServer();
    both = await startTwoProcesses(bucket.settings());
  });
  afterAll(async () => {
    await both?.close();
    await bucket?.close();
  });

  const { acquainted } = talkIn(() => both.one);

  test('an upload can be continued on another server, even while the first still waits for the rest, and arrives intact', async () => {
    const [ada, , conversation] = await acquainted();
    const elsewhere = { ...ada, ...both.two.withCookie(ada.cookie) };
    const file = randomBytes(withCuts);
    const { id } = await uploadWithCuts(
      [
        { world: both.one, by: ada },
        { world: both.two, by: elsewhere },
      ],
      file,
    );
    expect(await offsetOf(ada, id)).toBe(file.byteLength);
    const next = idOf(await createUpload(ada, file.byteLength));
    const { cut, end } = await sendPiece({ world: both.one, by: ada }, { id: next, offset: 0, file });
    const offset = (await offsetOf(elsewhere, next)) ?? 0;
    expect(end - offset).toBeLessThan(file.byteLength / 10);
    expect((await sendBytes(elsewhere, next, offset, file.subarray(offset))).status).toBe(204);
    cut();
    expect(await offsetOf(ada, next)).toBe(file.byteLength);
    for (const upload of [id, next]) {
      const sent = await elsewhere.post('/v1/chats', { conversation, content: '', uploads: [upload] });
      expect(sent.status).toBe(201);
      expect(sha(await readFile(both.two, sent.body.message))).toBe(sha(file));
    }
  });
});
