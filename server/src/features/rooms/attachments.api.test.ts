import { message as messageShape } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { conversationPath, documents, fileOf, fixtureAs, sendFiles as send } from '../../../test/attachments.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

// Files are really processed here, several at a time.
vi.setConfig({ testTimeout: 180_000 });

const world = await testWorld();
const { acquainted, list } = talkIn(() => world);

const sendFiles = (person: Person, message: Parameters<typeof send>[2]) => send(person, conversationPath, message);
const read = async (person: Person, id: string): Promise<Answer['body'][]> =>
  (await person.get(`/v1/chats/${id}`)).body.messages;
const mediaRows = async () => await world.sql('select id from media_files');
const megabyte = 1024 * 1024;

/** The headers that a browser gets with a file. */
const saved = (name: string) => ({
  'content-type': 'application/octet-stream',
  'content-disposition': `attachment; filename="${name}"; filename*=UTF-8''${name}`,
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
});
const headersOf = ({ headers }: Answer, names: object) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, headers.get(name)]));

describe('files in a message', () => {
  test('of any type arrive in their order, with their detected types', async () => {
    const [ada, bob, conversation] = await acquainted();
    const live = await bob.socket();
    const files = [
      await fixtureAs('phone.jpg', 'garden.jpg', 'image/jpeg'),
      fileOf(documents.pdf, 'plan.pdf', 'application/pdf'),
      await fixtureAs('clip.mp4', 'film.mp4', 'video/mp4'),
      await fixtureAs('tone.mp3', 'song.mp3', 'audio/mpeg'),
      fileOf(documents.zip, 'all.zip', 'application/zip'),
      fileOf(documents.text, 'notes.txt', 'text/plain'),
      fileOf(Buffer.from([0, 1, 2, 255]), 'data', 'application/x-thing'),
    ];
    const { status, body } = await sendFiles(ada, { conversation, files, content: 'All of it' });
    expect(status).toBe(201);
    expect(messageShape.strict().safeParse(body.message).error).toBeUndefined();
    expect(body.message).toMatchObject({ message: 'All of it', imageUrl: null, image: null });
    const told = body.message.attachments.map(({ name, type, state }: Answer['body']) => [name, type, state]);
    expect(told).toEqual([
      ['garden.jpg', 'image/jpeg', 'processing'],
      ['plan.pdf', 'application/pdf', 'ready'],
      ['film.mp4', 'video/mp4', 'processing'],
      ['song.mp3', 'audio/mpeg', 'processing'],
      ['all.zip', 'application/zip', 'ready'],
      ['notes.txt', 'text/plain', 'ready'],
      ['data', 'application/octet-stream', 'ready'],
    ]);
    const [picture, plan, film, song] = body.message.attachments;
    expect(picture).toMatchObject({
      width: 3024,
      height: 4032,
      path: expect.stringMatching(/^\/[\da-f]{32}-private\.jpg$/),
    });
    expect(plan).toEqual({
      ...{ file_id: expect.any(String), path: expect.stringMatching(/-private\.bin$/), name: 'plan.pdf' },
      ...{ type: 'application/pdf', size: documents.pdf.length, state: 'ready', progress: null },
    });
    expect(film).toMatchObject({ width: 640, height: 360, duration: expect.closeTo(3, 0) });
    expect(song).toMatchObject({ duration: expect.any(Number) });
    expect(await live.first('receiveMessage')).toEqual(body.message);
    expect(await list(bob)).toMatchObject([{ last_message: 'All of it', last_message_has_attachments: true }]);
  });

  test("are rewritten without metadata, and can be played once that's done, with an event for everyone", async () => {
    const [ada, bob, conversation] = await acquainted();
    const live = await bob.socket();
    const files = [await fixtureAs('phone.jpg', 'a.jpg'), await fixtureAs('tagged.mov', 'b.mov')];
    const sent = (await sendFiles(ada, { conversation, files })).body.message;
    const about = await sharp((await bob.get(`/media${sent.attachments[0].path}`)).body).metadata();
    expect(about.format).toBe('jpeg');
    expect(about.exif).toBeUndefined();
    await world.runJobs();
    const [message] = await read(bob, conversation);
    expect(message.attachments).toMatchObject([
      { state: 'ready', placeholder: expect.stringMatching(/^data:/), variants: expect.any(Array) },
      { state: 'ready', poster: expect.stringMatching(/-poster\.webp$/) },
    ]);
    expect(message.revision).toEqual(expect.any(String));
    const isDone = ({ attachments }: Answer['body']) =>
      attachments.every(({ state }: Answer['body']) => state === 'ready');
    const change = await live.first('messageChanged', isDone);
    expect(change).toMatchObject({ _id: sent._id, attachments: message.attachments, change: { kind: 'files' } });
    const film = await bob.get(`/media${message.attachments[1].path}`);
    expect(film.status).toBe(200);
    expect(film.headers.get('content-type')).toBe('video/mp4');
    expect(film.headers.get('content-disposition')).toMatch(/^inline/);
    expect(film.body.includes('Secret')).toBe(false);
    const part = await bob.get(`/media${message.attachments[1].path}`, { range: 'bytes=0-9' });
    expect(part).toMatchObject({ status: 206 });
    expect(part.body).toHaveLength(10);
  });

  test('that browsers could run can only be downloaded, whatever they claim to be', async () => {
    const [ada, bob, conversation] = await acquainted();
    const files = [
      fileOf(documents.html, 'page.html', 'text/html'),
      fileOf(documents.svg, 'logo.svg', 'image/svg+xml'),
      fileOf(documents.html, 'photo.jpg', 'image/jpeg'),
      fileOf(documents.exe, 'song.mp3', 'audio/mpeg'),
      fileOf(documents.pdf, 'plan.pdf', 'application/pdf'),
    ];
    const { attachments } = (await sendFiles(ada, { conversation, files })).body.message;
    expect(attachments.map(({ type }: Answer['body']) => type)).toEqual([
      'text/plain',
      'text/plain',
      'text/plain',
      'application/x-msdownload',
      'application/pdf',
    ]);
    for (const [index, { path, name }] of attachments.entries()) {
      const answer = await bob.get(`/media${path}`);
      expect(headersOf(answer, saved(name))).toEqual(saved(name));
      expect(answer.body).toEqual(Buffer.from(await (files[index] as File).arrayBuffer()));
    }
  });

  test('get their type from their content, not from their name', async () => {
    const [ada, bob, conversation] = await acquainted();
    const files = [await fixtureAs('still.webp', 'page.html', 'text/html')];
    const [attachment] = (await sendFiles(ada, { conversation, files })).body.message.attachments;
    expect(attachment).toMatchObject({ type: 'image/webp', name: 'page.html' });
    expect((await bob.get(`/media${attachment.path}`)).headers.get('content-type')).toBe('image/webp');
  });

  test('keep their names, cleaned', async () => {
    const [ada, , conversation] = await acquainted();
    const names = ['Übersicht 日本 🙂.txt', '../../secret.txt', 'invoice\u202Etxt.exe', `${'a'.repeat(300)}.txt`];
    const files = names.map((name) => fileOf(documents.text, name));
    const { attachments } = (await sendFiles(ada, { conversation, files })).body.message;
    expect(attachments.map(({ name }: Answer['body']) => name)).toEqual([
      'Übersicht 日本 🙂.txt',
      'secret.txt',
      'invoicetxt.exe',
      `${'a'.repeat(146)}.txt`,
    ]);
    const answer = await ada.get(`/media${attachments[0].path}`);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="_bersicht __ _.txt"; filename*=UTF-8''${encodeURIComponent('Übersicht 日本 🙂.txt')}`,
    );
  });

  test('with names made to take long to clean hold nobody up', async () => {
    const [ada, , conversation] = await acquainted();
    const files = [fileOf(documents.text, `a${'.'.repeat(60_000)}b`)];
    const began = performance.now();
    const { status } = await sendFiles(ada, { conversation, files });
    expect(status).toBe(201);
    // The server runs in this process: what holds it up holds up everything.
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('come with a picture of an existing client, and an answer to them says that they are there', async () => {
    const [ada, bob, conversation] = await acquainted();
    const image = await fixtureAs('still.webp', 'still.webp');
    const files = [fileOf(documents.text, 'notes.txt')];
    const { message } = (await sendFiles(ada, { conversation, files, image })).body;
    expect(message).toMatchObject({ imageUrl: expect.stringMatching(/\.webp$/), attachments: [{ name: 'notes.txt' }] });
    const reply = await bob.post('/v1/chats', { conversation, content: 'Thanks', reply_to: message._id });
    expect(reply.body.message.reply_to).toMatchObject({ has_image: true, has_attachments: true });
    expect(reply.body.message.attachments).toEqual([]);
  });
});

describe('a message with files', () => {
  test('has at most ten, each of at most 25 MB', async () => {
    const [ada, , conversation] = await acquainted();
    const texts = (count: number) => Array.from({ length: count }, (_, n) => fileOf(documents.text, `${n}.txt`));
    expect((await sendFiles(ada, { conversation, files: texts(10) })).body.message.attachments).toHaveLength(10);
    const before = (await mediaRows()).length;
    expect(await sendFiles(ada, { conversation, files: texts(11) })).toMatchObject({
      status: 422,
      body: { error: { files: 'You can upload a maximum of 10 files.' } },
    });
    const large = (size: number) => fileOf(Buffer.alloc(size), 'large.bin');
    expect(await sendFiles(ada, { conversation, files: [...texts(1), large(25 * megabyte + 1)] })).toMatchObject({
      status: 413,
      body: { error: { 'files[1]': 'large.bin: This file is larger than 25 MB. Choose a smaller one.' } },
    });
    expect(await mediaRows(), 'refused messages leave nothing behind').toHaveLength(before);
    expect((await sendFiles(ada, { conversation, files: [large(25 * megabyte)] })).status).toBe(201);
  });

  test('is refused as a whole for one bad file, which is named', async () => {
    const [ada, bob, conversation] = await acquainted();
    const before = (await mediaRows()).length;
    const good = fileOf(documents.text, 'good.txt');
    const truncated = await fixtureAs('truncated.jpg', 'cut.jpg');
    const refused = await sendFiles(ada, { conversation, files: [good, good, truncated, good], content: 'Hi' });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { 'files[2]': expect.stringMatching(/^cut\.jpg: /) } },
    });
    const empty = await sendFiles(ada, { conversation, files: [fileOf(Buffer.alloc(0), 'empty.txt')] });
    expect(empty).toMatchObject({
      status: 422,
      body: { error: { 'files[0]': expect.stringMatching(/^empty\.txt: /) } },
    });
    expect(await read(bob, conversation)).toEqual([]);
    expect(await mediaRows()).toHaveLength(before);
  });

  test('is refused without leaving anything behind where its sender may not write', async () => {
    const [, bob, conversation] = await acquainted();
    const eve = await world.person(`eve_${conversation.slice(0, 8)}`);
    const before = (await mediaRows()).length;
    const files = [fileOf(documents.text, 'a.txt'), await fixtureAs('still.webp', 'b.webp')];
    expect((await sendFiles(eve, { conversation, files })).status).toBe(404);
    expect((await sendFiles(bob, { conversation, files: [] })).status, 'nothing at all').toBe(422);
    expect(await mediaRows()).toHaveLength(before);
  });

  test('is stored once if its sending is retried', async () => {
    const [ada, bob, conversation] = await acquainted();
    const before = (await mediaRows()).length;
    const message = { conversation, files: [fileOf(documents.text, 'a.txt')], client_id: 'one' };
    const first = await sendFiles(ada, message);
    expect(await sendFiles(ada, message)).toMatchObject({ status: 201, body: first.body });
    expect(await read(bob, conversation)).toHaveLength(1);
    expect(await mediaRows()).toHaveLength(before + 1);
  });

  test('can lose its text, but not if it has no files', async () => {
    const [ada, , conversation] = await acquainted();
    const { message } = (
      await sendFiles(ada, { conversation, files: [fileOf(documents.text, 'a.txt')], content: 'Hi' })
    ).body;
    const edited = await ada.patch(`/v1/messages/${message._id}`, { content: '' });
    expect(edited).toMatchObject({ status: 200, body: { message: { message: '', attachments: message.attachments } } });
  });
});
