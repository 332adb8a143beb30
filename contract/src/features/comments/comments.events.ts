import type { Reaction } from '../reactions/reactions.shapes.ts';
import type { Comment } from './comments.endpoints.ts';

/** A comment without what's only about one viewer. */
export interface LiveComment extends Omit<Comment, 'can_edit' | 'can_delete' | 'replies' | 'reactions'> {
  reactions: Omit<Reaction, 'mine'>[];
}

/** What happened to a comment, and how it is now. Of one that's gone for the receiver, it's `deleted`, and without a text. */
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
