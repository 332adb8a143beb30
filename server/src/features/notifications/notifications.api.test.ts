import type { Notification } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { beforeEach, expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';

const world = await testWorld();
let number = 0;
let ada: Person;
let bob: Person;
let cyd: Person;

beforeEach(async () => {
  number += 1;
  [ada, bob, cyd] = await Promise.all([
    world.person(`ada_${number}`),
    world.person(`bob_${number}`),
    world.person(`cyd_${number}`),
  ]);
});

const post = (author: Person, more: { communityId?: string } = {}) =>
  createTextPost(world.platform, { authorId: author.user_id, ...more });
const comment = async (person: Person, postId: string) =>
  (await person.post(`/v1/posts/${postId}/comments`, { content: 'Lovely.' })).body.comment.comment_id as string;
/** Votes, and waits until the notifications are stored, so that later ones are newer. */
async function like(person: Person, postId: string, vote = 1): Promise<void> {
  expect((await person.post(`/v1/posts/${postId}/votes`, { vote_type: vote })).status).toBe(200);
  await world.runJobs();
}

async function listOf(person: Person, query = ''): Promise<{ notifications: Notification[]; unread: number }> {
  await world.runJobs();
  const { status, body } = await person.get(`/v1/notifications${query}`);
  expect(status).toBe(200);
  return body;
}
const textsOf = async (person: Person) => (await listOf(person)).notifications.map(({ text }) => text);

test("comments and likes notify the post's author, and likes share a notification", async () => {
  const id = await post(ada);
  const commentId = await comment(bob, id);
  for (const person of [bob, cyd, ada]) await like(person, id);
  await comment(ada, id);
  const { notifications, unread } = await listOf(ada);
  expect(unread).toBe(2);
  expect(notifications).toMatchObject([
    {
      type: 'vote',
      read: false,
      others: 1,
      actor: { username: cyd.user.username },
      post_id: id,
      url: `/posts/${id}`,
      excerpt: 'A walk along the river.',
    },
    { type: 'comment', actor: { username: bob.user.username }, others: 0, comment_id: commentId, excerpt: 'Lovely.' },
  ]);
  expect(await textsOf(bob)).toEqual([]);
});

test('a like that was taken back notifies nobody, nor does a vote against a post', async () => {
  const id = await post(ada);
  await like(bob, id, -1);
  await like(cyd, id);
  expect((await listOf(ada)).unread).toBe(1);
  await like(cyd, id, 0);
  expect(await listOf(ada)).toEqual({ notifications: [], unread: 0 });
  await like(cyd, id);
  expect((await listOf(ada)).notifications).toMatchObject([{ others: 0 }]);
});

test('nobody is notified of people they blocked or muted, or who blocked them', async () => {
  const id = await post(ada);
  await ada.put(`/v1/users/${cyd.user.username}/mute`);
  await comment(cyd, id);
  await like(cyd, id);
  await like(bob, id);
  expect((await listOf(ada)).notifications).toMatchObject([{ type: 'vote', others: 0 }]);
  await bob.put(`/v1/users/${ada.user.username}/block`);
  expect(await listOf(ada)).toEqual({ notifications: [], unread: 0 });
  await ada.delete(`/v1/users/${cyd.user.username}/mute`);
  expect(await textsOf(ada)).toEqual([]);
});

test('deleted things are in no notification anymore, and neither are people who deleted their account', async () => {
  const [kept, gone] = [await post(ada), await post(ada)];
  await comment(bob, kept);
  await like(cyd, gone);
  expect((await listOf(ada)).unread).toBe(2);
  await ada.delete(`/v1/posts/${gone}`);
  expect((await listOf(ada)).notifications.map(({ type }) => type)).toEqual(['comment']);
  await bob.delete('/v1/users');
  expect(await listOf(ada)).toEqual({ notifications: [], unread: 0 });
});

test("posts of a community notify its members only, and no longer once they've left a private one", async () => {
  const { handle } = await createClub(world, ada, [bob, cyd]);
  await world.sql("update communities set visibility = 'private' where handle = $1", [handle]);
  const form = new FormData();
  form.set('content', 'News of the club.');
  form.set('community', handle);
  expect((await ada.upload('/v1/posts', form)).status).toBe(201);
  const dan = await world.person(`dan_${number}`);
  expect((await listOf(bob)).notifications).toMatchObject([
    { type: 'community_post', community_handle: handle, excerpt: 'News of the club.' },
  ]);
  expect([await textsOf(ada), await textsOf(dan)]).toEqual([[], []]);
  await bob.delete(`/v1/community/${handle}`);
  expect(await listOf(bob)).toEqual({ notifications: [], unread: 0 });
  expect(await textsOf(cyd)).toHaveLength(1);
});

test('people who get a role have a notification, for as long as they have the role', async () => {
  const { handle } = await createClub(world, ada, [bob]);
  const { role } = (await ada.post(`/v1/community/${handle}/roles`, { name: 'hosts', permissions: [] })).body;
  const given = { role_id: role.role_id, username: bob.user.username };
  await ada.post(`/v1/community/${handle}/roles/user`, given);
  expect((await listOf(bob)).notifications).toMatchObject([
    { type: 'role', actor: { username: ada.user.username }, url: `/communities?community=${handle}`, excerpt: '' },
  ]);
  expect((await textsOf(bob))[0]).toContain('hosts');
  await ada.delete(`/v1/community/${handle}/roles/user`, given);
  expect(await textsOf(bob)).toEqual([]);
});

test('followers share a notification, and disappear from it when they unfollow', async () => {
  for (const person of [bob, cyd]) {
    await person.put(`/v1/users/${ada.user.username}/follow`);
    await world.runJobs();
  }
  expect((await listOf(ada)).notifications).toMatchObject([
    { type: 'follow', others: 1, url: '/profile', actor: { username: cyd.user.username } },
  ]);
  await cyd.delete(`/v1/users/${ada.user.username}/follow`);
  expect((await listOf(ada)).notifications).toMatchObject([
    { others: 0, actor: { username: bob.user.username }, url: `/profile/${bob.user.username}` },
  ]);
});

test('read notifications stay read, and a new event starts a new one', async () => {
  const id = await post(ada);
  await like(bob, id);
  const { notifications } = await listOf(ada);
  const read = await ada.post('/v1/notifications/read', { ids: [notifications[0]?._id, 'made-up'] });
  expect(read).toMatchObject({ status: 200, body: { unread: 0 } });
  expect((await listOf(ada)).notifications).toMatchObject([{ read: true }]);
  await like(cyd, id);
  const again = await listOf(ada);
  expect(again).toMatchObject({ unread: 1, notifications: [{ read: false, actor: { username: cyd.user.username } }] });
  expect(again.notifications[0]?._id).not.toBe(notifications[0]?._id);
  expect(again.notifications[0]?.group).toBe(notifications[0]?.group);
});

test('marking up to one as read leaves the newer ones unread, and takes exactly one of the two parameters', async () => {
  const id = await post(ada);
  for (const person of [bob, cyd, bob]) {
    await comment(person, id);
    await world.runJobs();
  }
  const { notifications } = await listOf(ada);
  const read = await ada.post('/v1/notifications/read', { up_to: notifications[1]?._id });
  expect(read.body).toEqual({ unread: 1 });
  for (const body of [{}, { ids: [], up_to: id }]) {
    expect((await ada.post('/v1/notifications/read', body)).status).toBe(422);
  }
  expect((await ada.post('/v1/notifications/read', { up_to: 'made-up' })).status).toBe(400);
  expect((await ada.get('/v1/notifications?before=made-up')).status).toBe(400);
});

test('each page starts where the previous one ended', async () => {
  const id = await post(ada);
  const written: string[] = [];
  for (let index = 0; index < 5; index += 1) written.push(await comment(bob, id));
  const seen: (string | undefined)[] = [];
  for (let before = ''; ; ) {
    const { notifications } = await listOf(ada, `?size=2${before}`);
    if (notifications.length === 0) break;
    seen.push(...notifications.map(({ comment_id }) => comment_id));
    before = `&before=${notifications.at(-1)?._id}`;
  }
  expect(seen.toSorted()).toEqual(written.toSorted());
});

test("types that a person turned off aren't listed, and come back", async () => {
  const id = await post(ada);
  await comment(bob, id);
  await world.runJobs();
  expect((await ada.get('/v1/notifications/settings')).body.settings.types.comment).toEqual({
    in_app: true,
    push: true,
    mail: true,
  });
  const changed = await ada.patch('/v1/notifications/settings', { types: { comment: { in_app: false } } });
  expect(changed.body.settings.types).toMatchObject({ comment: { in_app: false }, vote: { in_app: true } });
  await like(bob, id);
  expect((await listOf(ada)).notifications.map(({ type }) => type)).toEqual(['vote']);
  await ada.patch('/v1/notifications/settings', { types: { comment: { in_app: true } } });
  expect((await listOf(ada)).unread).toBe(2);
});

test("people choose what they show others and who they get messages from; until then the site's defaults apply", async () => {
  const read = async () => {
    const { types, mail, quiet, previews, ringtone, ...privacy } = (await ada.get('/v1/notifications/settings')).body
      .settings;
    expect(types.comment).toEqual({
      in_app: true,
      push: true,
      mail: true,
    });
    expect([mail, quiet, previews, ringtone]).toEqual(['off', null, true, true]);
    return privacy;
  };
  expect(await read()).toEqual({ read_marks: true, presence: true, messages_from: 'everyone' });
  const changed = await ada.patch('/v1/notifications/settings', { messages_from: 'known', presence: false });
  expect(changed.body.settings).toMatchObject({ read_marks: true, presence: false, messages_from: 'known' });
  await world.sql('insert into site (id) values (gen_random_uuid()) on conflict do nothing');
  await world.sql("update site set default_read_marks = false, default_messages_from = 'nobody'");
  expect(await read()).toEqual({ read_marks: false, presence: false, messages_from: 'known' });
  await world.sql("update site set default_read_marks = true, default_messages_from = 'everyone'");
  await ada.patch('/v1/notifications/settings', { messages_from: 'nobody', types: { vote: { in_app: false } } });
  expect(await read()).toEqual({ read_marks: true, presence: false, messages_from: 'nobody' });
  const refused = await bob.post('/v1/conversations', { username: ada.user.username });
  expect([refused.status, (await cyd.get('/v1/notifications/settings')).body.settings.messages_from]).toEqual([
    422,
    'everyone',
  ]);
  expect((await ada.patch('/v1/notifications/settings', { messages_from: 'friends' })).status).toBe(422);
  expect((await ada.patch('/v1/notifications/settings', { ringtone: false })).body.settings.ringtone).toBe(false);
  expect((await ada.get('/v1/notifications/settings')).body.settings.ringtone).toBe(false);
});

test('a new notification and the count reach every device, and so does reading', async () => {
  const [phone, laptop] = [await ada.socket(), await ada.socket()];
  const id = await post(ada);
  await comment(bob, id);
  for (const device of [phone, laptop]) {
    expect(await device.first('notification')).toMatchObject({ type: 'comment', read: false });
    expect(await device.first('unreadChanged')).toMatchObject({ notifications: 1, total: 1 });
  }
  await ada.post('/v1/notifications/read', { up_to: (await listOf(ada)).notifications[0]?._id });
  await laptop.first('unreadChanged', ({ notifications }) => notifications === 0);
});
