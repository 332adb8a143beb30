import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { createConversation } from '#features/conversations/conversations.factory.ts';
import { createGroupOf } from '#features/conversations/groups.factory.ts';
import { newId } from '#platform/ids.ts';
import type { Caller, World } from './harness.ts';

/**
 * The callers. `notActivated` has no session, because log-in refuses inactive accounts; `deleted` has the cookie of a former session.
 * `author` owns the thing; `other` is anyone else with a session; `member`, where a row has one, has joined the author's community.
 */
export const who = ['stranger', 'notActivated', 'deleted', 'other', 'member', 'author'] as const;
export type Who = (typeof who)[number];

/** What a row's request may use: account names and things the author has. */
export interface Scene {
  world: World;
  /** The caller's own username; a nonexistent one for the stranger. */
  username: string;
  author: string;
  postId: string;
  /** The caller. */
  caller: Caller;
  isMember: boolean;
  /** A number unique to this cell. */
  cell: number;
}

export interface Request {
  path: string;
  /** JSON, or a form. */
  body?: unknown;
}

export interface Row extends Record<Exclude<Who, 'member'>, number> {
  member?: number;
  request(scene: Scene): Request | Promise<Request>;
}

/** Only people with a session; the same for all of them. */
export const people = (status: number) => ({
  stranger: 401,
  notActivated: 401,
  deleted: 401,
  other: status,
  author: status,
});
export const everybody = (status: number) => ({
  stranger: status,
  notActivated: status,
  deleted: status,
  other: status,
  author: status,
});
export const authorOnly = (status: number, otherwise: number) => ({ ...people(otherwise), author: status });

/** In one of the author's communities. */
export const community = (statuses: { other: number; member: number; author: number }) => ({
  ...people(401),
  ...statuses,
});

export const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};

export const newPassword = { password: 'another long password', confirm_password: 'another long password' };

export async function startRegistration({ world, cell }: Scene): Promise<string> {
  const { body } = await world.stranger().patch('/v1/register/email', { email: `reg${cell}@example.org` });
  return body.reg_id;
}

export async function nameRegistration(scene: Scene): Promise<string> {
  const regId = await startRegistration(scene);
  await scene.world.stranger().patch('/v1/register/username', { reg_id: regId, username: `reg_${scene.cell}` });
  return regId;
}

/** The author's comment on a post; a made-up id if there's no author. */
export async function commentOfAuthor({ world, author, postId }: Scene): Promise<string> {
  const id = newId();
  await world.sql(
    `insert into comments (id, post_id, author_id, created_at, content)
      select $1, $2, users.id, now(), 'Hello' from users where username = $3`,
    [id, postId === 'nothing' ? newId() : postId, author],
  );
  return id;
}

/** The author's conversation with someone who is none of the callers; a made-up id if there's no author. */
export async function conversationOfAuthor({ world, author, cell }: Scene): Promise<string> {
  const [account] = await world.sql<{ id: string }>('select id from users where username = $1', [author]);
  if (!account) return newId();
  const friend = await world.person(`friend_${cell}`);
  return await createConversation(world.platform, { openedBy: account.id, withUsername: friend.user.username });
}

/** The author's group with people who are none of the callers; a made-up id if there's no author. */
export async function groupOfAuthor({ world, author, cell }: Scene): Promise<string> {
  const [account] = await world.sql<{ id: string }>('select id from users where username = $1', [author]);
  if (!account) return newId();
  const friends = [await world.person(`mate_${cell}_a`), await world.person(`mate_${cell}_b`)];
  return await createGroupOf(world.platform, { memberIds: [account.id, ...friends.map(({ user_id }) => user_id)] });
}

/** A device of the author's that gets pushes; a made-up id if there's no author. */
export async function deviceOfAuthor({ world, author, cell }: Scene): Promise<string> {
  const [account] = await world.sql<{ id: string }>('select id from users where username = $1', [author]);
  if (!account) return newId();
  await world.platform.sessions.create(world.platform.db.kysely, account.id);
  const [device] = await world.sql<{ id: string }>(
    `insert into push_subscriptions (id, user_id, session_hash, endpoint, p256dh, auth, created_at)
     select gen_random_uuid(), $1, token_hash, $2, '', '', now() from sessions where user_id = $1 limit 1 returning id`,
    [account.id, `https://push.example.net/${cell}`],
  );
  return device?.id as string;
}

/** A message the author has sent to that person; a made-up id if there's no author. */
export async function messageOfAuthor(scene: Scene): Promise<string> {
  const conversation = await conversationOfAuthor(scene);
  const [account] = await scene.world.sql<{ id: string }>('select id from users where username = $1', [scene.author]);
  if (!account) return '0000000000000001';
  const [message] = await scene.world.sql<{ id: string }>(
    `insert into messages (room_id, id, sender_id, created_at, content)
     values ($1, nextval('message_ids'), $2, now(), 'Hello') returning lpad(id::text, 16, '0') as id`,
    [conversation, account.id],
  );
  return message?.id as string;
}

/** The author's community with a channel for everyone in it; only made-up names if there's no author. */
export async function communityOfAuthor({ world, author, cell, caller, isMember }: Scene) {
  const handle = `home_${cell}`;
  const [account] = await world.sql<{ id: string }>('select id from users where username = $1', [author]);
  if (!account) return { handle, channelId: newId(), roleId: newId() };
  const { id } = await createCommunityOf(world.platform, { creatorId: account.id, handle });
  const [role] = await world.sql<{ id: string }>(
    `select id from community_roles where community_id = $1 and kind = 'user'`,
    [id],
  );
  const roleId = role?.id ?? newId();
  const channelId = await createChannelOf(world.platform, { communityId: id, roles: [roleId] });
  if (isMember) await caller.post(`/v1/community/${handle}`);
  return { handle, channelId, roleId };
}

/** A path under the author's community. */
export const atCommunity = (path: string) => async (scene: Scene) => ({
  path: `/v1/community/${(await communityOfAuthor(scene)).handle}${path}`,
});

/** A path about someone who is none of the callers. */
export const withGuest = async ({ world, cell }: Scene, list: 'bans' | 'members') => {
  if (cell === 0) return `/${list}/nobody`;
  return `/${list}/${(await world.person(`guest_${cell}`)).user.username}`;
};
