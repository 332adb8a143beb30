/** The facts in a picture's header. */
export interface PictureHeader {
  /** Its format as a file's ending, such as `jpg`. */
  extension: string;
  /** Of one frame, in pixels. */
  width: number;
  height: number;
  frames: number;
  channels: number;
  /** Bytes per channel of a pixel. */
  depth: number;
  /** A progressive JPEG or an interlaced PNG: nothing can be shown before all of it is decoded. */
  isInterlaced: boolean;
  /** Whether it's stored in another orientation than it's shown. */
  isTurned: boolean;
  /** A JPEG with subsampled color. */
  hasSparseColor: boolean;
}

/**
 * The most pixels of a stored picture: current phones take 50 million. A file of a few kilobytes can claim billions.
 */
const maxPixels = 52_000_000;
/**
 * The most pixels of a picture that's made smaller while it's decoded, or kept as a file: phones' largest have 200
 * million.
 */
export const maxDecodedPixels = 208_000_000;
/** Total pixels of an animation's frames: 240 frames of 500 × 500, a few seconds of work. */
const maxAnimatedPixels = 60_000_000;
const maxFrames = 1000;
/** The longest side of a WebP picture (RFC 9649, section 2.6); every rendering made here is one. */
const maxSide = 16_383;

/** How much memory decoding and encoding one picture may take, in bytes: a process's limit, minus what it uses before. */
export const maxWorkBytes = 380_000_000;

/** The same for one that's sent as a file, so its size should be kept: it can still be made smaller instead. */
const maxWholeBytes = 250_000_000;

/** Bytes per pixel that a format's decoder and encoder take together, measured with libvips 8.18: they hold whole frames. */
const measured = { webp: 15, gif: 14, avif: 20, deepAvif: 30 };
/** Bytes that an animated WebP takes for each pixel of all its frames. */
const animatedWebp = 4.3;
/** Bytes per pixel of the decoder alone, for a WebP that's made smaller: a lossless one is held in full. */
const shrunkWebp = 4;

/** The factor by which a picture's sides are divided while it's decoded; 1: it keeps its size. */
export type Shrinking = 1 | 2 | 4 | 8;
const shrinkings: readonly Shrinking[] = [1, 2, 4, 8];

/**
 * The most memory that cleaning a picture takes, in bytes, estimated from its header alone. JPEG and PNG are decoded row by row, unless
 * they're interlaced or need rotating.
 */
export function workBytes(header: PictureHeader, shrinking: Shrinking = 1): number {
  const { extension, width, height, frames, channels, depth } = header;
  const pixels = width * height;
  const kept = pixels / shrinking ** 2;
  const whole = kept * channels * depth;
  const turned = header.isTurned ? whole : 0;
  switch (extension) {
    case 'jpg':
      // Coefficients take two bytes each. With subsampling, only every fourth or every second pixel has color.
      return turned + (header.isInterlaced ? pixels * 2 * (header.hasSparseColor ? 1.5 : channels) : 0);
    case 'png':
      return turned + (header.isInterlaced ? whole : 0);
    case 'apng':
      return pixels * measured.webp + pixels * frames * (channels + animatedWebp);
    case 'heic':
      // Besides the pixels, the samples they're made from take up to two bytes each.
      return pixels * (channels + 3);
    case 'gif':
      return turned + pixels * measured.gif;
    case 'webp': {
      const decoding = shrinking === 1 ? 0 : pixels * shrunkWebp;
      return turned + decoding + kept * measured.webp + (frames > 1 ? pixels * frames * animatedWebp : 0);
    }
    default:
      return turned + pixels * (depth > 1 ? measured.deepAvif : measured.avif);
  }
}

/** Whether a picture, once divided, is within the limits on its pixels and sides. */
const fits = ({ width, height }: PictureHeader, shrinking: Shrinking, most: number) =>
  Math.max(width, height) / shrinking <= maxSide && (width * height) / shrinking ** 2 <= most;

/** The decoders of JPEG and WebP can make a picture smaller while they read; the others can't. */
const isShrinkable = ({ extension, frames }: PictureHeader) =>
  frames === 1 && (extension === 'jpg' || extension === 'webp');

/**
 * By how much a picture has to be made smaller so that decoding it fits into memory.
 * @param isFile it's sent as a file, not shown in a feed
 * @returns undefined: it can't be opened
 */
export function shrinkingFor(header: PictureHeader, isFile = false): Shrinking | undefined {
  const { width, height } = header;
  const canShrink = isShrinkable(header);
  if (width * height > (canShrink ? maxDecodedPixels : maxPixels)) return undefined;
  if (isFile && canShrink && fits(header, 1, maxDecodedPixels) && workBytes(header) <= maxWholeBytes) return 1;
  return (canShrink ? shrinkings : [1 as const]).find(
    (shrinking) => fits(header, shrinking, maxPixels) && workBytes(header, shrinking) <= maxWorkBytes,
  );
}

/** Why a picture isn't decoded at all, as a sentence for the person who sent it; undefined: it may be. */
export function costRefusal(header: PictureHeader): string | undefined {
  const { width, height, frames } = header;
  if (frames > 1 && (frames > maxFrames || width * height * frames > maxAnimatedPixels)) {
    return 'This animation has too many frames for its size. Make it smaller or shorter, or send it as a video.';
  }
  if (shrinkingFor(header) !== undefined) return undefined;
  const size = `${width} × ${height} pixels`;
  const most = isShrinkable(header) ? maxDecodedPixels : maxPixels;
  if (width * height > most || !fits(header, isShrinkable(header) ? 8 : 1, most)) {
    return `This picture has ${size}. At most ${most / 1e6} million, and ${isShrinkable(header) ? maxSide * 8 : maxSide} a side, can be used: make it smaller.`;
  }
  return `Opening this picture of ${size} takes ${Math.ceil(workBytes(header) / 1e6)} MB of memory, and ${maxWorkBytes / 1e6} MB is the most. Make it smaller, or save it as a JPEG.`;
}
