import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type FixtureName, readFixture } from '../../../test/fixtures/fixtures.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld({ settings: { MAX_MESSAGE_IMAGE_SIZE: '3MB' } });

const { strangers, acquainted } = talkIn(() => world);

interface Sent {
  conversation: string;
  content?: string;
  images?: readonly (FixtureName | File)[];
  clientId?: string;
}

async function send(person: Person, { conversation, content, images = [], clientId }: Sent) {
  const form = new FormData();
  // The picture comes first: at that point, its conversation isn't known.
  for (const image of images) {
    form.append('image', image instanceof File ? image : new File([await readFixture(image)], image));
  }
  form.append('conversation', conversation);
  if (content !== undefined) form.append('content', content);
  if (clientId !== undefined) form.append('client_id', clientId);
  return await person.upload('/v1/chats', form);
}

const mediaRows = async () => await world.sql('select id from media_files');

describe('a picture in a message', () => {
  test('is sent with or without text, upright, without camera metadata, and with its size', async () => {
    const [ada, bob, id] = await acquainted();
    const socket = await bob.socket();
    const { status, body } = await send(ada, { conversation: id, images: ['phone.jpg'] });
    expect(status).toBe(201);
    expect(body.message).toMatchObject({ message: '', imageUrl: expect.stringMatching(/^\/\S+\.jpg$/) });
    expect(body.message.image).toMatchObject({ width: 3024, height: 4032 });
    expect(await socket.first('receiveMessage')).toEqual(body.message);
    const served = await bob.get(`/media${body.message.imageUrl}`);
    expect(served.status).toBe(200);
    const about = await sharp(served.body).metadata();
    expect(about).toMatchObject({ format: 'jpeg', width: 3024, height: 4032 });
    expect(about.exif).toBeUndefined();
    expect((await bob.get('/v1/conversations')).body.conversations[0]).toMatchObject({
      last_message: '',
      last_message_has_image: true,
      unread: 1,
    });

    const withText = await send(bob, { conversation: id, content: 'Look', images: ['still.webp'] });
    expect(withText.body.message).toMatchObject({ message: 'Look', imageUrl: expect.stringMatching(/\.webp$/) });
    await world.runJobs();
    const { messages } = (await ada.get(`/v1/chats/${id}`)).body;
    expect(messages.map(({ image }: { image: { placeholder: string } }) => image.placeholder.slice(0, 16))).toEqual([
      'data:image/webp;',
      'data:image/webp;',
    ]);
  });

  test("can't be found by anyone who doesn't have its path", async () => {
    const [ada, , id] = await acquainted();
    const paths: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      paths.push((await send(ada, { conversation: id, images: ['still.webp'] })).body.message.imageUrl);
    }
    // 128 random bits: nothing derived from the message, and nothing that can be listed.
    for (const path of paths) expect(path).toMatch(/^\/[\da-f]{32}-private\.webp$/);
    expect(new Set(paths).size).toBe(2);
    const served = await ada.get(`/media${paths[0]}`);
    expect(served.headers.get('cache-control'), 'no cache keeps it for others').toMatch(/^private,/);
    expect((await ada.get('/media')).status).toBe(404);
    expect((await ada.get('/media/')).status).toBe(404);
  });

  test('is deleted with its conversation: even someone who knows its path gets 404', async () => {
    const [ada, bob, id] = await acquainted();
    const { imageUrl } = (await send(ada, { conversation: id, images: ['phone.jpg'] })).body.message;
    await world.runJobs();
    const variants = [imageUrl, imageUrl.replace('.jpg', '-320.webp'), imageUrl.replace('.jpg', '-1080.webp')];
    for (const path of variants) expect((await bob.get(`/media${path}`)).status, path).toBe(200);
    await ada.delete(`/v1/conversations/${id}`);
    await world.runJobs();
    expect((await bob.get(`/media${imageUrl}`)).status).toBe(200);
    await bob.delete(`/v1/conversations/${id}`);
    await world.runJobs();
    for (const path of variants) {
      expect((await bob.get(`/media${path}`)).status, path).toBe(404);
      expect(await world.platform.storage.find(path.slice(1)), path).toBeUndefined();
    }
    expect(await world.sql('select id from messages where room_id = $1', [id])).toEqual([]);
  });

  test("is deleted with its sender's account, but the message's text stays", async () => {
    const [ada, bob, id] = await acquainted();
    const { imageUrl } = (await send(ada, { conversation: id, content: 'Look', images: ['still.webp'] })).body.message;
    const kept = (await send(bob, { conversation: id, images: ['still.webp'] })).body.message.imageUrl;
    await ada.delete('/v1/users');
    await world.runJobs();
    expect((await bob.get(`/media${imageUrl}`)).status).toBe(404);
    expect(await world.platform.storage.find(imageUrl.slice(1))).toBeUndefined();
    expect((await bob.get(`/media${kept}`)).status).toBe(200);
    const [first, second] = (await bob.get(`/v1/chats/${id}`)).body.messages;
    expect(first).toMatchObject({ message: 'Look', imageUrl: null, image: null, sender: { _id: null } });
    expect(second).toMatchObject({ message: '', imageUrl: kept });
  });

  test("that isn't a picture is 415, a damaged one 422, one that's too large 413, more than one 422; nothing is left behind", async () => {
    const [ada, , id] = await acquainted();
    const before = (await mediaRows()).length;
    const large = new File([Buffer.concat([await readFixture('phone.jpg'), Buffer.alloc(4_000_000)])], 'large.jpg');
    const refused: [readonly (FixtureName | File)[], number][] = [
      [['html.jpg'], 415],
      [['svg.jpg'], 415],
      [['clip.mp4'], 415],
      [['tone.mp3'], 415],
      [['truncated.jpg'], 422],
      [['bomb.png'], 422],
      [[large], 413],
      [['still.webp', 'still.webp'], 422],
    ];
    for (const [images, status] of refused) {
      const answer = await send(ada, { conversation: id, content: 'Look', images });
      expect(answer.status, String(images)).toBe(status);
      expect(answer.body.error).toBeTruthy();
    }
    expect((await ada.get(`/v1/chats/${id}`)).body.messages).toEqual([]);
    expect(await mediaRows()).toHaveLength(before);
  });

  test("is rejected in other people's conversations and with a deleted account, and leaves nothing behind", async () => {
    const [ada, bob, id] = await acquainted();
    const [eve] = await strangers();
    await send(ada, { conversation: id, content: 'Hello' });
    const before = (await mediaRows()).length;
    expect((await send(eve, { conversation: id, images: ['still.webp'] })).status).toBe(404);
    await bob.delete('/v1/users');
    expect((await send(ada, { conversation: id, images: ['still.webp'] })).status).toBe(422);
    expect(await mediaRows()).toHaveLength(before);
  });

  test('is stored once if its sending is retried', async () => {
    const [ada, , id] = await acquainted();
    const before = (await mediaRows()).length;
    const sent = { conversation: id, images: ['still.webp'] as const, clientId: 'once' };
    const answers = await Promise.all([send(ada, sent), send(ada, sent), send(ada, sent)]);
    for (const { status, body } of answers) {
      expect(status).toBe(201);
      expect(body.message._id).toBe(answers[0]?.body.message._id);
    }
    expect((await ada.get(`/v1/chats/${id}`)).body.messages).toHaveLength(1);
    expect(await mediaRows()).toHaveLength(before + 1);
  });
});
