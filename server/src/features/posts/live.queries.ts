import { sql } from 'kysely';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Db, Pipeline } from '#platform/database/database.ts';
import { and, eb, fact, row, val } from '#platform/database/expressions.ts';
import { jsonObject } from '#platform/database/json.ts';
import { statement } from '#platform/database/statement.ts';
import { pollJson } from './polls.access.ts';
import { changingJson } from './post-json.queries.ts';
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

/** Posts and people, pairwise. `authors`, `communities`: the deleted posts' author and community. */
interface Asked {
  posts: readonly string[];
  users: readonly string[];
  authors: readonly (string | null)[];
  communities: readonly (string | null)[];
}

/** A post for a person. */
export interface LiveRow {
  post_id: string;
  user_id: string;
  /** Whether they see it. */
  sees: boolean;
  /** Whether they'd see it if it weren't removed or deleted. */
  saw: boolean;
  /** The contract's change for them, as JSON text; null: it's deleted. */
  body: string | null;
}

const liveStatement = statement<Asked, LiveRow>('posts-live', (db, { posts: ids, users, authors, communities }) => {
  const [posts, past] = [row('posts'), row('posts', 'past')];
  const asked = sql<{ post_id: string; user_id: string; author_id: string | null; community_id: string | null }>`
    unnest(${arrayOf(ids, 'uuid')}, ${arrayOf(users, 'uuid')}, ${arrayOf(authors, 'uuid')}, ${arrayOf(communities, 'uuid')})`;
  return db
    .selectFrom(asked.as<'asked'>(sql`asked(post_id, user_id, author_id, community_id)`))
    .leftJoin('posts', 'posts.id', 'asked.post_id')
    .crossJoinLateral(
      db
        .selectNoFrom([
          sql.ref<string>('asked.post_id').as('id'),
          eb.fn.coalesce(posts.author_id, sql.ref<string>('asked.author_id')).as('author_id'),
          eb.fn.coalesce(posts.community_id, sql.ref<string>('asked.community_id')).as('community_id'),
          sql<null>`null::json`.as('removal'),
        ])
        .as('past'),
    )
    .select((live) => [
      'asked.post_id',
      'asked.user_id',
      fact(and(eb(posts.id, 'is not', null), postVisibleTo(posts, live.ref('asked.user_id')))).as('sees'),
      fact(and(eb(past.author_id, 'is not', null), postVisibleTo(past, live.ref('asked.user_id')))).as('saw'),
      jsonObject(
        changingJson(posts),
        sql`coalesce(',"poll":' || nullif(${pollJson(posts, sql.ref('asked.user_id'))}, 'null'), '')`,
      ).as('body'),
    ]);
});

/** The posts as they are now for these people, pairwise. */
export const readLive = (pipeline: Pipeline, asked: Asked): Promise<LiveRow[]> => liveStatement(pipeline, asked);
