import { expect, test } from 'vitest';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { type Device, startPushService } from '../../../test/push-service.ts';
import { talkIn } from '../../../test/talk.ts';

const service = await startPushService();
const world = await testWorld({ settings: { LINK_PREVIEWS_INSIDE: service.host } });
const { acquainted, write } = talkIn(() => world);

const deviceOf = async (person: Person): Promise<Device> => {
  const device = service.device();
  expect((await person.post('/v1/push/subscriptions', device.subscription)).status).toBe(201);
  return device;
};
const start = async (person: Person, room: string): Promise<Answer['body']> =>
  (await person.post(`/v1/rooms/${room}/call`)).body.call;
const payloads = async (device: Device, count: number) => (await device.count(count)).map(({ payload }) => payload);

/** Two people who have talked, the second with a device that gets pushes. */
async function talking() {
  const [ada, bob, room] = await acquainted();
  await write(ada, room, 'Hello');
  await bob.get(`/v1/chats/${room}`);
  await world.runJobs();
  return { ada, bob, room, device: await deviceOf(bob) };
}

test('a ringing call rings on devices with pushes, too', async () => {
  const { ada, bob, room, device } = await talking();
  const call = await start(ada, room);
  await world.runJobs();
  const [{ headers, payload }] = (await device.count(1)) as [Device['shown'][0]];
  expect(payload).toMatchObject({
    notification: {
      title: 'Ada',
      body: 'Incoming call',
      navigate: `${world.platform.config.publicUrl}/chat?conversation=${room}`,
      tag: `call:${call.call_id}`,
      silent: false,
    },
    hubbub: { kind: 'call', room_id: room, call_id: call.call_id },
  });
  expect(Number(headers.ttl)).toBeGreaterThan(0);
  expect(Number(headers.ttl)).toBeLessThanOrEqual(40);
  expect(headers.urgency).toBe('high');
  await bob.post(`/v1/calls/${call.call_id}/decline`);
  await write(ada, room, 'Later then');
  await world.runJobs();
  expect((await payloads(device, 2))[1]?.hubbub).toMatchObject({ kind: 'message', closed: [`call:${call.call_id}`] });
});

test('the notification of a missed call replaces the ringing one', async () => {
  const { ada, room, device } = await talking();
  const call = await start(ada, room);
  await world.runJobs();
  await world.sql(`update calls set started_at = started_at - interval '41 seconds' where id = $1`, [call.call_id]);
  await world.platform.jobs.add(world.platform.db.kysely, 'meetings.settle-calls', {});
  await world.runJobs();
  await world.runJobs();
  expect((await payloads(device, 2))[1]).toMatchObject({
    notification: { title: 'Ada', body: 'Missed call', tag: `call:${call.call_id}` },
    hubbub: { kind: 'notification', room_id: room },
  });
});

test("in quiet hours a call is shown silently, and without previews the caller isn't named", async () => {
  const { ada, bob, room, device } = await talking();
  const quiet = { from: '00:00', to: '00:00', timezone: 'UTC' };
  await bob.patch('/v1/notifications/settings', { quiet, previews: false });
  await start(ada, room);
  await world.runJobs();
  const [{ notification }] = (await payloads(device, 1)) as [Answer['body']];
  expect(notification).toMatchObject({ title: 'Incoming call', body: '', silent: true });
});

test("isn't pushed to people who have muted the caller, who learns nothing of it", async () => {
  const { ada, bob, room, device } = await talking();
  await bob.put(`/v1/users/${ada.user.username}/mute`);
  const call = await start(ada, room);
  expect(call.ringing.map(({ username }: { username: string }) => username)).toEqual([bob.user.username]);
  await world.runJobs();
  await world.sql(`update calls set started_at = started_at - interval '41 seconds' where id = $1`, [call.call_id]);
  await world.platform.jobs.add(world.platform.db.kysely, 'meetings.settle-calls', {});
  await world.runJobs();
  await world.runJobs();
  expect(device.shown).toEqual([]);
});

test('neither people who turned off pushes of calls nor the caller get any', async () => {
  const { ada, bob, room, device } = await talking();
  const own = await deviceOf(ada);
  await bob.patch('/v1/notifications/settings', { types: { call: { push: false } } });
  await start(ada, room);
  await world.runJobs();
  expect([device.shown, own.shown]).toEqual([[], []]);
});
