import { expect, test } from 'vitest';
import { type Person, testWorld } from '../../../test/harness.ts';
import { type Device, startPushService } from '../../../test/push-service.ts';
import { createTextPost } from '../posts/posts.factory.ts';

const service = await startPushService();
const world = await testWorld({ settings: { LINK_PREVIEWS_INSIDE: service.host, RATE_LIMITS: 'on' } });
let names = 0;
const person = () => world.person(`devices_${(names += 1)}`);
const deviceOf = async (who: Person): Promise<Device> => {
  const device = service.device();
  expect((await who.post('/v1/push/subscriptions', device.subscription)).status).toBe(201);
  return device;
};
const listed = async (who: Person) => (await who.get('/v1/push/subscriptions')).body.devices;
const commentOn = async (author: Person, by: Person, content: string) => {
  const postId = await createTextPost(world.platform, { authorId: author.user_id, content: 'Hello' });
  await by.post(`/v1/posts/${postId}/comments`, { content });
};
const groupsOf = async (who: Person) =>
  (await who.get('/v1/notifications')).body.notifications.map(({ group }: { group: string }) => group);

test('people see their own devices, when something was last sent to them, and which of them is the current one', async () => {
  const [ada, bob] = [await person(), await person()];
  const device = await deviceOf(ada);
  await deviceOf(bob);
  const [own, ...others] = await listed(ada);
  expect(others).toEqual([]);
  expect(own).toEqual({
    device_id: expect.any(String),
    device: expect.any(String),
    created_at: expect.any(String),
    last_sent_at: null,
    current: true,
  });
  await commentOn(ada, bob, 'Hi');
  await device.count(1);
  await expect.poll(async () => (await listed(ada))[0].last_sent_at).not.toBeNull();
});

test('a device can be removed by its id, by its person alone', async () => {
  const [ada, bob] = [await person(), await person()];
  await deviceOf(ada);
  const [{ device_id: id }] = await listed(ada);
  expect((await bob.delete(`/v1/push/subscriptions/${id}`)).status).toBe(404);
  expect(await listed(ada)).toHaveLength(1);
  expect(await ada.delete(`/v1/push/subscriptions/${id}`)).toMatchObject({ status: 200, body: {} });
  expect(await listed(ada)).toEqual([]);
  expect((await ada.delete(`/v1/push/subscriptions/${id}`)).status).toBe(404);
});

test('a test reaches all devices and says how many accepted it, five times in ten minutes', async () => {
  const ada = await person();
  expect((await ada.post('/v1/push/test')).body).toEqual({ sent: 0 });
  const [phone, broken] = [await deviceOf(ada), await deviceOf(ada)];
  broken.refuse(500, 9);
  expect((await ada.post('/v1/push/test')).body).toEqual({ sent: 1 });
  const [shown] = await phone.count(1);
  expect(shown?.payload.hubbub).toEqual({ kind: 'notification' });
  for (let n = 0; n < 3; n += 1) expect((await ada.post('/v1/push/test')).status).toBe(200);
  const refused = await ada.post('/v1/push/test');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('the next push says what a device no longer needs to show, once', async () => {
  const [ada, bob] = [await person(), await person()];
  const device = await deviceOf(ada);
  for (const number of [1, 2]) {
    await commentOn(ada, bob, `Comment ${number}`);
    await device.count(number);
  }
  const [second, first] = await groupsOf(ada);
  const { notifications } = (await ada.get('/v1/notifications')).body;
  const closed = async () => (await ada.get('/v1/push/subscriptions')).body.closed;
  expect(await closed()).toEqual([]);
  await ada.post('/v1/notifications/read', { ids: [notifications[1]._id] });
  expect(await closed(), 'a window that opens asks for it').toEqual([first]);
  await commentOn(ada, bob, 'Comment 3');
  const [, , third] = await device.count(3);
  expect(third?.payload).toMatchObject({ app_badge: 2, hubbub: { closed: [first] } });
  await expect.poll(closed).toEqual([]);
  const { conversation } = await talk(bob, ada, 'Hello');
  const [, , , message] = await device.count(4);
  expect(message?.payload.hubbub).toEqual({
    kind: 'message',
    room_id: conversation,
    message_id: expect.any(String),
  });
  expect(message?.tag).toBe(`room:${conversation}`);
  await ada.put(`/v1/users/${bob.user.username}/block`);
  await commentOn(ada, await person(), 'Comment 4');
  const [, , , , last] = await device.count(5);
  expect(last?.payload.hubbub.closed).toEqual(expect.arrayContaining([second, `room:${conversation}`]));
});

const talk = async (from: Person, to: Person, content: string): Promise<{ conversation: string }> => {
  const conversation = (await from.post('/v1/conversations', { username: to.user.username })).body.newConversation._id;
  expect((await from.post('/v1/chats', { conversation, content })).status).toBe(201);
  return { conversation };
};

test('if a person or the site turned off previews, pushes contain no names and no texts', async () => {
  const [ada, bob] = [await person(), await person()];
  const device = await deviceOf(ada);
  expect((await ada.get('/v1/notifications/settings')).body.settings.previews).toBe(true);
  const changed = await ada.patch('/v1/notifications/settings', { previews: false });
  expect(changed.body.settings.previews).toBe(false);
  await talk(bob, ada, 'The secret word');
  const [message] = await device.count(1);
  expect(message).toMatchObject({ title: 'New message', body: '' });
  await ada.patch('/v1/notifications/settings', { previews: true });
  const admin = await person();
  await world.sql(`update users set site_role = 'owner' where id = $1`, [admin.user_id]);
  expect((await admin.patch('/v1/site', { previews: false })).body.site.previews).toBe(false);
  expect((await world.stranger().get('/v1/site')).body.site.previews).toBe(false);
  await commentOn(ada, bob, 'The secret word');
  const [, notification] = await device.count(2);
  expect(notification).toMatchObject({ title: 'New notification', body: '' });
  expect(JSON.stringify([message, notification])).not.toContain('secret');
  await admin.patch('/v1/site', { previews: true });
});
