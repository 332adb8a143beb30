import type { Reaction } from '../reactions/reactions.shapes.ts';
import type { Comment } from './comments.endpoints.ts';

/** A comment without the fields that depend on the viewer. */
export interface LiveComment extends Omit<Comment, 'can_edit' | 'can_delete' | 'replies' | 'reactions'> {
  reactions: Omit<Reaction, 'mine'>[];
}

/**
 * What happened to a comment, and its present state. If the receiver can no longer see it, `change` is `deleted` and
 * the text is empty.
 */
export interface CommentChange {
  post_id: string;
  comment: LiveComment;
  change: 'created' | 'edited' | 'deleted' | 'removed' | 'restored' | 'reaction';
}

/** Server events. */
export interface CommentServerEvents {
  /** To sockets that joined the post (`joinPost`) and may see the comment, or could until then. */
  commentChanged: (change: CommentChange) => void;
}
