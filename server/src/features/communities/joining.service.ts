import { lockUser } from '#features/accounts/public.ts';
import { noCommunity } from '#features/posts/public.ts';
import { type InviteCommunities, useCommunityInvite } from '#features/site/public.ts';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import { notFound, unauthenticated } from '#platform/errors/errors.ts';
import { noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { findActiveBan } from './bans.queries.ts';
import { findCommunity, lockCommunityById, readCommunity } from './communities.queries.ts';
import { announceAccess, announceChange } from './communities.realtime.ts';
import { bannedFrom, getCommunity, joinCommunity, type OneCommunity } from './communities.service.ts';
import { insertMemberOf } from './invite-communities.queries.ts';
import { findMember, isMember } from './members.queries.ts';

/**
 * Joins with an invite's code, which a private community requires. A public one can be joined even if the code no
 * longer works.
 * @throws {HttpError} 404 for an unknown community, and for a private one without a working code; 422 for someone who's
 * banned
 */
export async function joinByInvite(
  platform: Platform,
  communities: InviteCommunities,
  tokenHash: Buffer,
  { handle, code }: { handle: string; code: string },
): Promise<SessionAnswer<OneCommunity>> {
  const { db } = platform;
  const row = await readCommunity(db.reads, tokenHash, { handle });
  if (!row) return undefined;
  const { user_id: userId } = row;
  const known = await findCommunity(db.kysely, handle);
  // Does the same if there's no community, so that the time reveals nothing.
  const communityId = known?.id ?? noId;
  if (await isMember(db.reads, userId, communityId)) return await getCommunity(platform, tokenHash, handle);
  const joined = await db.transaction(async (tx) => {
    // Somebody who joins twice at the same moment uses the invite only once.
    if (!(await lockUser(tx, userId))) throw unauthenticated();
    if (await findMember(tx, communityId, userId)) return true;
    if (!(await useCommunityInvite(platform, communities, tx, { code, communityId, userId }))) return false;
    const community = await lockCommunityById(tx, communityId);
    if (!community) throw notFound(noCommunity);
    const ban = await findActiveBan(tx, { communityId, userId });
    // In this case, the invite isn't used up.
    if (ban) throw bannedFrom(ban);
    await insertMemberOf(tx, communityId, userId);
    await platform.deferred.emit(tx, 'communities.changed', [{ communityId, userId }]);
    return true;
  });
  if (!known || !joined) return await joinCommunity(platform, tokenHash, handle);
  announceChange(platform, known, 'members');
  announceAccess(platform, known, userId);
  return await getCommunity(platform, tokenHash, handle);
}
