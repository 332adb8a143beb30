import type { Mention } from '@hubbub/contract/features/rich-text/rich-text.shapes.ts';

/** Part of a text: plain, a link with its URL, a mention, or the name of a channel. */
export interface TextPart {
  text: string;
  /** Only on links: an http, https or mailto URL. */
  href?: string;
  /** The person it mentions, by their current username. */
  username?: string;
  /** The page of the channel it names. */
  path?: string;
}

/** Whether it's nothing but letters. */
export const isPlain = ({ href, username, path }: TextPart) => (href ?? username ?? path) === undefined;

/**
 * A text's mentions and what's between them. Each shows the current username.
 * @param mentions in the order of the text, in code points; one that overlaps the one before it, or ends after the text, stays text
 */
export function mentionedParts(text: string, mentions: readonly Mention[]): TextPart[] {
  if (mentions.length === 0) return [{ text }];
  const points = [...text];
  const parts: TextPart[] = [];
  let done = 0;
  const plainUntil = (end: number) => {
    if (end > done) parts.push({ text: points.slice(done, end).join('') });
    done = end;
  };
  for (const { start, end, username } of mentions) {
    if (start < done || end <= start || end > points.length) continue;
    plainUntil(start);
    parts.push({ text: `@${username}`, username });
    done = end;
  }
  plainUntil(points.length);
  return parts;
}

/** Whether a text may contain a link: a dot, a colon or an at sign within a word. Only then is it parsed. */
export function mayHaveLink(text: string): boolean {
  return /\S[.:@]\S/.test(text);
}

/** A hash sign and a word, which isn't only digits, where a word can begin. */
const hashtag = /(?<![\p{L}\p{N}#&/])#(?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]*[\p{L}\p{M}\p{N}]/gu;

/** Finds hashtags in a text's plain parts. @param pathOf where one leads */
export function hashtagParts(parts: readonly TextPart[], pathOf: (tag: string) => string): TextPart[] {
  return parts.flatMap((part) => {
    if (!isPlain(part)) return [part];
    const found: TextPart[] = [];
    let done = 0;
    for (const { 0: tag, index } of part.text.matchAll(hashtag)) {
      if (index > done) found.push({ text: part.text.slice(done, index) });
      found.push({ text: tag, path: pathOf(tag) });
      done = index + tag.length;
    }
    if (done < part.text.length) found.push({ text: part.text.slice(done) });
    return found;
  });
}

/** A folded text shows about this many letters and lines. */
const foldedLetters = 280;
const foldedLines = 6;
/** Hiding less than this isn't worth a button. */
const slack = 60;

const lineBreaks = (text: string) => text.split('\n').length - 1;

/** Whether a text is long enough to be folded. */
export function isLong(text: string): boolean {
  return [...text].length > foldedLetters + slack || lineBreaks(text) + 1 > foldedLines + 2;
}

/** The start of a long text, cut between words; a link, mention or channel is kept whole or left out. */
export function foldedParts(parts: readonly TextPart[]): TextPart[] {
  const kept: TextPart[] = [];
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
    if (isPlain(part)) kept.push({ text: cut(part.text, letters, lines) });
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
