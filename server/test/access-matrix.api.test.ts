import { endpoints } from '@hubbub/contract/index.ts';
import { describe, expect, test } from 'vitest';
import { createActivatedUser, factoryPassword } from '#features/accounts/accounts.factory.ts';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { createConversation } from '#features/conversations/conversations.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { newId } from '#platform/ids.ts';
import { type Caller, type Person, testWorld, type World } from './harness.ts';

/**
 * The callers. `notActivated` has no session, because log-in refuses inactive accounts; `deleted` has the cookie of a former session.
 * `author` owns the thing; `other` is anyone else with a session; `member`, where a row has one, has joined the author's community.
 */
const who = ['stranger', 'notActivated', 'deleted', 'other', 'member', 'author'] as const;
type Who = (typeof who)[number];

/** What a row's request may use: account names and things the author has. */
interface Scene {
  world: World;
  /** The caller's own username; a nonexistent one for the stranger. */
  username: string;
  author: string;
  postId: string;
  /** The one who makes the call. */
  caller: Caller;
  isMember: boolean;
  /** A number unique to this cell. */
  cell: number;
}

interface Request {
  path: string;
  /** JSON, or a form. */
  body?: unknown;
}

interface Row extends Record<Exclude<Who, 'member'>, number> {
  member?: number;
  request(scene: Scene): Request | Promise<Request>;
}

/** Only people with a session; the same for all of them. */
const people = (status: number) => ({ stranger: 401, notActivated: 401, deleted: 401, other: status, author: status });
const everybody = (status: number) => ({
  stranger: status,
  notActivated: status,
  deleted: status,
  other: status,
  author: status,
});
const authorOnly = (status: number, otherwise: number) => ({ ...people(otherwise), author: status });

/** In one of the author's communities. */
const community = (statuses: { other: number; member: number; author: number }) => ({ ...people(401), ...statuses });

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};

const newPassword = { password: 'another long password', confirm_password: 'another long password' };

async function startRegistration({ world, cell }: Scene): Promise<string> {
  const { body } = await world.stranger().patch('/v1/register/email', { email: `reg${cell}@example.org` });
  return body.reg_id;
}

async function nameRegistration(scene: Scene): Promise<string> {
  const regId = await startRegistration(scene);
  await scene.world.stranger().patch('/v1/register/username', { reg_id: regId, username: `reg_${scene.cell}` });
  return regId;
}

/** The author's conversation with someone who is none of the callers; a made-up id if there's no author. */
async function conversationOfAuthor({ world, author, cell }: Scene): Promise<string> {
  const [account] = await world.sql<{ id: string }>('select id from users where username = $1', [author]);
  if (!account) return newId();
  const friend = await world.person(`friend_${cell}`);
  return await createConversation(world.platform, { openedBy: account.id, withUsername: friend.user.username });
}

