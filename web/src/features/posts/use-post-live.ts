import { limits } from '@hubbub/contract/platform/limits.ts';
import { useEffect } from 'react';
import { holdRoom } from '#platform/socket.ts';

/** Let go of posts, those first that have been followed the longest. */
const releases = new Set<() => void>();

/** Follows a post until the returned function is called, or until so many are followed after it that the server leaves it. */
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

/** Hears of changes of a post as long as it's drawn. @param onJoined from now on nothing is missed: what came before may be */
export function usePostLive(postId: string, onJoined?: () => void): void {
  useEffect(() => holdPost(postId, onJoined), [postId, onJoined]);
}
