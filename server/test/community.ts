import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { type Caller, type Person, testWorld, type World } from './harness.ts';

/** A community for one test alone. */
export interface Club {
  /** Counts the calling file's communities, for unique names. */
  made: number;
  handle: string;
  communityId: string;
  /** Ids of its roles. */
  admin: string;
  user: string;
}

let count = 0;

/** Creates a community of the creator's, which the members have joined. */
export async function createClub(world: World, creator: Person, members: readonly Caller[]): Promise<Club> {
  count += 1;
  const made = count;
  const handle = `club_${made}`;
  const { id: communityId } = await createCommunityOf(world.platform, { creatorId: creator.user_id, handle });
  for (const member of members) await member.post(`/v1/community/${handle}`);
  const { roles } = (await creator.get(`/v1/community/${handle}/roles`)).body;
  const [admin, user] = roles.map(({ role_id }: { role_id: string }) => role_id);
  return { made, handle, communityId, admin, user };
}

/** Ada and Bob, who make up each club, and Eve, who isn't in any. */
export async function clubWorld(adas: { name?: string } = {}) {
  const world = await testWorld();
  const ada = await world.person('ada', adas);
  const bob = await world.person('bob');
  const eve = await world.person('eve');
  return { world, ada, bob, eve, newClub: async () => await createClub(world, ada, [bob]) };
}
