import { afterAll, expect, test, vi } from 'vitest';
import { reportableComments } from '#features/comments/public.ts';
import { reportablePosts } from '#features/posts/public.ts';
import { reportableMessages } from '#features/rooms/public.ts';
import { noId } from '#platform/ids.ts';
import { type Club, createClub } from '../../../test/community.ts';
import { type Person, startWorld, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';

const world = await testWorld();
/** A second process, with counts of its own. */
const second = await startWorld({ database: { connectionString: world.databaseUrl } });
afterAll(() => second.close());
const operations = Number(process.env.UNREAD_SAMPLES ?? 300);
vi.setConfig({ testTimeout: operations * 800 });

const isSeen = `messages.sender_id <> $1 and messages.system is null and messages.deleted_at is null and messages.removal is null
  and not exists (select from relations where user_id = $1 and other_id = messages.sender_id and kind = 'block')`;
const isNotified = `not exists (select from away_accounts away where away.user_id = messages.sender_id)
  and not exists (select from relations where user_id = $1 and other_id = messages.sender_id)`;
const chosenIn = (member: string) =>
  `case when coalesce(${member}.notify_until > now(), true) then ${member}.notify end`;
const chosen = chosenIn('own');
const mentions = `least(count(*) filter (where ${isNotified} and exists (select from json_array_elements(messages.mentions) item
  where item->>'id' is null or item->>'id' = $1::uuid::text)), 100)::int as mentions`;

/** A person's unread counts, computed from the messages. */
const recountChannels = `
  select rooms.id as channel_id, least(count(*), 100)::int as unread, ${mentions}
  from community_members member
    join rooms on rooms.community_id = member.community_id
    left join room_members own on own.room_id = rooms.id and own.user_id = $1
    join messages on messages.room_id = rooms.id and messages.id > greatest(member.read_from, own.read_id) and ${isSeen}
  where member.user_id = $1 and rooms.kind = 'channel' and ${chosen} is distinct from 'none'
    and exists (select from community_role_holders held where held.community_id = member.community_id and held.user_id = $1
      and held.role_id = any(rooms.roles))
  group by rooms.id order by rooms.id`;
const recountThreads = `
  select rooms.id as room_id, home.id as channel_id, least(count(*), 100)::int as unread, ${mentions}
  from room_members own
    join rooms on rooms.id = own.room_id
    join rooms home on home.id = rooms.channel_id
    join community_members member on member.community_id = home.community_id and member.user_id = $1
    left join room_members above on above.room_id = home.id and above.user_id = $1
    join messages on messages.room_id = rooms.id and messages.id > greatest(member.read_from, own.read_id) and ${isSeen}
  where own.user_id = $1 and own.follows and coalesce(${chosen}, ${chosenIn('above')}) is distinct from 'none'
    and exists (select from community_role_holders held where held.community_id = member.community_id and held.user_id = $1
      and held.role_id = any(home.roles))
  group by rooms.id, home.id order by rooms.id`;
/** Threads whose stored number of replies differs from a recount. */
const miscounted = `
  select rooms.id, rooms.reply_count, rooms.last_reply_id, counted.* from rooms cross join lateral (
    select count(*)::int as number, coalesce(max(messages.id), 0) as last_id from messages
    where messages.room_id = rooms.id and messages.deleted_at is null and messages.removal is null) counted
  where rooms.root_id is not null and (rooms.reply_count, rooms.last_reply_id) is distinct from (counted.number, counted.last_id)`;

const unfollowedThreads = `select rooms.id from rooms where channel_id is not null and not exists (
  select from room_members where room_id = rooms.id and user_id = $1 and follows)`;
const recountConversations = `
  select count(distinct own.room_id)::int as count from room_members own
    join rooms on rooms.id = own.room_id and rooms.community_id is null
    join messages on messages.room_id = own.room_id and messages.id > greatest(own.read_id, own.since_id, own.cleared_id) and ${isSeen}
  where own.user_id = $1 and not own.request and ${chosen} is distinct from 'none'
    and (${chosen} is distinct from 'mentions' or (${isNotified} and messages.mentions::text like '%' || $1::text || '%'))`;

async function expectRecounted(person: Person): Promise<void> {
  const { status, body } = await person.get('/v1/unread');
  expect(status).toBe(200);
  expect((await second.withCookie(person.cookie).get('/v1/unread')).body).toEqual(body);
  const channels = await world.sql<{ mentions: number }>(recountChannels, [person.user_id]);
  const threads = await world.sql<{ mentions: number }>(recountThreads, [person.user_id]);
  const unfollowed = (await world.sql<{ id: string }>(unfollowedThreads, [person.user_id])).map(({ id }) => id);
  const [talks] = await world.sql<{ count: number }>(recountConversations, [person.user_id]);
  const conversations = talks?.count ?? 0;
  const { notifications } = (await person.get('/v1/notifications?size=100')).body;
  const unread = notifications.filter(({ read }: { read: boolean }) => !read).length;
  const inChannels = notifications.filter(
    (each: { read: boolean; type: string; channel_id?: string }) =>
      !each.read && each.type === 'mention' && each.channel_id !== undefined && !unfollowed.includes(each.channel_id),
  ).length;
  const mentioning = [...channels, ...threads].filter((room) => room.mentions > 0).length;
  expect({ ...body, channels: body.channels.length, threads: body.threads.length }).toEqual({
    notifications: unread,
    conversations,
    channels: channels.length,
    threads: threads.length,
    total: unread - inChannels + conversations + mentioning,
  });
  type Entry = { channel_id: string; unread: number; mentions: number };
  const counted = body.channels.map(({ channel_id, unread, mentions }: Entry) => ({ channel_id, unread, mentions }));
  const byId = (one: Entry, other: Entry) => (one.channel_id < other.channel_id ? -1 : 1);
  expect(counted.sort(byId)).toEqual(channels);
  const byRoom = (one: { room_id: string }, other: { room_id: string }) => (one.room_id < other.room_id ? -1 : 1);
  expect(body.threads.sort(byRoom)).toEqual(threads);
}

type Kinds = Record<string, (person: Person, other: Person) => Promise<unknown>>;

const removal = { text: 'No', rule: null, rule_text: null, decision_id: noId };
const isRemoved = new Set<string>();

/** Removes something as a decision does, or shows it again. */
async function settle(
  id: string,
  things: Pick<ReturnType<typeof reportablePosts>, 'remove' | 'restore'>,
): Promise<void> {
  await world.platform.db.transaction(async (tx) => {
    if (isRemoved.delete(id)) await things.restore(tx, id);
    else if (await things.remove(tx, id, removal)) isRemoved.add(id);
  });
}

/** A person becomes away, or returns; their sessions stay. */
async function move(person: Person, isAway: boolean): Promise<void> {
  const change = isAway
    ? `insert into away_accounts (user_id, kind, since, ends_at) values ($1, 'deactivated', now(), now() + interval '1 year')
        on conflict do nothing`
    : 'delete from away_accounts where user_id = $1';
  await world.sql(change, [person.user_id]);
  const event = isAway ? 'account.left' : 'account.returned';
  await world.platform.db.transaction((tx) => world.platform.events.emit(tx, event, { userId: person.user_id }));
}

/** What happens to posts, to their communities, and to people who wrote them. @param owner who runs the communities */
function aroundPosts(
  random: (below: number) => number,
  clubs: readonly Club[],
  owner: Person,
  textFor: () => string,
): Kinds {
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
    removePost: () => settle(recent(posts), reportablePosts(world.platform)),
    removeComment: () => settle(recent(comments), reportableComments(world.platform)),
    close: () => {
      const form = new FormData();
      form.set('visibility', one(['public', 'private']));
      return owner.upload(`/v1/communities/${one(clubs).handle}`, form, 'PATCH');
    },
    oversee: () => {
      const { handle, user } = one(clubs);
      return owner.patch(`/v1/community/${handle}/roles/${user}`, { permissions: one([[], ['ban:users']]) });
    },
    wish: (person) => {
      const chosen = one([[], [], ['vote'], ['comment', 'mention']]);
      const types = ['vote', 'comment', 'mention'].map((type) => [type, { in_app: !chosen.includes(type) }]);
      return person.patch('/v1/notifications/settings', { types: Object.fromEntries(types) });
    },
    goAway: (person) => move(person, true),
    comeBack: (person) => move(person, false),
    comeBackAgain: (person) => move(person, false),
  };
}

