/** Whether a person has saved a post: a condition on a row of posts and an id. */
export const isBookmarkedBy = (posts: string, userId: string): string =>
  `exists (select from bookmarks where bookmarks.post_id = ${posts}.id and bookmarks.user_id = ${userId})`;
