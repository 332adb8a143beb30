import type { z } from 'zod';
import type { AckCallback } from '../../platform/acks.ts';
import * as shapes from '../../platform/shapes.ts';
import type { Poll } from './polls.shapes.ts';
import type { postStats } from './posts.shapes.ts';

/** The payload of each client event: the id of a post that the client shows. */
export const joinPost = shapes.id;
export const leavePost = shapes.id;

/** Client events. A socket hears of the 30 posts that it joined last. */
export interface PostClientEvents {
  joinPost: (postId: string, ack?: AckCallback) => void;
  leavePost: (postId: string, ack?: AckCallback) => void;
}

/** A post as it is now. `gone`: it was deleted or removed, and the rest says nothing. */
export interface PostChange {
  post_id: string;
  stats: z.output<typeof postStats>;
  content: string;
  edited_at: string | null;
  /** For posts with one, as the receiver sees it: without counts until they've answered or it's over. */
  poll?: Poll;
  gone?: true;
}

/** Server events. */
export interface PostServerEvents {
  /**
   * Something newer may be in the feeds. A page asks for the count at a random moment within so many seconds, and only while it's visible.
   * At most once a second.
   */
  feedChanged: (change: { within: number }) => void;
  /** To sockets that joined the post and may see it, at most once a second. */
  postChanged: (change: PostChange) => void;
}
