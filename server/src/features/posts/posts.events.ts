declare module '#platform/events/events.ts' {
  interface EventMap {
    /**
     * An account is being deleted; its row is locked. Features with rows of the account that affect posts' counts add those posts' ids,
     * so that all of them are locked together and in order.
     */
    'posts.account-leaving': { userId: string; postIds: string[] };
    /**
     * The posts are locked: delete those rows now, and add to `comments` how many were deleted from each post, to be subtracted along
     * with the votes.
     */
    'posts.account-left': { userId: string; comments: { post_id: string; number: number }[] };
  }
}

export {};
