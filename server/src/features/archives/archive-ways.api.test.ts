import { expect, test, vi } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { newId } from '#platform/ids.ts';
import { importsIn } from '../../../test/archives.ts';
import { Authenticator } from '../../../test/authenticator.ts';
import { createClub } from '../../../test/community.ts';
import { formOf } from '../../../test/forms.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { makePushKeys } from '../../../test/push-service.ts';
import { talkIn } from '../../../test/talk.ts';
import { unzip } from '../../../test/unzip.ts';

/** The parts of an export about log-ins, notifications and former usernames. */

vi.setConfig({ testTimeout: 60_000 });

const world = await testWorld();
const talk = talkIn(() => world);
const { importOf } = importsIn(world);

const confirm = (person: Person) => person.post('/v1/user/confirm', { password: factoryPassword });

async function exportOf(person: Person) {
  await confirm(person);
  expect((await person.post('/v1/export')).status).toBe(202);
  await world.runJobs();
  const zip = Buffer.from(await (await person.fetch('/v1/export/file')).arrayBuffer());
  const files = await unzip(zip);
  return { zip, files, part: (name: string) => JSON.parse(files.get(`data/${name}.json`)?.toString() ?? 'null') };
}

/** Somebody with a passkey, a browser, a former name, a notification, a muted conversation and a device that takes pushes. */
async function equippedPerson(name: string) {
  const [ada, bob, eve] = await Promise.all([name, `${name}_friend`, `${name}_foe`].map((each) => world.person(each)));
  if (!ada || !bob || !eve) throw new Error('nobody');
  await confirm(ada);
  const made = new Authenticator().create((await ada.post('/v1/passkeys/options')).body);
  const { passkey } = (await ada.post('/v1/passkeys', made)).body;
  expect((await ada.patch(`/v1/passkeys/${passkey.passkey_id}`, { name: 'My laptop' })).status).toBe(200);
  const login = { username: name, password: factoryPassword };
  expect((await world.stranger().post('/v1/tokens/authentication', login)).status).toBe(201);
  expect((await ada.patch('/v1/users', { username: `${name}_now` })).status).toBe(200);
  const { post } = (await ada.upload('/v1/posts', formOf(['content', 'Hello']))).body;
  for (const other of [bob, eve])
    expect((await other.post(`/v1/posts/${post.post_id}/comments`, { content: 'Words of others' })).status).toBe(201);
  await world.runJobs();
  expect((await ada.put(`/v1/users/${eve.user.username}/block`)).status).toBe(200);
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const room = await talk.open(ada, bob);
  expect((await ada.put(`/v1/rooms/${room}/notify`, { notify: 'none', until })).status).toBe(200);
  const push = { endpoint: 'https://push.example.org/secret-address', keys: makePushKeys() };
  expect((await ada.post('/v1/push/subscriptions', push)).status).toBe(201);
  return { ada, bob, eve, made, push, until };
}

