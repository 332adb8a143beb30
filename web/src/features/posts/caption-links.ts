import { tokenize } from 'linkifyjs';
import { type CaptionPart, captionParts } from '#features/posts/caption.rules.ts';

/** The text in parts, its links recognised. A file of its own, because the library knows every top-level domain and most captions have no link. */
export function linkParts(text: string): CaptionPart[] {
  return captionParts(tokenize(text));
}
