import { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';

/** The title, description and picture that a page declares. */
export interface PageWords {
  title: string;
  description: string;
  /** The address of its picture, as the page gives it. */
  picture?: string;
}

/** How many UTF-16 code units are parsed between checks whether that's enough. */
const pieceLength = 8192;
/** The most tags that are parsed. A head has some hundreds, and each tag that's never closed slows down the following ones. */
const mostTags = 2000;

/** The longest texts, in code points. */
const most = { title: 200, description: 300 };

/**
 * Control and format characters, including those that reorder the text around them. Joiners, soft hyphens and tag characters are allowed:
 * they're parts of words and emoji.
 */
const unseen = /(?:(?!\u200c|\u200d|[\u00ad\u2060\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Co}\p{Cn}])+/gu;
const isBlank = (text: string): boolean => !/[^\s\p{Cf}\p{Mn}]/u.test(text);

const letters = new Intl.Segmenter();

function shorten(text: string, length: number): string {
  const points = [...text.replace(unseen, ' ').replace(/\s+/g, ' ').trim()];
  if (points.length <= length) return points.join('');
  const kept = points.slice(0, length - 1).join('');
  // A letter or emoji that readers see as one isn't cut.
  const next = letters.segment(points.slice(0, length).join('')).containing(kept.length)?.index ?? kept.length;
  return `${kept.slice(0, next === 0 ? kept.length : next).trimEnd()}…`;
}

const decoder = (label: string | undefined): TextDecoder | undefined => {
  try {
    return label === undefined ? undefined : new TextDecoder(label);
  } catch {
    // An unknown charset.
    return undefined;
  }
};

/** Bytes within which a page declares its charset. */
const declaredWithin = 65_536;

/** Where the HTML standard has browsers look for the charset, in order of precedence. */
function decode(body: Buffer, charset: string | undefined): string {
  const marked = [
    ['utf-8', [0xef, 0xbb, 0xbf]],
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ] as const;
  const [mark] = marked.find(([, bytes]) => bytes.every((byte, index) => body[index] === byte)) ?? [];
  const found = decoder(mark) ?? decoder(charset) ?? declaredDecoder(body) ?? new TextDecoder();
  return found.decode(body);
}

/** The page's own declaration of its charset, read as ASCII: an XML declaration, or a tag in its head. */
function declaredDecoder(body: Buffer): TextDecoder | undefined {
  const page = body.subarray(0, declaredWithin).toString('latin1');
  const xml = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(page.slice(0, 1024))?.[1];
  let declared = decoder(xml);
  if (!declared) {
    readHead(page, {
      onTag(name, { charset, content = '', 'http-equiv': header = '' }) {
        if (name !== 'meta') return;
        const inContent = header.toLowerCase() === 'content-type' ? content : '';
        declared ??= decoder(charset?.trim() ?? /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(inContent)?.[1]);
      },
      isDone: () => declared !== undefined,
    });
  }
  // The declaration was readable as ASCII, so it can't be this one.
  return declared?.encoding.startsWith('utf-16') ? new TextDecoder() : declared;
}

interface HeadReader {
  onTag: (name: string, attributes: Record<string, string>) => void;
  onText?: (text: string) => void;
  onEnd?: (name: string) => void;
  isDone?: () => boolean;
}

/** Reads a page's tags and text until its head ends. */
function readHead(page: string, { onTag, onText, onEnd, isDone }: HeadReader): void {
  let tags = 0;
  let isOver = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      tags += 1;
      if (name === 'body' || tags > mostTags) isOver = true;
      if (!isOver) onTag(name, attributes);
    },
    ontext: onText ?? (() => undefined),
    onclosetag(name) {
      onEnd?.(name);
      if (name === 'head') isOver = true;
    },
  });
  for (let start = 0; start < page.length && !isOver && isDone?.() !== true; start += pieceLength)
    parser.write(page.slice(start, start + pieceLength));
  if (!isOver && isDone?.() !== true) parser.end();
}

/**
 * The title, description and picture in an HTML page's head: Open Graph's before HTML's own. Nothing in it is run or fetched.
 * @param charset as the server named it
 * @returns undefined: it has no title
 */
export function readPageWords(body: Buffer, charset?: string): PageWords | undefined {
  const found = new Map<string, string>();
  const keep = (name: string, text: string) => {
    if (!found.has(name) && text.trim() !== '') found.set(name, text);
  };
  let title: string | undefined;
  readHead(decode(body, charset), {
    onTag(name, { property, name: meta, content }) {
      if (name === 'title') title ??= '';
      if (name === 'meta') keep((property ?? meta ?? '').toLowerCase(), content ?? '');
    },
    onText(text) {
      if (title !== undefined && !found.has('title') && title.length < 10_000) title += text;
    },
    onEnd: (name) => name === 'title' && keep('title', title ?? ''),
  });
  const first = (...names: string[]) => names.map((name) => found.get(name)).find((text) => text !== undefined) ?? '';
  const picture = first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image').trim();
  const words = {
    ...(picture !== '' && { picture }),
    title: shorten(first('og:title', 'twitter:title', 'title'), most.title),
    description: shorten(first('og:description', 'twitter:description', 'description'), most.description),
  };
  return isBlank(words.title) ? undefined : words;
}
