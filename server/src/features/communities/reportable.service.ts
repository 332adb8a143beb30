import type { Db } from '#platform/database/database.ts';
import type { Platform } from '#platform/platform.ts';
import { findResponsible, knownCommunityId, listByIds } from './reportable.queries.ts';

/** What reports need from communities. */
export function reportableCommunities({ db }: Pick<Platform, 'db'>) {
  return {
    kind: 'community' as const,

    /**
     * A community by its handle. Reports about it go to the site's team, and count against the person responsible for
     * it.
     */
    async find(tx: Db, handle: string, viewerId: string) {
      const id = await knownCommunityId(tx, handle, viewerId);
      if (id === undefined) return undefined;
      return { id, authorId: await findResponsible(tx, id), communityId: null, since: 0 };
    },

    /** Communities by id. */
    async context(wanted: readonly { id: string }[]) {
      const rows = await listByIds(
        db.kysely,
        wanted.map(({ id }) => id),
      );
      return new Map(
        rows.map(({ id, handle, name }) => [
          id,
          { id: handle, authorId: null, content: name, files: [], isRemoved: false, context: [], postId: null },
        ]),
      );
    },
  };
}
