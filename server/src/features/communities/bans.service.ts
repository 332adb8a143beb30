import type { Ban } from '@hubbub/contract/features/communities/bans.endpoints.ts';
import { findActivated, holdUsers, noUser } from '#features/accounts/public.ts';
import { audit } from '#features/site/public.ts';
import { numericCursorOf } from '#platform/cursors.ts';
import type { Effects, Tx } from '#platform/database/database.ts';
import { goneOrHidden, invalid, lacksRight, notFound } from '#platform/errors/errors.ts';
import { noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import {
  deleteBan,
  findBan,
  forgetRole,
  readBan,
  readMembership,
  restoreMembership,
  selectBans,
  writeBan,
} from './bans.queries.ts';
import { endOfBan, isBanned, mayBanMembers, mayPutOut } from './bans.rules.ts';
import { viewBan } from './bans.view.ts';
import { type CommunityRow, findCommunity, lockCommunity, lockCommunityById } from './communities.queries.ts';
import { announceAccess, announceChange } from './communities.realtime.ts';
import { deleteMember, findMemberIn, findMembers, type MemberFacts } from './members.queries.ts';
import { appointSuccessors, deleteHolder, hasOtherEditors } from './roles.queries.ts';
import { type Home, lacksPermission, notForYou } from './roles.service.ts';

const editorsOnly = () =>
  lacksRight({
    permission: 'Only members with the "Edit Community" permission can do this to someone who has it, too.',
  });

/** @throws {HttpError} 422 without ban:users */
function requireGuard(member: MemberFacts): void {
  if (!mayBanMembers(member)) throw lacksPermission('ban:users');
}

/**
 * A page of a community's bans, newest first.
 * @throws {HttpError} 404 for an unknown community and for non-members, 422 without ban:users, 400 if `before` can't be a ban's id
 */
export async function listBans(
  { db, clock }: Platform,
  session: Session,
  handle: string,
  page: { size: number; before?: string | undefined; query: string },
): Promise<Ban[]> {
  const before = Number(
    numericCursorOf(page.before, "the ban_id of the previous page's last ban") ?? Number.MAX_SAFE_INTEGER,
  );
  const community = await findCommunity(db.kysely, handle);
  const member = await findMemberIn(db.kysely, community, session.userId);
  if (!community || !member) throw goneOrHidden(community, notForYou);
  requireGuard(member);
  const bans = await selectBans(db.kysely, community.id, { ...page, before, now: clock.now() });
  return bans.map(viewBan);
}

/** A member or another person, and whether the caller may ban or remove them. */
interface Target extends Home {
  userId: string;
  /** Undefined: they aren't a member. */
  person: MemberFacts | undefined;
}

/**
 * Locks the people and the community, in the order of 0008_communities.sql, and checks what the caller may do to that person.
 * @throws {HttpError} 404 for an unknown community, an unknown person and for non-members, 422 without the right to it
 */
async function enterWith(tx: Tx, session: Session, handle: string, username: string): Promise<Target> {
  const userId = await findActivated(tx, username);
  const people = [session.userId, userId ?? session.userId];
  await holdUsers(tx, people);
  const community = await lockCommunity(tx, handle);
  // Also queried if there's no community, so that the time reveals nothing.
  const communityId = community?.id ?? noId;
  const memberOf = await findMembers(
    tx,
    people.map((id) => ({ communityId, userId: id })),
  );
  const member = memberOf(communityId, session.userId);
  if (!community || !member) throw goneOrHidden(community, notForYou);
  requireGuard(member);
  if (userId === undefined) throw notFound(noUser);
  const person = memberOf(communityId, userId);
  if (!mayPutOut(member, person ?? { permissions: [] })) throw editorsOnly();
  return { community, member, userId, person };
}

/** Ends a membership, and live access to the community with it. The community must be locked. */
async function putOut(
  platform: Platform,
  tx: Tx,
  { community, userId, roleIds }: { community: CommunityRow; userId: string; roleIds: readonly string[] },
  effects: Effects,
): Promise<void> {
  await deleteMember(tx, community.id, userId);
  await platform.events.emit(tx, 'community.roles-lost', {
    communityId: community.id,
    userId,
    roleIds,
    afterCommit: (effect) => effects.push(effect),
  });
  effects.push(
    () => announceAccess(platform, community, userId, { left: true }),
    () => announceChange(platform, community, 'members'),
  );
}

/** If a community has lost its last holder of community:edit, makes another member one. */
async function appointHeir(platform: Platform, tx: Tx, community: CommunityRow, effects: Effects) {
  const [heir] = await appointSuccessors(tx, [community.id]);
  if (!heir) return undefined;
  await platform.deferred.emit(tx, 'communities.changed', [{ communityId: community.id, userId: heir.user_id }]);
  effects.push(() => announceAccess(platform, community, heir.user_id));
  return { user_id: heir.user_id, role_id: heir.role_id };
}

/**
 * Takes the role back from a person who got it because of a ban that's being overturned, unless nobody else could edit
 * the community.
 */
async function dismissHeir(
  platform: Platform,
  tx: Tx,
  { community, heir }: { community: CommunityRow; heir: { user_id: string; role_id: string } },
  effects: Effects,
): Promise<void> {
  const holding = { communityId: community.id, userId: heir.user_id, roleId: heir.role_id };
  if (!(await hasOtherEditors(tx, community.id, heir.user_id))) return;
  await forgetRole(tx, community.id, heir);
  await deleteHolder(tx, holding);
  await platform.events.emit(tx, 'community.roles-lost', {
    communityId: community.id,
    userId: heir.user_id,
    roleIds: [heir.role_id],
    afterCommit: (effect) => effects.push(effect),
  });
  effects.push(() => announceAccess(platform, community, heir.user_id));
}

/** The facts of a ban that its decision stores. */
export interface BanDecision {
  communityId: string;
  userId: string;
  byId: string;
  until: Date | null;
  text: string;
  deleteMessages: boolean;
  /** Whether the ban answers a report. */
  isReported: boolean;
}

/**
 * Bans a person: ends their membership and remembers it. The caller must have checked the right to it and locked the
 * people, and runs `effects` after the commit. If the community is gone, nothing happens.
 */
export async function banMember(platform: Platform, tx: Tx, ban: BanDecision, effects: Effects): Promise<void> {
  const now = platform.clock.now();
  const community = await lockCommunityById(tx, ban.communityId);
  if (community) await banFrom(platform, tx, { community, ban, now }, effects);
}

/** The same for a locked community. */
async function banFrom(
  platform: Platform,
  tx: Tx,
  { community, ban, now }: { community: CommunityRow; ban: BanDecision; now: Date },
  effects: Effects,
): Promise<void> {
  const { communityId, userId } = ban;
  const before = await findBan(tx, communityId, userId);
  const member = await readMembership(tx, communityId, userId);
  const isRepeated = isBanned(before, now);
  if (member) await putOut(platform, tx, { community, userId, roleIds: member.roles }, effects);
  const heir = member && (await appointHeir(platform, tx, community, effects));
  const membership = member ? { ...member, ...(heir && { heir }) } : (isRepeated && before?.membership) || null;
  await writeBan(tx, { ...ban, createdAt: now, membership });
  await platform.events.emit(tx, 'community.member-banned', {
    ...ban,
    wasMember: membership !== null,
    isRepeated,
    afterCommit: (effect) => effects.push(effect),
  });
}

/**
 * Lifts a ban, so that the person may join again. With `restore` they're a member again right away, with their earlier
 * roles and read state, as if there had never been a ban. Locks and `effects` are as in `banMember`. @returns whether
 * there was a ban
 */
export async function unbanMember(
  platform: Platform,
  tx: Tx,
  lifted: { communityId: string; userId: string; byId: string; restore: boolean },
  effects: Effects,
): Promise<boolean> {
  const { communityId, userId, restore } = lifted;
  const community = await lockCommunityById(tx, communityId);
  const ban = community && (await findBan(tx, communityId, userId));
  if (!community || !ban) return false;
  await deleteBan(tx, communityId, userId);
  if (restore && ban.membership) {
    await restoreMembership(tx, { communityId, userId }, ban.membership);
    await platform.deferred.emit(tx, 'communities.changed', [{ communityId, userId }]);
    const { heir } = ban.membership;
    if (heir) await dismissHeir(platform, tx, { community, heir }, effects);
    effects.push(
      () => announceAccess(platform, community, userId),
      () => announceChange(platform, community, 'members'),
    );
  }
  await platform.events.emit(tx, 'community.member-unbanned', lifted);
  return true;
}

/**
 * Bans a person from a community: they leave its rooms right away, and can't come back before the ban ends.
 * @throws {HttpError} 404 for an unknown community or person, 422 without the right to it
 */
export async function banFromCommunity(
  platform: Platform,
  session: Session,
  { handle, username }: { handle: string; username: string },
  given: { days?: number | undefined; text: string; delete_messages: boolean },
): Promise<Ban> {
  const ban = await platform.db.transaction(async (tx, effects) => {
    const { community, userId } = await enterWith(tx, session, handle, username);
    if (userId === session.userId) throw invalid({ username: "You can't ban yourself." });
    const now = platform.clock.now();
    const decision = {
      communityId: community.id,
      userId,
      byId: session.userId,
      until: endOfBan(now, given.days),
      text: given.text.trim(),
      deleteMessages: given.delete_messages,
      isReported: false,
    };
    await banFrom(platform, tx, { community, ban: decision, now }, effects);
    return await readBan(tx, community.id, userId);
  });
  return viewBan(ban);
}

/** Lifts a ban; nothing changes without one. @throws {HttpError} as `banFromCommunity` */
export async function liftBan(
  platform: Platform,
  session: Session,
  { handle, username }: { handle: string; username: string },
): Promise<void> {
  await platform.db.transaction(async (tx, effects) => {
    const { community, userId } = await enterWith(tx, session, handle, username);
    const lifted = { communityId: community.id, userId, byId: session.userId, restore: false };
    await unbanMember(platform, tx, lifted, effects);
  });
}

/** Removes a member, who may join again; nothing happens to a non-member. @throws {HttpError} as `banFromCommunity` */
export async function removeFromCommunity(
  platform: Platform,
  session: Session,
  { handle, username }: { handle: string; username: string },
): Promise<void> {
  await platform.db.transaction(async (tx, effects) => {
    const { community, userId, person } = await enterWith(tx, session, handle, username);
    if (userId === session.userId)
      throw invalid({ username: "You can't remove yourself. Leave the community instead." });
    if (!person) return;
    await putOut(platform, tx, { community, userId, roleIds: person.roleIds }, effects);
    const subject = { kind: 'user', id: userId };
    await audit(tx, { actorId: session.userId, action: 'member_removed', subject, text: community.id });
  });
}
