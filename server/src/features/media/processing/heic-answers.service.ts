/** `target`: where to write it as a PNG. */
export interface HeicQuestion {
  source: string;
  target: string;
}

/** `refusal`: a sentence why it isn't opened; null: it can't be decoded. */
export type HeicAnswer = { hasAlpha: boolean } | { refusal: string | null };
