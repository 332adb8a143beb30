import { limits } from '@hubbub/contract/platform/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { formOf } from '../../../test/forms.ts';
import { type LiveSocket, type Person, startWorld, type World } from '../../../test/harness.ts';
import { createTextPost } from './posts.factory.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => await world.close());

let names = 0;
const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => world.person(`reader_${(names += 1)}`))) as Promise<Person[]>;

const share = (author: Person, more: { communityId?: string } = {}) =>
  createTextPost(world.platform, { authorId: author.user_id, content: 'Hello', ...more });

const joined = async (person: Person, postId: string): Promise<LiveSocket> => {
  const socket = await person.socket();
  expect(await socket.send('joinPost', postId)).toEqual({ ok: true });
  return socket;
};

/** Resolves once everything sent before has arrived. */
async function settled(author: Person, socket: LiveSocket): Promise<void> {
  const postId = await share(author);
  expect(await socket.send('joinPost', postId)).toEqual({ ok: true });
  // Sent in a later round than everything before.
  for (const content of ['Once', 'Twice']) {
    expect((await author.patch(`/v1/posts/${postId}`, { content })).status).toBe(200);
    await socket.first('postChanged', (change) => change.post_id === postId && change.content === content);
  }
}

test('Connected people learn within two seconds that there is a new post, but nothing about it', async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const socket = await bob.socket();
  expect((await ada.upload('/v1/posts', formOf(['content', 'Something new']))).status).toBe(201);
  // Measured from when the post is stored: how long storing takes is another matter.
  const before = performance.now();
  expect(await socket.first('feedChanged')).toEqual({ within: 0 });
  expect(performance.now() - before).toBeLessThan(2000);
});

test('A page that joined a post sees votes and edits as they come, until it leaves', async () => {
  const [ada, bob, cyd] = (await people(3)) as [Person, Person, Person];
  const id = await share(ada);
  const socket = await joined(bob, id);
  expect((await cyd.post(`/v1/posts/${id}/votes`, { vote_type: 1 })).status).toBe(200);
  const stats = { upvote_count: 1, downvote_count: 0, comment_count: 0 };
  expect(await socket.first('postChanged')).toEqual({ post_id: id, stats, content: 'Hello', edited_at: null });
  await ada.patch(`/v1/posts/${id}`, { content: 'Hello again' });
  expect(await socket.first('postChanged', ({ content }) => content === 'Hello again')).toEqual({
    post_id: id,
    stats,
    content: 'Hello again',
    edited_at: expect.any(String),
  });
  const before = socket.all('postChanged').length;
  expect(await socket.send('leavePost', id)).toEqual({ ok: true });
  await cyd.post(`/v1/posts/${id}/votes`, { vote_type: 0 });
  await settled(ada, socket);
  expect(
    socket
      .all('postChanged')
      .slice(before)
      .filter(({ post_id }) => post_id === id),
  ).toEqual([]);
});

test('Changes of a post that many people vote for are sent at most once a second', async () => {
  const [ada, bob, ...voters] = (await people(8)) as [Person, Person, ...Person[]];
  const id = await share(ada);
  const socket = await joined(bob, id);
  const began = performance.now();
  for (const voter of voters) expect((await voter.post(`/v1/posts/${id}/votes`, { vote_type: 1 })).status).toBe(200);
  await socket.first('postChanged', ({ stats }) => stats.upvote_count === voters.length);
  const seconds = (performance.now() - began) / 1000;
  expect(socket.all('postChanged').length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
});

test('Answers to a poll update its counts for people who see them; the others learn only how many have answered', async () => {
  const [ada, bob, cyd, dan] = (await people(4)) as [Person, Person, Person, Person];
  const ends_at = new Date(Date.now() + 3_600_000).toISOString();
  const poll = JSON.stringify({ choices: ['Red', 'Green'], multiple: false, ends_at });
  const { post } = (await ada.upload('/v1/posts', formOf(['content', 'Which?'], ['poll', poll]))).body;
  const answer = (person: Person, choices: number[]) => person.put(`/v1/posts/${post.post_id}/poll`, { choices });
  expect((await answer(bob, [0])).status).toBe(200);
  const [bobs, cyds] = [await joined(bob, post.post_id), await joined(cyd, post.post_id)];
  expect((await answer(dan, [1])).status).toBe(200);
  const [heard, guessed] = await Promise.all(
    [bobs, cyds].map((socket) => socket.first('postChanged', (change) => change.poll.total === 2)),
  );
  expect(heard.poll).toMatchObject({ mine: [0], choices: [{ votes: 1 }, { votes: 1 }] });
  expect(guessed.poll).toMatchObject({ mine: [], choices: [{ votes: null }, { votes: null }] });
});

test('A deleted post disappears for everyone who saw it', async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const id = await share(ada);
  const socket = await joined(bob, id);
  expect((await ada.delete(`/v1/posts/${id}`)).status).toBe(200);
  expect(await socket.first('postChanged')).toMatchObject({ post_id: id, content: '', gone: true });
});

test('A removed post disappears for everyone who saw it, except its author', async () => {
  const [ada, bob, mod] = (await people(3)) as [Person, Person, Person];
  const { communityId } = await createClub(world, mod, [ada, bob]);
  const id = await share(ada, { communityId });
  const [adas, bobs] = [await joined(ada, id), await joined(bob, id)];
  expect((await mod.delete(`/v1/posts/${id}`)).status).toBe(200);
  expect(await bobs.first('postChanged')).toMatchObject({ post_id: id, content: '', gone: true });
  expect(await adas.first('postChanged')).toMatchObject({ post_id: id, content: 'Hello' });
});

test("People who can't see a post can't join it, and get no more events about it, not even its deletion", async () => {
  const [ada, bob, cyd] = (await people(3)) as [Person, Person, Person];
  const id = await share(ada);
  const socket = await joined(bob, id);
  expect((await ada.put(`/v1/users/${bob.user.username}/block`)).status).toBe(200);
  const refused = { ok: false, error: 'Post not found. It may have been deleted.' };
  expect(await (await bob.socket()).send('joinPost', id)).toEqual(refused);
  expect(await (await bob.socket()).send('joinPost', 'nonsense')).toEqual(refused);
  await cyd.post(`/v1/posts/${id}/votes`, { vote_type: 1 });
  await ada.patch(`/v1/posts/${id}`, { content: 'Between us' });
  await ada.delete(`/v1/posts/${id}`);
  await settled(cyd, socket);
  expect(socket.all('postChanged').filter(({ post_id }) => post_id === id)).toEqual([]);
});

test('A socket gets events about the 30 posts that it joined last', async () => {
  const [ada, bob] = (await people(2)) as [Person, Person];
  const posts: string[] = [];
  for (let n = 0; n <= limits.joinedPosts; n += 1) posts.push(await share(ada));
  const socket = await bob.socket();
  for (const id of posts) expect(await socket.send('joinPost', id)).toEqual({ ok: true });
  for (const id of posts) await ada.patch(`/v1/posts/${id}`, { content: 'New' });
  const heard = await socket.count('postChanged', limits.joinedPosts);
  expect(heard.map(({ post_id }) => post_id).sort()).toEqual(posts.slice(1).sort());
});
