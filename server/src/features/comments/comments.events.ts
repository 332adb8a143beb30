import type { CommentChange } from '@hubbub/contract/features/comments/comments.events.ts';

type Change = CommentChange['change'];

/** What's known of a comment that's deleted. */
export interface PastComment {
  postId: string;
  authorId: string | null;
  parentId: string | null;
  /** ISO 8601. */
  createdAt: string;
}

declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Somebody has written a comment. */
    'comments.written': { commentId: string };
    /** A comment has been edited and now mentions these people. */
    'comments.mentioned': { commentId: string; only: readonly string[] };
    /**
     * A comment was removed, shown again, edited or deleted, or somebody took a reaction to it back. `was`: it's deleted, and this is what's
     * known of it.
     */
    'comments.changed': { commentId: string; change?: Change; was?: PastComment };
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
