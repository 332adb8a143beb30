import type { Announcement } from '@hubbub/contract/features/site/site.shapes.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { invalid, notFound } from '#platform/errors/errors.ts';
import { isId, newId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import {
  type AnnouncementRow,
  deleteAnnouncement,
  findAnnouncement,
  insertAnnouncement,
  insertDismissal,
} from './announcement.queries.ts';
import { audit } from './audit.service.ts';
import { checkSiteRole, requireSiteRole } from './roles.service.ts';
import './site.events.ts';
import { lockSite } from './site.queries.ts';
import { viewAnnouncement } from './site.view.ts';

/** Whether there's a post with this id that everybody may see; posts come after the site, so `app.ts` connects it. */
export type IsForEverybody = (tx: Tx, postId: string) => Promise<boolean>;

/** Makes a post of the caller's; returns its id. */
export type MakePost = (session: Session, content: string) => Promise<string>;

/** What an announcement needs from posts. */
export interface AnnouncedPosts {
  isForEverybody: IsForEverybody;
  /** Whether a post is somebody's and says this. */
  isTextBy(db: Db, postId: string, given: { authorId: string; content: string }): Promise<boolean>;
  make: MakePost;
  /** Deletes a post of the caller's. */
  discard(session: Session, postId: string): Promise<void>;
}

/** An existing post, or the text for a new one. */
interface NewAnnouncement {
  post_id?: string | undefined;
  content?: string | undefined;
  until?: string | null | undefined;
}

/**
 * Puts a post at the top of the Everyone feed, in place of the previous one, and notifies everybody. If it's the same post or the caller's
 * same text, with the same end, nothing changes.
 * @throws {HttpError} 422 for anyone but admins, for an end in the past, and unless either a post or a text is given; 404 for a post that
 * not everybody may see
 */
export async function announce(
  platform: Platform,
  posts: AnnouncedPosts,
  session: Session,
  { post_id, content, until: end }: NewAnnouncement,
): Promise<Announcement> {
  const { db, clock, deferred } = platform;
  const until = end == null ? null : new Date(end);
  await checkSiteRole(platform, session, 'admin');
  if (until !== null && until <= clock.now()) throw invalid({ until: 'Choose an end in the future.' });
  if (post_id !== undefined && content !== undefined)
    throw invalid({ content: 'Write a text or choose a post, not both.' });
  const findSame = async (given: Db, postId?: string): Promise<AnnouncementRow | undefined> => {
    const known = await findAnnouncement(given, until);
    if (!known || known.post_id === postId) return known;
    const isSame = content !== undefined && posts.isTextBy(given, known.post_id, { authorId: session.userId, content });
    return (await isSame) ? known : undefined;
  };
  const same = content === undefined ? undefined : await findSame(db.kysely);
  if (same) return viewAnnouncement(same);
  const postId = content === undefined ? post_id : await posts.make(session, content);
  if (postId === undefined) throw invalid({ content: 'Write a text, or choose a post.' });
  const announced = await db.transaction(async (tx) => {
    await requireSiteRole(tx, session, 'admin');
    if (!isId(postId) || !(await posts.isForEverybody(tx, postId))) throw notFound('Post not found.');
    await lockSite(tx);
    const known = await findSame(tx, postId);
    if (known) return known;
    await deleteAnnouncement(tx);
    const row = { id: newId(), post_id: postId, until, created_at: clock.now() };
    await insertAnnouncement(tx, row);
    await deferred.emit(tx, 'site.announced', [{ announcementId: row.id }]);
    await audit(tx, { actorId: session.userId, action: 'announcement.made', subject: { kind: 'post', id: postId } });
    return row;
  });
  // The same text came at the same moment, and was announced first.
  if (announced.post_id !== postId) await posts.discard(session, postId);
  return viewAnnouncement(announced);
}

/** Takes the announcement off the feed, if there is one. @throws {HttpError} 422 for anyone but admins */
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

/** Dismisses an announcement for the caller. */
export async function dismissAnnouncement({ db }: Platform, session: Session, announcementId: string): Promise<void> {
  if (isId(announcementId)) await insertDismissal(db.kysely, announcementId, session.userId);
}
