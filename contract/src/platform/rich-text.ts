import { find } from 'linkifyjs';

/** A name that may be a mention, from its at sign at `start` up to `end`, in UTF-16 units. */
export interface NamedPart {
  start: number;
  end: number;
  name: string;
}

/** Accents that Unicode writes as characters of their own. They belong to the letter before them. */
const accents = '\\u0300-\\u036f';

/**
 * The source of a regular expression (flag `u`) for a sign that starts a name: not within a word, an email address or a
 * link. Scripts without spaces may touch it. @param more what else it mustn't follow
 */
export const nameSign = (sign: '@' | '#', more = ''): string =>
  `${sign}(?<![\\p{Script=Latin}0-9_@/${more}][${accents}]*${sign})`;

const mayBeNamed = new RegExp(`${nameSign('@')}(\\w{3,30})(?![\\p{Script=Latin}0-9_${accents}])`, 'gu');

/** The parts of a text that may be mentions, including `@everyone`, in order. The server decides whom they mention. */
export function namedParts(text: string): NamedPart[] {
  if (!text.includes('@')) return [];
  return [...text.matchAll(mayBeNamed)].map(({ 0: { length }, 1: name = '', index }) => ({
    start: index,
    end: index + length,
    name,
  }));
}

// Names may be searched for in any script.
const beingTyped = new RegExp(`${nameSign('@')}([\\p{L}\\p{M}\\p{N}_]{0,30})$`, 'u');

/** The name that's being typed at the end of a text; undefined if there's none. */
export function nameBeingTyped(text: string): NamedPart | undefined {
  const match = beingTyped.exec(text);
  return match === null ? undefined : { start: match.index, end: text.length, name: match[1] ?? '' };
}

/** A link in a text, from `start` up to `end` in UTF-16 units. `href` has the scheme http, https or mailto. */
export interface TextLink {
  start: number;
  end: number;
  href: string;
}

/** Ends a link: the punctuation, symbols and spaces of other scripts, quotation marks, dashes, emoji. Joiners occur within words. */
const neverInLinks = /[^\p{ASCII}\p{L}\p{M}\p{Nd}\u200c\u200d]+/u;

/** Signs that people put around links, and punctuation before them. */
const closing = /[`*|.,:;!?]+$/;

const schemed = /^(?:https?:\/\/|mailto:|www\.)/i;

/** A host that ends in a name such as `com`, right before a letter of a script without spaces. */
const runsOn = /^((?:https?:\/\/|www\.)[^/?#]*\.[a-z]{2,})[^\p{ASCII}\p{Script=Latin}\p{M}]+(?:[/?#]|$)/iu;

/** The characters before a domain name in Latin letters, in a script without spaces. */
const runningInto = /^[^/?#]*[^\p{ASCII}\p{Script=Latin}\p{M}](?=[^/?#]*\.[a-z]+(?:[:/?#]|$))/iu;

/**
 * Top-level domains that many sites have. Left out: file extensions (`README.md`, `run.sh`, `clip.mov`, `main.rs`,
 * `x.pl`) and words that start a sentence after a missing space (`so`, `is`, `to`, `us`).
 */
const common = new Set(
  `com org net edu gov info biz io dev co me tv xyz eu
   ae ar at au be bg br ca ch cl cn cz de dk ee es fi fr gr hk hr hu ie il in ir it jp ke kr lt lu lv mx ng nl no nz pe ph pt ro ru
   se sg si sk th tr tw ua uk vn za рф укр
   academy agency blog chat cloud club community design digital email events foundation fun games global group guide host
   life live media network news online page photos press pro radio school services shop site social software space store studio
   systems team tech today tools university video website wiki work world`.split(/\s+/),
);

/** The top-level domain, written in one case: a sentence that begins after a missing space has a capital letter. */
const topLevel = /^[^/?#:]*\.(\p{Ll}+|\p{Lu}+|[^\P{L}\p{Ll}\p{Lu}]+)(?:[:/?#]|$)/u;

const isCommon = (name: string): boolean => common.has(topLevel.exec(name)?.[1]?.toLowerCase() ?? '');

/** Only then is a text parsed: a dot, a colon or an at sign stands within a word. */
const mayHaveLinks = /\S[.:@]\S/;

/** The parser's link, cut down to what counts as one here; undefined if nothing does. */
function linkFrom(value: string, isEmail: boolean): { from: number; to: number; href: string } | undefined {
  const from = isEmail || schemed.test(value) ? 0 : (runningInto.exec(value)?.[0].length ?? 0);
  const whole = value.slice(from).replace(closing, '');
  const text = runsOn.exec(whole)?.[1] ?? whole;
  if (!isEmail && !schemed.test(text) && !isCommon(text)) return undefined;
  const scheme = isEmail ? 'mailto:' : 'https://';
  const href = /^(?:https?:\/\/|mailto:)/i.test(text) ? text : scheme + text;
  return { from, to: from + text.length, href };
}

/**
 * The links in a text, in order: with a scheme or `www.`, those to other names whose top-level domain is a common one, and email
 * addresses.
 */
export function linksIn(text: string): TextLink[] {
  if (!mayHaveLinks.test(text)) return [];
  const links: TextLink[] = [];
  let done = 0;
  for (const piece of text.split(neverInLinks)) {
    const start = text.indexOf(piece, done);
    done = start + piece.length;
    for (const { type, value, start: at } of find(piece)) {
      const link = linkFrom(value, type === 'email');
      if (link) links.push({ start: start + at + link.from, end: start + at + link.to, href: link.href });
    }
  }
  return links;
}
