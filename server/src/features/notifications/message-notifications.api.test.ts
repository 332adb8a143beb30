import type { Notification } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { startPushService } from '../../../test/push-service.ts';
import { createTextPost } from '../posts/posts.factory.ts';

const service = await startPushService();
const world = await testWorld({ settings: { LINK_PREVIEWS_INSIDE: service.host } });
let names = 0;
const person = () => world.person(`told_${(names += 1)}`);
const deviceOf = async (who: Person) => {
  const device = service.device();
  expect((await who.post('/v1/push/subscriptions', device.subscription)).status).toBe(201);
  return device;
};
const at = (...people: Person[]) => people.map(({ user }) => `@${user.username}`).join(' ');
const told = async (who: Person): Promise<Notification[]> => {
  await world.runJobs();
  return (await who.get('/v1/notifications')).body.notifications;
};
const typesOf = async (who: Person) => (await told(who)).map(({ type }) => type);

/** A club of some people with a channel for all of them. */
async function channelOf(creator: Person, members: Person[]) {
  const club = await createClub(world, creator, members);
  const { body } = await creator.post(`/v1/community/${club.handle}/channels`, { name: 'green', roles: [club.user] });
  const id: string = body.channel.channel_id;
  return { ...club, id, say: (who: Person, content: string) => sayIn('/v1/channel/chats', id, who, content) };
}
async function sayIn(path: string, conversation: string, who: Person, content: string): Promise<string> {
  const { status, body } = await who.post(path, { conversation, content });
  expect(status).toBe(201);
  return body.message._id;
}
/** A conversation of two. */
async function talkOf(one: Person, other: Person) {
  const { body } = await one.post('/v1/conversations', { username: other.user.username });
  const id: string = body.newConversation._id;
  return { id, say: (who: Person, content: string) => sayIn('/v1/chats', id, who, content) };
}
const unreadOf = async (who: Person) => (await who.get('/v1/unread')).body;

test('a mention in a channel is listed until the channel is read, and counts once in the total', async () => {
  const [ada, bob, eve] = [await person(), await person(), await person()];
  const { id, handle, say } = await channelOf(ada, [bob]);
  const messageId = await say(ada, `Look, ${at(bob, eve)}`);
  expect(await told(bob)).toMatchObject([
    {
      type: 'mention',
      text: `${ada.user.username} mentioned you in #green`,
      excerpt: `Look, ${at(bob, eve)}`,
      channel_id: id,
      message_id: messageId,
      community_handle: handle,
      url: `/communities?community=${handle}&channel=${id}`,
      read: false,
    },
  ]);
  expect(await told(eve)).toEqual([]);
  expect(await unreadOf(bob)).toMatchObject({ notifications: 1, channels: [{ mentions: 1 }], total: 1 });
  await bob.post(`/v1/channel/chats/${id}/read`, { message_id: messageId });
  expect(await told(bob)).toMatchObject([{ read: true }]);
  expect(await unreadOf(bob)).toMatchObject({ notifications: 0, channels: [], total: 0 });
});

test("a mention disappears for people who lose the role, or mute the channel or its sender, and when it's deleted", async () => {
  const [ada, ...people] = await Promise.all([person(), person(), person(), person()]);
  const [leaver, muter, ignorer] = people as [Person, Person, Person];
  const { id, handle, say } = await channelOf(ada, people);
  const messageId = await say(ada, `Look, ${at(...people)}`);
  for (const each of people) expect(await typesOf(each)).toEqual(['mention']);
  await leaver.delete(`/v1/community/${handle}`);
  await muter.put(`/v1/rooms/${id}/notify`, { notify: 'none' });
  await ignorer.put(`/v1/users/${ada.user.username}/mute`);
  for (const each of people) expect([await typesOf(each), (await unreadOf(each)).total]).toEqual([[], 0]);
  await muter.put(`/v1/rooms/${id}/notify`, { notify: 'mentions' });
  expect(await typesOf(muter)).toEqual(['mention']);
  await ada.delete(`/v1/messages/${messageId}`);
  expect(await typesOf(muter)).toEqual([]);
});

test('@everyone notifies everyone if the sender may use it, and nobody otherwise', async () => {
  const [ada, bob, cyd] = [await person(), await person(), await person()];
  const { say } = await channelOf(ada, [bob, cyd]);
  await say(bob, '@everyone wake up');
  expect([await told(cyd), await told(ada)]).toEqual([[], []]);
  await say(ada, '@everyone wake up');
  for (const each of [bob, cyd])
    expect(await told(each)).toMatchObject([{ type: 'mention', excerpt: '@everyone wake up' }]);
  expect(await told(ada)).toEqual([]);
});

test('an edit notifies only people it newly mentions, in messages, posts and comments', async () => {
  const [ada, bob, cyd] = [await person(), await person(), await person()];
  const { say } = await channelOf(ada, [bob, cyd]);
  const messageId = await say(ada, `Hi ${at(bob)}`);
  const postId = await createTextPost(world.platform, { authorId: ada.user_id, content: 'Hi' });
  const { comment } = (await ada.post(`/v1/posts/${postId}/comments`, { content: `Hi ${at(bob)}` })).body;
  await told(bob);
  await world.sql('delete from notifications where user_id = $1', [bob.user_id]);
  for (const path of [`/v1/messages/${messageId}`, `/v1/comments/${comment.comment_id}`])
    expect((await ada.patch(path, { content: `Hi ${at(bob, cyd)}` })).status).toBe(200);
  await ada.patch(`/v1/posts/${postId}`, { content: `Hi ${at(cyd)}` });
  expect((await told(cyd)).map(({ type, text }) => [type, text.split(' in ')[1]]).sort()).toEqual([
    ['mention', '#green'],
    ['mention', 'a comment'],
    ['mention', 'a post'],
  ]);
  expect(await told(bob)).toEqual([]);
});

