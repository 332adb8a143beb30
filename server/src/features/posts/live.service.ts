import type { Platform } from '#platform/platform.ts';
import type { PastPost } from './posts.events.ts';

declare module '#platform/realtime/signals.ts' {
  interface Signals {
    /** A post, or one of its counts, has changed. `was`: it was deleted. */
    postChanged: { postId: string; was?: PastPost };
    /** There may be newer posts in the feeds. */
    feedChanged: Record<string, never>;
  }
}

/** The sockets that show a post, on this and other processes. */
export const postPrefix = 'post:';

/** Tells every process, after the commit, that a post has changed. Each reads what its own people see of it now. */
export function emitPostChanged(
  { realtime }: Pick<Platform, 'realtime'>,
  { postId, was }: { postId: string; was?: PastPost },
): void {
  if (realtime.hasSubscribers(postPrefix + postId))
    realtime.signals.emit('postChanged', { postId, ...(was && { was }) });
}

/** Tells every process, after the commit, that there's a new post. */
export const emitFeedChanged = ({ realtime }: Pick<Platform, 'realtime'>): void =>
  realtime.signals.emit('feedChanged', {});
