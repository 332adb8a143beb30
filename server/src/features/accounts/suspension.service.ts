import type { Tx } from '#platform/database/database.ts';
import { HttpError, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type {} from './accounts.events.ts';
import { deleteTokensOf } from './accounts.queries.ts';
import { isSuspended } from './accounts.rules.ts';
import { holdSuspension, updateSuspension } from './suspension.queries.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** How long a suspension lasts, after "is suspended". */
export const untilText = (until: Date | null): string =>
  until === null ? '' : ` until ${dayFormat.format(until)} (UTC)`;

/** What a suspended person reads: how long it lasts, and why. */
const suspensionText = ({ until, text }: { until: Date | null; text: string }): string =>
  `Your account is suspended${untilText(until)}. The reason: ${text}`;

/** The decision that suspends an account. */
export interface Suspension {
  decisionId: string;
  /** Null: for good. */
  until: Date | null;
  text: string;
}

/**
 * Suspends an account, which must be locked, and ends its sessions; `sessions.announce` closes their sockets after the commit. Another
 * suspension replaces it.
 */
export async function suspendAccount(
  { events, sessions }: Platform,
  tx: Tx,
  userId: string,
  { decisionId, until, text }: Suspension,
): Promise<void> {
  await updateSuspension(tx, userId, { suspended_by: decisionId, suspended_until: until, suspended_text: text });
  await sessions.revokeAll(tx, userId);
  await deleteTokensOf(tx, 'reset_tokens', userId);
  await events.emit(tx, 'account.suspended', { userId });
}

/** Lets a suspended account log in again. */
export async function endSuspension(tx: Tx, userId: string): Promise<void> {
  await updateSuspension(tx, userId, { suspended_by: null, suspended_until: null, suspended_text: null });
}

/** The refusal of a suspended person's log-in, before it has what they can appeal with. */
class SuspendedError extends Error {
  readonly decisionId: string;

  constructor(decisionId: string, text: string) {
    super(text);
    this.decisionId = decisionId;
  }
}

/**
 * Starts a session unless the account is suspended. It locks the account, so that none begins while a suspension ends them all.
 * @returns the token for the cookie
 * @throws {HttpError} 422 with what a suspended person can appeal with, 401 if the account is gone
 */
export async function createSession({ db, clock, events, sessions }: Platform, userId: string): Promise<string> {
  try {
    return await db.transaction(async (tx) => {
      const facts = await holdSuspension(tx, userId);
      if (!facts) throw unauthenticated();
      const { suspended_by: decisionId, suspended_until: until, suspended_text: text } = facts;
      if (decisionId !== null && isSuspended(facts, clock.now())) {
        throw new SuspendedError(decisionId, suspensionText({ until, text: text ?? '' }));
      }
      return await sessions.create(tx, userId);
    });
  } catch (error) {
    if (!(error instanceof SuspendedError)) throw error;
    const { decisionId, message } = error;
    const answer: { appeal_token?: string } = {};
    await db.transaction(async (tx) => await events.emit(tx, 'account.suspended-log-in', { decisionId, answer }));
    throw new HttpError(422, { account: message }, undefined, { ...answer, decision_id: decisionId });
  }
}
