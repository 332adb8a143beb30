import { createChannelOf } from '#features/channels/channels.factory.ts';
import { form } from './access-matrix-scene.ts';
import type { Person } from './harness.ts';
import { makePushKeys } from './push-service.ts';
import {
  type Anew,
  type Cast,
  clubOf,
  commentOf,
  groupOf,
  messageOf,
  postOf,
  type Repeated,
  talkOf,
} from './repeated-scene.ts';

const thumb = encodeURIComponent('👍');
const gone = [404];

/** By Bob, about Ada. @param before what he has done before */
const aboutAda = (path: string, before?: (cast: Cast) => Promise<unknown>): Repeated => ({
  async prepare(cast) {
    await before?.(cast);
    return { by: cast.bob, path: `/v1/users/${cast.ada.user.username}/${path}` };
  },
});
const ada = ({ ada: { user } }: Cast, path: string) => `/v1/users/${user.username}/${path}`;

/** About a post of Ada's. */
const aboutPost = (by: 'ada' | 'bob', path: string, body?: unknown, before?: 'PUT'): Repeated => ({
  async prepare(cast) {
    const whole = `/v1/posts/${await postOf(cast, cast.ada)}${path}`;
    if (before === 'PUT') await cast[by].put(whole, body);
    return { by: cast[by], path: whole, ...(body !== undefined && { body }) };
  },
});

/** About a message of Ada's in her conversation with Bob. */
const aboutMessage = (by: 'ada' | 'bob', path: string, body?: unknown, before?: 'PUT'): Repeated => ({
  async prepare(cast) {
    const whole = `/v1/messages/${await messageOf(cast.ada, await talkOf(cast))}${path}`;
    if (before === 'PUT') await cast[by].put(whole);
    return { by: cast[by], path: whole, ...(body !== undefined && { body }) };
  },
});

/** By Bob, about a message in a channel of Ada's community. */
const inChannel = (pathOf: (root: string, cast: Cast) => Promise<string> | string): Repeated => ({
  async prepare(cast) {
    const { communityId, user } = await clubOf(cast);
    const conversation = await createChannelOf(cast.world.platform, { communityId, roles: [user] });
    const { message } = (await cast.ada.post('/v1/channel/chats', { conversation, content: 'Hello' })).body;
    return { by: cast.bob, path: await pathOf(message._id, cast) };
  },
});
/** The call to follow the thread of a message. */
const threadOf = async (root: string, { ada: one }: Cast): Promise<string> =>
  `/v1/rooms/${(await one.put(`/v1/messages/${root}/thread`)).body.room.room_id}/follow`;

const aboutComment = (by: 'ada' | 'bob', path: string, body?: unknown, before?: 'PUT'): Repeated => ({
  async prepare(cast) {
    const whole = `/v1/comments/${await commentOf(cast.ada, await postOf(cast, cast.ada))}${path}`;
    if (before === 'PUT') await cast[by].put(whole);
    return { by: cast[by], path: whole, ...(body !== undefined && { body }) };
  },
});

const report = async (by: Person, id: string): Promise<string> =>
  (await by.post('/v1/reports', { kind: 'post', id, reason: 'spam' })).body.report.report_id;

/** A scheduled post of Ada's. */
const draftOf = async ({ ada }: Cast): Promise<string> => {
  const publish_at = new Date(Date.now() + 86_400_000).toISOString();
  return (await ada.upload('/v1/posts', form({ content: 'Later', publish_at }))).body.scheduled.draft_id;
};

/** A decision that Ada may appeal. */
const decisionAbout = async (cast: Cast): Promise<string> => {
  const id = await report(cast.bob, await postOf(cast, cast.ada));
  const path = `/v1/reports/${id}/decision`;
  return (await cast.admin.post(path, { action: 'remove', text: 'Not here.' })).body.decision.decision_id;
};

