import { findAnnouncementFor } from '#features/site/public.ts';
import type { Platform } from '#platform/platform.ts';
import type { FeedPageRow } from './feeds.queries.ts';
import { readPost } from './post-json.queries.ts';

/**
 * The first page of everyone's posts, with what the site announces as `announcement`: null if there's nothing, the viewer dismissed it, or
 * they don't see the post.
 */
export async function withAnnouncement(
  platform: Platform,
  tokenHash: Buffer,
  page: FeedPageRow | undefined,
): Promise<FeedPageRow | undefined> {
  if (!page) return undefined;
  const announcement = page.announced ? await announcementText(platform, tokenHash, page.user_id) : 'null';
  return { ...page, body: `${page.body.slice(0, -1)},"announcement":${announcement}}` };
}

async function announcementText({ db, clock }: Platform, tokenHash: Buffer, userId: string): Promise<string> {
  const found = await findAnnouncementFor(db.kysely, userId, clock.now());
  if (!found) return 'null';
  const post = await readPost(db.reads, tokenHash, found.post_id);
  if (!post?.body) return 'null';
  // The post's text is an object with nothing but the post.
  return `{"announcement_id":${JSON.stringify(found.id)},"until":${JSON.stringify(found.until)},${post.body.slice(1)}`;
}
