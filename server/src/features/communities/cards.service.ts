import type { Platform } from '#platform/platform.ts';
import { mayBanMembers, mayPutOut } from './bans.rules.ts';
import { listRolesOf } from './cards.queries.ts';
import { findCommunity } from './communities.queries.ts';
import { mayAssignRole } from './communities.rules.ts';
import { findMemberIn } from './members.queries.ts';

/** Somebody's roles in a community, and what a viewer may do to them there. */
interface Standing {
  roles: { role_id: string; name: string }[];
  /** Ids of the roles that the viewer may give and take. */
  give_roles: string[];
  ban: boolean;
}

const nothing: Standing = { roles: [], give_roles: [], ban: false };

/** Somebody's standing in a community, by its handle; empty unless the viewer is a member. */
export async function standingIn(
  { db }: Pick<Platform, 'db'>,
  handle: string | undefined,
  { userId, viewerId }: { userId: string; viewerId: string },
): Promise<Standing> {
  if (handle === undefined) return nothing;
  const community = await findCommunity(db.kysely, handle);
  const viewer = await findMemberIn(db.kysely, community, viewerId);
  if (!community || !viewer) return nothing;
  const person = await findMemberIn(db.kysely, community, userId);
  const all = await listRolesOf(db.kysely, community.id);
  const held = all.filter(({ id }) => person?.roleIds.includes(id));
  return {
    roles: held.map(({ id, name }) => ({ role_id: id, name })),
    give_roles: person ? all.filter((role) => mayAssignRole(viewer, role)).map(({ id }) => id) : [],
    ban: viewerId !== userId && mayBanMembers(viewer) && mayPutOut(viewer, person ?? { permissions: [] }),
  };
}
