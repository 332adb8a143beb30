import type { Announcement } from '@hubbub/contract/features/site/site.shapes.ts';
import type { Tx } from '#platform/database/database.ts';
import { invalid, notFound } from '#platform/errors/errors.ts';
import { isId, newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { deleteAnnouncement, findAnnouncement, insertAnnouncement, insertDismissal } from './announcement.queries.ts';
import { audit } from './audit.service.ts';
import { requireSiteRole } from './roles.service.ts';
import { lockSite } from './site.queries.ts';
import { viewAnnouncement } from './site.view.ts';

/** Whether there's a post by this id that everybody may see; posts come after the site, so `app.ts` connects it. */
export type IsForEverybody = (tx: Tx, postId: string) => Promise<boolean>;

/**
 * Puts a post on top of every feed, instead of the one before; if it's there already, with the same end, nothing changes.
 * @throws {HttpError} 422 for anyone but admins, and for an end in the past; 404 for a post that not everybody may see
 */
export async function announce(
  { db, clock }: Platform,
  isForEverybody: IsForEverybody,
  session: Session,
  given: { postId: string; until: string | null },
): Promise<Announcement> {
  const until = given.until === null ? null : new Date(given.until);
  return await db.transaction(async (tx) => {
    await requireSiteRole(tx, session, 'admin');
    if (until !== null && until <= clock.now()) throw invalid({ until: 'Choose an end in the future.' });
    if (!isId(given.postId) || !(await isForEverybody(tx, given.postId))) throw notFound('Post not found.');
    await lockSite(tx);
    const known = await findAnnouncement(tx, { postId: given.postId, until });
    if (known) return viewAnnouncement(known);
    await deleteAnnouncement(tx);
    const row = { id: newId(), post_id: given.postId, until, created_at: clock.now() };
    await insertAnnouncement(tx, row);
    await audit(tx, {
      actorId: session.userId,
      action: 'announcement.made',
      subject: { kind: 'post', id: given.postId },
    });
    return viewAnnouncement(row);
  });
}

/** Takes the announcement off all feeds, if there is one. @throws {HttpError} 422 for anyone but admins */
export async function removeAnnouncement({ db }: Platform, session: Session): Promise<void> {
  await db.transaction(async (tx) => {
    await requireSiteRole(tx, session, 'admin');
    const postId = await deleteAnnouncement(tx);
    if (postId === undefined) return;
    await audit(tx, {
      actorId: session.userId,
      action: 'announcement.removed',
      subject: { kind: 'post', id: postId },
    });
  });
}

/** Takes an announcement off the caller's own feed. */
export async function dismissAnnouncement({ db }: Platform, session: Session, announcementId: string): Promise<void> {
  if (isId(announcementId)) await insertDismissal(db.kysely, announcementId, session.userId);
}
