declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Somebody has written a comment. */
    'comments.written': { commentId: string };
    /** A comment has been edited and now mentions these people. */
    'comments.mentioned': { commentId: string; only: readonly string[] };
    /** A comment was removed, shown again, edited or deleted, or somebody took a reaction to it back. */
    'comments.changed': { commentId: string };
    /** Somebody has reacted to a comment. */
    'comments.reacted': { commentId: string; userId: string };
  }
}

declare module '#platform/events/events.ts' {
  interface EventMap {
    /**
     * The site's team, or whoever moderates the post's community, takes a comment away. Whoever decides about content removes it, in the
     * same transaction; the people are locked, and work for after the commit goes to `afterCommit`.
     */
    'comments.moderated': {
      commentId: string;
      authorId: string;
      communityId: string | null;
      /** Whether the community's moderators did it. */
      isByCommunity: boolean;
      byId: string;
      afterCommit: (effect: () => void) => void;
    };
  }
}

export {};
