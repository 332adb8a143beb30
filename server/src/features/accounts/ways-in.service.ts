import type { Tx } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import type { UserRow } from './accounts.queries.ts';
import { mailUser } from './accounts.service.ts';
import { forgetDevicesSince } from './devices.queries.ts';
import { deletePasskeysSince } from './passkeys.queries.ts';
import { addedRemovedMail } from './security.mail.ts';
import { type Origin, recordSecurity } from './security.service.ts';
import { deleteTotpSince } from './totp.queries.ts';

/**
 * Removes what was added to an account then or later: passkeys, one-time codes and known browsers. Its person is told. Codes that were on
 * before stay, so that reading somebody's mail isn't enough to get past them. The account must be locked.
 */
export async function removeAddedSince(
  platform: Platform,
  tx: Tx,
  user: UserRow,
  { since, origin }: { since: Date; origin: Origin },
): Promise<void> {
  const { id: userId, username } = user;
  await forgetDevicesSince(tx, userId, since);
  const passkeys = await deletePasskeysSince(tx, userId, since);
  const codes = await deleteTotpSince(tx, userId, since);
  if (passkeys) await recordSecurity(platform, tx, { userId, event: 'passkey_removed', origin });
  if (codes) await recordSecurity(platform, tx, { userId, event: 'codes_off', origin });
  if (passkeys || codes) await mailUser(platform, tx, user, addedRemovedMail(username, { passkeys, codes }));
}
