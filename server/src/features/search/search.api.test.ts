import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createGroupOf } from '#features/conversations/groups.factory.ts';
import { fileOf, fixtureAs } from '../../../test/attachments.ts';
import { clubWorld } from '../../../test/community.ts';
import type { Person } from '../../../test/harness.ts';
import { indexWaiting } from './index.service.ts';

const { world, ada, bob, eve, newClub } = await clubWorld();

const search = (person: Person, query: string, more = '') =>
  person.get(`/v1/search?query=${encodeURIComponent(query)}${more}`);
type Found = Record<string, Record<string, unknown>[]>;
const textOf: Record<string, string> = { posts: 'content', comments: 'content', messages: 'message' };
/** The texts that somebody finds, by kind. */
async function find(person: Person, query: string, more = ''): Promise<Record<string, unknown[]>> {
  await world.runJobs();
  const { status, body } = await search(person, query, more);
  expect(status, JSON.stringify(body)).toBe(200);
  return Object.fromEntries(
    Object.entries(textOf).flatMap(([kind, field]) => {
      const texts = (body as Found)[kind]?.map((item) => item[field]) ?? [];
      return texts.length > 0 ? [[kind, texts]] : [];
    }),
  );
}

const postBy = async (person: Person, content: string, fields: Record<string, string> = {}, file?: File) => {
  const form = new FormData();
  for (const [key, value] of Object.entries({ content, ...fields })) form.set(key, value);
  if (file) form.set('files', file);
  const { status, body } = await person.upload('/v1/posts', form);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.post.post_id as string;
};
const commentBy = async (person: Person, postId: string, content: string) =>
  (await person.post(`/v1/posts/${postId}/comments`, { content })).body.comment.comment_id as string;
const say = async (person: Person, conversation: string, content: string, path = '/v1/chats', file?: File) => {
  const form = new FormData();
  form.set('conversation', conversation);
  form.set('content', content);
  if (file) form.append('files', file);
  const { status, body } = await person.upload(path, form);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.message._id as string;
};

let club: { handle: string };
let channel: string;
let talk: string;
beforeAll(async () => {
  const made = await newClub();
  club = made;
  channel = await createChannelOf(world.platform, {
    communityId: made.communityId,
    roles: [made.user, made.admin],
    name: 'lobby',
  });
  talk = (await ada.post('/v1/conversations', { username: 'bob' })).body.newConversation._id;
});

test('people, posts, comments, messages and communities are found, each with what matched', async () => {
  const post = await postBy(ada, '😀 Zebra crossing');
  await commentBy(bob, post, 'A zebra!');
  const id = await say(ada, talk, 'my ZÉBRA');
  await say(bob, channel, 'zebras', '/v1/channel/chats');
  await world.runJobs();
  const { body } = await search(bob, 'zebra');
  expect(body).toMatchObject({
    people: [],
    communities: [],
    posts: [{ post_id: post, content: '😀 Zebra crossing', matches: [[2, 7]], user: { username: 'ada' } }],
    comments: [{ content: 'A zebra!', matches: [[2, 7]], post_id: post }],
    messages: [
      {
        message: 'zebras',
        matches: [[0, 5]],
        room: { room_id: channel, kind: 'channel', name: 'lobby', community_handle: club.handle, channel_id: null },
      },
      {
        _id: id,
        message: 'my ZÉBRA',
        matches: [[3, 8]],
        room: { room_id: talk, kind: 'conversation', name: 'ada', community_handle: null, channel_id: null },
      },
    ],
    next: { people: null, posts: null, comments: null, messages: null, communities: null },
    partial: false,
  });
  expect((await search(bob, 'ada', '&in=people')).body).toEqual({
    people: [{ username: 'ada', name: null, profile_path: expect.any(String), matches: [] }],
    next: { people: null },
    partial: false,
  });
  const { body: named } = await search(eve, club.handle, '&in=communities');
  expect(named.communities).toMatchObject([{ community_handle: club.handle, matches: [] }]);
  expect(await find(eve, 'zebra', '&in=messages')).toEqual({});
});

