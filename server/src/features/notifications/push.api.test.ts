import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Person, startWorld, testWorld } from '../../../test/harness.ts';
import { type Device, makePushKeys, startPushService } from '../../../test/push-service.ts';
import { createTextPost } from '../posts/posts.factory.ts';

const service = await startPushService();
const settings = { LINK_PREVIEWS_INSIDE: service.host };
const world = await testWorld({ settings });
let names = 0;
const person = () => world.person(`push_${(names += 1)}`);
const subscribe = async (who: Person, device: Device) => {
  expect((await who.post('/v1/push/subscriptions', device.subscription)).status).toBe(201);
};
const deviceOf = async (who: Person) => {
  const device = service.device();
  await subscribe(who, device);
  return device;
};
const postOf = (author: Person, content = 'Hello') =>
  createTextPost(world.platform, { authorId: author.user_id, content });
const comment = (who: Person, postId: string, content: string) => who.post(`/v1/posts/${postId}/comments`, { content });
/** The stored subscriptions of a person, oldest first. */
const known = async (who: Person) =>
  (
    await world.sql<{ endpoint: string }>(
      'select endpoint from push_subscriptions where user_id = $1 order by created_at, id',
      [who.user_id],
    )
  ).map(({ endpoint }) => endpoint);

test('every process has the same key, which is a point on P-256, and the secret half stays secret', async () => {
  const ada = await person();
  const other = await startWorld({ settings, database: { connectionString: world.databaseUrl } });
  try {
    const { status, body } = await ada.get('/v1/push/key');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['key']);
    expect((await other.withCookie(ada.cookie).get('/v1/push/key')).body).toEqual(body);
    const rows = await world.sql<{ secret: string }>(`select secret from server_keys where name = 'vapid'`);
    expect(rows).toHaveLength(1);
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(Buffer.from(rows[0]?.secret ?? '', 'base64url'));
    expect(ecdh.getPublicKey('base64url')).toBe(body.key);
  } finally {
    await other.close();
  }
});

test("a device shows its owner's notifications, and nobody in between can read them", async () => {
  const [ada, bob] = [await person(), await person()];
  const [phone, laptop] = [await deviceOf(ada), await deviceOf(ada)];
  const others = await deviceOf(bob);
  const postId = await postOf(ada);
  const said = (await comment(bob, postId, '**Well** said')).body.comment.comment_id;
  for (const device of [phone, laptop]) {
    const [{ headers, payload }] = (await device.count(1)) as [Device['shown'][0]];
    const { notifications } = (await ada.get('/v1/notifications')).body;
    expect(payload).toEqual({
      web_push: 8030,
      notification: {
        title: `${bob.user.username} commented on your post`,
        body: 'Well said',
        navigate: `${world.platform.config.publicUrl}/posts/${postId}?comment=${said}`,
        tag: notifications[0].group,
        lang: 'en',
        dir: 'auto',
        silent: false,
      },
      app_badge: 1,
      mutable: true,
      hubbub: { kind: 'notification', notification_id: notifications[0]._id },
    });
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '86400',
      urgency: 'normal',
      topic: expect.stringMatching(/^[\w-]{32}$/),
      authorization: expect.stringMatching(/^vapid t=/),
    });
    expect(headers.cookie).toBeUndefined();
  }
  expect(others.shown).toEqual([]);
});

test("nothing is pushed if it was read, deleted or turned off by then, or it's quiet hours", async () => {
  const [bob, ...people] = await Promise.all(Array.from({ length: 6 }, person));
  const [reader, deleter, chooser, sleeper] = people as [Person, Person, Person, Person];
  if (!bob) throw new Error('nobody');
  const posts = await Promise.all(people.map((each) => postOf(each)));
  const devices = await Promise.all(people.map(deviceOf));
  const pushed = service.hold(world, ...people.map(({ user_id }) => user_id));
  await pushed.begin();
  for (const postId of posts) await comment(bob, postId, 'Hi');
  await pushed.waiting(people.length);

  const { notifications } = (await reader.get('/v1/notifications')).body;
  await reader.post('/v1/notifications/read', { up_to: notifications[0]._id });
  await deleter.delete(`/v1/posts/${posts[people.indexOf(deleter)]}`);
  await chooser.patch('/v1/notifications/settings', { types: { comment: { push: false } } });
  const always = { from: '00:00', to: '00:00', timezone: 'Europe/Berlin' };
  await sleeper.patch('/v1/notifications/settings', { quiet: always });
  await pushed.end();
  expect(devices.map(({ asked }) => asked)).toEqual([0, 0, 0, 0, 1]);
});

