import type {
  joinedCommunities,
  listMembers as listMembersCall,
  readCommunity as readCommunityCall,
} from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { discardMediaByPath } from '#features/media/public.ts';
import { noCommunity } from '#features/posts/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { answerWith, orNotFound, type SessionAnswer } from '#platform/database/session-statement.ts';
import { goneOrHidden, lacksRight } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { banNotice } from './bans.rules.ts';
import {
  deleteCommunities,
  insertMember,
  lockCommunity,
  readCommunity,
  readJoined,
  readPopular,
  readPopularAfter,
} from './communities.queries.ts';
import { announceAccess, announceChange } from './communities.realtime.ts';
import { mayEditCommunity, mayKnowOf, mayLoseRoles } from './communities.rules.ts';
import { viewCommunity, viewMember } from './communities.view.ts';
import {
  deleteMember,
  deleteMembershipsOf,
  findMemberIn,
  markMembershipsOf,
  readMembers,
  searchMembers,
} from './members.queries.ts';
import { appointSuccessors, hasOtherEditors } from './roles.queries.ts';
import { lastEditor, notForYou } from './roles.service.ts';
import { searchCommunities as searchRows } from './search.queries.ts';

/** 422 with the end of a ban and its reason. */
export const bannedFrom = ({ until, text }: { until: Date | string | null; text: string }) =>
  lacksRight({ ban: banNotice({ until: until === null ? null : new Date(until), text }) });

type Communities = EndpointAnswer<typeof joinedCommunities>;
export type OneCommunity = EndpointAnswer<typeof readCommunityCall>;

const viewAll = ({ communities }: { communities: Parameters<typeof viewCommunity>[0][] }): Communities => ({
  communities: communities.map(viewCommunity),
});

/** How many popular communities clients get that don't ask for a page. */
const mostPopular = 10;

/**
 * The public communities with the most members, in one round trip.
 * @param page if empty: the ten largest
 */
export async function listPopular(
  { db }: Platform,
  tokenHash: Buffer,
  { size, before }: { size?: number | undefined; before?: string | undefined },
): Promise<SessionAnswer<Communities>> {
  if (before === undefined)
    return answerWith(await readPopular(size ?? mostPopular)(db.reads, tokenHash, { before: null }), viewAll);
  return answerWith(await readPopularAfter(size ?? limits.page.list)(db.reads, tokenHash, { before }), viewAll);
}

/** Communities by handle and name, best match first, in one round trip. A blank query finds none. */
export async function searchCommunities(
  { db }: Platform,
  tokenHash: Buffer,
  search: { query: string; size: number },
): Promise<SessionAnswer<Communities>> {
  return answerWith(await searchRows(db.reads, tokenHash, search), viewAll);
}

/**
 * The caller's communities in the order of joining, in one round trip.
 * @param page `before`: the previous page's last community
 */
export async function listJoined(
  { db }: Platform,
  tokenHash: Buffer,
  { size, before = null }: { size: number; before?: string | null | undefined },
): Promise<SessionAnswer<Communities>> {
  return answerWith(await readJoined(db.reads, tokenHash, { size, before }), viewAll);
}

/** One community, by handle in any case. @throws {HttpError} 404 */
export async function getCommunity(
  { db }: Platform,
  tokenHash: Buffer,
  handle: string,
): Promise<SessionAnswer<OneCommunity>> {
  return answerWith(await readCommunity(db.reads, tokenHash, { handle }), ({ community }) => ({
    community: viewCommunity(orNotFound(community, noCommunity)),
  }));
}

/**
 * Makes the caller a member with the role user, and counts it, in one round trip; nothing changes for a member.
 * @throws {HttpError} 404, 422 for someone who's banned
 */
export async function joinCommunity(
  platform: Platform,
  tokenHash: Buffer,
  handle: string,
): Promise<SessionAnswer<OneCommunity>> {
  const joined = await insertMember(platform.db.writes, tokenHash, { handle });
  if (joined?.fresh && joined.community) {
    const changed = { communityId: joined.community.id, userId: joined.user_id };
    await platform.deferred.emit(platform.db.kysely, 'communities.changed', [changed]);
  }
  return answerWith(joined, (row) => {
    const community = orNotFound(row.community, noCommunity);
    if (row.ban) throw bannedFrom(row.ban);
    if (row.fresh) {
      announceChange(platform, community, 'members');
      announceAccess(platform, community, row.user_id);
    }
    return { community: viewCommunity({ ...community, banned: false }) };
  });
}