test('several words must all be found, parts of words are enough, and what is in quotes is found as written', async () => {
  for (const text of ['quick brown fox', 'brown quick fox', 'quicksand']) await postBy(ada, text);
  expect(await find(bob, 'rown uic')).toEqual({ posts: ['brown quick fox', 'quick brown fox'] });
  expect(await find(bob, '"quick brown"')).toEqual({ posts: ['quick brown fox'] });
  expect(await find(bob, 'quick')).toEqual({ posts: ['quicksand', 'brown quick fox', 'quick brown fox'] });
});

test('words too short for the index look through everything if there are few texts', async () => {
  await postBy(ada, 'ox and giraffe');
  const { body } = await search(bob, 'ox', '&in=posts');
  expect(body).toMatchObject({ partial: false });
  expect(body.posts[0].content).toBe('ox and giraffe');
  await world.runJobs();
  expect((await search(bob, 'ox giraffe', '&in=posts')).body).toMatchObject({ partial: false, posts: [{}] });
});

test('from: finds what somebody wrote, in: what is in a community, a channel or a conversation', async () => {
  await postBy(ada, 'walrus outside');
  const post = await postBy(ada, 'walrus inside', { community: club.handle });
  await commentBy(bob, post, 'walrus comment');
  await say(ada, talk, 'walrus talk');
  await say(bob, channel, 'walrus lobby', '/v1/channel/chats');
  expect(await find(bob, 'walrus from:@ADA')).toEqual({
    posts: ['walrus inside', 'walrus outside'],
    messages: ['walrus talk'],
  });
  expect(await find(bob, `walrus in:${club.handle}`)).toEqual({
    posts: ['walrus inside'],
    comments: ['walrus comment'],
    messages: ['walrus lobby'],
  });
  expect(await find(bob, `walrus in:${club.handle}/lobby`)).toEqual({ messages: ['walrus lobby'] });
  expect(await find(bob, 'walrus in:@ada')).toEqual({ messages: ['walrus talk'] });
  expect(await find(bob, 'walrus', `&room=${talk}`)).toEqual({ messages: ['walrus talk'] });
  for (const nobody of ['from:nobody', 'in:nowhere', 'in:@nobody', `in:${club.handle}/nothing`, 'has:nothing'])
    expect(await find(bob, `walrus ${nobody}`)).toEqual({});
  expect(await find(bob, `from:bob in:${club.handle}/lobby`)).toEqual({ messages: ['walrus lobby', 'zebras'] });
});

test('before: excludes the given day, and after: includes it', async () => {
  const post = await postBy(ada, 'heron by day');
  await world.sql(`update posts set created_at = '2026-03-05T23:59:59.999Z' where id = $1`, [post]);
  const is = async (filter: string) => (await find(bob, `heron ${filter}`)).posts !== undefined;
  expect(await is('after:2026-03-05')).toBe(true);
  expect(await is('after:2026-03-06')).toBe(false);
  expect(await is('before:2026-03-05')).toBe(false);
  expect(await is('before:2026-03-06')).toBe(true);
});

test('a message is returned with the ones just before and after it that the person can see', async () => {
  const { body: made } = await eve.post('/v1/conversations', { username: 'ada' });
  const room = made.newConversation._id as string;
  const before = await say(eve, room, 'What was that?');
  const deleted = await say(eve, room, 'Oops');
  await say(ada, room, 'A pangolin');
  const after = await say(eve, room, 'A what?');
  await eve.delete(`/v1/messages/${deleted}`);
  await world.runJobs();
  const contextFor = async (person: Person) =>
    (await search(person, 'pangolin', '&in=messages')).body.messages[0].context;
  expect(await contextFor(ada)).toMatchObject({
    before: { _id: before, message: 'What was that?' },
    after: { _id: after },
  });
  const { body } = await search(ada, '"A what?"', '&in=messages');
  expect(body.messages[0].context).toMatchObject({ before: { message: 'A pangolin' }, after: null });
});

