import { tokenize } from 'linkifyjs';
import { linkedParts, type TextPart } from '#features/texts/rich-text.rules.ts';

/**
 * Splits a text into parts and recognizes its links. In a separate file, because the library knows every top-level domain and most
 * texts have no link.
 */
export function linkParts(text: string): TextPart[] {
  return linkedParts(tokenize(text));
}
