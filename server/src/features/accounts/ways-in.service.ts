import type { Tx } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import type { UserRow } from './accounts.queries.ts';
import { mailUser } from './accounts.service.ts';
import { forgetDevicesSince } from './devices.queries.ts';
import { deletePasskeysAddedIn } from './passkeys.queries.ts';
import { addedRemovedMail } from './security.mail.ts';
import { type Origin, recordSecurity } from './security.service.ts';
import { deleteTotpAddedIn } from './totp.queries.ts';
import type { SessionsSince } from './ways-in.queries.ts';

/**
 * Removes what some sessions added to an account: passkeys, one-time codes, recovery codes and known browsers. Notifies
 * its owner. What earlier sessions added stays, so that reading somebody's mail isn't enough to get past it. The
 * account must be locked.
 */
export async function removeAddedIn(
  platform: Platform,
  tx: Tx,
  user: UserRow,
  { origin, ...sessions }: SessionsSince & { origin: Origin },
): Promise<void> {
  const { id: userId, username } = user;
  await forgetDevicesSince(tx, userId, sessions.since);
  const passkeys = await deletePasskeysAddedIn(tx, userId, sessions);
  const { codes, recoveryCodes } = await deleteTotpAddedIn(tx, userId, sessions);
  if (passkeys) await recordSecurity(platform, tx, { userId, event: 'passkey_removed', origin });
  if (codes) await recordSecurity(platform, tx, { userId, event: 'codes_off', origin });
  if (passkeys || codes || recoveryCodes)
    await mailUser(platform, tx, user, addedRemovedMail(username, { passkeys, codes, recoveryCodes }));
}
