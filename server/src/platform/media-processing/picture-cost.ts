/** What a picture's header says about it. */
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

/** Pixels of one picture: current phones take 50 million. A file of a few kilobytes can claim billions. */
const maxPixels = 52_000_000;
/** Total pixels of an animation's frames: 240 frames of 500 × 500, a few seconds of work. */
export const maxAnimatedPixels = 60_000_000;
const maxFrames = 1000;
/** The longest side of a WebP picture (RFC 9649, section 2.6); every rendering made here is one. */
const maxSide = 16_383;

/** How much memory decoding and encoding one picture may take, in bytes: a process's limit, minus what it uses before. */
const maxWorkBytes = 380_000_000;

/** Bytes per pixel that a format's decoder and encoder take together, measured with libvips 8.18: they hold whole frames. */
const measured = { webp: 15, gif: 14, avif: 20, deepAvif: 30 };
/** What an animated WebP takes for each pixel of all its frames. */
const animatedWebp = 4.3;

/**
 * The most memory that cleaning a picture takes, in bytes, estimated from its header alone. JPEG and PNG are decoded row by row, unless
 * they're interlaced or need rotating.
 */
export function workBytes(header: PictureHeader): number {
  const { extension, width, height, frames, channels, depth } = header;
  const pixels = width * height;
  const whole = pixels * channels * depth;
  const turned = header.isTurned ? whole : 0;
  switch (extension) {
    case 'jpg':
      // Coefficients take two bytes; with subsampling every fourth pixel has color, or every second, which costs less than all of them.
      return turned + (header.isInterlaced ? pixels * 2 * (header.hasSparseColor ? 1.5 : channels) : 0);
    case 'png':
      return turned + (header.isInterlaced ? whole : 0);
    case 'apng':
      return pixels * measured.webp + pixels * frames * (channels + animatedWebp);
    case 'heic':
      // Besides the pixels there's what they're made from, in up to two bytes per sample.
      return pixels * (channels + 3);
    case 'gif':
      return turned + pixels * measured.gif;
    case 'webp':
      return turned + pixels * measured.webp + (frames > 1 ? pixels * frames * animatedWebp : 0);
    default:
      return turned + pixels * (depth > 1 ? measured.deepAvif : measured.avif);
  }
}

/** Why a picture isn't decoded at all, as a sentence for the person who sent it; undefined: it may be. */
export function costRefusal(header: PictureHeader): string | undefined {
  const { width, height, frames } = header;
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    return `This picture has ${width} × ${height} pixels. At most ${maxPixels / 1e6} million, and ${maxSide} a side, can be used: make it smaller.`;
  }
  if (frames > 1 && (frames > maxFrames || width * height * frames > maxAnimatedPixels)) {
    return 'This animation has too many frames for its size. Make it smaller or shorter, or send it as a video.';
  }
  const bytes = workBytes(header);
  if (bytes <= maxWorkBytes) return undefined;
  return `Opening this picture of ${width} × ${height} pixels takes ${Math.ceil(bytes / 1e6)} MB of memory, and ${maxWorkBytes / 1e6} MB is the most. Make it smaller, or save it as a JPEG.`;
}
