import type { Notification } from '@hubbub/contract/features/notifications/notifications.shapes.ts';
import { beforeEach, expect, test } from 'vitest';
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

const at = (...people: Person[]) => people.map(({ user }) => `@${user.username}`).join(' ');
async function post(person: Person, content: string, community?: string): Promise<string> {
  const form = new FormData();
  form.set('content', content);
  if (community !== undefined) form.set('community', community);
  const { status, body } = await person.upload('/v1/posts', form);
  expect(status).toBe(201);
  return body.post.post_id;
}
const comment = async (person: Person, postId: string, content: string) =>
  (await person.post(`/v1/posts/${postId}/comments`, { content })).body.comment.comment_id as string;

async function told(person: Person, query = ''): Promise<Notification[]> {
  await world.runJobs();
  return (await person.get(`/v1/notifications${query}`)).body.notifications;
}
const typesOf = async (person: Person) => (await told(person)).map(({ type }) => type).sort();

test('people that a post or a comment mentions are notified, and see it in their list of mentions', async () => {
  const id = await post(ada, `Hello ${at(bob, ada)}`);
  expect(await told(bob)).toMatchObject([
    { type: 'mention', actor: { username: ada.user.username }, post_id: id, url: `/posts/${id}` },
  ]);
  const commentId = await comment(cyd, id, `${at(bob)} look`);
  await bob.put(`/v1/users/${ada.user.username}/follow`);
  expect(await told(bob, '?filter=mentions')).toMatchObject([
    { type: 'mention', comment_id: commentId, excerpt: `${at(bob)} look` },
    { type: 'mention', excerpt: `Hello ${at(bob, ada)}` },
  ]);
  expect(await typesOf(ada)).toEqual(['comment', 'follow']);
});

test("a comment that mentions the post's author notifies them once, and so does a post in a community", async () => {
  const { handle } = await createClub(world, ada, [bob, cyd]);
  const id = await post(ada, `News for ${at(bob)}`, handle);
  await comment(bob, id, `Thanks, ${at(ada)}`);
  expect(await typesOf(ada)).toEqual(['mention']);
  expect([await typesOf(bob), await typesOf(cyd)]).toEqual([['mention'], ['community_post']]);
});

test("people who blocked or muted the author, or were blocked by them, aren't notified of mentions", async () => {
  await bob.put(`/v1/users/${ada.user.username}/mute`);
  await ada.put(`/v1/users/${cyd.user.username}/block`);
  const id = await post(ada, at(bob, cyd));
  expect([await typesOf(bob), await typesOf(cyd)]).toEqual([[], []]);
  await bob.delete(`/v1/users/${ada.user.username}/mute`);
  await comment(ada, id, at(bob));
  expect(await typesOf(bob)).toEqual(['mention']);
  await bob.put(`/v1/users/${ada.user.username}/block`);
  expect(await typesOf(bob)).toEqual([]);
});

test("mentions notify only people who may see the text, for as long as it's there", async () => {
  const { handle } = await createClub(world, ada, [bob]);
  await world.sql("update communities set visibility = 'private' where handle = $1", [handle]);
  const id = await post(ada, at(bob, cyd), handle);
  expect([await typesOf(bob), await typesOf(cyd)]).toEqual([['mention'], []]);
  await bob.delete(`/v1/community/${handle}`);
  expect(await typesOf(bob)).toEqual([]);
  const other = await post(ada, at(cyd));
  expect(await typesOf(cyd)).toEqual(['mention']);
  await ada.delete(`/v1/posts/${other}`);
  expect(await typesOf(cyd)).toEqual([]);
  expect((await ada.delete(`/v1/posts/${id}`)).status).toBe(200);
});

test('a reply notifies the person it answers once, even if it mentions them or is below their own post', async () => {
  const id = await post(ada, 'Hello');
  const reply = async (person: Person, to: string, content: string) =>
    (await person.post(`/v1/posts/${id}/comments`, { content, parent_id: to })).body.comment.comment_id as string;
  const first = await comment(bob, id, 'First');
  const second = await reply(cyd, first, 'Second');
  expect(await told(bob, '?filter=mentions')).toMatchObject([
    {
      type: 'reply',
      comment_id: second,
      excerpt: 'Second',
      url: `/posts/${id}?comment=${second}`,
      text: expect.stringMatching(/ replied to your comment$/),
    },
  ]);
  await reply(ada, second, 'Third');
  expect(await typesOf(cyd)).toEqual(['reply']);
  await reply(bob, second, `Fourth ${at(cyd)}`);
  expect(await typesOf(cyd)).toEqual(['mention', 'reply']);
  const own = await comment(ada, id, 'Fifth');
  await reply(cyd, own, 'Sixth');
  expect((await typesOf(ada)).filter((type) => type === 'reply')).toEqual(['reply']);
  // Deleting it deletes the notification, too.
  expect((await cyd.delete(`/v1/comments/${second}`)).status).toBe(200);
  expect(await typesOf(bob)).toEqual([]);
});
