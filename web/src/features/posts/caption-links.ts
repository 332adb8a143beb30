import { tokenize } from 'linkifyjs';
import { type CaptionPart, captionParts } from '#features/posts/caption.rules.ts';

/**
 * Splits a text into parts and recognizes its links. In a separate file, because the library knows every top-level domain and most
 * captions have no link.
 */
export function linkParts(text: string): CaptionPart[] {
  return captionParts(tokenize(text));
}
