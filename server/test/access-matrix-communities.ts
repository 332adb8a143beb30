import { atCommunity, community, communityOfAuthor, form, people, type Row, withGuest } from './access-matrix-scene.ts';

/** The calls of communities and channels, by their names in the contract. */
export const communityRows: Record<string, Row> = {
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
  // The author is the last person who may edit it.
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

  updateRole: {
    request: async (scene) => {
      const { handle, roleId } = await communityOfAuthor(scene);
      return { path: `/v1/community/${handle}/roles/${roleId}`, body: { name: 'Guests' } };
    },
    ...community({ other: 404, member: 422, author: 200 }),
  },
  // The role user stays.
  deleteRole: {
    request: async (scene) => {
      const { handle, roleId } = await communityOfAuthor(scene);
      return { path: `/v1/community/${handle}/roles/${roleId}` };
    },
    ...community({ other: 404, member: 422, author: 422 }),
  },
  deleteCommunity: {
    request: async (scene) => {
      const { handle } = await communityOfAuthor(scene);
      return { path: `/v1/communities/${handle}`, body: { handle } };
    },
    ...community({ other: 422, member: 422, author: 200 }),
  },
  updateChannel: {
    request: async (scene) => {
      const { handle, channelId } = await communityOfAuthor(scene);
      return { path: `/v1/community/${handle}/channels/${channelId}`, body: { topic: 'Plans' } };
    },
    ...community({ other: 404, member: 422, author: 200 }),
  },
  deleteChannel: {
    request: async (scene) => {
      const { handle, channelId } = await communityOfAuthor(scene);
      return { path: `/v1/community/${handle}/channels/${channelId}` };
    },
    ...community({ other: 404, member: 422, author: 200 }),
  },

  listCommunityPosts: {
    request: async (scene) => ({ path: `/v1/communities/${(await communityOfAuthor(scene)).handle}/posts` }),
    ...community({ other: 200, member: 200, author: 200 }),
  },

  // channels
  listChannels: { request: atCommunity('/channels'), ...community({ other: 404, member: 200, author: 200 }) },
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
};
