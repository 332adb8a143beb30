import type { AckCallback } from '../../platform/acks.ts';
import * as shapes from '../../platform/shapes.ts';
import type { Poll } from './polls.shapes.ts';
import type { QuotedPost, written } from './posts.shapes.ts';

/** The payload of each client event: the id of a post that the client shows. */
export const joinPost = shapes.id;
export const leavePost = shapes.id;

/** Client events. A socket gets events about the 30 posts that it joined last. */
export interface PostClientEvents {
  joinPost: (postId: string, ack?: AckCallback) => void;
  leavePost: (postId: string, ack?: AckCallback) => void;
}

/** A post as it is now. */
export interface PostNow extends Pick<QuotedPost, 'post_id' | 'stats' | 'edited_at' | keyof typeof written> {
  /** The poll, if it has one, as the receiver sees it: without counts until they've voted or it's over. */
  poll?: Poll;
  gone?: never;
}

/** A post that was deleted or removed. Its other fields mean nothing. */
export interface PostGone extends Pick<QuotedPost, 'post_id' | 'stats' | 'content' | 'edited_at'> {
  gone: true;
}

/** Server events. */
export interface PostServerEvents {
  /**
   * There may be newer posts in the feeds. A page waits for a random time of up to this many seconds before it asks for
   * the count, and only asks while it's visible. Sent at most once a second.
   */
  feedChanged: (change: { within: number }) => void;
  /** To sockets that joined the post and may see it, at most once a second. */
  postChanged: (change: PostNow | PostGone) => void;
}
