import type { Db } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { findVisible, listByIds } from './reportable.queries.ts';

/** What reports need from profiles. */
export function reportableProfiles({ db }: Pick<Platform, 'db'>) {
  return {
    kind: 'user' as const,

    /** A person by username whose profile the viewer can see. */
    async find(tx: Db, username: string, viewerId: string) {
      const person = await findVisible(tx, username, viewerId);
      return person && { id: person.id, authorId: person.id, communityId: null, since: 0 };
    },

    /** Profiles by id. */
    async context(wanted: readonly { id: string }[]) {
      const rows = await listByIds(
        db.kysely,
        wanted.map(({ id }) => id),
      );
      return new Map(
        rows.map(({ id, username, bio }) => [
          id,
          { id: username, authorId: id, content: bio, files: [], isRemoved: false, context: [], postId: null },
        ]),
      );
    },
  };
}
