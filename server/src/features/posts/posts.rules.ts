import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';

/** A post is deleted by its author, and in a community by whoever holds ban:users there. */
export function mayDeletePost(actor: { userId: string; isModerator: boolean }, post: { author_id: string }): boolean {
  return post.author_id === actor.userId || actor.isModerator;
}

/** What moderators removed is gone for all but its author and moderators. */
export function seesRemovedPost(viewer: { userId: string; isOnTeam: boolean }, post: { author_id: string }): boolean {
  return post.author_id === viewer.userId || viewer.isOnTeam;
}

/**
 * A post's files as a viewer sees them; they're stored as others see them. A file that hasn't been checked yet is sensitive for everyone
 * but its author (wire contract, last line).
 */
export function filesForViewer<File extends Pick<MediaFile, 'state' | 'is_nsfw'>>(
  viewer: { userId: string },
  post: { author_id: string; files: readonly File[] },
): File[] {
  const isAuthor = viewer.userId === post.author_id;
  return post.files.map((file) => (isAuthor && file.state === 'processing' ? { ...file, is_nsfw: false } : file));
}
