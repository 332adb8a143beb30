import { randomInt } from 'node:crypto';
import type {
  createInvite as createInviteCall,
  Invite,
  readInvite as readInviteCall,
} from '@hubbub/contract/features/site/joining.endpoints.ts';
import type { EndpointAnswer, EndpointRequest } from '@hubbub/contract/platform/endpoint.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { isSuspended, lockUser, viewAuthor } from '#features/accounts/public.ts';
import { cursorOf } from '#platform/cursors.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { invalid, LacksSiteRole, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { StartError } from '#platform/errors/start-error.ts';
import { isId, lastPossibleId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { audit } from './audit.service.ts';
import {
  countInvites,
  deleteInvite,
  findInvite,
  findInviteById,
  type InviteRow,
  insertInvite,
  listInvites as listRows,
  spendInvite,
} from './invites.queries.ts';
import { viewInvite } from './invites.view.ts';
import { admits, entryOf, type Inviter, isLive, mayInvite } from './joining.rules.ts';
import { findOwnerId, siteRoleOf } from './roles.queries.ts';
import { noOwner } from './setup.service.ts';
import type {} from './site.events.ts';
import { findSite, type SiteRow } from './site.queries.ts';
import { isAdmin, isModerator, type SiteStanding } from './site.rules.ts';

/** The community in an invite to it. */
export interface InvitedCommunity {
  community_handle: string;
  name: string;
}

/** A community, and the maker of an invite to it. */
export interface CommunityInviter {
  communityId: string;
  userId: string;
}

/** What invites need from communities; the composition root connects it. */
export interface InviteCommunities {
  /** The id of the community that somebody wants to invite to. @throws {HttpError} 404, or 422 without the permission */
  enter(tx: Tx, handle: string, userId: string): Promise<string>;
  /** The pairs whose maker may still invite to the community. */
  editorsAmong(db: Db, inviters: readonly CommunityInviter[]): Promise<CommunityInviter[]>;
  /** These communities by their ids. */
  describe(db: Db, communityIds: readonly string[]): Promise<Map<string, InvitedCommunity>>;
  /** Makes somebody a member, unless they're banned there. */
  join(tx: Tx, communityId: string, userId: string): Promise<void>;
}

const inviteGone = () => notFound("This invite doesn't exist, or it was withdrawn. Ask for a new one.");

/** No letters and digits that look alike: a code may be typed from a sheet of paper. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 14;

const newCode = () => Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');

export const inviterOf = ({ site_role: role }: { site_role: SiteStanding }): Inviter => ({
  isModerator: isModerator(role),
  isAdmin: isAdmin(role),
});

/** The invites whose makers may still invite to the same place; suspended people and those who are away can't. */
async function withRight(
  { clock }: Platform,
  db: Db,
  { communityPort, site }: { communityPort: InviteCommunities; site: SiteRow },
  all: readonly InviteRow[],
): Promise<Set<string>> {
  const invites = all.filter((invite) => !invite.isMakerAway && !isSuspended(invite, clock.now()));
  const inviters = invites.flatMap(({ community_id: communityId, maker_id: userId }) =>
    communityId === null ? [] : [{ communityId, userId }],
  );
  const editors = inviters.length === 0 ? [] : await communityPort.editorsAmong(db, inviters);
  const mayEdit = new Set(editors.map(({ communityId, userId }) => `${communityId} ${userId}`));
  const valid = invites.filter((invite) =>
    invite.community_id === null
      ? mayInvite(inviterOf(invite), site)
      : mayEdit.has(`${invite.community_id} ${invite.maker_id}`),
  );
  return new Set(valid.map(({ id }) => id));
}

/** Whether an invite's maker may still invite to the same place: the invite stops working with their permission. */
export async function keepsRight(
  platform: Platform,
  db: Db,
  where: { communityPort: InviteCommunities; site: SiteRow },
  invite: InviteRow,
): Promise<boolean> {
  return (await withRight(platform, db, where, [invite])).has(invite.id);
}

/** The invite with this code, if it still works. */
export async function findLiveInvite(
  platform: Platform,
  db: Db,
  communityPort: InviteCommunities,
  site: SiteRow,
  code: string,
): Promise<InviteRow | undefined> {
  const invite = await findInvite(db, code);
  if (!invite || !isLive(invite, platform.clock.now())) return undefined;
  return (await keepsRight(platform, db, { communityPort, site }, invite)) ? invite : undefined;
}

/** The community that an invite leads to, as long as it works. */
export async function communityOfInvite(
  platform: Platform,
  communityPort: InviteCommunities,
  code: string,
): Promise<string | undefined> {
  const db = platform.db.kysely;
  const invite = await findLiveInvite(platform, db, communityPort, await findSite(db), code);
  return invite?.community_id ?? undefined;
}

/**
 * Uses an invite to a community for somebody who has an account.
 * @returns false if the code doesn't work, or is for another community
 */
export async function useCommunityInvite(
  platform: Platform,
  communityPort: InviteCommunities,
  tx: Tx,
  given: { code: string; communityId: string; userId: string },
): Promise<boolean> {
  const invite = await findLiveInvite(platform, tx, communityPort, await findSite(tx), given.code);
  if (!invite || invite.community_id !== given.communityId) return false;
  if (!(await spendInvite(tx, invite.id, platform.clock.now()))) return false;
  await platform.deferred.emit(tx, 'site.invite-used', [{ inviterId: invite.maker_id, userId: given.userId }]);
  return true;
}

/**
 * Makes an invite to the site or to a community.
 * @throws {HttpError} 404 for an unknown community, 422 without the right to invite there or with too many invites
 */
export async function createInvite(
  platform: Platform,
  communityPort: InviteCommunities,
  session: Session,
  given: EndpointRequest<typeof createInviteCall>['body'],
): Promise<Invite> {
  const { config, db } = platform;
  const handle = given.community_handle ?? undefined;
  return await db.transaction(async (tx) => {
    const maker = await lockUser(tx, session.userId);
    if (!maker) throw unauthenticated();
    const site = await findSite(tx);
    const communityId = handle === undefined ? null : await communityPort.enter(tx, handle, maker.id);
    const standing = await siteRoleOf(tx, maker.id);
    if (communityId === null && !mayInvite(inviterOf({ site_role: standing }), site)) {
      throw new LacksSiteRole("Only the site's admins can invite people. Ask one of them.");
    }
    const actorId = isModerator(standing) ? maker.id : undefined;
    const made = await makeInvite(platform, tx, { ...given, makerId: maker.id, communityId, actorId });
    const communities = await describe(tx, communityPort, [made]);
    return viewInvite(made, { communities, isValid: true, publicUrl: config.publicUrl });
  });
}

/**
 * @param given `makerId`: their account is locked, and they may invite there; `actorId`: who makes it, for the audit log
 * @throws {HttpError} 422 with too many invites
 */
async function makeInvite(
  { clock, newId }: Pick<Platform, 'clock' | 'newId'>,
  tx: Tx,
  given: {
    makerId: string;
    communityId: string | null;
    uses: number;
    days: number;
    actorId: string | null | undefined;
  },
): Promise<InviteRow> {
  const { makerId, communityId, actorId } = given;
  const now = clock.now();
  if ((await countInvites(tx, makerId, now, limits.invite.perPerson)) >= limits.invite.perPerson) {
    throw invalid({
      invite: `You have ${limits.invite.perPerson} invites already. Withdraw one that you don't need.`,
    });
  }
  const id = newId();
  const expires = new Date(now.getTime() + given.days * 86_400_000);
  const row = { community_id: communityId, uses_left: given.uses, created_at: now, expires_at: expires };
  await insertInvite(tx, { id, code: newCode(), maker_id: makerId, ...row });
  if (actorId !== undefined) await audit(tx, { actorId, action: 'invite.created', subject: { kind: 'invite', id } });
  const made = await findInviteById(tx, id);
  if (!made) throw inviteGone();
  return made;
}

/**
 * Makes an invite to the site from the server's command line. An owner becomes its maker, because an invite only works while its maker may
 * invite.
 * @throws {StartError} while the site has no owner
 */
export async function inviteFromServer(
  platform: Platform,
  given: { uses: number; days: number },
): Promise<{ url: string; username: string; uses: number; expiresAt: Date }> {
  const made = await platform.db.transaction(async (tx) => {
    const ownerId = await findOwnerId(tx);
    const owner = ownerId === undefined ? undefined : await lockUser(tx, ownerId);
    if (owner?.site_role !== 'owner') throw new StartError(`${noOwner.found} ${noOwner.fix}`);
    return await makeInvite(platform, tx, { ...given, makerId: owner.id, communityId: null, actorId: null });
  });
  const { publicUrl } = platform.config;
  const { url } = viewInvite(made, { communities: new Map(), isValid: true, publicUrl });
  return { url, username: made.username, uses: made.uses_left, expiresAt: made.expires_at };
}

const describe = async (db: Db, communityPort: InviteCommunities, invites: readonly InviteRow[]) => {
  const ids = invites.flatMap(({ community_id: id }) => id ?? []);
  return ids.length === 0 ? new Map<string, InvitedCommunity>() : await communityPort.describe(db, [...new Set(ids)]);
};

/**
 * The caller's invites that haven't expired, or everybody's for admins, newest first; with a handle, those to that community.
 * @throws {HttpError} 404 for an unknown community, 422 for one that the caller may not invite to
 */
export async function listInvites(
  platform: Platform,
  communityPort: InviteCommunities,
  session: Session,
  page: { size: number; before?: string | undefined; community_handle?: string | undefined },
): Promise<{ invites: Invite[]; next: string | null }> {
  const { clock, config, db } = platform;
  const seesAll = isAdmin(await siteRoleOf(db.kysely, session.userId));
  const handle = page.community_handle;
  const communityId =
    handle === undefined ? undefined : await db.transaction((tx) => communityPort.enter(tx, handle, session.userId));
  const rows = await listRows(db.kysely, {
    communityId,
    makerId: seesAll ? undefined : session.userId,
    before: cursorOf(page.before, "the invite_id of the previous page's last invite") ?? lastPossibleId,
    size: page.size + 1,
    now: clock.now(),
  });
  const shown = rows.slice(0, page.size);
  const rights = await withRight(platform, db.kysely, { communityPort, site: await findSite(db.kysely) }, shown);
  const communities = await describe(db.kysely, communityPort, shown);
  return {
    invites: shown.map((row) =>
      viewInvite(row, {
        communities,
        isValid: rights.has(row.id) && isLive(row, clock.now()),
        publicUrl: config.publicUrl,
      }),
    ),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Withdraws an invite. @throws {HttpError} 404 if the caller neither made it nor is an admin who can see it */
export async function withdrawInvite({ db }: Platform, session: Session, inviteId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const role = await siteRoleOf(tx, session.userId);
    const invite = isId(inviteId) ? await findInviteById(tx, inviteId) : undefined;
    if (!invite || (invite.maker_id !== session.userId && !isAdmin(role))) throw inviteGone();
    if (!(await deleteInvite(tx, invite.id))) throw inviteGone();
    if (!isModerator(role)) return;
    await audit(tx, {
      actorId: session.userId,
      action: 'invite.withdrawn',
      subject: { kind: 'invite', id: invite.id },
    });
  });
}

/** The path of the picture of the community that an invite leads to, below the media base. */
const invitedPicturePath = (code: string) => `/invites/${code}`;

/** What an invite's link leads to, for everybody who has the code. @throws {HttpError} 404 for an unknown code */
export async function readInvite(
  platform: Platform,
  communityPort: InviteCommunities,
  code: string,
): Promise<EndpointAnswer<typeof readInviteCall>> {
  const db = platform.db.kysely;
  const site = await findSite(db);
  const invite = await findInvite(db, code);
  if (!invite) throw inviteGone();
  const isValid =
    isLive(invite, platform.clock.now()) && (await keepsRight(platform, db, { communityPort, site }, invite));
  const communities = isValid ? await describe(db, communityPort, [invite]) : undefined;
  const community = invite.community_id === null ? undefined : communities?.get(invite.community_id);
  const entry = isValid ? entryOf(site, inviterOf(invite)) : 'refused';
  return {
    invite: {
      site_name: site.name,
      invited_by: isValid ? viewAuthor(invite) : null,
      community: community ? { ...community, profile_path: invitedPicturePath(code) } : null,
      valid: isValid,
      registration: ({ enters: 'open', waits: 'approval', refused: 'closed' } as const)[entry],
    },
  };
}

/** Whether an invite admits somebody without an account, so that they need nothing else. */
export const admitsNew = (invite: InviteRow, site: SiteRow): boolean => admits(inviterOf(invite), site);
