import { randomUUID } from 'node:crypto';
import { endpoints } from '@hubbub/contract/index.ts';
import { describe, expect, test } from 'vitest';
import { form } from './access-matrix-scene.ts';
import { testClock } from './clock.ts';
import { type Person, testWorld, type World } from './harness.ts';
import { repeatedOfAccounts } from './repeated-accounts.ts';
import { repeatedInCommunities } from './repeated-communities.ts';
import { type Cast, commentOf, enter, type Prepared, postOf } from './repeated-scene.ts';
import { repeatedThings } from './repeated-things.ts';

const hour = 60 * 60 * 1000;
const clock = testClock();
const world = await testWorld({ clock });
const other = await testWorld({ clock, database: { connectionString: world.databaseUrl } });

type Prepare = (cast: Cast) => Promise<Prepared> | Prepared;

/** Calls that make something new each time, unless they have a `client_id`. */
const anew: Record<string, Prepare> = {
  createPost: ({ ada }) => ({ by: ada, path: '/v1/posts', body: form({ content: 'Hello' }) }),
  createComment: async (cast) => ({
    by: cast.bob,
    path: `/v1/posts/${await postOf(cast, cast.ada)}/comments`,
    body: { content: 'Hello' },
  }),
};

const prepared = { ...repeatedOfAccounts, ...repeatedInCommunities, ...repeatedThings };
const kinds = Object.entries(endpoints).flatMap(([name, endpoint]) => {
  if (!('repeatable' in endpoint)) return [];
  const row = prepared[name];
  const prepare = anew[name] ?? (row && 'prepare' in row ? row.prepare : undefined);
  return prepare ? [{ name, prepare, ...endpoint }] : [];
});

let scenes = 0;
const cast = async () => {
  scenes += 1;
  return await enter(world, scenes);
};

