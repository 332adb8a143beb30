import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';

/** The error for a post that doesn't exist, or that the caller may not know about. */
export const noPost = 'Post not found. It may have been deleted.';

/** The error for a community that doesn't exist, or that the caller may not know about. */
export const noCommunity = 'Community not found.';

/** A post needs a text, unless it has a poll or a quote. */
export const saysSomething = ({
  content,
  hasPoll,
  quote,
}: {
  content: string;
  hasPoll: boolean;
  quote?: string | undefined;
}) => content.trim() !== '' || hasPoll || quote !== undefined;

/** A post can be deleted by its author, and in a community by holders of ban:users there. */
export function mayDeletePost(actor: { userId: string; isModerator: boolean }, post: { author_id: string }): boolean {
  return post.author_id === actor.userId || actor.isModerator;
}

/** A removed post can be deleted only by its author: moderators would be removing it a second time. */
export function mayDeleteNow(
  actor: { userId: string; isModerator: boolean },
  post: { author_id: string; isRemoved: boolean },
): boolean {
  return mayDeletePost(actor, post) && (!post.isRemoved || post.author_id === actor.userId);
}

/** Why somebody can't edit a post they see. A removed post can't be edited, because of appeals. */
export type EditObstacle = 'foreign' | 'removed';

/** Only its author can edit a post, unless they're banned from its community. */
export function obstaclesToEditing(
  actor: { userId: string },
  post: { author_id: string; isRemoved: boolean },
): EditObstacle[] {
  if (post.author_id !== actor.userId) return ['foreign'];
  return post.isRemoved ? ['removed'] : [];
}

/** A removed post is visible only to its author and moderators: the site's team, and holders of ban:users in its community. */
export function seesRemovedPost(
  viewer: { userId: string; isOnTeam: boolean; isModerator: boolean },
  post: { author_id: string },
): boolean {
  return post.author_id === viewer.userId || viewer.isOnTeam || viewer.isModerator;
}

/** The facts that decide whether somebody sees a post. */
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

/** Why somebody can't see a post. */
export type PostObstacle = 'removed' | 'community' | 'apart' | 'away';

/** A post is visible to people who meet all conditions. */
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

/** The facts that decide whether somebody may vote and comment on a post. */
export interface ResponseGates extends GatesOfPost {
  /** Whether neither they nor the author blocked the other, even if they can't see the post for another reason. */
  isNotBlocked: boolean;
  /** They aren't banned from its community. */
  isNotBanned: boolean;
}

/**
 * People who see a post may vote and comment on it, unless they're banned from its community. Moderators see posts across blocks, but can't
 * respond to them.
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
 * A post's files for a viewer; they're stored as others see them. A file that hasn't been checked yet is sensitive for everyone but its
 * author.
 */
export function filesForViewer<File extends Pick<MediaFile, 'state' | 'is_nsfw'>>(
  viewer: { userId: string },
  post: { author_id: string; files: readonly File[] },
): File[] {
  const isAuthor = viewer.userId === post.author_id;
  return post.files.map((file) => (isAuthor && file.state === 'processing' ? { ...file, is_nsfw: false } : file));
}
