import { endpoints } from '@hubbub/contract/index.ts';
import { describe, expect, test } from 'vitest';
import { createActivatedUser, factoryPassword } from '#features/accounts/accounts.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { newId } from '#platform/ids.ts';
import { communityRows } from './access-matrix-communities.ts';
import { joiningRows } from './access-matrix-joining.ts';
import { messageRows } from './access-matrix-messages.ts';
import { notificationRows } from './access-matrix-notifications.ts';
import { passkeyRows } from './access-matrix-passkeys.ts';
import {
  authorOnly,
  commentOfAuthor,
  conversationOfAuthor,
  everybody,
  form,
  nameRegistration,
  newPassword,
  people,
  type Row,
  startRegistration,
  type Who,
  who,
} from './access-matrix-scene.ts';
import { siteRows } from './access-matrix-site.ts';
import { type Caller, type Person, testWorld } from './harness.ts';

const thumb = encodeURIComponent('👍');

/** Every endpoint by its name in the contract, and the status each caller gets. */
const matrix: Record<string, Row> = {
  ...siteRows,

  // accounts
  listSessions: { request: () => ({ path: '/v1/sessions' }), ...people(200) },
  endSession: { request: () => ({ path: '/v1/sessions/AAAAAAAAAAAAAAAAAAAAAA' }), ...people(404) },
  endOtherSessions: { request: () => ({ path: '/v1/sessions' }), ...people(200) },
  disownOwnSession: { request: () => ({ path: '/v1/sessions/AAAAAAAAAAAAAAAAAAAAAA/disown' }), ...people(422) },
  disownSession: { request: () => ({ path: '/v1/sessions/disown', body: { token: 'guessed' } }), ...everybody(422) },
  confirmSession: {
    request: () => ({ path: '/v1/user/confirm', body: { password: factoryPassword } }),
    ...people(200),
  },
  readTotp: { request: () => ({ path: '/v1/totp' }), ...people(200) },
  // All of them need a session that was just confirmed.
  prepareTotp: { request: () => ({ path: '/v1/totp' }), ...people(422) },
  enableTotp: { request: () => ({ path: '/v1/totp', body: { code: '000000' } }), ...people(422) },
  disableTotp: { request: () => ({ path: '/v1/totp' }), ...people(422) },
  // These need a session that was just confirmed.
  startExport: { request: () => ({ path: '/v1/export' }), ...people(422) },
  downloadExport: { request: () => ({ path: '/v1/export/file' }), ...people(422) },
  requestEmailChange: {
    request: ({ cell }) => ({ path: '/v1/users/email', body: { email: `moved${cell}@example.org` } }),
    ...people(422),
  },
  startImport: { request: () => ({ path: '/v1/import', body: form({}) }), ...people(422) },
  stopImport: { request: () => ({ path: '/v1/import' }), ...people(404) },
  readImport: { request: () => ({ path: '/v1/import' }), ...people(200) },
  readExport: { request: () => ({ path: '/v1/export' }), ...people(200) },
  completeEmailChange: { request: () => ({ path: '/v1/users/email', body: { token: 'guessed' } }), ...everybody(422) },
  undoEmailChange: { request: () => ({ path: '/v1/users/email/undo', body: { token: 'guessed' } }), ...everybody(422) },
  readUsernames: { request: () => ({ path: '/v1/user/usernames' }), ...people(200) },
  keepUsernames: { request: () => ({ path: '/v1/user/usernames', body: { keep: true } }), ...people(200) },
  listSecurityLog: { request: () => ({ path: '/v1/user/security-log' }), ...people(200) },
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
  readLoginLink: {
    request: () => ({ path: '/v1/users/login-link/read', body: { token: 'guessed' } }),
    ...everybody(422),
  },
  useLoginLink: {
    request: () => ({ path: '/v1/users/login-link', body: { token: 'guessed', ...newPassword } }),
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
  deactivateAccount: { request: () => ({ path: '/v1/users/deactivate' }), ...people(200) },
  readReturn: { request: () => ({ path: '/v1/users/deletion', body: { token: 'guessed' } }), ...everybody(422) },
  cancelDeletion: { request: () => ({ path: '/v1/users/deletion', body: { token: 'guessed' } }), ...everybody(422) },

  // relations
  blockUser: { request: ({ author }) => ({ path: `/v1/users/${author}/block` }), ...authorOnly(422, 200) },
  unblockUser: { request: ({ author }) => ({ path: `/v1/users/${author}/block` }), ...people(200) },
  muteUser: { request: ({ author }) => ({ path: `/v1/users/${author}/mute` }), ...authorOnly(422, 200) },
  unmuteUser: { request: ({ author }) => ({ path: `/v1/users/${author}/mute` }), ...people(200) },
  followUser: { request: ({ author }) => ({ path: `/v1/users/${author}/follow` }), ...authorOnly(422, 200) },
  unfollowUser: { request: ({ author }) => ({ path: `/v1/users/${author}/follow` }), ...people(200) },
  listFollowers: { request: ({ author }) => ({ path: `/v1/users/${author}/followers` }), ...people(200) },
  listFollowing: { request: ({ author }) => ({ path: `/v1/users/${author}/following` }), ...people(200) },
  listBlocks: { request: () => ({ path: '/v1/blocks' }), ...people(200) },
  listMutes: { request: () => ({ path: '/v1/mutes' }), ...people(200) },

  // posts
  listPosts: { request: () => ({ path: '/v1/posts' }), ...people(200) },
  countNewerPosts: { request: () => ({ path: `/v1/posts/newer?after=${newId()}` }), ...people(200) },
  getPost: { request: ({ postId }) => ({ path: `/v1/posts/${postId}` }), ...people(200) },
  createPost: { request: () => ({ path: '/v1/posts', body: form({ content: 'Hello' }) }), ...people(201) },
  listScheduledPosts: { request: () => ({ path: '/v1/posts/scheduled' }), ...people(200) },
  updateScheduledPost: {
    request: () => ({ path: `/v1/posts/scheduled/${newId()}`, body: { content: 'Better' } }),
    ...people(404),
  },
  cancelScheduledPost: { request: () => ({ path: `/v1/posts/scheduled/${newId()}` }), ...people(404) },
  editPost: {
    request: ({ postId }) => ({ path: `/v1/posts/${postId}`, body: { content: 'Better' } }),
    ...authorOnly(200, 422),
  },
  deletePost: { request: ({ postId }) => ({ path: `/v1/posts/${postId}` }), ...authorOnly(200, 404) },
  votePost: {
    request: ({ postId }) => ({ path: `/v1/posts/${postId}/votes`, body: { vote_type: 1 } }),
    ...people(200),
  },
  answerPoll: {
    request: ({ postId }) => ({ path: `/v1/posts/${postId}/poll`, body: { choices: [0] } }),
    ...people(404),
  },
  bookmarkPost: { request: ({ postId }) => ({ path: `/v1/posts/${postId}/bookmark` }), ...people(200) },
  removeBookmark: { request: ({ postId }) => ({ path: `/v1/posts/${postId}/bookmark` }), ...people(200) },
  listBookmarks: { request: () => ({ path: '/v1/bookmarks' }), ...people(200) },

  // comments
  listComments: { request: ({ postId }) => ({ path: `/v1/posts/${postId}/comments` }), ...people(200) },
  getComment: {
    request: async (scene) => ({ path: `/v1/comments/${await commentOfAuthor(scene)}` }),
    ...people(200),
  },
  createComment: {
    request: ({ postId }) => ({ path: `/v1/posts/${postId}/comments`, body: { content: 'Hello' } }),
    ...people(201),
  },
  editComment: {
    request: async (scene) => ({ path: `/v1/comments/${await commentOfAuthor(scene)}`, body: { content: 'Hi' } }),
    ...authorOnly(200, 422),
  },
  addCommentReaction: {
    request: async (scene) => ({ path: `/v1/comments/${await commentOfAuthor(scene)}/reactions/${thumb}` }),
    ...people(200),
  },
  removeCommentReaction: {
    request: async (scene) => ({ path: `/v1/comments/${await commentOfAuthor(scene)}/reactions/${thumb}` }),
    ...people(200),
  },
  deleteComment: {
    request: async (scene) => ({ path: `/v1/comments/${await commentOfAuthor(scene)}` }),
    ...authorOnly(200, 422),
  },

  // profiles
  getProfile: { request: ({ author }) => ({ path: `/v1/users/${author}` }), ...people(200) },
  getCard: { request: ({ author }) => ({ path: `/v1/users/${author}/card` }), ...people(200) },
  updateProfile: { request: () => ({ path: '/v1/profile', body: form({ name: 'New name' }) }), ...people(200) },

  // search
  findMentionable: { request: ({ author }) => ({ path: `/v1/mentionable?query=${author}` }), ...people(200) },
  find: { request: ({ author }) => ({ path: `/v1/search?query=${author}` }), ...people(200) },
  searchUsers: { request: ({ author }) => ({ path: `/v1/users?query=${author}` }), ...people(200) },

  ...joiningRows,
  ...communityRows,
  ...notificationRows,
  ...passkeyRows,

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
  acceptConversation: {
    request: async (scene) => ({ path: `/v1/conversations/${await conversationOfAuthor(scene)}/accept` }),
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

  // messages
  ...messageRows,

  // moderation; nobody here is in the site's team
  sendReport: {
    request: ({ postId }) => ({ path: '/v1/reports', body: { kind: 'post', id: postId, reason: 'spam' } }),
    ...authorOnly(422, 201),
  },
  listReports: { request: () => ({ path: '/v1/reports' }), ...people(422) },
  readReport: { request: () => ({ path: `/v1/reports/${newId()}` }), ...people(404) },
  viewReport: { request: () => ({ path: `/v1/reports/${newId()}/viewing` }), ...people(404) },
  decideReport: {
    request: () => ({ path: `/v1/reports/${newId()}/decision`, body: { action: 'dismiss' } }),
    ...people(404),
  },
  suspendUser: {
    request: ({ author }) => ({ path: `/v1/users/${author}/suspension`, body: { text: 'Enough.' } }),
    ...people(422),
  },
  liftSuspension: { request: ({ author }) => ({ path: `/v1/users/${author}/suspension` }), ...people(422) },
  listDecisions: { request: () => ({ path: '/v1/decisions' }), ...people(200) },
  appeal: {
    request: () => ({ path: `/v1/decisions/${newId()}/appeal`, body: { text: 'Please.' } }),
    ...people(404),
  },
  appealByToken: {
    request: () => ({ path: '/v1/decisions/appeal', body: { token: 'guessed', text: 'Please.' } }),
    ...everybody(422),
  },
  readDecisionByToken: {
    request: () => ({ path: '/v1/decisions/by-token', body: { token: 'guessed' } }),
    ...everybody(422),
  },
  explain: {
    request: ({ author, postId }) => ({
      path: `/v1/explain?username=${author}&kind=post&id=${postId}&action=view`,
    }),
    ...people(422),
  },
  listAppeals: { request: () => ({ path: '/v1/appeals' }), ...people(422) },
  decideAppeal: {
    request: () => ({
      path: `/v1/appeals/${newId()}/decision`,
      body: { decision: 'uphold', text: 'We looked again.' },
    }),
    ...people(422),
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
      const account = await createActivatedUser(world, { username });
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
