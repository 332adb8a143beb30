export interface CleanPicture {
  /** Its format as a file's ending, such as `webp`. */
  extension: string;
  /** Upright, in pixels. */
  width: number;
  height: number;
  bytes: number;
}

/** Why a picture can't be accepted, as a sentence for the person who sent it. */
export interface Refusal {
  refusal: string;
  /** `cost`: its header says that it would take too much; the others are results of decoding it. */
  because: 'cost' | 'memory' | 'damage';
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