/** The calls about people, posts, messages and what's reported, by their names in the contract. */
export const repeatedThings: Record<string, Repeated | Anew> = {
  // relations
  blockUser: aboutAda('block', ({ ada: one, bob }) => bob.put(`/v1/users/${one.user.username}/follow`)),
  unblockUser: aboutAda('block', (cast) => cast.bob.put(ada(cast, 'block'))),
  muteUser: aboutAda('mute'),
  unmuteUser: aboutAda('mute', (cast) => cast.bob.put(ada(cast, 'mute'))),
  followUser: aboutAda('follow'),
  unfollowUser: aboutAda('follow', (cast) => cast.bob.put(ada(cast, 'follow'))),

  // posts and comments
  createPost: { anew: 'a post' },
  updateScheduledPost: {
    prepare: async (cast) => ({
      by: cast.ada,
      path: `/v1/posts/scheduled/${await draftOf(cast)}`,
      body: { content: 'Better' },
    }),
  },
  cancelScheduledPost: {
    prepare: async (cast) => ({ by: cast.ada, path: `/v1/posts/scheduled/${await draftOf(cast)}` }),
    others: gone,
  },
  editPost: aboutPost('ada', '', { content: 'Better' }),
  deletePost: { ...aboutPost('ada', ''), others: gone },
  votePost: aboutPost('bob', '/votes', { vote_type: 1 }),
  answerPoll: {
    async prepare(cast) {
      const poll = JSON.stringify({
        choices: ['Yes', 'No'],
        multiple: false,
        ends_at: new Date(Date.now() + 86_400_000),
      });
      const { body } = await cast.ada.upload('/v1/posts', form({ content: 'Well?', poll }));
      return { by: cast.bob, path: `/v1/posts/${body.post.post_id}/poll`, body: { choices: [0] } };
    },
  },
  bookmarkPost: aboutPost('bob', '/bookmark'),
  removeBookmark: aboutPost('bob', '/bookmark', undefined, 'PUT'),
  createComment: { anew: 'a comment' },
  editComment: aboutComment('ada', '', { content: 'Better' }),
  deleteComment: { ...aboutComment('ada', ''), others: gone },
  addCommentReaction: aboutComment('bob', `/reactions/${thumb}`),
  removeCommentReaction: aboutComment('bob', `/reactions/${thumb}`, undefined, 'PUT'),

  // conversations and messages
  openConversation: {
    prepare: ({ ada: one, bob }) => ({ by: bob, path: '/v1/conversations', body: { username: one.user.username } }),
  },
  markConversationRead: {
    async prepare(cast) {
      const id = await talkOf(cast);
      const body = { message_id: await messageOf(cast.ada, id) };
      return { by: cast.bob, path: `/v1/conversations/${id}/read`, body };
    },
  },
  acceptConversation: {
    async prepare(cast) {
      await cast.bob.patch('/v1/notifications/settings', { messages_from: 'known' });
      const id = await talkOf(cast);
      await messageOf(cast.ada, id);
      return { by: cast.bob, path: `/v1/conversations/${id}/accept` };
    },
  },
  deleteConversation: {
    async prepare(cast) {
      const id = await talkOf(cast);
      await messageOf(cast.ada, id);
      return { by: cast.bob, path: `/v1/conversations/${id}` };
    },
    others: gone,
  },
  updateGroup: {
    prepare: async (cast) => ({
      by: cast.ada,
      path: `/v1/conversations/${await groupOf(cast)}`,
      body: { name: 'Ours' },
    }),
  },
  addGroupMember: {
    prepare: async (cast) => ({
      by: cast.ada,
      path: `/v1/conversations/${await groupOf(cast)}/members/${cast.admin.user.username}`,
    }),
  },
  removeGroupMember: {
    prepare: async (cast) => ({
      by: cast.ada,
      path: `/v1/conversations/${await groupOf(cast)}/members/${cast.bob.user.username}`,
    }),
    others: gone,
  },
  sendMessage: { anew: 'a message, unless it has a client_id' },
  sendChannelMessage: { anew: 'a message, unless it has a client_id' },
  editMessage: aboutMessage('ada', '', { content: 'Better' }),
  deleteMessage: { ...aboutMessage('ada', ''), others: gone },
  addMessageReaction: aboutMessage('bob', `/reactions/${thumb}`),
  removeMessageReaction: aboutMessage('bob', `/reactions/${thumb}`, undefined, 'PUT'),
  startThread: { ...inChannel((root) => `/v1/messages/${root}/thread`), others: [200] },
  followThread: inChannel(threadOf),
  unfollowThread: inChannel(async (root, cast) => {
    const path = await threadOf(root, cast);
    await cast.bob.put(path);
    return path;
  }),
  pinMessage: aboutMessage('bob', '/pin'),
  unpinMessage: aboutMessage('bob', '/pin', undefined, 'PUT'),
  bookmarkMessage: aboutMessage('bob', '/bookmark'),
  removeMessageBookmark: aboutMessage('bob', '/bookmark', undefined, 'PUT'),
  startCall: {
    prepare: async (cast) => ({ by: cast.bob, path: `/v1/rooms/${await talkOf(cast)}/call` }),
    others: [200],
  },
  declineCall: {
    async prepare(cast) {
      const { call } = (await cast.bob.post(`/v1/rooms/${await talkOf(cast)}/call`)).body;
      return { by: cast.ada, path: `/v1/calls/${call.call_id}/decline`, body: {} };
    },
  },
  setRoomNotify: {
    prepare: async (cast) => ({
      by: cast.bob,
      path: `/v1/rooms/${await talkOf(cast)}/notify`,
      body: { notify: 'none' },
    }),
  },

  setRoomRead: {
    prepare: async (cast) => ({ by: cast.bob, path: `/v1/rooms/${await talkOf(cast)}/read`, body: { up_to: null } }),
  },

  // notifications
  readNotifications: {
    async prepare(cast) {
      await cast.bob.put(ada(cast, 'follow'));
      await cast.world.runJobs();
      const [{ _id }] = (await cast.ada.get('/v1/notifications')).body.notifications;
      return { by: cast.ada, path: '/v1/notifications/read', body: { ids: [_id] } };
    },
  },
  updateNotificationSettings: {
    prepare: ({ bob }) => ({
      by: bob,
      path: '/v1/notifications/settings',
      body: { types: { vote: { in_app: false } }, mail: 'daily', presence: false },
    }),
  },
  addPushSubscription: {
    prepare: ({ bob, number }) => ({
      by: bob,
      path: '/v1/push/subscriptions',
      body: { endpoint: `https://push.example.net/${number}`, keys: makePushKeys() },
    }),
  },
  removePushSubscription: {
    async prepare({ bob, number }) {
      const endpoint = `https://push.example.net/${number}`;
      await bob.post('/v1/push/subscriptions', { endpoint, keys: makePushKeys() });
      return { by: bob, path: '/v1/push/subscriptions', body: { endpoint } };
    },
  },
  removePushDevice: {
    async prepare({ bob, number }) {
      const endpoint = `https://push.example.net/${number}`;
      await bob.post('/v1/push/subscriptions', { endpoint, keys: makePushKeys() });
      const [{ device_id: id }] = (await bob.get('/v1/push/subscriptions')).body.devices;
      return { by: bob, path: `/v1/push/subscriptions/${id}` };
    },
    others: gone,
  },
  testPushes: { prepare: ({ bob }) => ({ by: bob, path: '/v1/push/test' }) },

  // moderation
  sendReport: {
    prepare: async (cast) => ({
      by: cast.bob,
      path: '/v1/reports',
      body: { kind: 'post', id: await postOf(cast, cast.ada), reason: 'spam' },
    }),
  },
  viewReport: {
    prepare: async (cast) => ({
      by: cast.admin,
      path: `/v1/reports/${await report(cast.bob, await postOf(cast, cast.ada))}/viewing`,
    }),
  },
  decideReport: {
    prepare: async (cast) => ({
      by: cast.admin,
      path: `/v1/reports/${await report(cast.bob, await postOf(cast, cast.ada))}/decision`,
      body: { action: 'remove', text: 'Not here.' },
    }),
    others: [409],
  },
  suspendUser: {
    prepare: (cast) => ({ by: cast.admin, path: ada(cast, 'suspension'), body: { text: 'Enough.' } }),
  },
  liftSuspension: {
    async prepare(cast) {
      await cast.admin.put(ada(cast, 'suspension'), { text: 'Enough.' });
      return { by: cast.admin, path: ada(cast, 'suspension') };
    },
  },
  appeal: {
    prepare: async (cast) => ({
      by: cast.ada,
      path: `/v1/decisions/${await decisionAbout(cast)}/appeal`,
      body: { text: 'Please.' },
    }),
    others: [409, 422],
  },
  decideAppeal: {
    async prepare(cast) {
      const text = 'Please.';
      const { body } = await cast.ada.post(`/v1/decisions/${await decisionAbout(cast)}/appeal`, { text });
      await cast.world.sql("update users set site_role = 'moderator' where id = $1", [cast.bob.user_id]);
      const answer = { decision: 'overturn', text: 'We looked again.' };
      return { by: cast.bob, path: `/v1/appeals/${body.appeal.appeal_id}/decision`, body: answer };
    },
    others: [409],
  },
  readDecisionByToken: { anew: 'nothing: it only reads' },

  // communities
  createCommunity: {
    prepare: ({ ada: one, number }) => ({
      by: one,
      path: '/v1/communities',
      body: form({ name: 'New', handle: `new_${number}` }),
    }),
    others: [409],
  },
  markChannelRead: {
    async prepare(cast) {
      const { handle, user } = await clubOf(cast);
      const made = await cast.ada.post(`/v1/community/${handle}/channels`, { name: 'plans', roles: [user] });
      const id = made.body.channel.channel_id;
      const { body } = await cast.ada.post('/v1/channel/chats', { conversation: id, content: 'Hello' });
      return { by: cast.bob, path: `/v1/channel/chats/${id}/read`, body: { message_id: body.message._id } };
    },
  },
};
