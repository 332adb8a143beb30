import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';

/** What's answered about a post that isn't there, or that the caller may not know of. */
export const noPost = 'Post not found. It may have been deleted.';

/** A post has a text, unless a poll or a quote speaks for it. */
export const saysSomething = ({
  content,
  hasPoll,
  quote,
}: {
  content: string;
  hasPoll: boolean;
  quote?: string | undefined;
}) => content.trim() !== '' || hasPoll || quote !== undefined;

/** A post is deleted by its author, and in a community by whoever holds ban:users there. */
export function mayDeletePost(actor: { userId: string; isModerator: boolean }, post: { author_id: string }): boolean {
  return post.author_id === actor.userId || actor.isModerator;
}

/** What was removed already is deleted only by its author: whoever moderates would remove it a second time. */
export function mayDeleteNow(
  actor: { userId: string; isModerator: boolean },
  post: { author_id: string; isRemoved: boolean },
): boolean {
  return mayDeletePost(actor, post) && (!post.isRemoved || post.author_id === actor.userId);
}

/** Why somebody can't change a post they see. What moderators removed stays as it was, for appeals. */
export type EditObstacle = 'foreign' | 'removed';

/** A post is changed by its author, who mustn't be banned from its community. */
export function obstaclesToEditing(
  actor: { userId: string },
  post: { author_id: string; isRemoved: boolean },
): EditObstacle[] {
  if (post.author_id !== actor.userId) return ['foreign'];
  return post.isRemoved ? ['removed'] : [];
}

/** What moderators removed is gone for all but its author and moderators: the site's team, and whoever holds ban:users in its community. */
export function seesRemovedPost(
  viewer: { userId: string; isOnTeam: boolean; isModerator: boolean },
  post: { author_id: string },
): boolean {
  return post.author_id === viewer.userId || viewer.isOnTeam || viewer.isModerator;
}

/** What decides whether somebody sees a post. */
export interface GatesOfPost {
  /** It wasn't removed, or they still see it. */
  isShown: boolean;
  /** It isn't in a community whose posts they don't see. */
  isInOpenCommunity: boolean;
  /** Neither they nor the author blocked the other, or they moderate its community. */
  isNotApart: boolean;
  /** Its author hasn't deactivated their account, and isn't deleting it. */
  isAuthorHere: boolean;
}

/** What keeps somebody from seeing a post. */
export type PostObstacle = 'removed' | 'community' | 'apart' | 'away';

/** A post is seen by whoever passes all of its gates. */
export function obstaclesToSeeing({
  isShown,
  isInOpenCommunity,
  isNotApart,
  isAuthorHere,
}: GatesOfPost): PostObstacle[] {
  const obstacles: PostObstacle[] = [];
  if (!isInOpenCommunity) obstacles.push('community');
  if (!isShown) obstacles.push('removed');
  if (!isNotApart) obstacles.push('apart');
  if (!isAuthorHere) obstacles.push('away');
  return obstacles;
}

/** What decides whether somebody may vote and comment on a post. */
export interface ResponseGates extends GatesOfPost {
  /** Neither they nor the author blocked the other, whether or not they can still see the post. */
  isNotBlocked: boolean;
  /** They aren't banned from its community. */
  isNotBanned: boolean;
}

/**
 * Whoever sees a post may vote and comment on it, unless they're banned from its community. A moderator sees what's blocked, and still
 * can't respond to it.
 */
export function obstaclesToResponding(post: ResponseGates): (PostObstacle | 'banned')[] {
  const { isNotBlocked, isNotBanned } = post;
  const obstacles: (PostObstacle | 'banned')[] = obstaclesToSeeing({
    ...post,
    isNotApart: post.isNotApart && isNotBlocked,
  });
  return isNotBanned ? obstacles : [...obstacles, 'banned'];
}

/**
 * A post's files as a viewer sees them; they're stored as others see them. A file that hasn't been checked yet is sensitive for everyone
 * but its author.
 */
export function filesForViewer<File extends Pick<MediaFile, 'state' | 'is_nsfw'>>(
  viewer: { userId: string },
  post: { author_id: string; files: readonly File[] },
): File[] {
  const isAuthor = viewer.userId === post.author_id;
  return post.files.map((file) => (isAuthor && file.state === 'processing' ? { ...file, is_nsfw: false } : file));
}
