import { limits } from '@hubbub/contract/platform/limits.ts';
import { useEffect } from 'react';
import { holdRoom } from '#platform/socket.ts';

/** Functions that stop following a post, the one followed longest first. */
const releases = new Set<() => void>();

/** Follows a post until the returned function is called, or until newer ones use up the number that the server allows. */
function holdPost(postId: string, onJoined: (() => void) | undefined): () => void {
  const leave = holdRoom({ join: 'joinPost', leave: 'leavePost', id: postId }, onJoined ? { onJoined } : {});
  const release = () => {
    releases.delete(release);
    leave();
  };
  const [oldest] = releases;
  if (releases.size >= limits.joinedPosts) oldest?.();
  releases.add(release);
  return release;
}

/**
 * Follows a post's changes while it's rendered.
 * @param onJoined called when nothing can be missed from now on; earlier changes may have been
 */
export function usePostLive(postId: string, onJoined?: () => void): void {
  useEffect(() => holdPost(postId, onJoined), [postId, onJoined]);
}
