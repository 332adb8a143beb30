export interface CleanPicture {
  /** Its format as a file's ending, such as `webp`. */
  extension: string;
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
