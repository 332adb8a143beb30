import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BucketServer, bucketName, startBucketServer } from './bucket.ts';
import { type Caller, type Person, startWorld, type World } from './harness.ts';
import { talkIn } from './talk.ts';

/** Who may see the picture of a message: whoever may read the message, when they ask. */

const picture = new File(
  [
    await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer(),
  ],
  'teal.jpg',
);

describe.each(['a folder', bucketName])('a picture of a message, in %s', (place) => {
  let bucket: BucketServer | undefined;
  let world: World;
  beforeAll(async () => {
    bucket = place === 'a folder' ? undefined : await startBucketServer();
    world = await startWorld({ settings: bucket?.settings() ?? {} });
  });
  afterAll(async () => {
    await world?.close();
    await bucket?.close();
  });

  const { acquainted } = talkIn(() => world);
  /** What is answered to whoever may see it: the bytes, or a link to the bucket. */
  const shown = () => (bucket ? 302 : 200);

  async function sendIn(conversation: string, sender: Person): Promise<string> {
    const form = new FormData();
    form.append('conversation', conversation);
    form.append('image', picture);
    const { status, body } = await sender.upload('/v1/chats', form);
    expect(status).toBe(201);
    return body.message.imageUrl;
  }
  /** The status of the picture, which is the same for HEAD and for a part. */
  async function statusOf(caller: Caller, imageUrl: string): Promise<number> {
    const { status } = await caller.get(`/media${imageUrl}`);
    const others = [
      await caller.fetch(`/media${imageUrl}`, { method: 'HEAD' }),
      await caller.fetch(`/media${imageUrl}`, { headers: { range: 'bytes=0-9' } }),
    ];
    const expected = status === 200 ? [200, 206] : [status, status];
    expect(others.map((other) => other.status)).toEqual(expected);
    return status;
  }

  test('is shown to the two of a conversation, to nobody else who is logged in (404), and not without a session (401)', async () => {
    const [ada, bob, conversation] = await acquainted();
    const imageUrl = await sendIn(conversation, ada);
    expect([await statusOf(ada, imageUrl), await statusOf(bob, imageUrl)]).toEqual([shown(), shown()]);
    const eve = await world.person('eve');
    await world.runJobs();
    const small = imageUrl.replace('.jpg', '-320.webp');
    expect(await statusOf(bob, small)).toBe(shown());
    for (const path of [imageUrl, small]) expect(await statusOf(eve, path)).toBe(404);
    expect(await statusOf(world.stranger(), imageUrl)).toBe(401);
    expect(await statusOf(world.withCookie('hubbub=none'), imageUrl)).toBe(401);
    // Nobody learns by it whether there is such a picture.
    const none = `/${'0'.repeat(32)}-private.jpg`;
    expect([await statusOf(eve, none), await statusOf(world.stranger(), none)]).toEqual([404, 401]);
    const { body } = await eve.get(`/media${imageUrl}`);
    expect(body).toEqual((await eve.get(`/media${none}`)).body);
  });

  test('is not shown any more to whoever has deleted the conversation, and is to the other', async () => {
    const [ada, bob, conversation] = await acquainted();
    const imageUrl = await sendIn(conversation, ada);
    await ada.delete(`/v1/conversations/${conversation}`);
    expect([await statusOf(ada, imageUrl), await statusOf(bob, imageUrl)]).toEqual([404, shown()]);
    // What is written later does not bring it back.
    const later = await sendIn(conversation, bob);
    expect([await statusOf(ada, imageUrl), await statusOf(ada, later)]).toEqual([404, shown()]);
  });

  test('ends with the session', async () => {
    const [, bob, conversation] = await acquainted();
    const imageUrl = await sendIn(conversation, bob);
    expect(await statusOf(bob, imageUrl)).toBe(shown());
    expect((await bob.post('/v1/users/logout')).status).toBe(200);
    expect(await statusOf(bob, imageUrl)).toBe(401);
  });

  test('says that no cache may keep it', async () => {
    const [ada, , conversation] = await acquainted();
    const { headers } = await ada.get(`/media${await sendIn(conversation, ada)}`);
    expect(headers.get('cache-control')).toBe('private, no-store');
    const { headers: refused } = await world.stranger().get(`/media/${'0'.repeat(32)}-private.jpg`);
    expect(refused.get('cache-control')).toBe('private, no-store');
  });
});
