import { permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import type { Person, World } from './harness.ts';

type Random = (below: number) => number;

export interface ExplainedCommunity {
  id: string;
  handle: string;
  adminRole: string;
}

export interface ExplainedChannel {
  id: string;
  handle: string;
  adminRole: string;
}

/** A message and the call that reads its room. */
export interface ExplainedMessage {
  id: string;
  path: string;
}

/** People of every kind, and things of every kind. */
export interface ExplainedWorld {
  /** Owns the site and is in every community and conversation, so that they may ask about everything. */
  root: Person;
  people: Person[];
  /** A person without relations, whom everybody may ban. */
  victim: Person;
  communities: ExplainedCommunity[];
  channels: ExplainedChannel[];
  posts: string[];
  comments: { id: string; postId: string }[];
  messages: ExplainedMessage[];
}

const removal = (id: string) => JSON.stringify({ text: 'Not here.', rule: null, decision_id: id });
const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;
const some = <T>(random: Random, list: readonly T[], oneIn: number) => list.filter(() => random(oneIn) === 0);

/** A random site: a team, accounts that can't be used, blocks, communities with roles and bans, and things that moderators removed. */
export async function fillExplainedWorld(world: World, random: Random): Promise<ExplainedWorld> {
  const root = await world.person('root');
  const victim = await world.person('victim');
  const people = [root];
  for (let n = 0; n < 24; n += 1)
    people.push(await world.person(`one${n}`, { name: n % 2 === 0 ? `Person ${n}` : null }));
  await world.sql(`update users set site_role = 'owner' where username = 'root'`);
  await world.sql(`update users set site_role = 'moderator' where username in ('one1', 'one2')`);
  const communities = await createCommunities(world, random, { root, people });
  const channels = await createChannels(world, random, communities);
  const posts = await createPosts(world, random, { people, communities });
  const comments = await createComments(world, random, { people, posts });
  const messages = [
    ...(await talkInChannels(world, random, { people, channels })),
    ...(await talkInConversations(world, random, { root, people })),
  ];
  await joinAndLeave(world, random, { root, people, communities });
  await separate(world, random, people);
  return { root, people, victim, communities, channels, posts, comments, messages };
}

/** Every community starts with everybody as a member, who holds all roles, so that they can write; `joinAndLeave` changes that. */
async function createCommunities(
  world: World,
  random: Random,
  { root, people }: { root: Person; people: readonly Person[] },
): Promise<ExplainedCommunity[]> {
  const communities: ExplainedCommunity[] = [];
  for (let n = 0; n < 6; n += 1) {
    const handle = `home_${n}`;
    const visibility = n % 3 === 0 ? 'private' : 'public';
    const { id } = await createCommunityOf(world.platform, { creatorId: root.user_id, handle, visibility });
    for (let role = 0; role < 4; role += 1) {
      await world.sql('insert into community_roles (id, community_id, name, permissions) values ($1, $2, $3, $4)', [
        world.platform.newId(),
        id,
        `Role ${role}`,
        some(random, permission.options, 3),
      ]);
    }
    await world.sql(
      'insert into community_members (community_id, user_id) select $1, unnest($2::uuid[]) on conflict do nothing',
      [id, people.map(({ user_id }) => user_id)],
    );
    await world.sql(
      `insert into community_role_holders (community_id, user_id, role_id)
        select $1, member.user_id, roles.id from community_members member, community_roles roles
        where member.community_id = $1 and roles.community_id = $1 on conflict do nothing`,
      [id],
    );
    const [admin] = await world.sql<{ id: string }>(
      `select id from community_roles where community_id = $1 and kind = 'admin'`,
      [id],
    );
    communities.push({ id, handle, adminRole: admin?.id ?? '' });
  }
  return communities;
}

async function createChannels(
  world: World,
  random: Random,
  communities: readonly ExplainedCommunity[],
): Promise<ExplainedChannel[]> {
  const channels: ExplainedChannel[] = [];
  for (const { id: communityId, handle, adminRole } of communities) {
    const roles = await world.sql<{ id: string }>('select id from community_roles where community_id = $1', [
      communityId,
    ]);
    for (let n = 0; n < 3; n += 1) {
      const open = new Set([
        adminRole,
        ...some(
          random,
          roles.map(({ id }) => id),
          3,
        ),
      ]);
      const id = await createChannelOf(world.platform, { communityId, roles: [...open] });
      channels.push({ id, handle, adminRole });
    }
  }
  return channels;
}

async function createPosts(
  world: World,
  random: Random,
  { people, communities }: { people: readonly Person[]; communities: readonly ExplainedCommunity[] },
): Promise<string[]> {
  const posts: string[] = [];
  for (let n = 0; n < 60; n += 1) {
    const place = random(3) === 0 ? {} : { communityId: pick(random, communities).id };
    const id = await createTextPost(world.platform, { authorId: pick(random, people).user_id, ...place });
    if (random(5) === 0) await world.sql('update posts set removal = $2 where id = $1', [id, removal(id)]);
    posts.push(id);
  }
  return posts;
}

async function createComments(
  world: World,
  random: Random,
  { people, posts }: { people: readonly Person[]; posts: readonly string[] },
): Promise<{ id: string; postId: string }[]> {
  const comments: { id: string; postId: string; isReply: boolean }[] = [];
  for (let n = 0; n < 60; n += 1) {
    const id = world.platform.newId();
    // Some answer one of the others.
    const parent = random(3) === 0 ? comments.findLast(({ isReply }) => !isReply) : undefined;
    const postId = parent?.postId ?? pick(random, posts);
    await world.sql(
      `insert into comments (id, post_id, author_id, created_at, content, removal, parent_id, reply_to)
        values ($1, $2, $3, now(), $4, $5, $6, $6)`,
      [id, postId, pick(random, people).user_id, 'Said', random(4) === 0 ? removal(id) : null, parent?.id ?? null],
    );
    comments.push({ id, postId, isReply: parent !== undefined });
  }
  return comments;
}

async function talkInChannels(
  world: World,
  random: Random,
  { people, channels }: { people: readonly Person[]; channels: readonly ExplainedChannel[] },
): Promise<ExplainedMessage[]> {
  const messages: ExplainedMessage[] = [];
  for (let n = 0; n < 40; n += 1) {
    const { id } = pick(random, channels);
    const { body } = await pick(random, people).post('/v1/channel/chats', { conversation: id, content: `Word ${n}` });
    messages.push({ id: body.message._id, path: `/v1/channel/chats/${id}` });
  }
  await removeSome(world, random, messages);
  return messages;
}

async function talkInConversations(
  world: World,
  random: Random,
  { root, people }: { root: Person; people: readonly Person[] },
): Promise<ExplainedMessage[]> {
  const messages: ExplainedMessage[] = [];
  for (const other of people.filter((person) => person !== root).slice(0, 10)) {
    const { body } = await root.post('/v1/conversations', { username: other.user.username });
    const conversation: string = body.newConversation._id;
    for (const sender of [root, other]) {
      const sent = await sender.post('/v1/chats', { conversation, content: 'Between us' });
      messages.push({ id: sent.body.message._id, path: `/v1/chats/${conversation}` });
    }
    if (random(3) === 0) await other.delete(`/v1/conversations/${conversation}`);
  }
  await removeSome(world, random, messages);
  return messages;
}

async function removeSome(world: World, random: Random, messages: readonly ExplainedMessage[]): Promise<void> {
  for (const { id } of some(random, messages, 4)) {
    await world.sql('update messages set removal = $2 where id = $1', [
      Number(id),
      removal('00000000-0000-0000-0000-000000000001'),
    ]);
  }
}

/** Takes memberships and roles away at random, and bans some of those who are out. */
async function joinAndLeave(
  world: World,
  random: Random,
  {
    root,
    people,
    communities,
  }: { root: Person; people: readonly Person[]; communities: readonly ExplainedCommunity[] },
): Promise<void> {
  for (const { id } of communities) {
    for (const { user_id: userId } of people.filter((person) => person !== root)) {
      const fate = random(6);
      if (fate < 2) {
        await world.sql('delete from community_members where community_id = $1 and user_id = $2', [id, userId]);
        if (fate === 0) {
          await world.sql(
            `insert into community_bans (community_id, user_id, created_at, until, text) values ($1, $2, now(), $3, 'Rude')`,
            [id, userId, random(3) === 0 ? new Date('2001-01-01') : null],
          );
        }
        continue;
      }
      await world.sql(
        `delete from community_role_holders held using community_roles roles
          where roles.id = held.role_id and held.community_id = $1 and held.user_id = $2 and roles.name <> all($3)`,
        [
          id,
          userId,
          some(random, ['user', 'Role 0', 'Role 1', 'Role 2', 'Role 3', ...(random(8) === 0 ? ['admin'] : [])], 3),
        ],
      );
    }
    await world.sql(
      `update community_sizes set member_count = (select count(*) from community_members where community_id = $1)
        where community_id = $1`,
      [id],
    );
  }
}

/** Blocks, mutes, suspensions that last and that are over, and accounts that aren't let in. */
async function separate(world: World, random: Random, people: readonly Person[]): Promise<void> {
  for (let n = 0; n < 40; n += 1) {
    const [one, other] = [pick(random, people), pick(random, people)];
    if (one !== other) await one.put(`/v1/users/${other.user.username}/${random(4) === 0 ? 'mute' : 'block'}`);
  }
  const states = [
    `suspended_by = gen_random_uuid(), suspended_text = 'Enough'`,
    `suspended_by = gen_random_uuid(), suspended_text = 'Enough', suspended_until = '2999-01-01'`,
    'activated_at = null',
    `approval_requested_at = now(), approval_reason = ''`,
  ];
  for (const [n, state] of states.entries()) {
    const username = `one${20 + n}`;
    await world.sql(`update users set ${state} where username = $1`, [username]);
    await world.sql('delete from sessions where user_id = (select id from users where username = $1)', [username]);
  }
  await world.sql(
    `update users set suspended_by = gen_random_uuid(), suspended_text = 'Enough', suspended_until = '2001-01-01'
      where username = 'one19'`,
  );
}
