import type {
  DecisionAction,
  ReportKind,
  ReportReason,
} from '@hubbub/contract/features/moderation/moderation.endpoints.ts';
import type { SiteStanding } from '#features/site/public.ts';

/** The error for an account that doesn't exist. */
export const noAccount = "This user doesn't exist or may have been deleted.";

/** The error for people and communities, which reports may be about. */
export const notRemovable = "This can't be removed.";

/** Someone who moderates, as the rules see them. */
export interface Moderator {
  userId: string;
  /** Their role on the site. */
  standing: SiteStanding;
  /** Whether they hold ban:users in the case's community. */
  bans: boolean;
  /** Whether they hold community:edit there. */
  edits: boolean;
}

/** What a decision is about. */
export interface Case {
  kind: ReportKind;
  /** Null: nobody in particular, or the account is gone. */
  authorId: string | null;
  /** Whether the moderator's role on the site is above the author's. */
  isOutranked: boolean;
  /** Null: it's not in a community. */
  communityId: string | null;
  /** Whether the author holds community:edit there. */
  authorEdits: boolean;
  /** Whether a community's moderators dismissed it, so that it's now up to the site's team alone. */
  isEscalated: boolean;
  /** Whether it's gone already: its author deleted it, or a moderator removed it. */
  isGone: boolean;
}

/** Nobody can decide about themselves. */
const isOwnCase = (actor: Pick<Moderator, 'userId'>, { authorId }: Pick<Case, 'authorId'>): boolean =>
  authorId === actor.userId;

/** Reports are decided by the site's team; those in a community also by holders of ban:users there, until they're escalated. */
export const mayDecide = (
  actor: Moderator,
  { communityId, isEscalated }: Pick<Case, 'communityId' | 'isEscalated'>,
): boolean => actor.standing !== null || (communityId !== null && actor.bans && !isEscalated);

/** A report of something illegal goes to the site's team if a community's moderators dismiss it. */
export const goesToTheTeam = (
  actor: Pick<Moderator, 'standing'>,
  { action, reasons }: { action: DecisionAction; reasons: readonly ReportReason[] },
): boolean => actor.standing === null && action === 'dismiss' && reasons.includes('illegal');

/** Explanations are for the site's team and, within a community, for holders of community:edit. */
export const mayAskWhy = (actor: Moderator, { communityId }: Pick<Case, 'communityId'>): boolean =>
  actor.standing !== null || (communityId !== null && actor.edits);

/** The site's team may ask about everybody; others about people they can find, or, with ban:users, see in a community. */
export const mayAskAbout = (actor: Moderator, person: { isFound: boolean; isNotApart: boolean }): boolean =>
  actor.standing !== null || (person.isFound && (person.isNotApart || actor.bans));

/** Nobody can act against an equal or higher role: neither on the site nor, against a holder of community:edit, in a community. */
function mayActOn(actor: Moderator, { isOutranked, authorEdits }: Case): boolean {
  if (actor.standing !== null) return isOutranked;
  return actor.bans && (!authorEdits || actor.edits);
}

/** Only the site's team can suspend, and nobody an equal or higher role. */
export const maySuspend = (actor: Pick<Moderator, 'standing'>, { isOutranked }: Pick<Case, 'isOutranked'>): boolean =>
  actor.standing !== null && isOutranked;

const canBeRemoved: readonly ReportKind[] = ['post', 'comment', 'message'];

/** The decisions that somebody may make about a case. What's already gone can't be removed. */
export function actionsFor(actor: Moderator, about: Case): DecisionAction[] {
  if (isOwnCase(actor, about) || !mayDecide(actor, about)) return [];
  const actions: DecisionAction[] = ['dismiss'];
  if (!mayActOn(actor, about)) return actions;
  if (canBeRemoved.includes(about.kind) && !about.isGone) actions.push('remove');
  if (about.authorId === null) return actions;
  actions.push('warn');
  if (about.communityId !== null) actions.push('ban');
  if (maySuspend(actor, about)) actions.push('suspend');
  return actions;
}

/** The facts about a ban that decide whether it concerns the banned person. */
export interface BanEffects {
  isReported: boolean;
  /** Whether it, or the ban in force that it replaces, ended a membership. */
  wasMember: boolean;
  removedMessages: boolean;
  /** Whether it replaces a ban that was in force. */
  isRepeated: boolean;
}

/**
 * A ban is a decision about somebody who was a member, whose messages it removes, or who was reported. Anyone else merely can't join:
 * everybody can found a community, and mustn't be able to reach strangers by banning them.
 */
export const concernsBanned = (ban: BanEffects): boolean => ban.wasMember || ban.removedMessages || ban.isReported;

/** A banned person gets a mail, and no second one when the ban is replaced, unless they were reported. */
export const mailsBanned = (ban: BanEffects): boolean => concernsBanned(ban) && (!ban.isRepeated || ban.isReported);

/** The facts that decide whether a decision can be appealed. */
export interface Appealable {
  action: DecisionAction;
  userId: string | null;
  isAppealed: boolean;
  state: 'standing' | 'overturned' | 'lifted';
}

/** The person a decision concerns may appeal it once, while it stands. */
export const mayAppeal = (userId: string, decision: Appealable): boolean =>
  decision.userId === userId && decision.action !== 'dismiss' && !decision.isAppealed && decision.state === 'standing';

/** Someone else has to judge an appeal, unless there's nobody else; nobody can judge their own. */
export const mayJudge = (
  actor: Pick<Moderator, 'userId' | 'standing'>,
  appeal: { userId: string; decidedBy: string | null },
  hasOthers: boolean,
): boolean =>
  actor.standing !== null && actor.userId !== appeal.userId && (actor.userId !== appeal.decidedBy || !hasOthers);

/** When something that lasts this many days ends; null: never. */
export const endAfter = (now: Date, days: number | undefined): Date | null =>
  days === undefined ? null : new Date(now.getTime() + days * 24 * 60 * 60 * 1000);

/** The suspension in force among the standing decisions, given in order: the newest that isn't over. */
export const inForce = <D extends { until: Date | null }>(suspensions: readonly D[], now: Date): D | undefined =>
  suspensions.findLast(({ until }) => until === null || until > now);

/** The facts by which two decisions are compared. */
interface Made {
  kind: string | null;
  thing_id: string | null;
  rule: number | null;
  text: string;
  until: Date | null;
  created_at: Date;
  decided_by: string | null;
}

/** For this many milliseconds after a decision, the same one counts as a repeated request. */
const repeatedMs = 60_000;

const areClose = (one: Date | null, other: Date | null): boolean =>
  one === null || other === null ? one === other : Math.abs(one.getTime() - other.getTime()) < repeatedMs;

/** Whether a decision about somebody repeats their last one, made a moment ago by the same person. */
export const isRepeated = (last: Made | undefined, made: Made): boolean =>
  last !== undefined &&
  (['kind', 'thing_id', 'rule', 'text', 'decided_by'] as const).every((column) => last[column] === made[column]) &&
  areClose(last.created_at, made.created_at) &&
  areClose(last.until, made.until);

/** What a suspended person reads about their appeal when they try to log in. */
export const outcomeOf = ({ state, answer }: { state: string; answer: string | null }): string =>
  state === 'open'
    ? "You appealed. The team hasn't answered yet."
    : `Your appeal was turned down${answer ? `: ${answer}` : '.'}`;
