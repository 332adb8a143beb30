import { form } from './access-matrix-scene.ts';
import { type Anew, type Cast, clubOf, type Repeated } from './repeated-scene.ts';

const gone = [404];

/** By Ada, in her community, which Bob is in. @param path after its handle */
const inClub = (
  method: (cast: Cast, club: Awaited<ReturnType<typeof clubOf>>) => Promise<{ path: string; body?: unknown }>,
  others?: readonly number[],
): Repeated => ({
  async prepare(cast) {
    const club = await clubOf(cast);
    const { path, ...rest } = await method(cast, club);
    return { by: cast.ada, path: `/v1/community/${club.handle}${path}`, ...rest };
  },
  ...(others && { others }),
});

const channelOf = async ({ ada }: Cast, handle: string, roles: string[]): Promise<string> =>
  (await ada.post(`/v1/community/${handle}/channels`, { name: 'plans', roles })).body.channel.channel_id;

const roleOf = async ({ ada }: Cast, handle: string): Promise<string> =>
  (await ada.post(`/v1/community/${handle}/roles`, { name: 'Helpers', permissions: ['ban:users'] })).body.role.role_id;

const banOf = ({ bob }: Cast) => `/bans/${bob.user.username}`;

/** The calls of communities, by their names in the contract. */
export const repeatedInCommunities: Record<string, Repeated | Anew> = {
  updateCommunity: {
    async prepare(cast) {
      const { handle } = await clubOf(cast);
      return {
        by: cast.ada,
        path: `/v1/communities/${handle}`,
        body: form({ description: 'Ours', visibility: 'private' }),
      };
    },
  },
  deleteCommunity: {
    async prepare(cast) {
      const { handle } = await clubOf(cast);
      return { by: cast.ada, path: `/v1/communities/${handle}`, body: { handle } };
    },
    others: gone,
  },
  joinCommunity: {
    async prepare(cast) {
      const { handle } = await clubOf(cast);
      return { by: cast.admin, path: `/v1/community/${handle}` };
    },
  },
  leaveCommunity: {
    async prepare(cast) {
      const { handle } = await clubOf(cast);
      return { by: cast.bob, path: `/v1/community/${handle}` };
    },
    others: gone,
  },
  createRole: inClub(async () => ({ path: '/roles', body: { name: 'Helpers', permissions: ['ban:users'] } }), [409]),
  updateRole: inClub(async (cast, { handle }) => ({
    path: `/roles/${await roleOf(cast, handle)}`,
    body: { name: 'Guides', permissions: ['post:create'] },
  })),
  deleteRole: inClub(async (cast, { handle }) => ({ path: `/roles/${await roleOf(cast, handle)}` }), gone),
  assignRole: inClub(async (cast, { handle }) => ({
    path: '/roles/user',
    body: { role_id: await roleOf(cast, handle), username: cast.bob.user.username },
  })),
  removeRole: inClub(async (cast, { handle }) => {
    const body = { role_id: await roleOf(cast, handle), username: cast.bob.user.username };
    await cast.ada.post(`/v1/community/${handle}/roles/user`, body);
    return { path: '/roles/user', body };
  }),
  banMember: inClub(async (cast) => ({ path: banOf(cast), body: { days: 1, text: 'Enough.' } })),
  unbanMember: inClub(async (cast, { handle }) => {
    await cast.ada.put(`/v1/community/${handle}${banOf(cast)}`, {});
    return { path: banOf(cast) };
  }),
  removeMember: inClub(async ({ bob }) => ({ path: `/members/${bob.user.username}` }), gone),
  createChannel: inClub(
    async (_cast, { user }) => ({ path: '/channels', body: { name: 'plans', roles: [user] } }),
    [409],
  ),
  updateChannel: inClub(async (cast, { handle, user }) => ({
    path: `/channels/${await channelOf(cast, handle, [user])}`,
    body: { topic: 'Plans', name: 'better' },
  })),
  deleteChannel: inClub(
    async (cast, { handle, user }) => ({ path: `/channels/${await channelOf(cast, handle, [user])}` }),
    gone,
  ),
};
