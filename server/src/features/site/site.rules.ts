import type { SiteRole } from '@hubbub/contract/platform/shapes.ts';

/** A person's role in the site's team; null: none. */
export type SiteStanding = SiteRole | null;

const ranks: Record<SiteRole, number> = { moderator: 1, admin: 2, owner: 3 };

const rankOf = (role: SiteStanding) => (role === null ? 0 : ranks[role]);

/** Whether a role is at least this one. */
export const isAtLeast = (role: SiteStanding, least: SiteRole): boolean => rankOf(role) >= rankOf(least);

/** Whether someone may moderate the site: moderators, admins and owners. */
export const isModerator = (role: SiteStanding): boolean => isAtLeast(role, 'moderator');

/** Whether someone may change the site: admins and owners. */
export const isAdmin = (role: SiteStanding): boolean => isAtLeast(role, 'admin');

/** Nobody can act on an equal or higher role. */
export const outranks = (actor: SiteStanding, target: SiteStanding): boolean => rankOf(actor) > rankOf(target);

/** A change of someone's role. */
export interface RoleChange {
  /** The role of the person who changes it. */
  actor: SiteStanding;
  isOwn: boolean;
  from: SiteStanding;
  to: SiteStanding;
}

/**
 * Whether someone may change a role: owners can give and take all roles, admins only that of moderators. Nobody can change an equal or
 * higher role, except to lower their own.
 */
export function mayChangeRole({ actor, isOwn, from, to }: RoleChange): boolean {
  if (isOwn) return isModerator(from) && rankOf(to) <= rankOf(from);
  if (!isAdmin(actor) || !outranks(actor, from)) return false;
  return actor === 'owner' || outranks(actor, to);
}

/** The last owner can't lose their role: whether a change would leave the site without an owner. */
export const leavesNoOwner = (from: SiteStanding, to: SiteStanding, hasOtherOwner: boolean): boolean =>
  from === 'owner' && to !== 'owner' && !hasOtherOwner;

/** The facts that decide which roles someone may give a person. */
export interface RoleGiving extends Omit<RoleChange, 'to'> {
  /** Whether the person is approved. */
  isActivated: boolean;
  /** Whether the site has another owner than this person. */
  hasOtherOwner: boolean;
  /** It's an account of the demo, and somebody real has registered. */
  isPublic: boolean;
}

const standings: readonly SiteStanding[] = ['owner', 'admin', 'moderator', null];

/** The roles that someone may give a person, without the one they have. */
export function rolesToGive({ isActivated, hasOtherOwner, isPublic, ...change }: RoleGiving): SiteStanding[] {
  if (!isActivated) return [];
  return standings.filter(
    (to) =>
      to !== change.from &&
      mayChangeRole({ ...change, to }) &&
      !leavesNoOwner(change.from, to, hasOtherOwner) &&
      (to === null || !isPublic),
  );
}

/** The facts that decide whether an account becomes the site's owner automatically. */
export interface FirstOwnerFacts {
  /** Only this machine reaches the server. */
  isLocal: boolean;
  /** Nobody has been made the owner yet, and the site wasn't upgraded from a version without owners. */
  awaitsOwner: boolean;
  /** The account's password is public. */
  isDemo: boolean;
  /** Another account is activated, apart from those of the demo. */
  hasOthers: boolean;
}

/** On a server that only this machine reaches, the first activated account of an empty site is the owner. */
export const becomesFirstOwner = ({ isLocal, awaitsOwner, isDemo, hasOthers }: FirstOwnerFacts): boolean =>
  isLocal && awaitsOwner && !isDemo && !hasOthers;
