import { noCommunity, type PostCommunities } from '#features/posts/public.ts';
import { goneOrHidden } from '#platform/errors/errors.ts';
import { findActiveBan } from './bans.queries.ts';
import { isMemberOfPrivate, lockCommunity } from './communities.queries.ts';
import { mayKnowOf, mayPost } from './communities.rules.ts';
import { bannedFrom } from './communities.service.ts';
import { findMemberIn } from './members.queries.ts';
import { lacksPermission } from './roles.service.ts';

/** What communities decide about the posts in them. */
export const communitiesOfPosts: PostCommunities = {
  async isPrivate(db, handle, userId) {
    return await isMemberOfPrivate(db, handle, userId);
  },
  async banNoticeOf(db, communityId, userId) {
    const ban = await findActiveBan(db, { communityId, userId });
    return ban && bannedFrom(ban);
  },
  async enter(tx, handle, userId) {
    const community = await lockCommunity(tx, handle);
    const member = await findMemberIn(tx, community, userId);
    if (!community || !mayKnowOf(community, { isMember: member !== undefined }))
      throw goneOrHidden(community, noCommunity);
    const ban = member ? undefined : await findActiveBan(tx, { communityId: community.id, userId });
    if (ban) throw bannedFrom(ban);
    if (!member || !mayPost(member)) throw lacksPermission('post:create');
    return { id: community.id, isPrivate: community.visibility === 'private' };
  },
};
