import { findAnnouncementFor } from '#features/site/public.ts';
import { JsonText, withMember } from '#platform/database/json.ts';
import type { Platform } from '#platform/platform.ts';
import type { FeedPageRow } from './feeds.queries.ts';
import { readPost } from './post-json.queries.ts';

/**
 * The first page of everyone's posts, with the site's announcement as `announcement`: null if there's none, the viewer dismissed it, or
 * they don't see the post.
 */
export async function withAnnouncement(
  platform: Platform,
  tokenHash: Buffer,
  page: FeedPageRow | undefined,
): Promise<FeedPageRow | undefined> {
  if (!page) return undefined;
  const announcement = page.announced ? await announcementOf(platform, tokenHash, page.user_id) : null;
  return { ...page, body: withMember(page.body, 'announcement', announcement) };
}

async function announcementOf({ db, clock }: Platform, tokenHash: Buffer, userId: string): Promise<JsonText | null> {
  const found = await findAnnouncementFor(db.kysely, userId, clock.now());
  if (!found) return null;
  const post = await readPost(db.reads, tokenHash, found.post_id);
  if (!post?.body) return null;
  // The post's JSON text has the post as its only key.
  return new JsonText(withMember(withMember(post.body, 'announcement_id', found.id), 'until', found.until));
}
