import type { MediaPurpose, StoredMedia } from './media.queries.ts';
import type { MediaKind } from './media-types.rules.ts';
import type { Scores } from './processing/classifier-process.service.ts';

/** Upload limits in bytes, from the settings. */
export interface MediaLimits {
  maxImageSize: number;
  maxMediaSize: number;
  maxProfilePictureSize: number;
  maxMessageImageSize: number;
  maxAttachmentSize: number;
}

/** Bytes as people read them. */
export const inMegabytes = (bytes: number) => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MB`;

/** The purpose of an upload. `attachment`: one of a message's files, as opposed to its single picture. */
export type UploadPurpose = MediaPurpose | 'attachment';

/**
 * Posts accept pictures, videos and sounds; profiles and a message's picture only pictures; a message's files can be
 * anything.
 */
export function mayBeUsedFor(purpose: UploadPurpose, kind: MediaKind): boolean {
  if (purpose === 'attachment' || kind === 'image') return true;
  return purpose === 'post' && kind !== 'document';
}

/** The largest file allowed for a kind and purpose, in bytes. */
export function maxBytesOf(purpose: UploadPurpose, kind: MediaKind, limits: MediaLimits): number {
  if (purpose === 'profile') return limits.maxProfilePictureSize;
  if (purpose === 'attachment') return limits.maxAttachmentSize;
  if (purpose === 'message') return limits.maxMessageImageSize;
  return kind === 'image' ? limits.maxImageSize : limits.maxMediaSize;
}

/**
 * How sure the classifier must be that something is explicit (pornography, photographed or drawn). Deliberately less
 * than even odds: an unnecessary blur costs one look at the settings, a missing one shows people what they didn't want
 * to see.
 */
const explicitThreshold = 0.4;
/**
 * Suggestive pictures are mostly harmless (beaches, sports): they're held back only if the classifier is almost
 * certain.
 */
const suggestiveThreshold = 0.85;
/**
 * A single frame of a video is enough if the classifier is this sure; below that it takes two, because ten frames have
 * ten chances to be misjudged.
 */
const certainThreshold = 0.8;

const isExplicit = ({ Porn, Hentai }: Scores) => Porn + Hentai >= explicitThreshold;
const isSuggestive = ({ Sexy }: Scores) => Sexy >= suggestiveThreshold;
const isCertain = ({ Porn, Hentai }: Scores) => Porn + Hentai >= certainThreshold;

/**
 * A picture is held back if its sample is explicit or clearly suggestive; a video or an animation, if two of its
 * samples are, or one is certainly explicit. A file with no samples is held back.
 */
export function isNsfw(samples: readonly Scores[]): boolean {
  const suspects = samples.filter((scores) => isExplicit(scores) || isSuggestive(scores));
  if (samples.length <= 1) return samples.length === 0 || suspects.length > 0;
  return suspects.length >= 2 || suspects.some(isCertain);
}

/** How many frames of a video are checked; with less than ten seconds, one per second. */
const frameCount = 10;

/**
 * Where in a video samples are taken, in seconds: evenly spread, without the very first and last frame, which are often black. A video
 * of unknown length is sampled in its first half minute.
 */
export function sampleTimes(duration: number | null): number[] {
  const length = duration === null || duration <= 0 ? 30 : duration;
  const count = Math.max(2, Math.min(frameCount, Math.ceil(length)));
  return Array.from({ length: count }, (_, index) => Math.round(((index + 0.5) * length * 1000) / count) / 1000);
}

/** Widths of a picture's smaller versions, in pixels: a grid tile, a feed card on a phone, a card on a high-density screen. */
export const renderingWidths: readonly number[] = [320, 640, 1080];

// The names of a medium's other files are derived from its original's path, so that no file is lost track of.
const stemOf = (path: string) => path.slice(0, path.lastIndexOf('.'));

/**
 * The path of a new medium.
 * @param random unguessable, at least 128 bits
 * @param privateMark marks the path of a file that only some people may see
 */
export const originalPath = (random: string, purpose: MediaPurpose, extension: string, privateMark: string): string =>
  `/${random}${purpose === 'message' ? privateMark : ''}.${extension}`;

/**
 * A new path for a medium that moves. The names of its other files are derived from it.
 * @param random unguessable, at least 128 bits
 * @param privateMark marks it as one that only some people may see; empty for everyone
 */
export const movedPath = (path: string, random: string, privateMark: string): string =>
  `/${random}${privateMark}${path.slice(stemOf(path).length)}`;

/** The path of a medium's file (its poster, a smaller version) after the medium has moved. */
export const movedFile = (file: string, from: string, to: string): string =>
  stemOf(to) + file.slice(stemOf(from).length);

/** The possible paths of the original that a private file (itself or a smaller version) belongs to. */
export function privateOriginals(key: string, extensions: readonly string[], privateMark: string): string[] {
  const stem = key.slice(0, key.indexOf(privateMark) + privateMark.length);
  return extensions.map((extension) => `/${stem}.${extension}`);
}

/** Marks the path of a file in its uploaded form, which isn't served to anyone, not even by a bucket, which refuses private files. */
const rawMark = '-private-raw';

/** Path of a recording as uploaded, until it's rewritten without its metadata. */
export const rawPath = (path: string): string => `${stemOf(path)}${rawMark}${path.slice(stemOf(path).length)}`;

/**
 * The path of a video whose metadata is removed but which is still to be converted. Like the uploaded form, it isn't
 * served at this path.
 */
export const cleanPath = (path: string): string => `${stemOf(path)}${rawMark}-clean${path.slice(stemOf(path).length)}`;

/** Whether a file is in its uploaded form, or waits to be converted. */
export const isRaw = (key: string): boolean => key.includes(rawMark);

/** A path's storage key. */
export const keyOf = (path: string): string => path.slice(1);

/** Path of a picture's smaller version. */
export const renderingPath = (path: string, width: number): string => `${stemOf(path)}-${width}.webp`;

/** Path of a profile picture's small version; the contract's `smallProfilePath` gives the same. */
export const smallPath = (path: string): string => `${stemOf(path)}-small.webp`;

/** Path of a video's poster. */
export const posterPath = (path: string): string => `${stemOf(path)}-poster.webp`;

/** Storage keys of all files a medium may have. */
export const filesOf = (path: string): string[] =>
  [
    path,
    rawPath(path),
    cleanPath(path),
    smallPath(path),
    posterPath(path),
    ...renderingWidths.map((width) => renderingPath(path, width)),
  ].map(keyOf);

/** The storage keys of a medium's files; if it isn't attached yet, they may be incomplete or gone. */
export function storedFilesOf(media: StoredMedia): { key: string; type: string; isNeeded: boolean }[] {
  const webp = 'image/webp';
  const isClean = media.metadata === 'removed' || media.type.startsWith('image/');
  const isSettled = isClean && media.converts_from === null;
  // An unsettled recording has one of these. Each is removed as soon as the next exists, so in this order a backup finds one.
  const original = isSettled ? [media.path] : [rawPath(media.path), cleanPath(media.path), media.path];
  const others = [
    ...(media.purpose === 'profile' ? [{ path: smallPath(media.path), type: webp }] : []),
    ...(media.poster === null ? [] : [{ path: media.poster, type: webp }]),
    ...media.variants,
  ];
  return [
    ...original.map((path) => ({ key: keyOf(path), type: media.type, isNeeded: media.isAttached && isSettled })),
    ...others.map(({ path, type }) => ({ key: keyOf(path), type, isNeeded: media.isAttached })),
  ];
}

export type RequestedRange =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' };

/**
 * What a `range` header asks for in a file of `size` bytes (RFC 9110, section 14.1.2), both ends inclusive. A single range is served;
 * several ranges, other units and anything unreadable get the whole file, as the RFC allows.
 */
export function parseRange(header: string | undefined, size: number): RequestedRange {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end };
}
