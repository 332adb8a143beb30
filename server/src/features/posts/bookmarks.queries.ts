import { sql } from 'kysely';
import type { Pipeline, Tx } from '#platform/database/database.ts';
import { eb, row, val } from '#platform/database/expressions.ts';
import type { JsonRow } from '#platform/database/json.ts';
import { perSize, sessionColumns, sessionOf, viewer } from '#platform/database/session-statement.ts';
import { statement } from '#platform/database/statement.ts';
import { lastPossibleId } from '#platform/ids.ts';
import { pageJson } from './page.queries.ts';
import { fillPosts, postJson } from './post-json.queries.ts';
import { postVisibleTo } from './posts.access.ts';

interface BookmarksTable {
  post_id: string;
  user_id: string;
  /** Ascends for each person. */
  id: string;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    bookmarks: BookmarksTable;
  }
}

/** Saves a post that a person sees; it may be saved already. @returns whether they see it */
export async function insertBookmark(
  tx: Tx,
  { id, postId, userId }: { id: string; postId: string; userId: string },
): Promise<boolean> {
  const rows = await tx
    .with(
      (cte) => cte('target').materialized(),
      (cte) =>
        cte
          .selectFrom('posts')
          .select('posts.id')
          .where('posts.id', '=', postId)
          .where(postVisibleTo(row('posts'), val(userId))),
    )
    .with('saved', (cte) => {
      const newest = cte
        .selectFrom('bookmarks as newest')
        .select('newest.id')
        .where('newest.user_id', '=', userId)
        .orderBy('newest.id', 'desc')
        .limit(1);
      return cte
        .insertInto('bookmarks')
        .columns(['post_id', 'user_id', 'id'])
        .expression(
          cte
            .selectFrom('target')
            .select(['target.id', sql<string>`${userId}::uuid`.as('user_id')])
            .select(sql<string>`id_after(${newest}, ${id})`.as('bookmark_id')),
        )
        .onConflict((conflict) => conflict.doNothing());
    })
    .selectFrom('target')
    .select('target.id')
    .execute();
  return rows.length > 0;
}

export async function deleteBookmark(tx: Tx, { postId, userId }: { postId: string; userId: string }): Promise<void> {
  await tx.deleteFrom('bookmarks').where('post_id', '=', postId).where('user_id', '=', userId).execute();
}

export async function deleteBookmarksOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('bookmarks').where('user_id', '=', userId).execute();
}

/** A page continues after a bookmark, which may be gone, or after the bookmark of a post. */
const pageStatement = perSize((size) =>
  statement<{ tokenHash: Buffer; before: string }, JsonRow & { body: string }>(
    `posts-bookmarks-${size}`,
    (db, { tokenHash, before }) => {
      const last = eb
        .selectFrom('bookmarks as last')
        .select('last.id')
        .where('last.user_id', '=', viewer)
        .where('last.post_id', '=', before);
      const list = eb
        .selectFrom('bookmarks')
        .innerJoin('posts', 'posts.id', 'bookmarks.post_id')
        .select([postJson(row('posts'), viewer).as('item'), 'bookmarks.id as bookmark_id'])
        .where('bookmarks.user_id', '=', viewer)
        .where('bookmarks.id', '<', eb.fn.coalesce(last, sql<string>`${before}::uuid`))
        .where(postVisibleTo(row('posts'), viewer))
        .orderBy('bookmarks.id', 'desc')
        .limit(size);
      const page = eb.selectFrom(list.as('list')).select((list) => [
        list.fn.agg<string | null>('string_agg', ['list.item', sql.lit(',')]).as('items'),
        list
          .case()
          .when(list.fn.countAll<number>(), '=', size)
          .then(list.fn.min(list.cast<string>('list.bookmark_id', 'text')))
          .end()
          .as('next'),
      ]);
      return db
        .selectFrom(sessionOf(tokenHash).as('session'))
        .crossJoinLateral(page.as('page'))
        .select([pageJson.as('body'), ...sessionColumns]);
    },
    { mayLag: true },
  ),
);

/** `{"posts": […], "next"}`: the posts that the caller saved, the latest first. Undefined without a session. */
export async function readBookmarks(
  pipeline: Pipeline,
  tokenHash: Buffer,
  { size, before }: { size: number; before: string | undefined },
): Promise<(JsonRow & { body: string }) | undefined> {
  const [page] = await pageStatement(size)(pipeline, { tokenHash, before: before ?? lastPossibleId });
  return await fillPosts(pipeline, tokenHash, page, 'visible');
}
