import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

let world: World;
let second: World;
const talk = talkIn(() => world);
beforeAll(async () => {
  world = await startWorld();
  second = await startWorld({ database: { connectionString: world.databaseUrl } });
});
afterAll(async () => {
  await second.close();
  await world.close();
});

const onlineOf = async (viewer: Person) => (await talk.list(viewer))[0]?.members[0].online;
const isSeen = (viewer: Person, isOnline: boolean) =>
  vi.waitFor(async () => expect(await onlineOf(viewer)).toBe(isOnline));
const hidePresence = (person: Person) =>
  world.sql('insert into privacy (user_id, presence) values ($1, false)', [person.user_id]);

/** Waits until the server knows that somebody is connected. */
const isSeenOnline = (person: Person) =>
  vi.waitFor(async () =>
    expect(await world.sql('select from online_users where user_id = $1', [person.user_id])).toHaveLength(1),
  );

/** Two people who have written to each other. */
async function talking() {
  const [ada, bob, id] = await talk.acquainted();
  await talk.write(ada, id, 'Hello');
  return { ada, bob, id };
}

test("People are online while one of their devices is connected, and their partners' pages show it", async () => {
  const { ada, bob } = await talking();
  const adas = await ada.socket();
  expect(await onlineOf(ada)).toBe(false);
  const bobs = await bob.socket();
  await isSeen(ada, true);
  const { username } = bob.user;
  expect(await adas.first('presenceChanged', (change) => change.username === username)).toEqual({
    username,
    online: true,
  });
  bobs.close();
  await isSeen(ada, false);
  await adas.first('presenceChanged', (change) => change.username === username && !change.online);
});

test('Reloading a page takes nobody offline', async () => {
  const { ada, bob } = await talking();
  const adas = await ada.socket();
  const first = await bob.socket();
  await isSeen(ada, true);
  first.close();
  await bob.socket();
  const cyd = await world.person('cyd_reload');
  await talk.write(cyd, await talk.open(cyd, ada), 'Hello');
  const cyds = await cyd.socket();
  await adas.first('presenceChanged', ({ username }) => username === 'cyd_reload');
  cyds.close();
  // When somebody who left after the reload is gone, the person who reloaded would be gone, too.
  await adas.first('presenceChanged', ({ username, online }) => username === 'cyd_reload' && !online);
  const ofBob = adas.all('presenceChanged').filter(({ username }) => username === bob.user.username);
  expect(ofBob).toEqual([{ username: bob.user.username, online: true }]);
});

test("People who hide when they're online can't see when others are", async () => {
  const { ada, bob } = await talking();
  await hidePresence(bob);
  const [adas, bobs] = [await ada.socket(), await bob.socket()];
  expect(await onlineOf(ada)).toBeNull();
  expect(await onlineOf(bob)).toBeNull();
  const cyd = await world.person('cyd_hidden');
  for (const person of [ada, bob]) await talk.write(cyd, await talk.open(cyd, person), 'Hello');
  await cyd.socket();
  await adas.first('presenceChanged', ({ username }) => username === 'cyd_hidden');
  expect(adas.all('presenceChanged').some(({ username }) => username === bob.user.username)).toBe(false);
  expect(bobs.all('presenceChanged')).toEqual([]);
});

test("People who look at somebody learn right away that they no longer show when they're online, and nothing after that", async () => {
  const { ada, bob } = await talking();
  const adas = await ada.socket();
  const bobs = await bob.socket();
  const { username } = bob.user;
  const ofBob = () => adas.all('presenceChanged').filter((change) => change.username === username);
  await adas.first('presenceChanged', (change) => change.username === username && change.online);
  const show = async (presence: boolean) =>
    expect((await bob.patch('/v1/notifications/settings', { presence })).status).toBe(200);
  await show(false);
  await adas.first('presenceChanged', (change) => change.username === username && !change.online);
  bobs.close();
  const cyd = await world.person('cyd_shown');
  await talk.write(cyd, await talk.open(cyd, ada), 'Hello');
  const cyds = await cyd.socket();
  await adas.first('presenceChanged', (change) => change.username === 'cyd_shown');
  cyds.close();
  // By now, everyone who left before has been noticed.
  await adas.first('presenceChanged', (change) => change.username === 'cyd_shown' && !change.online);
  expect(ofBob()).toHaveLength(2);
  await bob.socket();
  await isSeenOnline(bob);
  await show(true);
  await vi.waitFor(() => expect(ofBob().at(-1)).toEqual({ username, online: true }));
});

test('Neither of two people sees whether the other is online after a block', async () => {
  const { ada, bob } = await talking();
  await bob.put(`/v1/users/${ada.user.username}/block`);
  const adas = await ada.socket();
  await bob.socket();
  const cyd = await world.person('cyd_apart');
  await talk.write(cyd, await talk.open(cyd, ada), 'Hello');
  await cyd.socket();
  await adas.first('presenceChanged', ({ username }) => username === 'cyd_apart');
  expect(adas.all('presenceChanged').some(({ username }) => username === bob.user.username)).toBe(false);
  const [conversation] = (await talk.list(ada)).filter(({ members }) => members[0].username === bob.user.username);
  expect(conversation.members[0].online).toBeNull();
});

test('Members who have a community open see who comes online, strangers and other members do not', async () => {
  const [ada, bob, cyd] = await Promise.all(['ada_m', 'bob_m', 'cyd_m'].map((name) => world.person(name)));
  if (!ada || !bob || !cyd) throw new Error('Nobody is there');
  const club = await createClub(world, ada, [bob, cyd]);
  const [adas, cyds] = [await ada.socket(), await cyd.socket()];
  expect(await adas.send('joinCommunity', club.handle)).toEqual({ ok: true });
  await bob.socket();
  expect(await adas.first('presenceChanged', ({ username }) => username === 'bob_m')).toEqual({
    username: 'bob_m',
    online: true,
  });
  expect(cyds.all('presenceChanged')).toEqual([]);
  const { members } = (await ada.get(`/v1/community/${club.handle}/members`)).body;
  expect(members.find(({ username }: { username: string }) => username === 'bob_m').online).toBe(true);
});

test('With several processes, somebody who is connected to another one is online, until that process ends', async () => {
  const { ada, bob } = await talking();
  const adas = await ada.socket();
  const { username } = bob.user;
  const ended = await startWorld({ database: { connectionString: world.databaseUrl } });
  await ended.socketOf(bob.cookie);
  await adas.first('presenceChanged', (change) => change.username === username && change.online);
  await ended.close();
  await adas.first('presenceChanged', (change) => change.username === username && !change.online);
  expect(await onlineOf(ada)).toBe(false);
});

test('Nobody is online on a process without a heartbeat for half a minute', async () => {
  const { ada, bob } = await talking();
  await second.socketOf(bob.cookie);
  await isSeen(ada, true);
  await world.sql(
    `update presence_processes set seen_at = now() - interval '31 seconds'
     where id = (select process_id from online_users where user_id = $1)`,
    [bob.user_id],
  );
  expect(await onlineOf(ada)).toBe(false);
});
