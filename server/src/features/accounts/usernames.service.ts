import type { Usernames } from '@hubbub/contract/features/accounts/usernames.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { isReservedName } from '@hubbub/contract/platform/names.ts';
import { dayFormat } from '#platform/clock/formats.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { invalid, unauthenticated } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { findUser, type UserRow, updateUser } from './accounts.queries.ts';
import { hoursAfter } from './accounts.rules.ts';
import { toTakenError, usernameReserved } from './accounts.service.ts';
import { lockCaller } from './confirmation.service.ts';
import { type Origin, recordSecurity } from './security.service.ts';
import { deleteFormerNames, insertFormerName, listFormerNames } from './usernames.queries.ts';
import { isRename, renameableAt } from './usernames.rules.ts';

/** Only a bound for the list: nobody has this many. */
const mostListed = 50;

/** @param at when it can be changed again */
const renamedLately = (at: Date) =>
  invalid({
    username: `You can change your username once every ${limits.rename.days} days. Try again on ${dayFormat.format(at)}.`,
  });

/**
 * Gives somebody, whose row is locked, another username. The previous one leads to them for a while, unless they turned
 * that off.
 * @throws {HttpError} 409 if it's taken or reserved, 422 if they changed theirs lately
 */
async function rename({ clock }: Platform, tx: Tx, user: UserRow, username: string): Promise<UserRow> {
  const now = clock.now();
  const renamed = await giveUsername(tx, user, { username, username_changed_at: now }, now);
  // Checked only now, because "taken" is the more useful error.
  const at = renameableAt(user, now, limits.rename.days);
  if (at !== null) throw renamedLately(at);
  return renamed;
}

/**
 * The same, no matter when they last changed theirs. @param change `username_changed_at`: left out if it isn't a change
 * of their own
 */
export async function giveUsername(
  tx: Tx,
  user: UserRow,
  change: { username: string; username_changed_at?: Date },
  now: Date,
): Promise<UserRow> {
  if (isReservedName(change.username)) throw usernameReserved();
  await deleteFormerNames(tx, user.id, change.username);
  const renamed = await updateUser(tx, user.id, change);
  if (user.keeps_usernames && isRename(user.username, change.username)) {
    const expiresAt = hoursAfter(now, limits.rename.keptDays * 24);
    await insertFormerName(tx, { name: user.username, userId: user.id, expiresAt });
  }
  return renamed;
}

/**
 * Changes the caller's username, NSFW preference, or both.
 * @throws {HttpError} 409 if the username is taken or reserved, 422 if it was changed lately
 */
export async function updateAccount(
  platform: Platform,
  session: Session,
  { origin, ...change }: { username?: string | undefined; show_nsfw?: boolean | undefined; origin: Origin },
): Promise<UserRow> {
  const { userId, tokenHash } = session;
  try {
    return await platform.db.transaction(async (tx) => {
      const before = await lockCaller(platform, tx, session);
      const { username = before.username, show_nsfw = before.show_nsfw } = change;
      let user = before;
      if (isRename(before.username, username)) {
        user = await rename(platform, tx, before, username);
        await recordSecurity(platform, tx, { userId, event: 'username_changed', origin, tokenHash });
      } else if (username !== before.username) {
        user = await updateUser(tx, userId, { username });
      }
      return show_nsfw === user.show_nsfw ? user : await updateUser(tx, userId, { show_nsfw });
    });
  } catch (error) {
    throw toTakenError(error);
  }
}

async function viewUsernames(db: Db, user: UserRow, now: Date): Promise<Usernames> {
  const former = await listFormerNames(db, user.id, mostListed);
  return {
    changeable_at: renameableAt(user, now, limits.rename.days)?.toISOString() ?? null,
    keep: user.keeps_usernames,
    former: former.map(({ name, expires_at }) => ({ username: name, until: expires_at.toISOString() })),
  };
}

/** The caller's former names that still lead to them, and when they can change their username again. */
export async function readUsernames({ clock, db }: Platform, session: Session): Promise<Usernames> {
  const user = await findUser(db.kysely, session.userId);
  if (!user) throw unauthenticated();
  return await viewUsernames(db.kysely, user, clock.now());
}

/**
 * Sets whether former names lead to the caller. Turning it off frees the ones they have; turning it on affects only
 * later ones.
 */
export async function keepUsernames(platform: Platform, session: Session, keep: boolean): Promise<Usernames> {
  const { clock, db } = platform;
  return await db.transaction(async (tx) => {
    await lockCaller(platform, tx, session);
    const user = await updateUser(tx, session.userId, { keeps_usernames: keep });
    if (!keep) await deleteFormerNames(tx, user.id);
    return await viewUsernames(tx, user, clock.now());
  });
}
