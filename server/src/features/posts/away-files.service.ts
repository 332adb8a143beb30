import { holdUser } from '#features/accounts/public.ts';
import { rekeyFiles } from '#features/media/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { listFilesOfPosts } from './away-files.queries.ts';

/** Posts handled in one transaction. */
const batchSize = 100;

/**
 * Makes the files of an author's posts private while the author is away, and public again afterwards. Those in communities then stay
 * private to people who see the post, because their community may be private, or become so at this moment.
 * @param isAway called in each transaction; the result must hold until that ends
 */
export async function placeFilesOf(
  platform: Platform,
  authorId: string,
  isAway: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  const { db } = platform;
  let after = noId;
  for (let count = batchSize; count === batchSize; ) {
    const posts = await listFilesOfPosts(db.kysely, authorId, { after, most: batchSize });
    count = posts.length;
    after = posts.at(-1)?.id ?? after;
    await db.transaction(async (tx) => {
      // People who leave or return wait until this has ended, and then it's done again.
      if (!(await holdUser(tx, authorId))) return;
      const hides = await isAway(tx);
      const moved = posts.flatMap(({ isPlaced, media_ids }) => (hides || !isPlaced ? media_ids : []));
      await rekeyFiles(platform, tx, moved, hides ? 'private' : 'public');
    });
  }
}
