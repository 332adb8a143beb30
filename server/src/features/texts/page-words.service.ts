import { Parser } from 'htmlparser2';

/** What a page says about itself. */
export interface PageWords {
  title: string;
  description: string;
  /** The address of its picture, as the page gives it. */
  picture?: string;
}

/** UTF-16 code units that are parsed before it's asked again whether that's enough. */
const pieceLength = 8192;
/** The most tags that are looked at. A head has some hundreds, and each tag that's never closed makes the next ones slower. */
const mostTags = 2000;

/** Code points. */
const most = { title: 200, description: 300 };

// Control and format characters, among them those that reorder what's around them.
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]+/gu;

const shorten = (text: string, length: number): string => {
  const points = [...text.replace(unseen, ' ').replace(/\s+/g, ' ').trim()];
  return points.length <= length
    ? points.join('')
    : `${points
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
};

/** The charset that a page's beginning declares. */
const declaredCharset = (body: Buffer): string | undefined =>
  /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(body.subarray(0, 2048).toString('latin1'))?.[1];

function decode(body: Buffer, charset: string | undefined): string {
  for (const label of [charset, declaredCharset(body)]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).decode(body);
    } catch {
      // An unknown charset.
    }
  }
  return new TextDecoder().decode(body);
}

/**
 * What an HTML page says about itself in its head: Open Graph's words before HTML's own. Nothing of it is run or fetched.
 * @param charset as the server named it
 * @returns undefined: it has no title
 */
export function readPageWords(body: Buffer, charset?: string): PageWords | undefined {
  const found = new Map<string, string>();
  const keep = (name: string, text: string) => {
    if (!found.has(name) && text.trim() !== '') found.set(name, text);
  };
  let title: string | undefined;
  let tags = 0;
  let isOver = false;
  const parser = new Parser({
    onopentag(name, { property, name: meta, content }) {
      tags += 1;
      if (name === 'body' || tags > mostTags) isOver = true;
      if (isOver) return;
      if (name === 'title') title ??= '';
      if (name === 'meta') keep((property ?? meta ?? '').toLowerCase(), content ?? '');
    },
    ontext(text) {
      if (title !== undefined && !found.has('title') && title.length < 10_000) title += text;
    },
    onclosetag(name) {
      if (name === 'title') keep('title', title ?? '');
      if (name === 'head') isOver = true;
    },
  });
  const page = decode(body, charset);
  for (let start = 0; start < page.length && !isOver; start += pieceLength)
    parser.write(page.slice(start, start + pieceLength));
  if (!isOver) parser.end();
  const first = (...names: string[]) => names.map((name) => found.get(name)).find((text) => text !== undefined) ?? '';
  const picture = first('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image').trim();
  const words = {
    ...(picture !== '' && { picture }),
    title: shorten(first('og:title', 'twitter:title', 'title'), most.title),
    description: shorten(first('og:description', 'twitter:description', 'description'), most.description),
  };
  return words.title === '' ? undefined : words;
}
