import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';

export type Vote = Post['vote_type'];
type Voted = Pick<Post, 'vote_type' | 'stats'>;

/** Section 4, Vote: pressing the vote that stands clears it, any other press sets it. The answer is what is sent. */
export function voteAfterPress(current: Vote, pressed: 1 | -1): Vote {
  return current === pressed ? 0 : pressed;
}

/** Section 4, Vote: the post as it is with `vote` in place of the caller's vote; the old vote leaves its count, the new one joins its own. */
export function withVote<T extends Voted>(post: T, vote: Vote): T {
  if (post.vote_type === vote) return post;
  const change = (side: 1 | -1) => Number(vote === side) - Number(post.vote_type === side);
  return {
    ...post,
    vote_type: vote,
    stats: {
      ...post.stats,
      upvote_count: post.stats.upvote_count + change(1),
      downvote_count: post.stats.downvote_count + change(-1),
    },
  };
}

export type MediaKind = 'image' | 'video' | 'audio' | 'other';

/** Section 9: a video is recognised by a type "video" or a path that ends in ".mp4". */
export function mediaKind(file: Pick<MediaFile, 'type' | 'path'>): MediaKind {
  if (file.type.startsWith('video') || file.path.endsWith('.mp4')) return 'video';
  if (file.type.startsWith('image')) return 'image';
  if (file.type.startsWith('audio')) return 'audio';
  return 'other';
}

/** Section 5: who sees media that is blurred for others: whoever has turned NSFW on, and its author. */
export const seesHeldBack = (viewer: Pick<User, 'username' | 'show_nsfw'> | null, author: string): boolean =>
  viewer !== null && (viewer.show_nsfw === true || viewer.username.toLowerCase() === author.toLowerCase());

/** Why media is blurred at first. */
export type HoldReason = 'nsfw' | 'processing' | 'failed';

/** Whether there's nothing to fetch yet: a video or a sound is served once it's written anew without its metadata. */
export const isAwaited = (file: Pick<MediaFile, 'type' | 'path' | 'state'>): boolean =>
  file.state === 'processing' && mediaKind(file) !== 'image';

/**
 * Section 5: NSFW media is blurred unless the viewer sees all (`seesHeldBack`). Media that was not looked at yet (or could not be) is held back in the same
 * way. Sound has nothing to blur.
 */
export function holdReason(
  file: Pick<MediaFile, 'type' | 'path' | 'is_nsfw' | 'state'>,
  seesAll: boolean,
): HoldReason | null {
  if (isAwaited(file)) return mediaKind(file) === 'audio' ? null : 'processing';
  if (seesAll || !file.is_nsfw || mediaKind(file) === 'audio') return null;
  if (file.state === 'ready') return 'nsfw';
  return file.state;
}

const tallest = 4 / 5;
const widest = 1.91;
/** Where a file has no size, the shape of most videos. */
const unknownAspect = 16 / 9;

/**
 * Width to height of the space that a post's media take: that of the first picture or video, within bounds so that no post fills more than a screen.
 * Null when all of it is sound, which has a height of its own.
 */
export function frameAspect(files: readonly Pick<MediaFile, 'type' | 'path' | 'width' | 'height'>[]): number | null {
  const first = files.find((file) => mediaKind(file) !== 'audio');
  if (first === undefined) return null;
  return Math.min(widest, Math.max(tallest, aspectOf(first) ?? unknownAspect));
}

/** Width to height, or null when it is not known. */
function aspectOf(file: Pick<MediaFile, 'width' | 'height'>): number | null {
  return file.width === null || file.height === null || file.width <= 0 || file.height <= 0
    ? null
    : file.width / file.height;
}

/** Whether a picture may fill its frame: it loses at most a fifth of one side. A picture of quite another shape is shown whole. */
export function fillsFrame(file: Pick<MediaFile, 'width' | 'height'>, frame: number): boolean {
  const own = aspectOf(file) ?? frame;
  return Math.max(own / frame, frame / own) <= 1.25;
}

/** How long to wait before asking again whether media is ready, in ms: quickly at first, then every 15 s. */
export function readinessDelay(asked: number): number {
  return Math.min(15_000, Math.round(1500 * 1.5 ** Math.max(0, asked - 1)));
}
