import { attachMedia } from '#features/media/public.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { insertPoll } from './polls.queries.ts';
import { insertPost } from './posts.queries.ts';

/** A post from an archive, whose files have been received. */
export interface PostToImport {
  authorId: string;
  content: string;
  /** Identifies it if the same archive is imported again. */
  source: Buffer;
  /** When it was posted, as the exporter claims. */
  claimedAt: Date;
  media: readonly { id: string; alt: string | null }[];
  poll: { choices: string[]; multiple: boolean } | null;
  /** The id of the post here that it quotes. */
  quoteId: string | null;
}

/**
 * Stores a post from an archive, dated now. It notifies nobody: its mentions become plain text, because the names may belong to others
 * here; no page is fetched for its link; and its poll is over, because the votes aren't imported. The account must be held.
 * @throws {HttpError} 422 if a file is gone
 */
export async function importPost(platform: Platform, tx: Tx, post: PostToImport): Promise<void> {
  const now = platform.clock.now();
  const mediaIds = post.media.map(({ id }) => id);
  const alts = post.media.map(({ alt }) => alt);
  const files = JSON.stringify(await attachMedia(platform, tx, mediaIds, alts));
  const stored = {
    id: platform.newId(),
    author_id: post.authorId,
    content: post.content,
    created_at: now,
    files,
    quote_id: post.quoteId,
    has_poll: post.poll !== null,
    imported_created_at: post.claimedAt,
    import_source: post.source,
  };
  const id = await insertPost(tx, stored, mediaIds);
  if (post.poll) await insertPoll(tx, id, { ...post.poll, ends_at: now });
}
