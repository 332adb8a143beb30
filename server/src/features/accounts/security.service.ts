import type { RefusalEvent, SecurityEvent } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { networkOf, widerNetworkOf } from '#platform/rate-limits/address.ts';
import { deviceOf } from '#platform/sessions/device.ts';
import { type Session, type SessionOrigin, sessionName } from '#platform/sessions/sessions.ts';
import type {} from './accounts.events.ts';
import { deleteOldRefusals, insertRefusal } from './refusals.queries.ts';
import {
  deleteExpiredDisownTokens,
  deleteOldEntries,
  deleteSurplusEntries,
  insertLogInEntry,
  insertSecurityEntry,
  listSecurityEntries,
  type SecurityRow,
} from './security.queries.ts';
import { countedWith, isNotified, isOwnRefusal } from './security.rules.ts';

/** Where a request comes from, for the account's owner and the log. */
export interface Origin extends SessionOrigin {
  requestId: string;
}

/** Where a request comes from. */
export function originOf(request: { id: string; ip: string; headers: { 'user-agent'?: string | undefined } }): Origin {
  return {
    device: deviceOf(request.headers['user-agent']),
    address: request.ip.replace(/^::ffff:(?=\d+\.)/i, ''),
    requestId: request.id,
  };
}

/** Something that happened to an account. It never contains a secret. */
interface Happening<Event = SecurityEvent> {
  /** Undefined: there's no such account. */
  userId: string | undefined;
  event: Event;
  origin: Origin;
  /** The hash of the token of the session that did it. */
  tokenHash?: Buffer | undefined;
  /** Who did it, if it wasn't the account's owner. */
  byId?: string;
}

/** How somebody logged in: with what, and where their one-time code came from, if the account uses codes. */
export interface Entrance {
  by: 'password' | 'passkey' | 'login-link';
  code?: 'app' | 'recovery' | undefined;
}

function entryOf<Event>(
  { clock, newId, log }: Platform,
  { userId, event, origin, tokenHash, byId }: Happening<Event>,
  more: Partial<Entrance> = {},
) {
  const { device, address, requestId } = origin;
  log.info(
    { security: event, userId, address, requestId, ...more, ...(byId !== undefined && { byId }) },
    'security event',
  );
  return {
    user_id: userId ?? noId,
    id: newId(),
    created_at: clock.now(),
    event,
    device,
    address,
    session: tokenHash ? sessionName(tokenHash) : null,
    request_id: requestId,
  };
}

/**
 * Adds to an account's security log, in the same transaction as the event, and notifies the account's owner if the
 * event calls for it.
 */
export async function recordSecurity(platform: Platform, tx: Tx, happening: Happening): Promise<void> {
  const entry = entryOf(platform, happening);
  await insertSecurityEntry(tx, entry);
  await tell(platform, tx, entry);
}

/**
 * The same for a log-in to a locked account; also adds to the server's log. @returns whether the account's owner is
 * away
 */
export async function recordLogIn(
  platform: Platform,
  tx: Tx,
  { entrance, ...happening }: Happening<'log_in' | 'new_device'> & { entrance: Entrance },
): Promise<{ isAway: boolean }> {
  const entry = entryOf(platform, happening, entrance);
  const { isAway } = await insertLogInEntry(tx, entry);
  await tell(platform, tx, entry);
  return { isAway };
}

async function tell(platform: Platform, tx: Tx, entry: { user_id: string; id: string; event: SecurityEvent }) {
  if (!isNotified(entry.event)) return;
  await platform.deferred.emit(tx, 'accounts.security', [{ userId: entry.user_id, entryId: entry.id }]);
}

/**
 * Adds a refusal to the security log. Nothing waits for it, and it does the same for accounts that don't exist: the time of a refusal
 * mustn't reveal whether there's one.
 */
export function recordFailure(platform: Platform, happening: Happening<SecurityEvent | RefusalEvent>): void {
  const { db, log } = platform;
  const entry = entryOf(platform, happening);
  const network = networkOf(entry.address);
  const refusal = {
    ...entry,
    network,
    wide_network: widerNetworkOf(network),
    is_own: isOwnRefusal(entry.event),
    counted_with: countedWith(entry.event),
  };
  insertRefusal(db.writes, refusal).catch((error: unknown) => {
    log.warn({ err: error }, "couldn't store a refusal in the security log");
  });
}

/** A page of the caller's security log. */
export async function readSecurityLog(
  { db }: Platform,
  session: Session,
  page: { before: string | undefined; size: number },
): Promise<SecurityRow[]> {
  return await listSecurityEntries(db.kysely, session.userId, page);
}

/** How long entries of accounts are kept. */
const retentionDays = 365;
/** How long refusals that aren't in an account's own log are kept. */
const refusalDays = 90;
/** Sweeps go back this many days, so that one that didn't run leaves nothing behind. */
const sweptDays = 7;
/** How many entries one statement deletes. */
const deletedAtOnce = 5000;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);

/** Deletes entries and refusals that are too old. */
export async function sweepSecurity(db: Db, now: Date): Promise<void> {
  await deleteExpiredDisownTokens(db, now);
  while (await deleteOldEntries(db, daysBefore(now, retentionDays), deletedAtOnce));
  const surplus = { since: daysBefore(now, sweptDays), max: deletedAtOnce };
  while (await deleteSurplusEntries(db, surplus));
  while (await deleteOldRefusals(db, daysBefore(now, refusalDays), deletedAtOnce));
}
