import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BucketServer, bucketName, startBucketServer } from './bucket.ts';
import { type Caller, type Person, startWorld, type World } from './harness.ts';
import { talkIn } from './talk.ts';

/** Who may see a message's picture: anyone who may read the message at that moment. */

const picture = new File(
  [
    await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer(),
  ],
  'teal.jpg',
);

describe.each(['a folder', bucketName])("a message's picture, in %s", (place) => {
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
  /** The answer for someone who may see it: the bytes, or a link to the bucket. */
  const shown = () => (bucket ? 302 : 200);

  async function sendIn(conversation: string, sender: Person): Promise<string> {
    const form = new FormData();
    form.append('conversation', conversation);
    form.append('image', picture);
    const { status, body } = await sender.upload('/v1/chats', form);
    expect(status).toBe(201);
    return body.message.imageUrl;
  }
  /** The picture's status, which is the same for HEAD and for a range. */
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

  test('is shown to both people in a conversation, but not to other people (404) or without a session (401)', async () => {
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
    // The answer doesn't reveal whether the picture exists.
    const none = `/${'0'.repeat(32)}-private.jpg`;
    expect([await statusOf(eve, none), await statusOf(world.stranger(), none)]).toEqual([404, 401]);
    const { body } = await eve.get(`/media${imageUrl}`);
    expect(body).toEqual((await eve.get(`/media${none}`)).body);
  });

  test('is no longer shown to someone who has deleted the conversation, but still to the other person', async () => {
    const [ada, bob, conversation] = await acquainted();
    const imageUrl = await sendIn(conversation, ada);
    await ada.delete(`/v1/conversations/${conversation}`);
    expect([await statusOf(ada, imageUrl), await statusOf(bob, imageUrl)]).toEqual([404, shown()]);
    // A later message doesn't bring it back.
    const later = await sendIn(conversation, bob);
    expect([await statusOf(ada, imageUrl), await statusOf(ada, later)]).toEqual([404, shown()]);
  });

  test('is no longer shown when the session ends', async () => {
    const [, bob, conversation] = await acquainted();
    const imageUrl = await sendIn(conversation, bob);
    expect(await statusOf(bob, imageUrl)).toBe(shown());
    expect((await bob.post('/v1/users/logout')).status).toBe(200);
    expect(await statusOf(bob, imageUrl)).toBe(401);
  });

  test('tells every cache not to store it', async () => {
    const [ada, , conversation] = await acquainted();
    const { headers } = await ada.get(`/media${await sendIn(conversation, ada)}`);
    expect(headers.get('cache-control')).toBe('private, no-store');
    const { headers: refused } = await world.stranger().get(`/media/${'0'.repeat(32)}-private.jpg`);
    expect(refused.get('cache-control')).toBe('private, no-store');
  });
});
