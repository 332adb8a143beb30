import type { Scores } from '#platform/media-processing/classifier-process.ts';
import type { MediaKind } from '#platform/media-processing/media-types.ts';
import type { KeptMedia, MediaPurpose } from './media.queries.ts';

/** Upload limits in bytes, as the settings have them. */
export interface MediaLimits {
  maxImageSize: number;
  maxMediaSize: number;
  maxProfilePictureSize: number;
  maxMessageImageSize: number;
}

/** A post takes pictures, videos and sounds; a profile and a message take pictures only (specification, section 5). */
export const mayBeUsedFor = (purpose: MediaPurpose, kind: MediaKind): boolean => purpose === 'post' || kind === 'image';

/** The largest file of a kind for a purpose, in bytes (wire contract, "Bounds"). */
export function maxBytesOf(purpose: MediaPurpose, kind: MediaKind, limits: MediaLimits): number {
  if (purpose === 'profile') return limits.maxProfilePictureSize;
  if (purpose === 'message') return limits.maxMessageImageSize;
  return kind === 'image' ? limits.maxImageSize : limits.maxMediaSize;
}

/**
 * How sure the classifier must be that something is explicit (pornography, photographed or drawn). Less than even odds on
 * purpose: a blur that was not needed costs one look at the settings, one that is missing shows people what they did not want.
 */
const explicitThreshold = 0.4;
/** Suggestive pictures are mostly harmless (beaches, sports): only those that the classifier hardly doubts are held back. */
const suggestiveThreshold = 0.85;
/** One frame of a video that is this sure is enough; below it takes two, because ten frames have ten chances to be misjudged. */
const certainThreshold = 0.8;

const isExplicit = ({ Porn, Hentai }: Scores) => Porn + Hentai >= explicitThreshold;
const isSuggestive = ({ Sexy }: Scores) => Sexy >= suggestiveThreshold;
const isCertain = ({ Porn, Hentai }: Scores) => Porn + Hentai >= certainThreshold;

/**
 * A picture is not safe for work when its sample is explicit or surely suggestive; a video or an animation, when two of its
 * samples are, or one is certainly explicit. What nothing is known of is held back.
 */
export function isNsfw(samples: readonly Scores[]): boolean {
  const suspects = samples.filter((scores) => isExplicit(scores) || isSuggestive(scores));
  if (samples.length <= 1) return samples.length === 0 || suspects.length > 0;
  return suspects.length >= 2 || suspects.some(isCertain);
}

/** How many frames of a video are looked at; of one that is shorter than ten seconds, one a second. */
const frameCount = 10;

/**
 * Where in a video the samples are taken, in seconds: spread evenly, the very first and last frame left out, which are often
 * black. A video of unknown length is looked at in its first half minute.
 */
export function sampleTimes(duration: number | null): number[] {
  const length = duration === null || duration <= 0 ? 30 : duration;
  const count = Math.max(2, Math.min(frameCount, Math.ceil(length)));
  return Array.from({ length: count }, (_, index) => Math.round(((index + 0.5) * length * 1000) / count) / 1000);
}

/** Widths of the smaller versions of a picture, in pixels: a grid's tile, a feed card on a phone, a card on a dense screen. */
export const renderingWidths: readonly number[] = [320, 640, 1080];

// The names of everything that is stored of one medium follow from the path of its original, so that no file is lost track of.
const stemOf = (path: string) => path.slice(0, path.lastIndexOf('.'));

/**
 * Path of a new medium.
 * @param random what nobody can guess, at least 128 bits
 * @param privateMark what the path of a file has in it that only some people may see
 */
export const originalPath = (random: string, purpose: MediaPurpose, extension: string, privateMark: string): string =>
  `/${random}${purpose === 'message' ? privateMark : ''}.${extension}`;

/** The paths of which one is that of the original that a private file, itself or a smaller version, belongs to. */
export function privateOriginals(key: string, extensions: readonly string[], privateMark: string): string[] {
  const stem = key.slice(0, key.indexOf(privateMark) + privateMark.length);
  return extensions.map((extension) => `/${stem}.${extension}`);
}

/** What a path has in it whose file is as it was sent, and is given to nobody: not by a bucket either, which refuses private files. */
const rawMark = '-private-raw';

/** Path of a recording as it was sent, until it's written anew without its metadata. */
export const rawPath = (path: string): string => `${stemOf(path)}${rawMark}${path.slice(stemOf(path).length)}`;

/** Whether a file is as it was sent. */
export const isRaw = (key: string): boolean => key.includes(rawMark);

/** The storage key of a path. */
export const keyOf = (path: string): string => path.slice(1);

/** Path of a smaller version of a picture. */
export const renderingPath = (path: string, width: number): string => `${stemOf(path)}-${width}.webp`;

/** Path of the small version of a profile picture; the contract's `smallProfilePath` names the same. */
export const smallPath = (path: string): string => `${stemOf(path)}-small.webp`;

/** Path of the still of a video. */
export const posterPath = (path: string): string => `${stemOf(path)}-poster.webp`;

/** Storage keys of all files that there can be of a medium. */
export const filesOf = (path: string): string[] =>
  [
    path,
    rawPath(path),
    smallPath(path),
    posterPath(path),
    ...renderingWidths.map((width) => renderingPath(path, width)),
  ].map(keyOf);

/** The files that a medium consists of; those of one that nothing shows yet may still be on their way, or gone. */
export function keptFilesOf(media: KeptMedia): { key: string; type: string; isNeeded: boolean }[] {
  const webp = 'image/webp';
  const isSettled = media.metadata === 'removed' || media.type.startsWith('image/');
  // Of an unsettled recording one of two is there. First the one that goes as soon as the other has come: so a backup meets one.
  const original = isSettled ? [media.path] : [rawPath(media.path), media.path];
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
 * What a `range` header asks for of a file of `size` bytes (RFC 9110, section 14.1.2), both ends counted. One range is served;
 * several, other units and what cannot be read are answered with the whole file, as the RFC allows.
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
