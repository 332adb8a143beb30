import type { Tx } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { acceptedMail, refusedMail } from './accounts.mail.ts';
import { type UserRow, updateUser } from './accounts.queries.ts';
import { mayLogIn } from './accounts.rules.ts';
import { mailUser } from './accounts.service.ts';
import { removeAccount } from './activation.service.ts';

/** Approves somebody who waits for approval, and notifies them. Their row must be locked. */
export async function acceptAccount(platform: Platform, tx: Tx, user: UserRow): Promise<void> {
  await updateUser(tx, user.id, { approval_requested_at: null, approval_reason: null });
  if (mayLogIn(user)) await platform.events.emit(tx, 'account.entered', { userId: user.id });
  await mailUser(platform, tx, user, acceptedMail(user.username));
}

/**
 * Deletes the account of somebody who waits for approval, which frees name and address, and notifies them. Their row
 * must be locked.
 */
export async function refuseAccount(platform: Platform, tx: Tx, user: UserRow): Promise<void> {
  await removeAccount(platform, tx, user.id);
  await mailUser(platform, tx, user, refusedMail(user.username));
}
