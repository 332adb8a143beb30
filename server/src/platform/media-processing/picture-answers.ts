import type { MediaType } from './media-types.ts';

export interface CleanPicture {
  type: MediaType;
  /** Upright, in pixels. */
  width: number;
  height: number;
  bytes: number;
}

export interface PictureDetails {
  /**
   * Widths of the renderings that were written as WebP; none for animations, which they'd freeze, or for pictures that are already
   * small.
   */
  written: number[];
  /** A `data:` URL of about 200 characters. */
  placeholder: string;
  /** Squares for the classifier: one, or several frames of an animation. */
  samples: Uint8Array[];
}

export interface StillDetails {
  placeholder: string;
  samples: Uint8Array[];
}

/** Everything is passed in files: decoded data is large, and the process that asks also serves people. */
export type PictureQuestion =
  | { work: 'clean'; source: string; target: string; extension: string }
  | { work: 'detail'; source: string; renderings: readonly { width: number; target: string }[] }
  | { work: 'shrink'; source: string; target: string; side: number }
  | { work: 'stills'; frames: readonly string[]; poster: string };

export type PictureAnswer =
  | { work: 'clean'; picture: CleanPicture }
  | { work: 'clean'; refusal: string }
  | { work: 'detail'; details: PictureDetails }
  | { work: 'shrink' }
  | { work: 'stills'; details: StillDetails };
