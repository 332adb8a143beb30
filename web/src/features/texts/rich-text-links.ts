import { tokenize } from 'linkifyjs';
import { linkedParts, type TextPart } from '#features/texts/rich-text.rules.ts';

/**
 * Recognizes the links in a text's plain parts. In a separate file, because the library knows every top-level domain and most texts
 * have no link.
 */
export function linkParts(parts: readonly TextPart[]): TextPart[] {
  return parts.flatMap((part) => (part.username === undefined ? linkedParts(tokenize(part.text)) : part));
}
