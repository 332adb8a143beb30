import { sql } from 'kysely';
import type { Hot, Statement, Tx } from '#platform/database/database.ts';
import type { JsonRow } from '#platform/database/json.ts';
import { perSize, sessionOfToken } from '#platform/database/session-statement.ts';
import { lastPossibleId } from '#platform/ids.ts';
import { fillPosts, postJson } from './post-json.queries.ts';
import { postVisibleToText } from './posts.access.ts';

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

/** Saves a post that a person sees, which may be saved already. @returns whether they see it */
export async function insertBookmark(
  tx: Tx,
  { id, postId, userId }: { id: string; postId: string; userId: string },
): Promise<boolean> {
  const { rows } = await sql`with target as materialized (
      select posts.id, viewer.id as user_id from posts cross join (select ${userId}::uuid as id) viewer
      where posts.id = ${postId} and ${sql.raw(postVisibleToText('posts', 'viewer.id'))}
    ),
    saved as (
      insert into bookmarks (post_id, user_id, id)
      select target.id, target.user_id,
        id_after((select newest.id from bookmarks newest where newest.user_id = ${userId} order by newest.id desc limit 1), ${id})
      from target
      on conflict do nothing
    )
    select from target`.execute(tx);
  return rows.length > 0;
}

export async function deleteBookmark(tx: Tx, { postId, userId }: { postId: string; userId: string }): Promise<void> {
  await tx.deleteFrom('bookmarks').where('post_id', '=', postId).where('user_id', '=', userId).execute();
}

export async function deleteBookmarksOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('bookmarks').where('user_id', '=', userId).execute();
}

/** A page goes on after a bookmark, which may be gone, or after the bookmark of a post. */
const pageStatement = perSize(
  (size): Statement => ({
    name: `posts-bookmarks-${size}`,
    mayLag: true,
    text: `select '{"posts":[' || coalesce(page.items, '') || '],"next":' || coalesce('"' || page.next || '"', 'null') || '}' as body,
        session.*
      from (${sessionOfToken}) session cross join lateral (
        select string_agg(list.item, ',') as items,
          case when count(*) = ${size} then min(list.bookmark_id::text) end as next
        from (
          select ${postJson('posts', 'session.user_id')} as item, bookmarks.id as bookmark_id
          from bookmarks join posts on posts.id = bookmarks.post_id
          where bookmarks.user_id = session.user_id
            and bookmarks.id < coalesce((select last.id from bookmarks last
              where last.user_id = session.user_id and last.post_id = $2), $2::uuid)
            and ${postVisibleToText('posts', 'session.user_id')}
          order by bookmarks.id desc limit ${size}
        ) list
      ) page`,
  }),
);

/** `{"posts": […], "next"}`: the posts that the caller saved, the last one first. Undefined without a session. */
export async function readBookmarks(
  hot: Hot,
  tokenHash: Buffer,
  { size, before }: { size: number; before: string | undefined },
): Promise<(JsonRow & { body: string }) | undefined> {
  const [row] = await hot.query<JsonRow & { body: string }>(pageStatement(size), [tokenHash, before ?? lastPossibleId]);
  return await fillPosts(hot, tokenHash, row, 'visible');
}
