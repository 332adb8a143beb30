import type { CommentChange } from '@hubbub/contract/features/comments/comments.events.ts';

type Change = CommentChange['change'];

/** A deleted comment as it was. */
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
     * A comment was removed, restored, edited or deleted, or a reaction to it was removed. `was`: it was deleted, and
     * this is how it was.
     */
    'comments.changed': { commentId: string; change?: Change; was?: PastComment };
    /** Somebody has reacted to a comment. */
    'comments.reacted': { commentId: string; userId: string };
  }
}

declare module '#platform/events/events.ts' {
  interface EventMap {
    /**
     * The site's team or a community's moderator takes a comment away. The feature that stores decisions removes it, in
     * the same transaction. The people are locked; work for after the commit goes to `afterCommit`.
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
