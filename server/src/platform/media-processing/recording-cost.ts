/** What the headers of a video say of what decoding it takes. */
export interface VideoHeader {
  /** As they're stored, in pixels. */
  width: number;
  height: number;
  /** Bits of a sample. */
  depth: number;
  /** Samples a pixel: 1.5 where color is sparse, 3 where it's whole. */
  samples: number;
  /** Frames that a decoder keeps because others refer to them; null: the format doesn't say. */
  references: number | null;
}

/** Pixels of a frame: 8K has 33 million. */
export const maxVideoPixels = 36_000_000;
/** What the frames that a decoder keeps may take, in bytes. */
const maxFramesBytes = 300_000_000;
/** Frames that it holds besides: the one that's being decoded, and the one that's being shown. */
const heldBesides = 2;
/** Up to here every frame between two key frames is decoded; beyond, key frames only, which refer to no other. */
const maxExactPixels = 12_000_000;

/** Why a video isn't decoded at all, as a sentence for whoever sent it; undefined: it may be. */
export function videoRefusal({ width, height, depth, samples, references }: VideoHeader): string | undefined {
  const pixels = width * height;
  if (pixels > maxVideoPixels) {
    return `This video has ${width} × ${height} pixels. At most ${maxVideoPixels / 1e6} million can be used: export it at a lower resolution.`;
  }
  const bytes = pixels * samples * (depth > 8 ? 2 : 1) * ((references ?? 0) + heldBesides);
  if (bytes <= maxFramesBytes) return undefined;
  return `Decoding this video of ${width} × ${height} pixels with ${references ?? 0} reference frames takes ${Math.ceil(bytes / 1e6)} MB of memory, and ${maxFramesBytes / 1e6} MB is the most. Export it at a lower resolution or with fewer reference frames.`;
}

/** Whether any frame of a video of this size may be decoded, rather than its key frames only. */
export const mayDecodeExactly = (width: number | null, height: number | null): boolean =>
  (width ?? 0) * (height ?? 0) <= maxExactPixels;