test("notifications that aren't listed can still be pushed", async () => {
  const [ada, bob] = [await person(), await person()];
  const device = await deviceOf(ada);
  await ada.patch('/v1/notifications/settings', { types: { comment: { in_app: false } } });
  await comment(bob, await postOf(ada), 'Hi');
  await device.count(1);
  expect((await ada.get('/v1/notifications')).body).toEqual({ notifications: [], unread: 0 });
});

test('a device belongs to one person, and is removed with its session or account', async () => {
  const [ada, bob, cyd] = [await person(), await person(), await person()];
  const device = service.device();
  await subscribe(ada, device);
  await subscribe(bob, device);
  expect([await known(ada), await known(bob)]).toEqual([[], [device.subscription.endpoint]]);
  await ada.delete('/v1/push/subscriptions', device.subscription);
  expect(await known(bob)).toHaveLength(1);
  expect((await bob.post('/v1/users/logout')).status).toBe(200);
  expect(await known(bob)).toEqual([]);
  await subscribe(cyd, device);
  expect((await cyd.delete('/v1/push/subscriptions', device.subscription)).status).toBe(200);
  expect(await known(cyd)).toEqual([]);
  await subscribe(cyd, device);
  expect((await cyd.delete('/v1/users')).status).toBe(200);
  expect(await known(cyd)).toEqual([]);
});

test('a person has 20 devices, and the oldest makes room', async () => {
  const ada = await person();
  const endpoints = Array.from({ length: 22 }, (_, index) => `https://push.example.net/${index}`);
  for (const endpoint of endpoints) {
    expect((await ada.post('/v1/push/subscriptions', { endpoint, keys: makePushKeys() })).status).toBe(201);
  }
  expect(await known(ada)).toEqual(endpoints.slice(2));
});

test("a subscription that nothing can be sent to isn't added", async () => {
  const ada = await person();
  const keys = makePushKeys();
  for (const endpoint of [
    'http://push.example.net/a',
    'ftp://push.example.net/a',
    'https://a:b@push.example.net/',
    'x',
  ])
    expect((await ada.post('/v1/push/subscriptions', { endpoint, keys })).body.error).toHaveProperty('endpoint');
  const endpoint = 'https://push.example.net/a';
  for (const bad of [
    { ...keys, auth: 'AAAA' },
    { ...keys, p256dh: 'AAAA' },
    { ...keys, p256dh: `BA${'A'.repeat(85)}` },
  ])
    expect((await ada.post('/v1/push/subscriptions', { endpoint, keys: bad })).body.error).toHaveProperty('keys');
  for (const body of [{}, { endpoint }, { endpoint: `https://push.example.net/${'x'.repeat(2000)}`, keys }])
    expect((await ada.post('/v1/push/subscriptions', body)).status).toBe(422);
  expect(await known(ada)).toEqual([]);
});

test('a device that unsubscribed is removed, and one whose push service is busy gets the push later', async () => {
  const [ada, bob] = [await person(), await person()];
  const [gone, busy] = [await deviceOf(ada), await deviceOf(ada)];
  gone.refuse(410, 1);
  busy.refuse(429, 1, { 'retry-after': '1' });
  await comment(bob, await postOf(ada), 'Hi');
  await busy.count(1);
  expect([gone.asked, busy.asked]).toEqual([1, 2]);
  expect(await known(ada)).toEqual([busy.subscription.endpoint]);
  const paused = 'select failed_since from push_subscriptions where user_id = $1';
  await expect.poll(() => world.sql(paused, [ada.user_id])).toEqual([{ failed_since: null }]);
});

test('a device that no push has reached for a week is removed', async () => {
  const [ada, bob] = [await person(), await person()];
  const device = await deviceOf(ada);
  await world.sql(`update push_subscriptions set failed_since = now() - interval '8 days' where user_id = $1`, [
    ada.user_id,
  ]);
  device.refuse(500, 9);
  await comment(bob, await postOf(ada), 'Hi');
  await expect.poll(() => known(ada)).toEqual([]);
});

test("pushes can't be sent to the host's own network", async () => {
  const [ada, bob] = [await person(), await person()];
  const closed = await startWorld();
  try {
    const inside = closed.withCookie((await closed.person('inside')).cookie);
    const refused = await inside.post('/v1/push/subscriptions', service.device().subscription);
    expect(refused.body.error).toHaveProperty('endpoint');
  } finally {
    await closed.close();
  }
  const [last, ...rest] = [await deviceOf(ada), await deviceOf(ada)];
  // An address that has turned into an internal one since.
  await world.sql('update push_subscriptions set endpoint = $1 where endpoint = $2', [
    'https://127.0.0.1/push',
    rest[0]?.subscription.endpoint,
  ]);
  await comment(bob, await postOf(ada), 'Hi');
  await last.count(1);
  const failed = `select 1 as failed from push_subscriptions where endpoint = 'https://127.0.0.1/push' and failed_since is not null`;
  await expect.poll(() => world.sql(failed)).toHaveLength(1);
});