/** The author's community with a channel for everyone in it; only made-up names if there's no author. */
async function communityOfAuthor({ world, author, cell, caller, isMember }: Scene) {
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
const atCommunity = (path: string) => async (scene: Scene) => ({
  path: `/v1/community/${(await communityOfAuthor(scene)).handle}${path}`,
});

/** A path about someone who is none of the callers. */
const withGuest = async ({ world, cell }: Scene, list: 'bans' | 'members') => {
  if (cell === 0) return `/${list}/nobody`;
  return `/${list}/${(await world.person(`guest_${cell}`)).user.username}`;
};

/** Every endpoint by its name in the contract, and the status each caller gets. */
const matrix: Record<string, Row> = {
  // accounts
  logIn: {
    request: ({ username }) => ({ path: '/v1/tokens/authentication', body: { username, password: factoryPassword } }),
    stranger: 401,
    notActivated: 403,
    deleted: 401,
    other: 201,
    author: 201,
  },
  logOut: { request: () => ({ path: '/v1/users/logout' }), ...everybody(200) },
  registerEmail: {
    request: ({ cell }) => ({ path: '/v1/register/email', body: { email: `new${cell}@example.org` } }),
    ...everybody(200),
  },
  registerUsername: {
    request: async (scene) => ({
      path: '/v1/register/username',
      body: { reg_id: await startRegistration(scene), username: `name_${scene.cell}` },
    }),
    ...everybody(200),
  },
  createAccount: {
    request: async (scene) => ({ path: '/v1/users', body: { reg_id: await nameRegistration(scene), ...newPassword } }),
    ...everybody(201),
  },
  activateAccount: { request: () => ({ path: '/v1/users/activated', body: { token: 'guessed' } }), ...everybody(422) },
  readActivation: { request: () => ({ path: '/v1/users/activation', body: { token: 'guessed' } }), ...everybody(422) },
  declineActivation: {
    request: () => ({ path: '/v1/users/activation', body: { token: 'guessed' } }),
    ...everybody(422),
  },
  requestCode: { request: ({ author }) => ({ path: '/v1/otp', body: { username: author } }), ...everybody(200) },
  validateCode: {
    request: ({ author }) => ({ path: '/v1/otp/validate', body: { username: author, otp: '000000' } }),
    ...everybody(422),
  },
  resetPassword: {
    request: () => ({ path: '/v1/users/reset-password', body: { reset_token: 'guessed', ...newPassword } }),
    ...everybody(422),
  },
  changePassword: {
    request: () => ({ path: '/v1/users/password', body: { old_password: factoryPassword, ...newPassword } }),
    ...people(200),
  },
  getOwnUser: { request: () => ({ path: '/v1/user' }), ...people(200) },
  checkSession: { request: () => ({ path: '/v1/user/check' }), ...people(200) },
  updateUser: { request: () => ({ path: '/v1/users', body: { show_nsfw: true } }), ...people(200) },
  deleteAccount: { request: () => ({ path: '/v1/users' }), ...people(200) },

  // relations
  blockUser: { request: ({ author }) => ({ path: `/v1/users/${author}/block` }), ...authorOnly(422, 200) },
  unblockUser: { request: ({ author }) => ({ path: `/v1/users/${author}/block` }), ...people(200) },
  muteUser: { request: ({ author }) => ({ path: `/v1/users/${author}/mute` }), ...authorOnly(422, 200) },
  unmuteUser: { request: ({ author }) => ({ path: `/v1/users/${author}/mute` }), ...people(200) },
  listBlocks: { request: () => ({ path: '/v1/blocks' }), ...people(200) },
  listMutes: { request: () => ({ path: '/v1/mutes' }), ...people(200) },

  // posts
  listPosts: { request: () => ({ path: '/v1/posts' }), ...people(200) },
  getPost: { request: ({ postId }) => ({ path: `/v1/posts/${postId}` }), ...people(200) },
  createPost: { request: () => ({ path: '/v1/posts', body: form({ content: 'Hello' }) }), ...people(201) },
  deletePost: { request: ({ postId }) => ({ path: `/v1/posts/${postId}` }), ...authorOnly(200, 404) },
  votePost: {
    request: ({ postId }) => ({ path: `/v1/posts/${postId}/votes`, body: { vote_type: 1 } }),
    ...people(200),
  },

  // comments
  listComments: { request: ({ postId }) => ({ path: `/v1/posts/${postId}/comments` }), ...people(200) },
  createComment: {
    request: ({ postId }) => ({ path: `/v1/posts/${postId}/comments`, body: { content: 'Hello' } }),
    ...people(201),
  },

  // profiles
  getProfile: { request: ({ author }) => ({ path: `/v1/users/${author}` }), ...people(200) },
  updateProfile: { request: () => ({ path: '/v1/profile', body: form({ name: 'New name' }) }), ...people(200) },

  // search
  searchUsers: { request: ({ author }) => ({ path: `/v1/users?query=${author}` }), ...people(200) },

  // communities
  popularCommunities: { request: () => ({ path: '/v1/communities' }), ...people(200) },
  searchCommunities: { request: () => ({ path: '/v1/communities/search?query=home' }), ...people(200) },
  joinedCommunities: { request: () => ({ path: '/v1/communities/joined' }), ...people(200) },
  createCommunity: {
    request: ({ cell }) => ({ path: '/v1/communities', body: form({ name: 'New', handle: `new_${cell}` }) }),
    ...people(201),
  },
  readCommunity: {
    request: async (scene) => ({ path: `/v1/communities/${(await communityOfAuthor(scene)).handle}` }),
    ...community({ other: 200, member: 200, author: 200 }),
  },
  updateCommunity: {
    request: async (scene) => ({
      path: `/v1/communities/${(await communityOfAuthor(scene)).handle}`,
      body: form({ name: 'Other' }),
    }),
    ...community({ other: 422, member: 422, author: 200 }),
  },
  joinCommunity: { request: atCommunity(''), ...community({ other: 200, member: 200, author: 200 }) },
  // The author is the last one who may edit it.
  leaveCommunity: { request: atCommunity(''), ...community({ other: 200, member: 200, author: 422 }) },
  listRoles: { request: atCommunity('/roles'), ...community({ other: 404, member: 200, author: 200 }) },
  createRole: {
    request: async (scene) => ({ ...(await atCommunity('/roles')(scene)), body: { name: 'New', permissions: [] } }),
    ...community({ other: 404, member: 422, author: 201 }),
  },
  assignRole: {
    request: async (scene) => {
      const { handle, roleId } = await communityOfAuthor(scene);
      return { path: `/v1/community/${handle}/roles/user`, body: { role_id: roleId, username: scene.author } };
    },
    ...community({ other: 404, member: 422, author: 200 }),
  },
  removeRole: {
    request: async (scene) => {
      const { handle, roleId } = await communityOfAuthor(scene);
      return { path: `/v1/community/${handle}/roles/user`, body: { role_id: roleId, username: scene.author } };
    },
    ...community({ other: 404, member: 422, author: 200 }),
  },
  myRoles: { request: atCommunity('/user/roles'), ...community({ other: 200, member: 200, author: 200 }) },
  myPermissions: { request: atCommunity('/permissions'), ...community({ other: 200, member: 200, author: 200 }) },
  listMembers: { request: atCommunity('/members'), ...community({ other: 404, member: 200, author: 200 }) },

  listBans: { request: atCommunity('/bans'), ...community({ other: 404, member: 422, author: 200 }) },
  banMember: {
    request: async (scene) => ({ ...(await atCommunity(await withGuest(scene, 'bans'))(scene)), body: { days: 1 } }),
    ...community({ other: 404, member: 422, author: 200 }),
  },
  unbanMember: {
    request: async (scene) => await atCommunity(await withGuest(scene, 'bans'))(scene),
    ...community({ other: 404, member: 422, author: 200 }),
  },
  removeMember: {
    request: async (scene) => await atCommunity(await withGuest(scene, 'members'))(scene),
    ...community({ other: 404, member: 422, author: 200 }),
  },

  // channels
  listChannels: { request: atCommunity('/channels'), ...community({ other: 404, member: 200, author: 200 }) },
  readUnread: { request: () => ({ path: '/v1/unread' }), ...people(200) },
  createChannel: {
    request: async (scene) => {
      const { handle, roleId } = await communityOfAuthor(scene);
      return { path: `/v1/community/${handle}/channels`, body: { name: 'New', roles: [roleId] } };
    },
    ...community({ other: 404, member: 422, author: 201 }),
  },
  listChannelMessages: {
    request: async (scene) => ({ path: `/v1/channel/chats/${(await communityOfAuthor(scene)).channelId}` }),
    ...community({ other: 404, member: 200, author: 200 }),
  },
  markChannelRead: {
    request: async (scene) => ({
      path: `/v1/channel/chats/${(await communityOfAuthor(scene)).channelId}/read`,
      body: { message_id: '0000000000000001' },
    }),
    ...community({ other: 404, member: 200, author: 200 }),
  },
  sendChannelMessage: {
    request: async (scene) => ({
      path: '/v1/channel/chats',
      body: { conversation: (await communityOfAuthor(scene)).channelId, content: 'Hello' },
    }),
    ...community({ other: 404, member: 201, author: 201 }),
  },

  // conversations
  listConversations: { request: () => ({ path: '/v1/conversations' }), ...people(200) },
  openConversation: {
    request: async ({ world, cell }) => {
      const { user } = await world.person(`to_open_${cell}`);
      return { path: '/v1/conversations', body: { username: user.username } };
    },
    ...people(200),
  },
  readConversation: {
    request: async (scene) => ({ path: `/v1/conversations/${await conversationOfAuthor(scene)}` }),
    ...authorOnly(200, 404),
  },
  markConversationRead: {
    request: async (scene) => ({
      path: `/v1/conversations/${await conversationOfAuthor(scene)}/read`,
      body: { message_id: '0000000000000001' },
    }),
    ...authorOnly(200, 404),
  },
  deleteConversation: {
    request: async (scene) => ({ path: `/v1/conversations/${await conversationOfAuthor(scene)}` }),
    ...authorOnly(200, 404),
  },
  listMessages: {
    request: async (scene) => ({ path: `/v1/chats/${await conversationOfAuthor(scene)}` }),
    ...authorOnly(200, 404),
  },
  sendMessage: {
    request: async (scene) => ({
      path: '/v1/chats',
      body: { conversation: await conversationOfAuthor(scene), content: 'Hello' },
    }),
    ...authorOnly(201, 404),
  },

  // meetings
  getMeetingAddress: { request: () => ({ path: '/v1/meetings/AbC1234/address' }), ...people(200) },
  getIceServers: { request: () => ({ path: '/v1/meetings/ice-servers' }), ...people(200) },

  // assistant
  getAssistant: { request: () => ({ path: '/v1/assistant' }), ...people(200) },
  // The matrix's server has none.
  askAssistant: {
    request: () => ({ path: '/v1/assistant/answers', body: { messages: [{ role: 'user', content: 'Hello' }] } }),
    ...people(503),
  },
};

const world = await testWorld();

let cells = 0;

/** New people and a new post for each cell, so that one call can't destroy what the next one needs. */
async function play(caller: Who, row: Row, method: string): Promise<number> {
  cells += 1;
  const author = await world.person(`author_${cells}`);
  const postId = await createTextPost(world.platform, { authorId: author.user_id });
  const { as, username } = await enter(caller, author, `${caller.toLowerCase()}_${cells}`);
  const isMember = caller === 'member';
  const scene = { world, username, author: author.user.username, postId, caller: as, isMember, cell: cells };
  const { path, body } = await row.request(scene);
  const isForm = body instanceof FormData;
  const response = await as.fetch(path, {
    method,
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(body === undefined || isForm ? {} : { headers: { 'content-type': 'application/json' } }),
  });
  return response.status;
}

async function enter(caller: Who, author: Person, username: string): Promise<{ as: Caller; username: string }> {
  switch (caller) {
    case 'author':
      return { as: author, username: author.user.username };
    case 'other':
    case 'member':
      return { as: await world.person(username), username };
    case 'deleted': {
      const person = await world.person(username);
      await person.delete('/v1/users');
      return { as: world.withCookie(person.cookie), username };
    }
    case 'notActivated': {
      const account = await createActivatedUser(world.platform, { username });
      await world.sql('update users set activated_at = null where id = $1', [account.id]);
      return { as: world.stranger(), username };
    }
    case 'stranger':
      return { as: world.stranger(), username };
  }
}

test('every endpoint of the contract has a row, and every row is an endpoint', () => {
  expect(Object.keys(matrix).sort()).toEqual(Object.keys(endpoints).sort());
});

describe.each(Object.entries(matrix))('%s', (name, row) => {
  test.each(who.filter((caller) => row[caller] !== undefined))('%s', async (caller) => {
    expect(await play(caller, row, endpoints[name]!.method)).toBe(row[caller]);
  });
});

test.each(Object.entries(endpoints).filter(([, endpoint]) => endpoint.session === 'required'))(
  '%s: a made-up cookie is 401',
  async (name, endpoint) => {
    const { path, body } = await matrix[name]!.request({
      world,
      username: 'nobody',
      author: 'nobody',
      postId: 'nothing',
      caller: world.stranger(),
      isMember: false,
      cell: 0,
    });
    const headers = body instanceof FormData ? {} : { 'content-type': 'application/json' };
    const sent = body instanceof FormData ? body : JSON.stringify(body);
    const init = { method: endpoint.method, headers, ...(body === undefined ? {} : { body: sent }) } as RequestInit;
    const response = await world.withCookie('hubbub=made-up').fetch(path, init);
    expect(response.status).toBe(401);
  },
);