const newest = async (id: string): Promise<string> => {
  const [row] = await world.sql<{ id: string }>(
    `select lpad(id::text, 16, '0') as id from messages where room_id = $1 order by random() limit 1`,
    [id],
  );
  return row?.id ?? '0000000000000001';
};

/** What happens in a thread of each of these channels. @param owner may write in them */
async function inThreads(
  random: (below: number) => number,
  channels: readonly { id: string }[],
  owner: Person,
  textFor: () => string,
): Promise<Kinds> {
  const threads: string[] = [];
  for (const { id: conversation } of channels) {
    const { message } = (await owner.post('/v1/channel/chats', { conversation, content: 'Hello' })).body;
    threads.push((await owner.put(`/v1/messages/${message._id}/thread`)).body.room.room_id);
  }
  const one = () => threads[random(threads.length)] as string;
  const reply = (person: Person) => person.post('/v1/channel/chats', { conversation: one(), content: textFor() });
  return {
    reply,
    replyMore: reply,
    removeReply: async () => settle(await newest(one()), reportableMessages(world.platform)),
    eraseReply: async (person) => person.delete(`/v1/messages/${await newest(one())}`),
    follow: (person) => person.put(`/v1/rooms/${one()}/follow`),
    unfollow: (person) => person.delete(`/v1/rooms/${one()}/follow`),
    readThread: async (person) => {
      const thread = one();
      return await person.put(`/v1/rooms/${thread}/read`, { up_to: await newest(thread) });
    },
    notifyThread: (person) =>
      person.put(`/v1/rooms/${one()}/notify`, { notify: ['all', 'mentions', 'none'][random(3)] }),
  };
}

