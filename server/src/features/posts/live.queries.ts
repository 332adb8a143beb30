import { sql } from 'kysely';
import { anyPrepared } from '#platform/database/arrays.ts';
import type { Db, Hot } from '#platform/database/database.ts';
import { and, eb, fact, row, val } from '#platform/database/expressions.ts';
import { jsonId, jsonObject, jsonString, jsonTime } from '#platform/database/json.ts';
import { statement } from '#platform/database/statement.ts';
import { pollJson } from './polls.access.ts';
import { statsJson } from './post-json.queries.ts';
import { postVisibleTo } from './posts.access.ts';

/** Whether somebody sees a post. */
export async function seesPost(db: Db, postId: string, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('posts')
    .select('posts.id')
    .where('posts.id', '=', postId)
    .where(postVisibleTo(row('posts'), val(userId)))
    .executeTakeFirst();
  return found !== undefined;
}

/** Which of these posts are by one of these authors, and in this community; left out: it doesn't matter. */
export async function listAmong(
  db: Db,
  ids: readonly string[],
  { authorIds, communityId }: { authorIds?: readonly string[]; communityId?: string },
): Promise<string[]> {
  const found = await db
    .selectFrom('posts')
    .select('posts.id')
    .where('posts.id', '=', anyPrepared(ids, 'uuid'))
    .$if(authorIds !== undefined, (posts) => posts.where('posts.author_id', '=', anyPrepared(authorIds ?? [], 'uuid')))
    .$if(communityId !== undefined, (posts) => posts.where('posts.community_id', '=', communityId ?? null))
    .execute();
  return found.map(({ id }) => id);
}

/** Posts and people, pairwise. */
interface Asked {
  posts: readonly string[];
  users: readonly string[];
}

/** A post for somebody. */
export interface LiveRow {
  post_id: string;
  user_id: string;
  /** Whether they see it. */
  sees: boolean;
  /** The contract's change; null: it's deleted. */
  body: string | null;
  /** Its poll as they see it. */
  poll: string;
}

const liveStatement = statement<Asked, LiveRow>('posts-live', (db, { posts: ids, users }) => {
  const posts = row('posts');
  const asked = sql<{ post_id: string; user_id: string }>`unnest(${ids}::uuid[], ${users}::uuid[])`;
  return db
    .selectFrom(asked.as<'asked'>(sql`asked(post_id, user_id)`))
    .leftJoin('posts', 'posts.id', 'asked.post_id')
    .select((live) => [
      'asked.post_id',
      'asked.user_id',
      fact(and(eb(posts.id, 'is not', null), postVisibleTo(posts, live.ref('asked.user_id')))).as('sees'),
      jsonObject({
        post_id: jsonId(posts.id),
        stats: statsJson(posts),
        content: jsonString(posts.content),
        edited_at: eb
          .case()
          .when(posts.edited_at, 'is', null)
          .then(sql.lit('null'))
          .else(jsonTime(posts.edited_at))
          .end(),
      }).as('body'),
      pollJson(posts, sql.ref('asked.user_id')).as('poll'),
    ]);
});

/** These posts as they are now for these people, pairwise. */
export const readLive = (hot: Hot, asked: Asked): Promise<LiveRow[]> => liveStatement(hot, asked);
