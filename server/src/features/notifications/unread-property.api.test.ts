import { afterAll, expect, test } from 'vitest';
import { noId } from '#platform/ids.ts';
import { type Club, createClub } from '../../../test/community.ts';
import { type Person, startWorld, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { sweepChanges } from './kept.queries.ts';

const world = await testWorld();
/** Another process, which keeps what it has counted by itself. */
const second = await startWorld({ database: { connectionString: world.databaseUrl } });
afterAll(() => second.close());
const operations = 1500;

/** What's unread for a person, counted from the messages and not from what's kept about them. */
const recountChannels = `
  select channels.id as channel_id, least(count(*), 100)::int as unread,
    least(count(*) filter (where messages.removal is null
      and exists (select from json_array_elements(messages.mentions) item
        where item->>'id' is null or item->>'id' = $1::uuid::text)
      and not exists (select from away_accounts away where away.user_id = messages.sender_id)
      and not exists (select from relations where user_id = $1 and other_id = messages.sender_id)), 100)::int as mentions
  from community_members own
    join channels on channels.community_id = own.community_id
    join messages on messages.room_id = channels.id and messages.sender_id <> $1 and messages.id > greatest(own.read_from,
      (select read_id from channel_reads read where read.user_id = $1 and read.channel_id = channels.id))
  where own.user_id = $1
    and exists (select from community_role_holders held where held.community_id = own.community_id and held.user_id = $1
      and held.role_id = any(channels.roles))
    and not exists (select from relations where user_id = $1 and other_id = messages.sender_id and kind = 'block')
    and not exists (select from room_notify where user_id = $1 and room_id = channels.id and notify = 'none'
      and coalesce(until > now(), true))
  group by channels.id order by channels.id`;
const recountConversations = `
  select count(distinct side.id)::int as count from conversation_sides side
    join messages on messages.room_id = side.id and messages.sender_id = side.other_id
      and messages.id > greatest(side.read_id, side.cleared_id)
  where side.user_id = $1 and not side.request and side.active_at is not null
    and not exists (select from room_notify chosen where chosen.user_id = $1 and chosen.room_id = side.id
      and coalesce(until > now(), true) and (notify = 'none' or (notify = 'mentions' and not exists (
        select from messages own where own.room_id = side.id and own.sender_id = side.other_id
          and own.id > greatest(side.read_id, side.cleared_id) and own.mentions::text like '%' || $1::text || '%'
          and not exists (select from away_accounts away where away.user_id = side.other_id)
          and not exists (select from relations where user_id = $1 and other_id = side.other_id)))))`;

const recountGroups = `
  select count(distinct own.group_id)::int as count from group_members own
    join messages on messages.room_id = own.group_id and messages.sender_id <> $1 and messages.system is null
      and messages.id > greatest(own.read_id, own.since_id)
  where own.user_id = $1
    and not exists (select from relations where user_id = $1 and other_id = messages.sender_id and kind = 'block')
    and not exists (select from room_notify chosen where chosen.user_id = $1 and chosen.room_id = own.group_id
      and coalesce(until > now(), true) and (notify = 'none' or (notify = 'mentions' and not exists (
        select from messages told where told.room_id = own.group_id and told.sender_id <> $1 and told.removal is null
          and told.id > greatest(own.read_id, own.since_id) and told.mentions::text like '%' || $1::text || '%'
          and not exists (select from away_accounts away where away.user_id = told.sender_id)
          and not exists (select from relations where user_id = $1 and other_id = told.sender_id)))))`;

async function expectRecounted(person: Person): Promise<void> {
  const { status, body } = await person.get('/v1/unread');
  expect(status).toBe(200);
  expect((await second.withCookie(person.cookie).get('/v1/unread')).body).toEqual(body);
  const channels = await world.sql<{ mentions: number }>(recountChannels, [person.user_id]);
  const [talks] = await world.sql<{ count: number }>(recountConversations, [person.user_id]);
  const [groups] = await world.sql<{ count: number }>(recountGroups, [person.user_id]);
  const conversations = (talks?.count ?? 0) + (groups?.count ?? 0);
  const { notifications } = (await person.get('/v1/notifications?size=100')).body;
  const unread = notifications.filter(({ read }: { read: boolean }) => !read).length;
  const inChannels = notifications.filter(
    (each: { read: boolean; type: string; channel_id?: string }) =>
      !each.read && each.type === 'mention' && each.channel_id !== undefined,
  ).length;
  expect({ ...body, channels: body.channels.length }).toEqual({
    notifications: unread,
    conversations,
    channels: channels.length,
    total: unread - inChannels + conversations + channels.filter(({ mentions }) => mentions > 0).length,
  });
  type Entry = { channel_id: string; unread: number; mentions: number };
  const counted = body.channels.map(({ channel_id, unread, mentions }: Entry) => ({ channel_id, unread, mentions }));
  const byId = (one: Entry, other: Entry) => (one.channel_id < other.channel_id ? -1 : 1);
  expect(counted.sort(byId)).toEqual(channels);
}

type Kinds = Record<string, (person: Person, other: Person) => Promise<unknown>>;

/** What happens to posts, to their communities, and to people who wrote them. */
function aroundPosts(random: (below: number) => number, clubs: readonly Club[], textFor: () => string): Kinds {
  const one = <Thing>(things: readonly Thing[]): Thing => things[random(things.length)] as Thing;
  const posts = [noId];
  const comments = [noId];
  const recent = (ids: readonly string[]): string => one(ids.slice(-6));
  const respond = async (person: Person) => {
    const { body } = await person.post(`/v1/posts/${recent(posts)}/comments`, { content: textFor() });
    if (body.comment) comments.push(body.comment.comment_id);
  };
  return {
    post: async (person) => {
      const form = new FormData();
      form.set('content', textFor());
      if (random(2) === 0) form.set('community', one(clubs).handle);
      const { body } = await person.upload('/v1/posts', form);
      if (body.post) posts.push(body.post.post_id);
    },
    comment: (person) => respond(person),
    commentMore: (person) => respond(person),
    vote: (person) => person.post(`/v1/posts/${recent(posts)}/votes`, { vote_type: 1 }),
    voteAgain: (person) => person.post(`/v1/posts/${recent(posts)}/votes`, { vote_type: one([-1, 0, 1]) }),
    erasePost: async (person) => person.delete(`/v1/posts/${recent(posts)}`),
    eraseComment: async (person) => person.delete(`/v1/comments/${recent(comments)}`),
    removePost: () =>
      world.sql('update posts set removal = $2::json where id = $1', [
        recent(posts),
        one([null, '{"reason":"other"}']),
      ]),
    removeComment: () =>
      world.sql('update comments set removal = $2::json where id = $1', [
        recent(comments),
        one([null, '{"reason":"other"}']),
      ]),
    close: () =>
      world.sql('update communities set visibility = $2 where id = $1', [
        one(clubs).communityId,
        one(['public', 'private']),
      ]),
    oversee: () =>
      world.sql(
        `update community_roles set permissions = case when permissions @> '{ban:users}'
          then array_remove(permissions, 'ban:users') else permissions || '{ban:users}' end where id = $1`,
        [one(clubs).user],
      ),
    wish: (person) =>
      world.sql(
        `insert into notification_settings (user_id, hidden_types) values ($1, $2)
          on conflict (user_id) do update set hidden_types = excluded.hidden_types`,
        [person.user_id, one([[], [], ['vote'], ['comment', 'mention']])],
      ),
    goAway: (person) =>
      world.sql(
        `insert into away_accounts (user_id, kind, since, ends_at) values ($1, 'deactivated', now(), now() + interval '1 year')
          on conflict do nothing`,
        [person.user_id],
      ),
    comeBack: () => world.sql('delete from away_accounts'),
    sweep: () => sweepChanges(world.platform.db.kysely),
    comeBackAgain: () => world.sql('delete from away_accounts'),
  };
}

test(`after ${operations} random operations, everyone's unread counts equal a recount`, async () => {
  const random = randomOf(81);
  const people: Person[] = [];
  for (const name of ['ada', 'bob', 'cyd', 'dan']) people.push(await world.person(name));
  const [ada, ...others] = people as [Person, ...Person[]];
  const clubs = [await createClub(world, ada, others), await createClub(world, ada, others)];
  const channels: { id: string; roles: string[] }[] = [];
  for (const { handle, admin, user } of clubs) {
    for (const name of ['green', 'black']) {
      const { body } = await ada.post(`/v1/community/${handle}/channels`, { name, roles: [user] });
      channels.push({ id: body.channel.channel_id, roles: [admin, user] });
    }
  }
  const { body: made } = await ada.post('/v1/conversations', { usernames: others.map(({ user }) => user.username) });
  const group: string = made.newConversation._id;
  const one = <Thing>(things: readonly Thing[]): Thing => things[random(things.length)] as Thing;
  const textFor = () =>
    one(['Hello', `Hi @${one(people).user.username}`, '@everyone', `@${one(people).user.username} you`]);
  const talkOf = async (person: Person, other: Person): Promise<string | undefined> =>
    (await person.post('/v1/conversations', { username: other.user.username })).body.newConversation?._id;
  const newest = async (id: string): Promise<string> => {
    const [row] = await world.sql<{ id: string }>(
      `select lpad(id::text, 16, '0') as id from messages where room_id = $1 order by random() limit 1`,
      [id],
    );
    return row?.id ?? '0000000000000001';
  };
  const until = () => one([undefined, null, new Date(Date.now() - 1000).toISOString(), '2100-01-01T00:00:00.000Z']);

  const kinds: Kinds = {
    say: (person) => person.post('/v1/channel/chats', { conversation: one(channels).id, content: textFor() }),
    sayMore: (person) => person.post('/v1/channel/chats', { conversation: one(channels).id, content: textFor() }),
    edit: async (person) => person.patch(`/v1/messages/${await newest(one(channels).id)}`, { content: textFor() }),
    erase: async (person) => person.delete(`/v1/messages/${await newest(one(channels).id)}`),
    write: async (person, other) =>
      person.post('/v1/chats', { conversation: await talkOf(person, other), content: textFor() }),
    look: async (person, other) => person.get(`/v1/chats/${await talkOf(person, other)}`),
    read: async (person) => {
      const { id } = one(channels);
      return await person.post(`/v1/channel/chats/${id}/read`, { message_id: await newest(id) });
    },
    relate: (person, other) => person.put(`/v1/users/${other.user.username}/${one(['block', 'mute'])}`),
    relent: (person, other) => person.delete(`/v1/users/${other.user.username}/${one(['block', 'mute'])}`),
    relentAgain: (person, other) => person.delete(`/v1/users/${other.user.username}/${one(['block', 'mute'])}`),
    notify: (person) =>
      person.put(`/v1/rooms/${one(channels).id}/notify`, { notify: one(['all', 'mentions', 'none']), until: until() }),
    notifyTalk: async (person, other) =>
      person.put(`/v1/rooms/${await talkOf(person, other)}/notify`, {
        notify: one(['all', 'mentions', 'none']),
        until: until(),
      }),
    ban: (_, other) =>
      ada.put(`/v1/community/${one(clubs).handle}/bans/${other.user.username}`, { delete_messages: random(2) === 0 }),
    pardon: async (_, other) => {
      const { handle } = one(clubs);
      await ada.delete(`/v1/community/${handle}/bans/${other.user.username}`);
      return await other.post(`/v1/community/${handle}`);
    },
    leave: (person) => person.delete(`/v1/community/${one(clubs).handle}`),
    join: (person) => person.post(`/v1/community/${one(clubs).handle}`),
    writeAll: (person) => person.post('/v1/chats', { conversation: group, content: textFor() }),
    lookAtAll: (person) => person.get(`/v1/chats/${group}`),
    notifyAll: (person) =>
      person.put(`/v1/rooms/${group}/notify`, { notify: one(['all', 'mentions', 'none']), until: until() }),
    quit: (person) => person.delete(`/v1/conversations/${group}/members/${person.user.username}`),
    bringBack: (_, other) => ada.put(`/v1/conversations/${group}/members/${other.user.username}`),
    forget: async (person, other) => person.delete(`/v1/conversations/${await talkOf(person, other)}`),
    ...aroundPosts(random, clubs, textFor),
    open: () => {
      const { id, roles } = one(channels);
      return world.sql('update channels set roles = $2 where id = $1', [id, [one(roles)]]);
    },
    told: (person) => person.post('/v1/notifications/read', { ids: [] }),
    strangers: (person) =>
      world.sql(
        `insert into privacy (user_id, messages_from) values ($1, $2) on conflict (user_id) do update set messages_from = $2`,
        [person.user_id, one(['everyone', 'known'])],
      ),
  };
  const names = Object.keys(kinds);
  // After these, a person's or everybody's counts are found out again, which would hide that the others don't see to it.
  const forEverybody = ['goAway', 'comeBack', 'comeBackAgain', 'sweep'];
  const forOne = ['relate', 'relent', 'relentAgain', 'ban', 'leave', 'wish'];
  const without = (left: readonly string[]) => names.filter((name) => !left.includes(name));
  const stages = [without([...forEverybody, ...forOne]), without(forEverybody), names];
  for (let count = 0; count < operations; count += 1) {
    const person = one(people);
    const kind = one(stages[Math.floor((stages.length * count) / operations)] ?? names);
    await kinds[kind]?.(person, one(people.filter((each) => each !== person)));
    // What's found out is kept until the next time somebody asks.
    if (count % 5 === 4) {
      await world.runJobs();
      for (const each of count % 100 === 99 ? people : [one(people)]) await expectRecounted(each);
    }
  }
}, 240_000);
