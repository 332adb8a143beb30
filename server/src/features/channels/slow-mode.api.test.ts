import { beforeEach, expect, test } from 'vitest';
import { clubWorld } from '../../../test/community.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import type { Person } from '../../../test/harness.ts';
import { createChannelOf } from './channels.factory.ts';

const { world, ada, bob, newClub } = await clubWorld();
const picture = await fixtureFile('still.webp');

let handle: string;
let communityId: string;
let user: string;
let admin: string;
let channel: string;
/** A community of Ada's with Bob, and a channel in which people wait half a minute. */
beforeEach(async () => {
  ({ handle, communityId, user, admin } = await newClub());
  channel = await createChannelOf(world.platform, { communityId, roles: [user, admin] });
  await change({ slow_mode: 30 });
});

const change = async (body: object) => await ada.patch(`/v1/community/${handle}/channels/${channel}`, body);
const send = async (person: Person, content: string, more = {}) =>
  await person.post('/v1/channel/chats', { conversation: channel, content, ...more });
const texts = async () =>
  (await ada.get(`/v1/channel/chats/${channel}`)).body.messages.map(({ message }: { message: string }) => message);
const shown = async (person: Person) => (await person.get(`/v1/community/${handle}/channels`)).body.channels[0];
/** Makes all messages older. */
const pass = async (seconds: number) =>
  await world.sql('update room_members set written_at = written_at - make_interval(secs => $1)', [seconds]);

test("People who write again too soon get 429 with the time to wait, and may write once it's over", async () => {
  expect((await send(bob, 'one')).status).toBe(201);
  await pass(10);
  const refused = await send(bob, 'two');
  expect(refused).toMatchObject({ status: 429, body: { error: expect.stringMatching(/^Slow mode is on here/) } });
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(15);
  expect(wait).toBeLessThanOrEqual(20);
  await pass(20);
  expect((await send(bob, 'three')).status).toBe(201);
  expect(await texts()).toEqual(['one', 'three']);
});

test('The channel says how slow it is, and until when the reader waits', async () => {
  expect(await shown(bob)).toMatchObject({ slow_mode: 30, slow_until: null });
  const before = Date.now();
  await send(bob, 'one');
  const { slow_until } = await shown(bob);
  expect(Date.parse(slow_until)).toBeGreaterThanOrEqual(before + 30_000);
  await send(ada, 'hers');
  expect(await shown(ada)).toMatchObject({ slow_mode: 30, slow_until: null });
  await change({ slow_mode: 0 });
  expect(await shown(bob)).toMatchObject({ slow_mode: 0, slow_until: null });
  expect((await send(bob, 'two')).status).toBe(201);
});

test('Of several messages sent at the same time, one is stored', async () => {
  const answers = await Promise.all(['one', 'two', 'three', 'four'].map((text) => send(bob, text)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429, 429]);
  expect(await texts()).toHaveLength(1);
});

test.each(['ban:users', 'channel:create', 'community:edit'])('Holders of %s never wait', async (permission) => {
  const { role } = (await ada.post(`/v1/community/${handle}/roles`, { name: 'Helper', permissions: [permission] }))
    .body;
  await ada.post(`/v1/community/${handle}/roles/user`, { role_id: role.role_id, username: 'bob' });
  for (const text of ['one', 'two']) expect((await send(bob, text)).status).toBe(201);
});

test("A retry of what was stored gets its answer, and doesn't make anybody wait longer", async () => {
  const first = await send(bob, 'one', { client_id: 'a' });
  await pass(10);
  const again = await send(bob, 'one', { client_id: 'a' });
  expect([again.status, again.body.message._id]).toEqual([201, first.body.message._id]);
  await pass(20);
  expect((await send(bob, 'two')).status).toBe(201);
});

test("Edits and reactions don't wait", async () => {
  const { _id } = (await send(bob, 'one')).body.message;
  expect((await bob.patch(`/v1/messages/${_id}`, { content: 'better' })).status).toBe(200);
  expect((await bob.put(`/v1/messages/${_id}/reactions/${encodeURIComponent('👍')}`)).status).toBe(200);
});

test('A picture waits like a text, and one that was refused leaves nothing behind', async () => {
  const upload = async () =>
    await bob.upload('/v1/channel/chats', formOf(['image', picture], ['conversation', channel]));
  expect((await upload()).status).toBe(201);
  expect((await upload()).status).toBe(429);
  expect(await world.sql('select id from media_files where attached_at is null')).toEqual([]);
  expect(await texts()).toEqual(['']);
});

test("People who can't write there get that error, not the one about waiting", async () => {
  await send(bob, 'one');
  await change({ roles: [admin] });
  expect((await send(bob, 'two')).body).toEqual({ error: { permission: expect.any(String) } });
});

test('Slow mode counts for each channel by itself', async () => {
  const other = await createChannelOf(world.platform, { communityId, roles: [user], name: 'other' });
  await send(bob, 'one');
  for (const content of ['two', 'three'])
    expect((await bob.post('/v1/channel/chats', { conversation: other, content })).status).toBe(201);
});

test("The explanation why somebody can't write mentions slow mode", async () => {
  const ask = async () => (await ada.get(`/v1/explain?username=bob&kind=channel&id=${channel}&action=write`)).body;
  expect(await ask()).toMatchObject({ allowed: true });
  await send(bob, 'one');
  expect(await ask()).toMatchObject({ allowed: false, because: [expect.stringContaining('slow mode is on')] });
});
