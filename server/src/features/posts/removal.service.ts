import type { Removed } from '@hubbub/contract/platform/shapes.ts';
import { releaseFiles, withholdFiles } from '#features/media/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type {} from './posts.events.ts';
import { findAuthorAndMedia } from './posts.queries.ts';
import { findVisible, listByIds, listShowing, setRemoval } from './removal.queries.ts';

/** What reports, removals and restorations need from posts. */
export function reportablePosts(platform: Platform) {
  const { db } = platform;
  return {
    kind: 'post' as const,

    /** A post that a person can see and may report. */
    async find(tx: Db, id: string, viewerId: string) {
      const post = isId(id) ? await findVisible(tx, id, viewerId) : undefined;
      if (!post) return undefined;
      const { author_id: authorId, community_id: communityId, content } = post;
      return { id: post.id, authorId, communityId, since: 0, content };
    },

    /** Posts as moderators see them, by id. */
    async context(wanted: readonly { id: string }[]) {
      const rows = await listByIds(
        db.kysely,
        wanted.map(({ id }) => id),
      );
      return new Map(
        rows.map(({ id, author_id, content, files, isRemoved }) => [
          id,
          { id, authorId: author_id, content, files, isRemoved, context: [], postId: id },
        ]),
      );
    },

    /** Ids of the posts that these files are attached to. */
    showing: async (paths: readonly string[]) => await listShowing(db.kysely, paths),

    /** Hides a post with its files and comments. @returns whether it existed */
    async remove(tx: Tx, id: string, removal: Removed): Promise<boolean> {
      const post = await findAuthorAndMedia(tx, id);
      if (!post || !(await setRemoval(tx, id, JSON.stringify(removal)))) return false;
      await withholdFiles(platform, tx, post.media_ids);
      await platform.deferred.emit(tx, 'posts.changed', [{ postId: id }]);
      return true;
    },

    /** Shows a removed post again. */
    async restore(tx: Tx, id: string): Promise<void> {
      const post = await findAuthorAndMedia(tx, id);
      if (!post || !(await setRemoval(tx, id, null))) return;
      await releaseFiles(platform, tx, post.media_ids);
      await platform.deferred.emit(tx, 'posts.changed', [{ postId: id }]);
    },
  };
}
