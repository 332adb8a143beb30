import { and, byKey, type Condition, eb, exists, type Id, type Row } from '#platform/database/expressions.ts';

/**
 * Whether a person has saved a post. In a list, the first part is evaluated once, so that it costs next to nothing for the many people who
 * have saved nothing.
 */
export const isBookmarkedBy = (posts: Row<'posts'>, userId: Id): Condition =>
  and(
    eb(
      // The latest one, not `exists`: where few people have saved much, PostgreSQL would search the whole table for one of theirs.
      eb
        .selectFrom('bookmarks as known')
        .select('known.id')
        .where('known.user_id', '=', userId)
        .orderBy('known.id', 'desc')
        .limit(eb.lit(1)),
      'is not',
      null,
    ),
    exists(
      eb
        .selectFrom('bookmarks')
        .where('bookmarks.post_id', '=', posts.id)
        .where('bookmarks.user_id', '=', userId)
        .offset(byKey),
    ),
  );
