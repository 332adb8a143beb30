import type { SecondFactorPolicy } from '@hubbub/contract/features/site/site.shapes.ts';
import type { SiteStanding } from './site.rules.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How long people have to set up a second factor, and how long before the deadline they're reminded. */
const noticeDays = 7;
const reminderDays = 1;

/** A site can require a second factor of nobody, of its owners and admins, or of its whole team. */
export const needsSecondFactor = (policy: SecondFactorPolicy, role: SiteStanding): boolean =>
  role !== null && (policy === 'team' || (policy === 'admins' && role !== 'moderator'));

/** A team member's facts about the second factor. */
export interface TeamMember {
  role: SiteStanding;
  usesSecondFactor: boolean;
  /** The deadline; null: they haven't been notified. */
  dueAt: Date | null;
}

/**
 * Team rights pause once the notice is over, for as long as there's no second factor: turning it off after that pauses them at once.
 * Nobody's rights pause without a notice.
 */
export const isPaused = (policy: SecondFactorPolicy, member: TeamMember, now: Date): boolean =>
  needsSecondFactor(policy, member.role) && !member.usesSecondFactor && member.dueAt !== null && member.dueAt <= now;

/** The last notice that somebody without a second factor got. */
export interface Notice {
  dueAt: Date;
  stage: NoticeStage;
}
export type NoticeStage = 'asked' | 'reminded' | 'paused';

/** People who need a second factor are notified right away, a day before the deadline, and when their rights pause. */
export function nextNotice(notice: Notice | undefined, now: Date): Notice | undefined {
  if (!notice) return { dueAt: new Date(now.getTime() + noticeDays * dayMs), stage: 'asked' };
  const { dueAt, stage } = notice;
  if (dueAt <= now) return stage === 'paused' ? undefined : { dueAt, stage: 'paused' };
  const isNear = dueAt.getTime() - now.getTime() <= reminderDays * dayMs;
  return isNear && stage === 'asked' ? { dueAt, stage: 'reminded' } : undefined;
}