test(`after ${operations} random operations, everyone's unread counts and every thread's replies equal a recount`, async () => {
  const random = randomOf(81);
  const people: Person[] = [];
  for (const name of ['ada', 'bob', 'cyd', 'dan']) people.push(await world.person(name));
  const [ada, ...others] = people as [Person, ...Person[]];
  const clubs = [await createClub(world, ada, others), await createClub(world, ada, others)];
  const channels: { id: string; roles: string[]; handle: string }[] = [];
  for (const { handle, admin, user } of clubs) {
    for (const name of ['green', 'black']) {
      const { body } = await ada.post(`/v1/community/${handle}/channels`, { name, roles: [user] });
      channels.push({ id: body.channel.channel_id, roles: [admin, user], handle });
    }
  }
  const { body: made } = await ada.post('/v1/conversations', { usernames: others.map(({ user }) => user.username) });
  const group: string = made.newConversation._id;
  const one = <Thing>(things: readonly Thing[]): Thing => things[random(things.length)] as Thing;
  const textFor = () =>
    one(['Hello', `Hi @${one(people).user.username}`, '@everyone', `@${one(people).user.username} you`]);
  const talkOf = async (person: Person, other: Person): Promise<string | undefined> =>
    (await person.post('/v1/conversations', { username: other.user.username })).body.newConversation?._id;
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
    ...aroundPosts(random, clubs, ada, textFor),
    ...(await inThreads(random, channels, ada, textFor)),
    open: () => {
      const { id, roles, handle } = one(channels);
      return ada.patch(`/v1/community/${handle}/channels/${id}`, { roles: [one(roles)] });
    },
    backTo: async (person) =>
      person.put(`/v1/rooms/${one(channels).id}/read`, { up_to: await newest(one(channels).id) }),
    backIn: async (person) => person.put(`/v1/rooms/${group}/read`, { up_to: one([null, await newest(group)]) }),
    told: (person) => person.post('/v1/notifications/read', { ids: [] }),
    strangers: (person) =>
      world.sql(
        `insert into privacy (user_id, messages_from) values ($1, $2) on conflict (user_id) do update set messages_from = $2`,
        [person.user_id, one(['everyone', 'known'])],
      ),
  };
  const names = Object.keys(kinds);
  for (let count = 0; count < operations; count += 1) {
    const person = one(people);
    const kind = one(names);
    await kinds[kind]?.(person, one(people.filter((each) => each !== person)));
    if (count % 5 === 4) {
      await world.runJobs();
      expect(await world.sql(miscounted)).toEqual([]);
      for (const each of count % 100 === 99 ? people : [one(people)]) await expectRecounted(each);
    }
  }
});
