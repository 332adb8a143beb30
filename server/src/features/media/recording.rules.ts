import type { VideoHeader } from './processing/probe-process.service.ts';

/** Pixels per frame: 8K has 33 million. */
export const maxVideoPixels = 36_000_000;
/** How much memory a decoder's reference frames may take, in bytes. */
const maxFramesBytes = 300_000_000;
/** Additional frames that a decoder holds: the one being decoded, and the one being shown. */
const heldBesides = 2;
/**
 * Up to this size, every frame between two key frames may be decoded; above it, only key frames, which don't refer to
 * others.
 */
const maxExactPixels = 12_000_000;

/** Why a video isn't decoded at all, as a sentence for the person who sent it; undefined: it may be. */
export function videoRefusal({ width, height, depth, samples, references }: VideoHeader): string | undefined {
  const pixels = width * height;
  if (pixels > maxVideoPixels) {
    return `This video has ${width} × ${height} pixels. At most ${maxVideoPixels / 1e6} million can be used: export it at a lower resolution.`;
  }
  const bytes = pixels * samples * (depth > 8 ? 2 : 1) * ((references ?? 0) + heldBesides);
  if (bytes <= maxFramesBytes) return undefined;
  return `Decoding this video of ${width} × ${height} pixels with ${references ?? 0} reference frames takes ${Math.ceil(bytes / 1e6)} MB of memory, and ${maxFramesBytes / 1e6} MB is the most. Export it at a lower resolution or with fewer reference frames.`;
}

/** Whether any frame of a video of this size may be decoded, rather than just its key frames. */
export const mayDecodeExactly = (width: number | null, height: number | null): boolean =>
  (width ?? 0) * (height ?? 0) <= maxExactPixels;
