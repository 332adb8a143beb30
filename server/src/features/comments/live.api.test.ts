import type { CommentChange } from '@hubbub/contract/features/comments/comments.events.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { createClub } from '../../../test/community.ts';
import { fillExplainedWorld } from '../../../test/explain-world.ts';
import { type LiveSocket, type Person, startWorld, type World } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => await world.close());

let names = 0;
const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => world.person(`writer_${(names += 1)}`))) as Promise<Person[]>;

const joined = async (person: Person, postId: string): Promise<LiveSocket> => {
  const socket = await person.socket();
  expect(await socket.send('joinPost', postId)).toEqual({ ok: true });
  return socket;
};

const write = async (person: Person, postId: string, content: string, parent?: string): Promise<string> =>
  (await person.post(`/v1/posts/${postId}/comments`, { content, parent_id: parent ?? null })).body.comment.comment_id;

const of = (id: string, change: string) => (payload: CommentChange) =>
  payload.comment.comment_id === id && payload.change === change;

test('A page that joined a post sees its comments as they are written, edited, reacted to and deleted', async () => {
  const [ada, bob, cyd] = (await people(3)) as [Person, Person, Person];
  const postId = await createTextPost(world.platform, { authorId: ada.user_id });
  const socket = await joined(bob, postId);
  const id = await write(cyd, postId, 'First');
  const created = await socket.first('commentChanged', of(id, 'created'));
  const [listed] = (await bob.get(`/v1/posts/${postId}/comments`)).body.comments;
  const { can_edit: _, can_delete: __, ...shown } = listed;
  expect(created).toEqual({ post_id: postId, comment: shown, change: 'created' });
  expect(await socket.first('postChanged')).toMatchObject({ stats: { comment_count: 1 } });

  await cyd.patch(`/v1/comments/${id}`, { content: 'Better' });
  expect(await socket.first('commentChanged', of(id, 'edited'))).toMatchObject({ comment: { content: 'Better' } });
  await bob.put(`/v1/comments/${id}/reactions/${encodeURIComponent('👍')}`);
  expect((await socket.first('commentChanged', of(id, 'reaction'))).comment.reactions).toEqual([
    { emoji: '👍', count: 1 },
  ]);
  const reply = await write(ada, postId, 'Answer', id);
  expect(await socket.first('commentChanged', of(reply, 'created'))).toMatchObject({ comment: { parent_id: id } });
  await ada.delete(`/v1/comments/${reply}`);
  expect((await socket.first('commentChanged', of(reply, 'deleted'))).comment).toMatchObject({
    content: '',
    deleted: true,
    parent_id: id,
  });
  await cyd.delete(`/v1/comments/${id}`);
  expect((await socket.first('commentChanged', of(id, 'deleted'))).comment).toMatchObject({
    content: '',
    deleted: true,
  });
});

test("A comment that moderators remove disappears for others while its author sees why, and comes back when it's restored", async () => {
  const [ada, bob, mod] = (await people(3)) as [Person, Person, Person];
  const { communityId } = await createClub(world, mod, [ada, bob]);
  const postId = await createTextPost(world.platform, { authorId: mod.user_id, communityId });
  const [adas, bobs] = [await joined(ada, postId), await joined(bob, postId)];
  const id = await write(ada, postId, 'Rude');
  expect((await mod.delete(`/v1/comments/${id}`)).status).toBe(200);
  expect((await bobs.first('commentChanged', of(id, 'removed'))).comment).toMatchObject({ content: '', deleted: true });
  expect((await adas.first('commentChanged', of(id, 'removed'))).comment).toMatchObject({
    content: 'Rude',
    removed: expect.anything(),
  });
});

/** What each person gets when they fetch the posts and their comments. */
async function asked(readers: readonly Person[], posts: readonly string[]) {
  const seen = new Set<string>();
  for (const reader of readers) {
    for (const postId of posts) {
      const { status, body } = await reader.get(`/v1/posts/${postId}/comments`);
      if (status !== 200) continue;
      seen.add(`${reader.user_id} ${postId}`);
      for (const { comment_id, deleted } of body.comments) if (!deleted) seen.add(`${reader.user_id} ${comment_id}`);
    }
  }
  return seen;
}

test('Live events about posts and their comments add up to exactly what each person would fetch', async () => {
  const random = randomOf(11);
  const { people: everybody, posts, communities } = await fillExplainedWorld(world, random);
  const readers = everybody.slice(0, 12);
  const shown = posts.slice(0, 24);
  const sockets = new Map<string, LiveSocket>();
  const rooms = new Set<string>();
  for (const reader of readers) {
    const socket = await reader.socket();
    sockets.set(reader.user_id, socket);
    for (const postId of shown) {
      const isJoined = (await socket.send('joinPost', postId)).ok === true;
      expect(isJoined).toBe((await reader.get(`/v1/posts/${postId}`)).status === 200);
      if (isJoined) rooms.add(`${reader.user_id} ${postId}`);
    }
  }
  // Afterwards some can no longer see what they show.
  for (let n = 0; n < 12; n += 1) {
    const [one, other] = [readers[random(readers.length)] as Person, readers[random(readers.length)] as Person];
    if (one !== other) await one.put(`/v1/users/${other.user.username}/block`);
  }
  for (const { id } of communities) {
    const { user_id: userId } = readers[1 + random(readers.length - 1)] as Person;
    await world.sql('delete from community_members where community_id = $1 and user_id = $2', [id, userId]);
  }
  await world.sql(`update communities set visibility = 'private' where id = $1`, [communities[1]?.id]);

  const written: { id: string; postId: string }[] = [];
  for (const postId of shown) {
    const writer = readers[random(readers.length)] as Person;
    const { status, body } = await writer.post(`/v1/posts/${postId}/comments`, { content: 'Live' });
    if (status === 201) written.push({ id: body.comment.comment_id, postId });
  }
  expect(written.length).toBeGreaterThan(5);
  const seen = await asked(readers, shown);
  const expected = new Map(
    readers.map(({ user_id: userId }) => [
      userId,
      written.filter(({ id, postId }) => rooms.has(`${userId} ${postId}`) && seen.has(`${userId} ${id}`)),
    ]),
  );
  for (const [userId, those] of expected) {
    const socket = sockets.get(userId) as LiveSocket;
    for (const { id, postId } of those) {
      await socket.first('commentChanged', of(id, 'created'));
      await socket.first('postChanged', ({ post_id }) => post_id === postId);
    }
  }
  // These events come in later rounds, so everything before them has arrived, too.
  const root = readers[0] as Person;
  const last = await createTextPost(world.platform, { authorId: root.user_id });
  const rootSocket = await joined(root, last);
  for (const content of ['Once', 'Twice']) {
    await root.patch(`/v1/posts/${last}`, { content });
    await rootSocket.first('postChanged', (change) => change.content === content);
  }
  let unseen = 0;
  for (const [userId, socket] of sockets) {
    const wanted = (expected.get(userId) ?? []).map(({ id }) => id);
    expect(
      socket
        .all('commentChanged')
        .map(({ comment }) => comment.comment_id)
        .sort(),
    ).toEqual(wanted.sort());
    for (const { post_id, gone } of socket.all('postChanged')) {
      expect(gone).toBeUndefined();
      expect(seen).toContain(`${userId} ${post_id}`);
    }
    unseen += written.filter(
      ({ id, postId }) => rooms.has(`${userId} ${postId}`) && !seen.has(`${userId} ${id}`),
    ).length;
  }
  expect(unseen).toBeGreaterThan(0);
}, 120_000);
