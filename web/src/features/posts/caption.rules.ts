/** Part of a caption: plain text, or a link with its URL. */
export interface CaptionPart {
  text: string;
  /** Only on links: an http, https or mailto URL. */
  href?: string;
}

/** A link parser's token, as returned by `linkifyjs.tokenize`. */
interface Token {
  isLink: boolean;
  toString: () => string;
  toHref: (scheme?: string) => string;
}

const safeSchemes = new Set(['http:', 'https:', 'mailto:']);

function safeAddress(href: string): string | undefined {
  const url = URL.parse(href);
  return url !== null && safeSchemes.has(url.protocol) ? url.href : undefined;
}

/** A text's tokens as parts to draw. A URL with any other scheme stays plain text. */
export function captionParts(tokens: readonly Token[]): CaptionPart[] {
  return tokens.map((token) => {
    const text = token.toString();
    const href = token.isLink ? safeAddress(token.toHref('https')) : undefined;
    return href === undefined ? { text } : { text, href };
  });
}

/** Whether a text may contain a link: a dot, a colon or an at sign within a word. Only then is it parsed. */
export function mayHaveLink(text: string): boolean {
  return /\S[.:@]\S/.test(text);
}

/** A folded caption shows about this many letters and lines. */
const foldedLetters = 280;
const foldedLines = 6;
/** Hiding less than this isn't worth a button. */
const slack = 60;

const lineBreaks = (text: string) => text.split('\n').length - 1;

/** Whether a caption is long enough to be folded. */
export function isLong(text: string): boolean {
  return [...text].length > foldedLetters + slack || lineBreaks(text) + 1 > foldedLines + 2;
}

/** The start of a long caption, cut between words; a link is kept whole or left out. */
export function foldedParts(parts: readonly CaptionPart[]): CaptionPart[] {
  const kept: CaptionPart[] = [];
  let letters = foldedLetters;
  let lines = foldedLines - 1;
  for (const part of parts) {
    const all = [...part.text];
    if (all.length <= letters && lineBreaks(part.text) <= lines) {
      kept.push(part);
      letters -= all.length;
      lines -= lineBreaks(part.text);
      continue;
    }
    if (part.href === undefined) kept.push({ text: cut(part.text, letters, lines) });
    break;
  }
  return kept;
}

function cut(text: string, letters: number, lines: number): string {
  const shortened = [...text]
    .slice(0, letters)
    .join('')
    .split('\n')
    .slice(0, lines + 1)
    .join('\n');
  const whole = shortened.length === text.length;
  const word = whole ? -1 : shortened.search(/\s+\S*$/);
  return (word > 0 && text[shortened.length] !== '\n' ? shortened.slice(0, word) : shortened).trimEnd();
}
