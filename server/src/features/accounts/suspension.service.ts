import { appealHeaders } from '@hubbub/contract/platform/headers.ts';
import { dayFormat } from '#platform/clock/formats.ts';
import type { Tx } from '#platform/database/database.ts';
import { HttpError, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import type {} from './accounts.events.ts';
import { updateUser } from './accounts.queries.ts';
import { isSuspended } from './accounts.rules.ts';
import { deleteAway, findAway } from './away.queries.ts';
import { isNewDevice } from './security.rules.ts';
import { type Entrance, type Origin, recordFailure, recordLogIn, recordSecurity } from './security.service.ts';
import { holdEntry, updateSuspension } from './suspension.queries.ts';
import { deleteTokensOf } from './tokens.queries.ts';

/** How long a suspension lasts, to follow "is suspended". */
export const untilText = (until: Date | null): string =>
  until === null ? '' : ` until ${dayFormat.format(until)} (UTC)`;

/** The text for a suspended person: how long the suspension lasts, and why. */
const suspensionText = ({ until, text }: { until: Date | null; text: string }): string =>
  `Your account is suspended${untilText(until)}. The reason: ${text}`;

/** The decision that suspended the account. */
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

/** Refuses the log-in of a suspended person. Its caller adds how they can appeal. */
class SuspendedError extends Error {
  readonly decisionId: string;

  constructor(decisionId: string, text: string) {
    super(text);
    this.decisionId = decisionId;
  }
}

/**
 * What somebody logged in with: a password, or something else that's looked up. It's checked again when the session
 * begins, because it may have been changed or removed meanwhile; nobody can do that until the transaction ends.
 */
type Proof = { refused: () => HttpError } & ({ passwordHash: string } | { holds: (tx: Tx) => Promise<boolean> });

/**
 * Starts a session unless the account is suspended, and restores an account that was deactivated. Locks the account, so
 * that no session begins while a suspension ends them all. Notifies the account's owner if the device is new.
 * @param from `isKnown`: whether the account was used in this browser before; `entrance`: how they log in
 * @returns the token for the cookie
 * @throws {HttpError} 422 with how a suspended person can appeal, 401 if the account is gone, and the proof's `refused`
 * if it no longer holds
 */
export async function createSession(
  platform: Platform,
  userId: string,
  proof: Proof,
  from: { origin: Origin; isKnown: boolean; entrance: Entrance },
): Promise<string> {
  const { db, clock, events } = platform;
  try {
    return await db.transaction(async (tx) => {
      const facts = await holdEntry(tx, userId);
      if (!facts) throw unauthenticated();
      const holds = 'holds' in proof ? await proof.holds(tx) : facts.password_hash === proof.passwordHash;
      if (!holds) throw proof.refused();
      const { suspended_by: decisionId, suspended_until: until, suspended_text: text } = facts;
      if (decisionId !== null && isSuspended(facts, clock.now())) {
        throw new SuspendedError(decisionId, suspensionText({ until, text: text ?? '' }));
      }
      const { token, isAway } = await startAndRecord(platform, tx, userId, { ...from, wasUsed: facts.was_used });
      if (isAway) await comeBack(platform, tx, userId, from.origin);
      if (facts.is_awaited) {
        await updateUser(tx, userId, { is_awaited: false });
        await events.emit(tx, 'account.joined', { userId, email: facts.email });
      }
      return token;
    });
  } catch (error) {
    if (!(error instanceof SuspendedError)) throw error;
    const { decisionId, message } = error;
    recordFailure(platform, { userId, event: 'log_in_refused', origin: from.origin });
    const answer: { appealToken?: string; outcome?: string } = {};
    await db.transaction(async (tx) => await events.emit(tx, 'account.suspended-log-in', { decisionId, answer }));
    // People without an address can't read it anywhere else.
    const account = answer.outcome === undefined ? message : `${message} ${answer.outcome}`;
    throw new HttpError(422, { account }, undefined, {
      [appealHeaders.decisionId]: decisionId,
      ...(answer.appealToken !== undefined && { [appealHeaders.token]: answer.appealToken }),
    });
  }
}

/** A log-in restores a deactivated account, but not one that's being deleted. @throws {HttpError} 401 for that */
async function comeBack(platform: Platform, tx: Tx, userId: string, origin: Origin): Promise<void> {
  const away = await findAway(tx, userId);
  if (!away) return;
  if (away.kind === 'deleting') throw unauthenticated();
  // Of two log-ins at the same moment, one restores it.
  if (!(await deleteAway(tx, userId))) return;
  await platform.events.emit(tx, 'account.returned', { userId });
  await recordSecurity(platform, tx, { userId, event: 'reactivated', origin });
}

/**
 * Starts a session, and adds it to the security log. @returns the token for the cookie, and whether the account's owner
 * is away
 */
async function startAndRecord(
  platform: Platform,
  tx: Tx,
  userId: string,
  { origin, isKnown, entrance, wasUsed }: Parameters<typeof createSession>[3] & { wasUsed: boolean },
): Promise<{ token: string; isAway: boolean }> {
  const { jobs, sessions } = platform;
  const { device, address } = origin;
  const isNew = isNewDevice({ knowsThisOne: isKnown, wasUsed });
  const { token, createdAt } = await sessions.start(tx, userId, { device, address });
  const event = isNew ? 'new_device' : 'log_in';
  const { isAway } = await recordLogIn(platform, tx, {
    userId,
    event,
    origin,
    tokenHash: hashToken(token),
    entrance,
  });
  if (isNew)
    await jobs.add(tx, 'accounts.mail-new-device', { userId, device, address, since: createdAt.toISOString() });
  return { token, isAway };
}