test('has: finds pictures, files, links and polls', async () => {
  await postBy(ada, 'lynx picture', {}, await fixtureAs('alpha.png', 'a.png', 'image/png'));
  await postBy(ada, 'lynx https://example.org/');
  await postBy(ada, 'lynx poll', {
    poll: JSON.stringify({ choices: ['a', 'b'], ends_at: new Date(Date.now() + 86_400_000).toISOString() }),
  });
  await say(ada, talk, 'lynx file', '/v1/chats', fileOf(Buffer.from('Some text'), 'a.txt'));
  await say(ada, talk, 'lynx photo', '/v1/chats', await fixtureAs('alpha.png', 'b.png', 'image/png'));
  expect(await find(bob, 'lynx has:image')).toEqual({ posts: ['lynx picture'], messages: ['lynx photo'] });
  expect(await find(bob, 'lynx has:file')).toEqual({ messages: ['lynx file'] });
  expect(await find(bob, 'lynx has:link')).toEqual({ posts: ['lynx https://example.org/'] });
  expect(await find(bob, 'lynx has:poll')).toEqual({ posts: ['lynx poll'] });
  expect(await find(bob, 'has:poll')).toEqual({ posts: ['lynx poll'] });
  expect(await find(bob, 'lynx has:video')).toEqual({});
});

test('each page starts where the previous one ended', async () => {
  for (let n = 0; n < 5; n += 1) await say(ada, talk, `otter ${n}`);
  await world.runJobs();
  const seen: string[] = [];
  let before = '';
  for (;;) {
    const { body } = await search(bob, 'otter', `&in=messages&size=2${before}`);
    seen.push(...body.messages.map(({ message }: { message: string }) => message));
    if (body.next.messages === null) break;
    before = `&before=${body.next.messages}`;
  }
  expect(seen).toEqual(['otter 4', 'otter 3', 'otter 2', 'otter 1', 'otter 0']);
});

test('impossible searches are refused with what to do', async () => {
  for (const empty of ['', '  ', '""']) expect((await search(bob, empty)).status).toBe(422);
  expect((await search(bob, 'x before:2026-02-30')).status).toBe(422);
  expect((await search(bob, 'word', '&before=0000000000000001')).status).toBe(400);
  expect((await search(bob, 'word', '&in=posts&before=zzz')).status).toBe(400);
  expect((await search(bob, 'word', '&in=everything')).status).toBe(400);
  for (const size of ['0', '51']) expect((await search(bob, 'word', `&size=${size}`)).status).toBe(400);
  for (const room of [talk, 'zzz', '00000000-0000-7000-8000-000000000000'])
    expect((await search(eve, 'word', `&room=${room}`)).status).toBe(404);
  expect((await world.stranger().get('/v1/search?query=word')).status).toBe(401);
});

test('an edited text is found by its new words, and a deleted one is not', async () => {
  const post = await postBy(ada, 'ibis before');
  const message = await say(ada, talk, 'ibis before');
  await ada.patch(`/v1/posts/${post}`, { content: 'ibis after' });
  await ada.patch(`/v1/messages/${message}`, { content: 'ibis after' });
  expect(await find(bob, 'ibis before')).toEqual({});
  expect(await find(bob, 'ibis after')).toEqual({ posts: ['ibis after'], messages: ['ibis after'] });
  await ada.delete(`/v1/posts/${post}`);
  await ada.delete(`/v1/messages/${message}`);
  expect(await find(bob, 'ibis')).toEqual({});
  await world.platform.jobs.add(world.platform.db.kysely, 'search.index', {});
  await world.runJobs();
  expect(await world.sql('select from search_texts where thing = $1', [post])).toEqual([]);
});

test('one process at a time indexes, and texts written meanwhile are indexed right after', async () => {
  const indexed = async (id: string) => await world.sql('select from search_texts where thing = $1', [id]);
  const { post, jobs } = await world.platform.db.transaction(async (tx) => {
    // As if another process were indexing.
    await sql`select pg_advisory_xact_lock(hashtext('search'), 0)`.execute(tx);
    const post = await postBy(ada, 'okapi meanwhile');
    expect(await indexWaiting(world.platform, [], { signal: new AbortController().signal })).toBe(false);
    expect(await indexed(post)).toEqual([]);
    return { post, jobs: world.runJobs() };
  });
  await jobs;
  expect(await indexed(post)).toHaveLength(1);
});

