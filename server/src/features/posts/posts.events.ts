declare module '#platform/events/events.ts' {
  interface EventMap {
    /**
     * An account is being deleted, its row is locked. Whoever keeps rows of the account that posts count adds the ids of those
     * posts, so that all of them are locked at once and in order.
     */
    'posts.account-leaving': { userId: string; postIds: string[] };
    /** The posts are locked: those rows go now, and `comments` gets how many went of each post, to be counted out with the votes. */
    'posts.account-left': { userId: string; comments: { post_id: string; number: number }[] };
  }
}

export {};
