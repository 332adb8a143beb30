import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import type { Post } from '@hubbub/contract/features/posts/posts.shapes.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';

export type Vote = Post['vote_type'];
type Voted = Pick<Post, 'vote_type' | 'stats'>;

/** Pressing the current vote clears it, any other press sets it. Returns the vote to send. */
export function voteAfterPress(current: Vote, pressed: 1 | -1): Vote {
  return current === pressed ? 0 : pressed;
}

/** The post with `vote` instead of the caller's current vote, which leaves its count while the new one joins its own. */
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

/** A video is recognized by the type "video" or a path ending in ".mp4". */
export function mediaKind(file: Pick<MediaFile, 'type' | 'path'>): MediaKind {
  if (file.type.startsWith('video') || file.path.endsWith('.mp4')) return 'video';
  if (file.type.startsWith('image')) return 'image';
  if (file.type.startsWith('audio')) return 'audio';
  return 'other';
}

/** Who sees media that's blurred for others: anyone who has turned NSFW on, and its author. */
export const seesHeldBack = (viewer: Pick<User, 'username' | 'show_nsfw'> | null, author: string): boolean =>
  viewer !== null && (viewer.show_nsfw === true || viewer.username.toLowerCase() === author.toLowerCase());

/** Why media starts out blurred. */
export type HoldReason = 'nsfw' | 'processing' | 'failed';

/** Whether there's nothing to fetch yet: a video or sound is served only once it's been rewritten without its metadata. */
export const isAwaited = (file: Pick<MediaFile, 'type' | 'path' | 'state'>): boolean =>
  file.state === 'processing' && mediaKind(file) !== 'image';

/**
 * NSFW media is blurred unless the viewer sees everything (`seesHeldBack`). Media that hasn't been checked yet, or couldn't
 * be, is held back the same way. Sound has nothing to blur.
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
/** The usual shape of a video, for files without a size. */
const unknownAspect = 16 / 9;

/**
 * Width to height of the space for a post's media: the first picture's or video's, within bounds so that no post fills more than a
 * screen. Null if it's all sound, which has its own height.
 */
export function frameAspect(files: readonly Pick<MediaFile, 'type' | 'path' | 'width' | 'height'>[]): number | null {
  const first = files.find((file) => mediaKind(file) !== 'audio');
  if (first === undefined) return null;
  return Math.min(widest, Math.max(tallest, aspectOf(first) ?? unknownAspect));
}

/** Width to height, or null if unknown. */
function aspectOf(file: Pick<MediaFile, 'width' | 'height'>): number | null {
  return file.width === null || file.height === null || file.width <= 0 || file.height <= 0
    ? null
    : file.width / file.height;
}

/** Whether a picture may fill its frame: it loses at most a fifth of one side. A picture of a very different shape is shown whole. */
export function fillsFrame(file: Pick<MediaFile, 'width' | 'height'>, frame: number): boolean {
  const own = aspectOf(file) ?? frame;
  return Math.max(own / frame, frame / own) <= 1.25;
}

/** How long to wait, in ms, before polling again for media that isn't ready: briefly at first, then 15 s. */
export function readinessDelay(asked: number): number {
  return Math.min(15_000, Math.round(1500 * 1.5 ** Math.max(0, asked - 1)));
}
