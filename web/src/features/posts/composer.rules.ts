import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { mediaKind } from '#features/posts/posts.rules.ts';
import { isHeic } from '#ui/picture-files.rules.ts';

interface Picked<T> {
  /** The files to add, in the order they were chosen. */
  accepted: T[];
  /** The alert to show, if any. */
  alert?: string;
}

/**
 * Only images, video and audio are accepted, with an alert if another type was chosen. If the post would have more than ten
 * files, none of them is added.
 */
export function pickFiles<T extends { type: string; name: string }>(present: number, chosen: readonly T[]): Picked<T> {
  const accepted = chosen.filter((file) => isHeic(file) || mediaKind({ type: file.type, path: '' }) !== 'other');
  if (present + accepted.length > limits.post.files) return { accepted: [], alert: messages.tooManyFiles };
  return accepted.length < chosen.length ? { accepted, alert: messages.unsupportedFiles } : { accepted };
}

/** After adding files, the first new one is shown. `present` is the list's length before. */
export function previewAfterAdding(present: number, added: number, current: number): number {
  return added === 0 ? current : present;
}

/**
 * After removing an item, the index steps back by one if it was at or past the last item, never below 0. `remaining` is the
 * length after.
 */
export function previewAfterRemoving(current: number, remaining: number): number {
  return current >= remaining ? Math.max(0, current - 1) : current;
}

/** Previous and next wrap around at both ends. */
export function previewStep(current: number, step: 1 | -1, count: number): number {
  return count === 0 ? 0 : (current + step + count) % count;
}

/** A picture's size within `bounds`, keeping its aspect ratio; a picture that fits isn't enlarged. Whole pixels, at least 1. */
export function fitWithin(
  size: { width: number; height: number },
  bounds: { width: number; height: number } = limits.image,
): { width: number; height: number } {
  const scale = Math.min(1, bounds.width / size.width, bounds.height / size.height);
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) };
}

/** A picture's name after conversion, with its extension replaced by ".jpg". */
export function jpegName(name: string): string {
  return `${name.replace(/\.[^./\\]*$/, '') || 'image'}.jpg`;
}

/** How many files there are. */
export const filesText = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/** A community that the person can post to. */
export interface PostPlace {
  handle: string;
  name: string;
}

/** Those that a post can go to, and the one of them that it goes to. */
export interface ChosenPlace {
  known: readonly PostPlace[];
  /** Undefined: to everyone. */
  place: PostPlace | undefined;
  /** The person can't post there anymore. */
  isLost: boolean;
}

/**
 * Where a post goes. A community that was chosen is in the list until it's certain that the person can't post there, and after that it
 * stays chosen: its post never goes to everyone by itself.
 * @param places those that the person can post to; undefined while they're loading
 * @param hasMore there are some that aren't in `places`
 */
export function placeAmong(
  places: readonly PostPlace[] | undefined,
  chosen: PostPlace | undefined,
  hasMore: boolean,
): ChosenPlace {
  const known = places ?? [];
  if (chosen === undefined) return { known, place: undefined, isLost: false };
  const found = known.find(({ handle }) => handle.toLowerCase() === chosen.handle.toLowerCase());
  if (found !== undefined) return { known, place: found, isLost: false };
  return { known: [...known, chosen], place: chosen, isLost: places !== undefined && !hasMore };
}

/** The message about a community that the person can't post to anymore. */
export const lostPlace = (name: string): string => `You can't post to ${name} anymore. Choose where this post goes.`;

/** The parts of a post that can be invalid. */
interface Given {
  text: string;
  /** The post has something else, so it needs no text. */
  hasOther: boolean;
  isPollWhole: boolean;
  /** Empty: the field has no valid time. Undefined: as soon as it's shared. */
  publishAt: string | undefined;
  /** The name of the community it can't go to anymore. */
  lost: string | undefined;
}

/** What keeps a post from being sent. */
export function faultOf({ text, hasOther, isPollWhole, publishAt, lost }: Given): string | undefined {
  if (text.trim() === '' && !hasOther) return messages.contentRequired;
  if (!isPollWhole) return 'Write at least two choices, or remove the poll.';
  if (lost !== undefined) return lostPlace(lost);
  const isPast = publishAt !== undefined && !(Date.parse(publishAt) > Date.now());
  return isPast ? 'Choose a time in the future.' : undefined;
}
