import { linksIn } from '@hubbub/contract/platform/rich-text.ts';
import { parseUrl } from '@hubbub/contract/platform/urls.ts';
import type { TextPart } from '#features/rich-text/rich-text.rules.ts';

function linkedParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  const plainUntil = (end: number) => {
    if (end > done) parts.push({ text: text.slice(done, end) });
  };
  for (const { start, end, href } of linksIn(text)) {
    const url = parseUrl(href);
    if (url === undefined) continue;
    plainUntil(start);
    parts.push({ text: text.slice(start, end), href: url.href });
    done = end;
  }
  plainUntil(text.length);
  return parts;
}

/**
 * Finds the links in a text's plain parts. In a separate file, because the library knows every top-level domain and most texts have no
 * link.
 */
export function linkParts(parts: readonly TextPart[]): TextPart[] {
  return parts.flatMap((part) => (part.username === undefined ? linkedParts(part.text) : part));
}
