import { beforeEach, expect, test } from 'vitest';
import { clubWorld } from '../../../test/community.ts';
import type { LiveSocket, Person } from '../../../test/harness.ts';
import { createCommunityOf } from './communities.factory.ts';

const { world, ada, bob, eve, newClub } = await clubWorld();

let made: number;
let handle: string;
let communityId: string;
/** A new community of Ada's with Bob, without Eve. */
beforeEach(async () => {
  ({ made, handle, communityId } = await newClub());
});

const change = (changed: string, community_handle = handle) => ({
  community_id: communityId,
  community_handle,
  changed,
});
const isOf = (changed: string) => (payload: { changed: string; community_id: string }) =>
  payload.changed === changed && payload.community_id === communityId;
const heard = (socket: LiveSocket) =>
  socket
    .all('communityChanged')
    .filter(({ community_id }) => community_id === communityId)
    .map(({ changed }) => changed);
const openAt = async (person: Person) => {
  const socket = await person.socket();
  expect(await socket.send('joinCommunity', handle.toUpperCase())).toEqual({ ok: true });
  return socket;
};

test('Only members can open a community.', async () => {
  const socket = await eve.socket();
  expect(await socket.send('joinCommunity', handle)).toEqual({ ok: false, error: expect.any(String) });
  expect(await socket.send('joinCommunity', 'none_such')).toEqual({ ok: false, error: expect.any(String) });
  expect(await socket.send('joinCommunity', 'x'.repeat(100))).toEqual({ ok: false, error: expect.any(String) });
  await ada.post(`/v1/community/${handle}/roles`, { name: 'Gardener' });
  await socket.send('leaveCommunity', handle);
  expect(heard(socket)).toEqual([]);
});

test("People who have it open get its changes; people who have closed it don't.", async () => {
  const [reader, closed] = [await openAt(bob), await openAt(bob)];
  expect(await closed.send('leaveCommunity', handle)).toEqual({ ok: true });
  const { role } = (await ada.post(`/v1/community/${handle}/roles`, { name: 'Gardener' })).body;
  expect(await reader.first('communityChanged', isOf('roles'))).toEqual(change('roles'));
  await ada.post(`/v1/community/${handle}/channels`, { name: 'general', roles: [role.role_id] });
  expect(await reader.first('communityChanged', isOf('channels'))).toEqual(change('channels'));
  const form = new FormData();
  form.set('handle', `${handle}_new`);
  await ada.fetch(`/v1/communities/${handle}`, { method: 'PATCH', body: form });
  expect(await reader.first('communityChanged', isOf('community'))).toEqual(change('community', `${handle}_new`));
  await closed.send('leaveCommunity', handle);
  expect(heard(closed)).toEqual([]);
});

test('A crowd of joining members is announced right away, and then once a second.', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, (_, n) => world.person(`crowd_${made}_${n}`)));
  const club = await createCommunityOf(world.platform, { creatorId: ada.user_id, handle: `crowd_${made}` });
  const reader = await ada.socket();
  await reader.send('joinCommunity', club.handle);
  const begun = performance.now();
  await Promise.all(people.map((person) => person.post(`/v1/community/${club.handle}`)));
  await reader.count('communityChanged', 2);
  const took = performance.now() - begun;
  expect(took).toBeGreaterThan(500);
  const events = reader.all('communityChanged');
  expect(events).toEqual(events.map(() => expect.objectContaining({ community_id: club.id, changed: 'members' })));
  expect(events.length).toBeLessThanOrEqual(2 + Math.ceil(took / 1000));
});

test('People who get or lose a role get an event on every socket, and the others one that a member changed.', async () => {
  const { role } = (await ada.post(`/v1/community/${handle}/roles`, { name: 'Gardener' })).body;
  const [here, there, reader] = [await openAt(bob), await bob.socket(), await openAt(ada)];
  const path = `/v1/community/${handle}/roles/user`;
  const assignment = { role_id: role.role_id, username: 'bob' };
  await ada.post(path, assignment);
  for (const socket of [here, there]) await socket.first('communityChanged', isOf('access'));
  await reader.first('communityChanged', isOf('members'));
  await ada.post(path, assignment);
  await ada.delete(path, assignment);
  await there.count('communityChanged', 2);
  expect(heard(there)).toEqual(['access', 'access']);
  expect(heard(reader)).not.toContain('access');
});

test('People who join or leave get an event on every socket, and nothing more after leaving.', async () => {
  const [here, there] = [await eve.socket(), await eve.socket()];
  await eve.post(`/v1/community/${handle}`);
  for (const socket of [here, there]) await socket.first('communityChanged', isOf('access'));
  await here.send('joinCommunity', handle);
  await eve.delete(`/v1/community/${handle}`);
  await here.count('communityChanged', 2);
  await ada.post(`/v1/community/${handle}/roles`, { name: 'Gardener' });
  await here.send('leaveCommunity', handle);
  expect(heard(here).filter((changed) => changed !== 'members')).toEqual(['access', 'access']);
  expect(heard(there)).toEqual(['access', 'access']);
});

test('People who create a community get an event on every socket.', async () => {
  const socket = await eve.socket();
  const form = new FormData();
  form.set('name', 'Mine');
  form.set('handle', `mine_${made}`);
  const { community } = (await eve.upload('/v1/communities', form)).body;
  expect(await socket.first('communityChanged', (each) => each.community_id === community.community_id)).toEqual({
    community_id: community.community_id,
    community_handle: `mine_${made}`,
    changed: 'access',
  });
});

test('When an account is deleted, people with its communities open get an event, and so does the new admin.', async () => {
  const founder = await world.person(`founder_${made}`);
  const club = await createCommunityOf(world.platform, { creatorId: founder.user_id, handle: `left_${made}` });
  await bob.post(`/v1/community/${club.handle}`);
  const socket = await bob.socket();
  await socket.send('joinCommunity', club.handle);
  await founder.delete('/v1/users');
  for (const changed of ['access', 'members']) {
    await socket.first('communityChanged', (each) => each.community_id === club.id && each.changed === changed);
  }
  expect(await socket.first('accountDeleted')).toEqual({ user_id: founder.user_id });
});
