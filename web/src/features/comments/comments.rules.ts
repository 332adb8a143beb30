import type { Comment } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import type { LiveComment } from '@hubbub/contract/features/comments/comments.events.ts';
import { deletedUser } from '@hubbub/contract/platform/deleted-user.ts';

/** A comment that's still being sent has no server id yet. */
export const pendingPrefix = 'pending:';

/** Whether a comment is still being sent. */
export const isPending = ({ comment_id }: Pick<Comment, 'comment_id'>): boolean => comment_id.startsWith(pendingPrefix);

type Change = (comment: Comment) => readonly Comment[];

/** A list after `change` of each of its comments and their replies. */
export const changedEach = (comments: readonly Comment[], change: Change): Comment[] =>
  comments.flatMap((comment) =>
    change(comment).map(({ replies, ...rest }) => (replies ? { ...rest, replies: replies.flatMap(change) } : rest)),
  );

/** Puts `stored` in the place of the comment with its id, and keeps the replies that are shown under it. */
export const replaced = (stored: Comment): Change => {
  return (comment) => (comment.comment_id === stored.comment_id ? [{ ...comment, ...stored }] : [comment]);
};

/** Counts replies that were written or deleted in the comment that their thread begins with. */
export const countedIn =
  (threadId: string | null, by: number): Change =>
  (comment) =>
    comment.comment_id === threadId ? [{ ...comment, reply_count: Math.max(0, comment.reply_count + by) }] : [comment];

const { username, name, profile_path } = deletedUser;

/** What's left of a comment that was deleted: nothing, or a placeholder if it has replies. */
export function afterDeletion(gone: Pick<Comment, 'comment_id' | 'parent_id'>): Change {
  return (comment) => {
    if (comment.comment_id === gone.comment_id) return comment.reply_count === 0 ? [] : [emptied(comment)];
    const [counted = comment] = countedIn(gone.parent_id, -1)(comment);
    return counted.deleted && counted.reply_count === 0 ? [] : [counted];
  };
}

const emptied = ({ removed: _, ...comment }: Comment): Comment => ({
  ...comment,
  content: '',
  mentions: [],
  user: { username, name, profile_path },
  deleted: true,
  edited_at: null,
  can_edit: false,
  can_delete: false,
  reactions: [],
});

/** A comment as the server's event has it, plus what the event doesn't say: what the viewer may do, and which reactions are theirs. */
export const followed = (known: Comment, { reactions, ...now }: LiveComment): Comment => ({
  ...known,
  ...now,
  reactions: reactions.map((each) => ({
    ...each,
    mine: known.reactions.find(({ emoji }) => emoji === each.emoji)?.mine ?? false,
  })),
});

/** A comment's reactions after its viewer has pressed one. */
export function afterReaction(reactions: Comment['reactions'], emoji: string): Comment['reactions'] {
  const known = reactions.find((each) => each.emoji === emoji);
  if (!known) return [...reactions, { emoji, count: 1, mine: true }];
  const count = known.count + (known.mine ? -1 : 1);
  return reactions.flatMap((each) => {
    if (each !== known) return [each];
    return count === 0 ? [] : [{ ...each, count, mine: !each.mine }];
  });
}

/** The replies of a thread: those that were loaded, then those written here that aren't among them. */
export function shownReplies(threadId: string, loaded: readonly Comment[], written: readonly Comment[]): Comment[] {
  const ids = new Set(loaded.map(({ comment_id }) => comment_id));
  return [...loaded, ...written.filter(({ comment_id, parent_id }) => parent_id === threadId && !ids.has(comment_id))];
}
