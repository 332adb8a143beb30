/** `target`: where to write the picture as a PNG. */
export interface HeicQuestion {
  source: string;
  target: string;
}

/** `refusal`: why it isn't opened, as a sentence; null: it can't be decoded. */
export type HeicAnswer = { hasAlpha: boolean } | { refusal: string | null };
