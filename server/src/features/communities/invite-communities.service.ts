import { communityOfInvite, type InviteCommunities } from '#features/site/public.ts';
import { notFound } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { findActiveBan } from './bans.queries.ts';
import { findCommunityById, lockCommunityById } from './communities.queries.ts';
import { mayEditCommunity } from './communities.rules.ts';
import { findCommunities, findEditorsAmong, insertMemberOf } from './invite-communities.queries.ts';
import { enterCommunity, lacksPermission } from './roles.service.ts';

/**
 * The path of the picture that an invite shows; null: the default picture.
 * @throws {HttpError} 404 for an invite that doesn't work, or to no community
 */
export async function pictureOfInvite(
  platform: Platform,
  communities: InviteCommunities,
  code: string,
): Promise<string | null> {
  const communityId = await communityOfInvite(platform, communities, code);
  const community = communityId && (await findCommunityById(platform.db.kysely, communityId));
  if (!community) throw notFound('This invite no longer works. Ask for a new one.');
  return community.profile_path;
}

/** Invites to communities: people who may edit a community can invite others to it. */
export const inviteCommunities = ({ jobs }: Pick<Platform, 'jobs'>): InviteCommunities => ({
  async enter(tx, handle, userId) {
    const { community, member } = await enterCommunity(tx, handle, userId);
    if (!mayEditCommunity(member)) throw lacksPermission('community:edit');
    return community.id;
  },
  editorsAmong: findEditorsAmong,
  async describe(db, communityIds) {
    const rows = await findCommunities(db, communityIds);
    return new Map(rows.map(({ id, handle, name }) => [id, { community_handle: handle, name }]));
  },
  async join(tx, communityId, userId) {
    const community = await lockCommunityById(tx, communityId);
    if (!community || (await findActiveBan(tx, { communityId, userId }))) return;
    if (!(await insertMemberOf(tx, communityId, userId))) return;
    // Announced by a job, which runs once this is committed. The new member has no open page yet.
    const { id, handle } = community;
    await jobs.add(tx, 'communities.announce', { communities: [{ id, handle, heirs: [] }] });
  },
});
