/** The facts that decide who saw a post before it was deleted. */
export interface PastPost {
  authorId: string;
  communityId: string | null;
}

declare module '#platform/events/events.ts' {
  interface EventMap {
    /**
     * An account is being deleted; its row is locked. Features with rows of the account that affect posts' counts add those posts' ids,
     * so that all of them are locked together and in order.
     */
    'posts.account-leaving': { userId: string; postIds: string[] };
    /**
     * A community's moderator takes one of its posts away. The feature that stores decisions removes it, in the same transaction. The
     * people are locked; work for after the commit goes to `afterCommit`.
     */
    'posts.moderated': {
      postId: string;
      authorId: string;
      communityId: string;
      byId: string;
      afterCommit: (effect: () => void) => void;
    };
    /**
     * The posts are locked: delete those rows now, and add to `comments` how many were deleted from each post, to be subtracted along
     * with the votes.
     */
    'posts.account-left': { userId: string; comments: { post_id: string; number: number }[] };
  }
}

declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Somebody has voted for a post, or has withdrawn their vote. */
    'posts.liked': { postId: string; userId: string; isLiked: boolean };
    /** A post mentions people. `only`: it was edited, and these are the ones it didn't mention before. */
    'posts.mentioned': { postId: string; only?: readonly string[] };
    /** There's a new post with a link. */
    'posts.linked': { postId: string };
    /** A post was removed, restored, edited or deleted. `was`: it was deleted, and these facts decided who saw it. */
    'posts.changed': { postId: string; was?: PastPost };
    /** There's a new post in a community. */
    'posts.placed': { postId: string };
  }
}
