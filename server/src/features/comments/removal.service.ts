import type { Removed } from '@hubbub/contract/platform/shapes.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type {} from './comments.events.ts';
import { findVisible, listByIds, setRemoval } from './removal.queries.ts';

/** What reports, removals and restorations need from comments. */
export function reportableComments({ db, deferred }: Platform) {
  return {
    kind: 'comment' as const,

    /** A comment that a person can see and may report. */
    async find(tx: Db, id: string, viewerId: string) {
      const comment = isId(id) ? await findVisible(tx, id, viewerId) : undefined;
      if (!comment) return undefined;
      const { author_id: authorId, community_id: communityId, content } = comment;
      return { id: comment.id, authorId, communityId, since: 0, content };
    },

    /** Comments as moderators see them, by id. */
    async context(wanted: readonly { id: string }[]) {
      const rows = await listByIds(
        db.kysely,
        wanted.map(({ id }) => id),
      );
      return new Map(
        rows.map(({ id, author_id, post_id, content, isRemoved }) => [
          id,
          { id, authorId: author_id, content, files: [], isRemoved, context: [], postId: post_id },
        ]),
      );
    },

    /** Hides a comment and subtracts it from its post's count. @returns whether it existed */
    async remove(tx: Tx, id: string, removal: Removed): Promise<boolean> {
      await deferred.emit(tx, 'comments.changed', [{ commentId: id, change: 'removed' }]);
      return await setRemoval(tx, id, JSON.stringify(removal));
    },

    /** Shows a removed comment again. */
    async restore(tx: Tx, id: string): Promise<void> {
      await setRemoval(tx, id, null);
      await deferred.emit(tx, 'comments.changed', [{ commentId: id, change: 'restored' }]);
    },
  };
}