test('a flood of texts is indexed in several pieces', async () => {
  await world.sql(
    `insert into search_waiting (kind, thing, number) select 'posts', gen_random_uuid(), 0 from generate_series(1, 1250)`,
  );
  const post = await postBy(ada, 'quagga after the flood');
  expect(await find(bob, 'quagga')).toEqual({ posts: ['quagga after the flood'] });
  expect(await world.sql('select from search_waiting')).toEqual([]);
  expect(await world.sql('select from search_texts where thing = $1', [post])).toHaveLength(1);
});

test('texts older than the index are indexed, too, and until then the search is marked as incomplete', async () => {
  const post = await postBy(ada, 'tapir from before');
  await world.runJobs();
  await world.sql('delete from search_texts');
  await world.sql(`insert into search_filling (kind, total) select 'posts', count(*) from posts`);
  expect((await search(bob, 'tapir', '&in=posts')).body).toMatchObject({ posts: [], partial: true });
  await world.platform.jobs.add(world.platform.db.kysely, 'search.fill', {});
  await world.runJobs();
  expect((await search(bob, 'tapir', '&in=posts')).body).toMatchObject({ posts: [{ post_id: post }], partial: false });
});

/** Many messages by Bob, indexed without the usual pauses. */
async function sayMuch(room: string, content: string, count: number) {
  await world.sql(
    `insert into messages (room_id, id, sender_id, created_at, content)
      select $1, nextval('message_ids'), $2, now(), $3 || ' ' || n from generate_series(1, $4::int) n`,
    [room, bob.user_id, content, count],
  );
  await world.sql('truncate search_waiting');
  await world.sql(`insert into search_filling (kind, total) select 'messages', count(*) from messages`);
  await world.platform.jobs.add(world.platform.db.kysely, 'search.fill', {});
  await world.runJobs();
}

test('for people who joined late, the search is complete, however many messages there were before', async () => {
  const newcomer = await world.person('newcomer');
  const group = await createGroupOf(world.platform, { memberIds: [bob.user_id] });
  await sayMuch(group, 'gnu 一', 5001);
  await world.sql(
    'insert into room_members (room_id, user_id, since_id) select $1, $2, max(id) from messages where room_id = $1',
    [group, newcomer.user_id],
  );
  await say(bob, group, 'gnu 一 wombat');
  await world.runJobs();
  // One word is in too many texts for the index, the other is too short for it.
  for (const word of ['gnu', '一'])
    expect((await search(newcomer, word, '&in=messages')).body).toMatchObject({
      messages: [{ message: 'gnu 一 wombat' }],
      partial: false,
    });
});

test('a Chinese word from 3,000 messages ago is found, and can be opened at its position', async () => {
  const id = await say(bob, talk, '我们在茶馆见面');
  await world.runJobs();
  await sayMuch(talk, '明天去图书馆', 3000);
  // One letter is too short for the index.
  expect((await search(ada, '茶', '&in=messages')).body).toMatchObject({ messages: [], partial: true });
  const { body } = await search(ada, '茶馆', '&in=messages');
  expect(body).toMatchObject({ messages: [{ _id: id, message: '我们在茶馆见面', matches: [[3, 5]] }], partial: false });
  const place = (await ada.get(`/v1/messages/${id}/around?size=3`)).body;
  expect(place).toMatchObject({ has_later: true });
  expect(place.messages.map(({ message }: { message: string }) => message)).toEqual(
    expect.arrayContaining(['我们在茶馆见面', '明天去图书馆 1']),
  );
});

test('a word is found behind any number of newer texts that have all its parts, but not the word', async () => {
  const id = await say(bob, talk, 'qqqq');
  await sayMuch(talk, 'qqq', 1300);
  expect((await search(ada, 'qqqq', '&in=messages')).body).toMatchObject({ messages: [{ _id: id }], partial: false });
});