/** @param place whose process answers */
async function send(
  { by, path, body }: Prepared,
  method: string,
  headers: Record<string, string>,
  place: World = world,
) {
  const isJson = body !== undefined && !(body instanceof FormData);
  const response = await place.withCookie(by.cookie).fetch(path, {
    method,
    headers: { ...headers, ...(isJson && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
  });
  return { status: response.status, body: await response.text() };
}

const count = async (table: 'posts' | 'comments' | 'rooms' | 'media_files' | 'answered_writes') =>
  (await world.sql<{ number: number }>(`select count(*)::int as number from ${table}`))[0]?.number;

/** Leaves the state of a process that was killed between storing something and answering. */
const kill = () =>
  world.sql("update answered_writes set status = null, body = null, claimed_until = now() - interval '1 minute'");

const post = async (by: Person, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  await send({ by, path: '/v1/posts', body: form(fields) }, 'POST', headers);

test('Every call that says it may be repeated is sent twice here', () => {
  const repeatable = Object.entries(endpoints).filter(([, endpoint]) => 'repeatable' in endpoint);
  expect(kinds.map(({ name }) => name)).toEqual(repeatable.map(([name]) => name));
});

/** Besides messages, forwards among them, which keep theirs for ever. */
const promised: Record<string, readonly string[]> = {
  posts: ['createPost', 'editPost', 'deletePost', 'updateScheduledPost', 'cancelScheduledPost'],
  comments: ['createComment', 'editComment', 'deleteComment'],
  'votes and poll answers': ['votePost', 'answerPoll'],
  reactions: ['addCommentReaction', 'removeCommentReaction', 'addMessageReaction', 'removeMessageReaction'],
  'changing and deleting messages': ['editMessage', 'deleteMessage'],
  'joining and leaving': ['joinCommunity', 'leaveCommunity', 'addGroupMember', 'removeGroupMember'],
  follows: ['followUser', 'unfollowUser', 'followThread', 'unfollowThread'],
  marks: ['markChannelRead', 'markConversationRead', 'setRoomRead', 'readNotifications'],
  pins: ['pinMessage', 'unpinMessage'],
  bookmarks: ['bookmarkPost', 'removeBookmark', 'bookmarkMessage', 'removeMessageBookmark'],
  'blocks and mutes': ['blockUser', 'unblockUser', 'muteUser', 'unmuteUser'],
  'the choice of notifications': ['setRoomNotify'],
  conversations: ['acceptConversation', 'openConversation', 'deleteConversation', 'updateGroup', 'startThread'],
};

test.each(Object.entries(promised))('%s may be repeated', (_what, names) => {
  const sent = kinds.map(({ name }) => name);
  for (const name of names) expect(sent).toContain(name);
});

describe('With the same client_id', () => {
  test.each(kinds)(
    '$name is done once, whether it comes again at once, in another process, or an hour later',
    async (kind) => {
      const { prepare, method, answer } = kind;
      const call = await prepare(await cast());
      const headers = { 'x-client-id': randomUUID() };
      const stored = await count('answered_writes');
      const both = await Promise.all([send(call, method, headers), send(call, method, headers, other)]);
      clock.advance(hour);
      const all = [...both, await send(call, method, headers)];
      expect(all.map(({ status }) => status)).toEqual([answer.status, answer.status, answer.status]);
      expect(new Set(all.map(({ body }) => body)).size).toBe(1);
      expect(await count('answered_writes')).toBe((stored ?? 0) + 1);
    },
  );

  test('posts, comments and groups are made once', async () => {
    const scene = await cast();
    const { ada, bob, admin } = scene;
    const id = await postOf(scene, ada);
    const before = [await count('posts'), await count('comments'), await count('rooms')];
    const usernames = [bob.user.username, admin.user.username];
    for (const one of [1, 2]) {
      await post(ada, { content: `Post ${one}`, client_id: 'a' });
      await ada.post(`/v1/posts/${id}/comments`, { content: `Comment ${one}`, client_id: 'a' });
      await ada.post('/v1/conversations', { usernames, client_id: 'a' });
    }
    const after = [await count('posts'), await count('comments'), await count('rooms')];
    expect(after).toEqual(before.map((number) => (number ?? 0) + 1));
  });

  test('another body gets the first answer, and its files are dropped', async () => {
    const { ada } = await cast();
    const first = await post(ada, { content: 'First' }, { 'x-client-id': 'a' });
    const files = await count('media_files');
    const body = form({ content: 'Second', client_id: 'a' });
    body.append('files', new File([await picture()], 'picture.png', { type: 'image/png' }));
    expect(await send({ by: ada, path: '/v1/posts', body }, 'POST', {})).toEqual(first);
    await world.runJobs();
    expect(await count('media_files')).toBe(files);
  });

  test('the body goes before the header', async () => {
    const { ada } = await cast();
    const first = await post(ada, { content: 'First', client_id: 'a' }, { 'x-client-id': 'b' });
    const second = await post(ada, { content: 'Second' }, { 'x-client-id': 'b' });
    const third = await post(ada, { content: 'Third' }, { 'x-client-id': 'a' });
    expect(second.body).not.toBe(first.body);
    expect(third).toEqual(first);
  });

  test('another person, path or method makes it a different call', async () => {
    const scene = await cast();
    const { ada, bob } = scene;
    const posts = [await postOf(scene, ada), await postOf(scene, ada)];
    const headers = { 'x-client-id': 'a' };
    for (const by of [ada, bob])
      for (const id of posts)
        for (const method of ['PUT', 'DELETE'])
          expect((await send({ by, path: `/v1/posts/${id}/bookmark` }, method, headers)).status).toBe(200);
    const [left] = await world.sql('select count(*)::int as number from bookmarks where user_id = any ($1)', [
      [ada.user_id, bob.user_id],
    ]);
    expect(left?.number).toBe(0);
  });

  test('the query makes no difference', async () => {
    const scene = await cast();
    const path = `/v1/posts/${await postOf(scene, scene.ada)}`;
    const headers = { 'x-client-id': 'a' };
    expect((await send({ by: scene.ada, path }, 'DELETE', headers)).status).toBe(200);
    expect((await send({ by: scene.ada, path: `${path}?again` }, 'DELETE', headers)).status).toBe(200);
  });

  test('a refusal is not stored: the next attempt is a new one', async () => {
    const { ada } = await cast();
    expect((await post(ada, { content: '' }, { 'x-client-id': 'a' })).status).toBe(422);
    expect((await post(ada, { content: 'Hello' }, { 'x-client-id': 'a' })).status).toBe(201);
  });

  test('it is done again after a week', async () => {
    const { ada } = await cast();
    const first = await post(ada, { content: 'Hello' }, { 'x-client-id': 'a' });
    clock.advance(7 * 24 * hour + 1);
    const session = await world.sql('select 1 from sessions where user_id = $1 and expires_at > now()', [ada.user_id]);
    expect(session).toHaveLength(1);
    expect((await post(ada, { content: 'Hello' }, { 'x-client-id': 'a' })).body).not.toBe(first.body);
  });

  test('answers are swept after a week', async () => {
    const { ada } = await cast();
    await post(ada, { content: 'Hello' }, { 'x-client-id': 'a' });
    const mine = 'select from answered_writes where user_id = $1';
    await world.platform.jobs.add(world.platform.db.kysely, 'accounts.remove-expired', {});
    await world.runJobs();
    expect(await world.sql(mine, [ada.user_id])).toHaveLength(1);
    clock.advance(7 * 24 * hour + 1);
    await world.platform.jobs.add(world.platform.db.kysely, 'accounts.remove-expired', {});
    await world.runJobs();
    expect(await world.sql(mine, [ada.user_id])).toHaveLength(0);
  });

  test('a message sent with it as a header is stored once, too', async () => {
    const { ada, bob } = await cast();
    const opened = await ada.post('/v1/conversations', { username: bob.user.username });
    const body = { conversation: opened.body.newConversation._id, content: 'Hello' };
    const call = { by: ada, path: '/v1/chats', body };
    const first = await send(call, 'POST', { 'x-client-id': 'a' });
    expect(JSON.parse(first.body).message.client_id).toBe('a');
    expect(JSON.parse((await send(call, 'POST', { 'x-client-id': 'a' })).body).message._id).toBe(
      JSON.parse(first.body).message._id,
    );
  });

  test('a message is stored in one room, also if two processes store it in two at the same moment', async () => {
    const { ada, bob, admin } = await cast();
    const messageTo = async ({ user }: Person) => {
      const { body } = await ada.post('/v1/conversations', { username: user.username });
      return { by: ada, path: '/v1/chats', body: { conversation: body.newConversation._id, content: 'Hello' } };
    };
    const [one, two] = [await messageTo(bob), await messageTo(admin)];
    for (let round = 0; round < 10; round += 1) {
      const headers = { 'x-client-id': `round ${round}` };
      const answers = await Promise.all([send(one, 'POST', headers), send(two, 'POST', headers, other)]);
      expect(new Set(answers.map(({ body }) => JSON.parse(body).message._id)).size).toBe(1);
    }
    const [stored] = await world.sql('select count(*)::int as number from messages where sender_id = $1', [
      ada.user_id,
    ]);
    expect(stored?.number).toBe(10);
  });
});

describe('If a process is killed before it has answered', () => {
  test('a post is not made twice', async () => {
    const { ada } = await cast();
    const first = await post(ada, { content: 'Hello' }, { 'x-client-id': 'a' });
    const posts = await count('posts');
    await kill();
    const again = await post(ada, { content: 'Hello' }, { 'x-client-id': 'a' });
    expect(again.status).toBe(201);
    expect(JSON.parse(again.body)).toEqual(JSON.parse(first.body));
    expect(await count('posts')).toBe(posts);
  });

  test('a comment is not made twice', async () => {
    const scene = await cast();
    const id = await postOf(scene, scene.ada);
    const call = { by: scene.bob, path: `/v1/posts/${id}/comments`, body: { content: 'Hello' } };
    const first = await send(call, 'POST', { 'x-client-id': 'a' });
    await commentOf(scene.ada, id);
    const comments = await count('comments');
    await kill();
    const again = await send(call, 'POST', { 'x-client-id': 'a' });
    expect(again.status).toBe(201);
    expect(JSON.parse(again.body).comment.comment_id).toBe(JSON.parse(first.body).comment.comment_id);
    expect(await count('comments')).toBe(comments);
  });

  test('a group is not made twice', async () => {
    const { ada, bob, admin } = await cast();
    const usernames = [bob.user.username, admin.user.username];
    const call = { by: ada, path: '/v1/conversations', body: { usernames } };
    const first = await send(call, 'POST', { 'x-client-id': 'a' });
    const rooms = await count('rooms');
    await kill();
    const again = await send(call, 'POST', { 'x-client-id': 'a' });
    expect(JSON.parse(again.body).newConversation._id).toBe(JSON.parse(first.body).newConversation._id);
    expect(await count('rooms')).toBe(rooms);
  });

  test('a call that made nothing is done again', async () => {
    const scene = await cast();
    const call = { by: scene.bob, path: `/v1/posts/${await postOf(scene, scene.ada)}/votes`, body: { vote_type: 1 } };
    const first = await send(call, 'POST', { 'x-client-id': 'a' });
    await kill();
    expect(await send(call, 'POST', { 'x-client-id': 'a' })).toEqual(first);
  });
});

describe('A client_id has 1 to 64 characters', () => {
  test.each(['', 'x'.repeat(65)])('%j is refused', async (client_id) => {
    const scene = await cast();
    const path = `/v1/posts/${await postOf(scene, scene.ada)}`;
    const answers = [
      await scene.bob.post(`${path}/votes`, { vote_type: 1, client_id }),
      await scene.bob.put(`${path}/bookmark`, { client_id }),
      await scene.ada.upload('/v1/posts', form({ content: 'Hello', client_id })),
    ];
    const header = await send({ by: scene.ada, path }, 'DELETE', { 'x-client-id': client_id });
    expect([...answers.map(({ status }) => status), header.status]).toEqual([422, 422, 422, 422]);
    for (const { body } of answers) expect(Object.keys(body.error)).toEqual(['client_id']);
  });

  test('64 are taken', async () => {
    const { ada } = await cast();
    expect((await post(ada, { content: 'Hello', client_id: 'x'.repeat(64) })).status).toBe(201);
  });
});

const picture = async () => new Uint8Array(Buffer.from(onePixel, 'base64'));
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('The header that says who did it', () => {
  test.each(kinds)("$name isn't done with somebody else's session", async ({ prepare, method, answer }) => {
    const scene = await cast();
    const call = await prepare(scene);
    const by = (await world.withCookie(call.by.cookie).get('/v1/user')).body.user.user_id;
    const somebody = [scene.ada, scene.bob].find(({ user_id }) => user_id !== by);
    const stored = await count('answered_writes');
    const headers = { 'x-client-id': randomUUID() };
    expect((await send(call, method, { ...headers, 'x-done-by': somebody?.user_id ?? '' })).status).toBe(401);
    expect(await count('answered_writes')).toBe(stored);
    expect((await send(call, method, { ...headers, 'x-done-by': by })).status).toBe(answer.status);
  });

  test("a message isn't sent with somebody else's session, as JSON or as a form", async () => {
    const { ada, bob } = await cast();
    const opened = await ada.post('/v1/conversations', { username: bob.user.username });
    const fields = { conversation: opened.body.newConversation._id, content: 'Hello' };
    for (const body of [fields, form(fields)]) {
      const call = { by: ada, path: '/v1/chats', body };
      expect((await send(call, 'POST', { 'x-done-by': bob.user_id })).status).toBe(401);
      expect((await send(call, 'POST', { 'x-done-by': ada.user_id })).status).toBe(201);
    }
    expect(
      await world.sql('select 1 from messages where sender_id in ($1, $2)', [ada.user_id, bob.user_id]),
    ).toHaveLength(2);
  });
});