/**
 * Ends the caller's membership and roles. A non-member has nothing to leave.
 * @throws {HttpError} 404 for an unknown community, 422 for the last member with community:edit
 */
export async function leaveCommunity(platform: Platform, session: Session, handle: string): Promise<void> {
  const { userId } = session;
  await platform.db.transaction(async (tx, effects) => {
    const community = await lockCommunity(tx, handle);
    const member = await findMemberIn(tx, community, userId);
    if (!community || !mayKnowOf(community, { isMember: member !== undefined }))
      throw goneOrHidden(community, noCommunity);
    if (!member) return;
    const others = { hasOtherEditors: mayEditCommunity(member) && (await hasOtherEditors(tx, community.id, userId)) };
    if (!mayLoseRoles(member, [], others)) throw lastEditor();
    await deleteMember(tx, community.id, userId);
    await platform.events.emit(tx, 'community.roles-lost', {
      communityId: community.id,
      userId,
      roleIds: member.roleIds,
      afterCommit: (effect) => effects.push(effect),
    });
    effects.push(
      () => announceAccess(platform, community, userId, { left: true }),
      () => announceChange(platform, community, 'members'),
    );
  });
}

/**
 * A page of members in the order of joining, in one round trip; with a query, only matching ones.
 * @param page `before`: the previous page's `next`
 * @throws {HttpError} 404 for an unknown community and for non-members
 */
export async function listMembers(
  { db }: Platform,
  tokenHash: Buffer,
  page: { handle: string; size: number; before?: string | undefined; query: string },
): Promise<SessionAnswer<EndpointAnswer<typeof listMembersCall>>> {
  const { handle, size, before = '0', query } = page;
  const row =
    query === ''
      ? await readMembers(size)(db.reads, tokenHash, { handle, before })
      : await searchMembers(size)(db.reads, tokenHash, { handle, before, query });
  return answerWith(row, ({ members, member_count }) => ({
    members: members.slice(0, size).map(viewMember),
    member_count: orNotFound(member_count, notForYou),
    next: members.length > size ? String(members[size - 1]?.joined) : null,
  }));
}

/** The feature's reactions to other features' events. */
export function subscribeCommunities(platform: Platform): void {
  platform.events.on('account.deleted', (tx, { userId }) => endMemberships(platform, tx, userId));
  for (const moved of ['account.left', 'account.returned'] as const) {
    platform.events.on(moved, (tx, { userId }) => platform.jobs.add(tx, 'communities.mark-member', { userId }));
  }
}

/** How many memberships one transaction updates. */
const markedAtOnce = 100;

/** Takes the memberships of a person who left out of the counts, or back in after they returned. */
export async function markMemberships({ db }: Platform, userId: string): Promise<void> {
  // Until nothing is left to update: the person may return meanwhile.
  while ((await db.transaction((tx) => markMembershipsOf(tx, userId, markedAtOnce))) > 0);
}

/**
 * After an account is deleted: its memberships end, the longest-standing member becomes admin where no one else may
 * edit the community, and a community without members is deleted, with its picture and everything that other features
 * store for it.
 */
async function endMemberships(platform: Platform, tx: Tx, userId: string): Promise<void> {
  const left = await deleteMembershipsOf(tx, userId);
  if (left.length === 0) return;
  const empty = left.filter(({ member_count }) => member_count === 0);
  const living = left.filter(({ member_count }) => member_count > 0);
  const heirs = await appointSuccessors(
    tx,
    living.map(({ id }) => id),
  );
  await platform.deferred.emit(
    tx,
    'communities.changed',
    heirs.map((heir) => ({ communityId: heir.community_id, userId: heir.user_id })),
  );
  // Nobody is left in the rooms of an empty community.
  const afterCommit = () => undefined;
  for (const { id } of empty) await platform.events.emit(tx, 'community.deleted', { communityId: id, afterCommit });
  await discardMediaByPath(
    platform,
    tx,
    empty.flatMap(({ profile_path }) => profile_path ?? []),
  );
  await deleteCommunities(
    tx,
    empty.map(({ id }) => id),
  );
  for (const { id } of empty) await platform.jobs.add(tx, 'communities.remove-posts', { communityId: id });
  await platform.jobs.add(tx, 'communities.announce', {
    userId,
    communities: living.map(({ id, handle }) => ({
      id,
      handle,
      heirs: heirs.filter(({ community_id }) => community_id === id).map(({ user_id }) => user_id),
    })),
  });
}
