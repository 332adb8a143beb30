import { defaultProfilePath } from '@hubbub/contract/platform/limits.ts';
import type { InvitePlaces } from '#features/site/public.ts';
import type { Platform } from '#platform/platform.ts';
import { findActiveBan } from './bans.queries.ts';
import { lockCommunityById } from './communities.queries.ts';
import { mayEditCommunity } from './communities.rules.ts';
import { findCommunities, findEditorsAmong, insertMemberOf } from './invite-places.queries.ts';
import { enterCommunity, lacksPermission } from './roles.service.ts';

/** Invites to communities: whoever may edit a community invites to it. */
export const invitePlaces = ({ jobs }: Pick<Platform, 'jobs'>): InvitePlaces => ({
  async enter(tx, handle, userId) {
    const { community, member } = await enterCommunity(tx, handle, userId);
    if (!mayEditCommunity(member)) throw lacksPermission('community:edit');
    return community.id;
  },
  editorsAmong: findEditorsAmong,
  async describe(db, communityIds) {
    const rows = await findCommunities(db, communityIds);
    return new Map(
      rows.map(({ id, handle, name, profile_path }) => [
        id,
        { community_handle: handle, name, profile_path: profile_path ?? defaultProfilePath },
      ]),
    );
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
