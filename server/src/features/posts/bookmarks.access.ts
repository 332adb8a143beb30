/**
 * Whether a person has saved a post: a condition on a row of posts and an id. In a list, the first part is evaluated once, so that it costs
 * next to nothing for the many who have saved nothing. `offset 0` keeps the planner from looking up all that they saved instead.
 */
// The latest, not `exists`: where few people have saved much, PostgreSQL would look for one of theirs in the whole table.
export const isBookmarkedBy = (posts: string, userId: string): string =>
  `((select known.id from bookmarks known where known.user_id = ${userId} order by known.id desc limit 1) is not null
    and exists (select from bookmarks where bookmarks.post_id = ${posts}.id and bookmarks.user_id = ${userId} offset 0))`;
