import type { Tx } from '#platform/database/database.ts';
import { deleteAnnouncement } from './announcement.queries.ts';
import { audit } from './audit.service.ts';
import { clearDemoRoles } from './roles.queries.ts';
import { lockSite, resetSite } from './site.queries.ts';

/*
 * Everybody knows the passwords of the demo's accounts. They may run a site that only this machine can reach, until somebody real
 * registers.
 */

/** Takes the site from the demo's accounts: their roles, and their changes to its settings. @returns whether they had any role */
export async function endDemoTeam(tx: Tx): Promise<boolean> {
  const ids = await clearDemoRoles(tx);
  for (const id of ids) {
    await audit(tx, { actorId: null, action: 'role.changed', subject: { kind: 'user', id }, text: 'none' });
  }
  if (ids.length > 0) await forgetDemoSettings(tx);
  return ids.length > 0;
}

/** Resets the settings that the demo's owner changed. */
export async function forgetDemoSettings(tx: Tx): Promise<void> {
  const before = await lockSite(tx);
  await deleteAnnouncement(tx);
  const names = await resetSite(tx, before);
  if (names.length > 0)
    await audit(tx, { actorId: null, action: 'site.changed', subject: null, text: names.join(', ') });
}