test('an export has passkeys, browsers, former names, notifications and push subscriptions, and nothing that lets anybody in', async () => {
  const { ada, bob, eve, made, push, until } = await equippedPerson('ada');
  const listed = (await ada.get('/v1/notifications')).body.notifications;
  const { files, part, zip } = await exportOf(ada);
  const time = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(part('account')).toMatchObject({ username: 'ada_now', keeps_usernames: true, username_changed_at: time });
  expect(part('passkeys')).toEqual([{ name: 'My laptop', created_at: time, last_used_at: null }]);
  expect(part('known_browsers')).toEqual([{ last_seen_at: time, has_returned: false }]);
  expect(part('former_usernames')).toEqual([{ username: 'ada', expires_at: time }]);
  expect(part('chat_notifications')).toEqual([{ chat: `@${bob.user.username}`, notify: 'none', until }]);
  expect(part('push_devices')).toEqual([{ created_at: time, device: null }]);
  const texts = part('notifications').map(({ text }: { text: string }) => text);
  // The notification about the export itself may arrive while it's being made.
  expect(texts.slice(-listed.length)).toEqual(listed.map(({ text }: { text: string }) => text));
  expect(part('notifications')).toContainEqual({
    notification_id: expect.any(String),
    created_at: time,
    kind: 'comment',
    text: expect.stringContaining(bob.user.username),
    read: false,
    url: expect.stringMatching(/^\//),
  });
  expect(files.get('pages/passkeys-1.html')?.toString()).toContain('<dd>My laptop</dd>');
  expect(files.get('pages/chat_notifications-1.html')?.toString()).toContain('<dd>None</dd>');
  const told = files.get('data/notifications.json')?.toString();
  expect(told).not.toContain(eve.user.username);

  const all = [...files.values()].map((content) => content.toString('latin1')).join('');
  const stored = await world.sql<{ text: string }>(
    `select encode(unnest(array[credential_id, public_key, user_handle]), 'hex') as text from passkeys
     union all select encode(token_hash, 'hex') from known_devices`,
  );
  const foreign = ['Words of others', push.endpoint, push.keys.auth, push.keys.p256dh, made.id];
  for (const text of [...foreign, ...stored.map((row) => row.text)]) expect(all, text).not.toContain(text);

  const mover = await world.person('mover');
  expect(await importOf(mover, zip)).toMatchObject({ state: 'done', refused: [] });
  for (const table of ['passkeys', 'former_names', 'room_members', 'push_subscriptions', 'known_devices'])
    expect(await world.sql(`select from ${table} where user_id = $1`, [mover.user_id]), table).toEqual([]);
});

test('many notifications are exported page by page, newest first', async () => {
  const ada = await world.person('bea');
  const ids = Array.from({ length: 250 }, () => newId());
  await world.sql(
    `with entries as (
       insert into security_log (user_id, id, created_at, event, device, address)
       select $1, id, now(), 'password_changed', '', '' from unnest($2::uuid[]) id returning id
     )
     insert into notifications (user_id, id, type, subject, created_at) select $1, id, 'security', id::text, now() from entries`,
    [ada.user_id, ids],
  );
  const { part, files } = await exportOf(ada);
  const exported = part('notifications').map(({ notification_id }: { notification_id: string }) => notification_id);
  expect(exported.filter((id: string) => ids.includes(id))).toEqual(ids.toSorted().reverse());
  expect(files.has('pages/notifications-3.html')).toBe(true);
});

test('an export names channels and groups only while the person can see them', async () => {
  const [ada, bob, eve] = [
    await world.person('left'),
    await world.person('left_boss'),
    await world.person('left_friend'),
  ];
  const club = await createClub(world, bob, [ada]);
  const roles = [club.user];
  const channel = await createChannelOf(world.platform, { communityId: club.communityId, roles, name: 'general' });
  await ada.post('/v1/channel/chats', { conversation: channel, content: 'In the channel' });
  const usernames = [ada, eve].map(({ user }) => user.username);
  await talk.open(bob, ada);
  await talk.open(bob, eve);
  const group = (await bob.post('/v1/conversations', { usernames, name: 'Before' })).body.newConversation._id;
  await talk.write(ada, group, 'In the group');
  for (const room of [channel, group])
    expect((await ada.put(`/v1/rooms/${room}/notify`, { notify: 'none' })).status).toBe(200);
  const placesIn = async () => {
    const { part } = await exportOf(ada);
    const chats = part('chat_notifications').map(({ chat }: { chat: string }) => chat);
    const places = part('messages').map(({ to }: { to: string }) => to);
    expect(places).toEqual(expect.arrayContaining(chats));
    return places.sort();
  };
  expect(await placesIn()).toEqual([`#general in ${club.handle}`, 'the group Before']);
  expect((await bob.delete(`/v1/community/${club.handle}/members/${ada.user.username}`)).status).toBe(200);
  expect((await bob.delete(`/v1/conversations/${group}/members/${ada.user.username}`)).status).toBe(200);
  expect((await bob.patch(`/v1/conversations/${group}`, { name: 'Secret' })).status).toBe(200);
  expect(await placesIn()).toEqual(["a channel that you don't see anymore", "a group that you're not in anymore"]);
});
