import type { Export } from '@hubbub/contract/features/archives/archives.endpoints.ts';
import { exportedByTeamMail, mailUser, type Origin, recordSecurity } from '#features/accounts/public.ts';
import { audit, byTeam, findManaged, lockManaged } from '#features/site/public.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { findPersonExport, replacePersonExport } from './archives.queries.ts';
import { type ExportFile, newExportKey, openFound, queueExport, removeFiles, viewFound } from './archives.service.ts';

/** An admin's export of somebody. @throws {HttpError} as `findManaged` */
async function findAsked(platform: Platform, session: Session, username: string) {
  const { id: userId } = await findManaged(platform, session, username);
  return { userId, row: await findPersonExport(platform.db.kysely, { askedBy: session.userId, userId }) };
}

/** The progress of the caller's export of somebody. @throws {HttpError} as `findManaged` */
export async function readPersonExport(platform: Platform, session: Session, username: string): Promise<Export> {
  return await viewFound(platform, (await findAsked(platform, session, username)).row);
}

/** Its file. @throws {HttpError} as `findManaged`; 404 if there's none */
export async function openPersonExport(platform: Platform, session: Session, username: string): Promise<ExportFile> {
  return await openFound(platform, (await findAsked(platform, session, username)).row);
}

/**
 * Starts an export of somebody, which replaces the caller's previous one of them, and notifies that person; one that's
 * still being made continues.
 * @param given `spend`: counts it; called only if one is started
 * @throws {HttpError} as `findManaged`
 */
export async function startPersonExport(
  platform: Platform,
  session: Session,
  { username, origin, spend }: { username: string; origin: Origin; spend: () => Promise<void> },
): Promise<Export> {
  const { db, clock, newId } = platform;
  const askedBy = session.userId;
  const { userId, row: running } = await findAsked(platform, session, username);
  if (running?.state === 'working') return await viewFound(platform, running);
  await spend();
  const started = await db.transaction(async (tx) => {
    const user = await lockManaged(platform, tx, session, userId);
    const before = await findPersonExport(tx, { askedBy, userId });
    if (before?.state === 'working') return before;
    if (before) await removeFiles(platform, tx, [before.key]);
    const fresh = { asked_by: askedBy, user_id: userId, id: newId(), key: newExportKey(), created_at: clock.now() };
    const row = await replacePersonExport(tx, fresh);
    await queueExport(platform, tx, 'person_exports', row);
    await recordSecurity(platform, tx, { userId, event: 'exported_by_team', origin: byTeam(origin), byId: askedBy });
    await audit(tx, { actorId: askedBy, action: 'person.exported', subject: { kind: 'user', id: userId } });
    await mailUser(platform, tx, user, exportedByTeamMail(user.username));
    return row;
  });
  return await viewFound(platform, started);
}