test('many simultaneous reactions to the same thing are one notification that counts each person once', async () => {
  const others = await Promise.all(Array.from({ length: 12 }, person));
  const [ada] = [await person()];
  const { say } = await channelOf(ada, others);
  const ids = [await say(ada, 'One'), await say(ada, 'Two')];
  const reacting = others.flatMap((who) =>
    ids.flatMap((id) =>
      ['👍', '🎉'].map((emoji) => who.put(`/v1/messages/${id}/reactions/${encodeURIComponent(emoji)}`)),
    ),
  );
  expect((await Promise.all(reacting)).map(({ status }) => status)).toEqual(reacting.map(() => 200));
  expect(await told(ada)).toMatchObject([
    { type: 'reaction', others: 11 },
    { type: 'reaction', others: 11 },
  ]);
  expect((await told(ada)).map(({ message_id }) => message_id).sort()).toEqual(ids);
});

test('reactions to a message or a comment are one notification, gone when they are taken back', async () => {
  const [ada, bob, cyd] = [await person(), await person(), await person()];
  const { say } = await channelOf(ada, [bob, cyd]);
  const postId = await createTextPost(world.platform, { authorId: bob.user_id, content: 'Hi' });
  const { comment } = (await ada.post(`/v1/posts/${postId}/comments`, { content: 'Well' })).body;
  const things = [`/v1/messages/${await say(ada, 'Hello')}`, `/v1/comments/${comment.comment_id}`];
  for (const thing of things) {
    for (const [who, emoji] of [
      [bob, '🎉'],
      [bob, '👍'],
      [cyd, '👍'],
      [ada, '👍'],
    ] as const)
      expect((await who.put(`${thing}/reactions/${encodeURIComponent(emoji)}`)).status).toBe(200);
  }
  expect((await told(ada)).map(({ type, text, others }) => [type, text.split(' reacted')[1], others]).sort()).toEqual([
    ['reaction', ' to your comment', 1],
    ['reaction', ' to your message', 1],
  ]);
  for (const thing of things) {
    for (const [who, emoji] of [
      [bob, '🎉'],
      [bob, '👍'],
      [cyd, '👍'],
    ] as const)
      await who.delete(`${thing}/reactions/${encodeURIComponent(emoji)}`);
  }
  expect(await told(ada)).toEqual([]);
});

test('messages are pushed to people who have not read them, once for all that came together', async () => {
  const [ada, bob] = [await person(), await person()];
  const device = await deviceOf(ada);
  const { id, say } = await talkOf(bob, ada);
  for (const text of ['One', 'Two', 'Three']) await say(bob, text);
  await expect.poll(() => device.shown.at(-1)?.body).toBe('Three');
  expect(new Set(device.shown.map(({ tag }) => tag)).size).toBe(1);
  expect(device.shown.at(-1)).toMatchObject({
    title: bob.user.username,
    navigate: `${world.platform.config.publicUrl}/chat?conversation=${id}`,
    headers: { urgency: 'high' },
  });
  expect(await told(ada)).toEqual([]);
});

test('messages are not pushed from muted rooms and people, requests, and what was read', async () => {
  const [ada, ...writers] = await Promise.all([person(), person(), person(), person(), person(), person()]);
  const [muted, ignored, , read, last] = writers as [Person, Person, Person, Person, Person];
  const device = await deviceOf(ada);
  await createClub(world, ada, [muted, ignored, read, last]);
  await ada.patch('/v1/notifications/settings', { messages_from: 'known' });
  const talks = new Map(await Promise.all(writers.map(async (each) => [each, await talkOf(each, ada)] as const)));
  await ada.put(`/v1/rooms/${talks.get(muted)?.id}/notify`, { notify: 'none' });
  await ada.put(`/v1/users/${ignored.user.username}/mute`);
  const pushed = service.hold(world, ada.user_id);
  await pushed.begin();
  for (const each of writers) await talks.get(each)?.say(each, 'Hello');
  // Wait for the pushes of the last two, because the others aren't even tried.
  await pushed.waiting(2);
  await ada.get(`/v1/chats/${talks.get(read)?.id}`);
  await pushed.end();
  await device.count(1);
  expect(device.shown.map(({ title }) => title)).toEqual([last.user.username]);
});

test("a channel's messages are pushed to people who chose all of them, and a mention once", async () => {
  const [ada, bob, cyd] = [await person(), await person(), await person()];
  const [all, mentions] = [await deviceOf(bob), await deviceOf(cyd)];
  const { id, handle, say } = await channelOf(ada, [bob, cyd]);
  await bob.put(`/v1/rooms/${id}/notify`, { notify: 'all' });
  await say(ada, 'Good morning');
  await all.count(1);
  expect(all.shown[0]).toMatchObject({
    title: expect.stringMatching(/^#green in /),
    body: `${ada.user.username}: Good morning`,
    navigate: `${world.platform.config.publicUrl}/communities?community=${handle}&channel=${id}`,
  });
  await say(ada, `And you, ${at(bob, cyd)}`);
  await mentions.count(1);
  await all.count(2);
  for (const { shown } of [mentions, all])
    expect(shown.at(-1)).toMatchObject({ title: `${ada.user.username} mentioned you in #green` });
  expect([all.shown.length, mentions.shown.length]).toEqual([2, 1]);
});
