import type { FoundKind } from '@hubbub/contract/features/search/search.endpoints.ts';
import { withoutSigns } from '@hubbub/contract/platform/formatting.ts';

/** What the page shows at once: everything, or one kind with more of it. Comments stand below posts. */
export const tabs = [
  { tab: 'all', label: 'All' },
  { tab: 'posts', label: 'Posts' },
  { tab: 'messages', label: 'Messages' },
  { tab: 'people', label: 'People' },
  { tab: 'communities', label: 'Communities' },
] as const;
export type Tab = (typeof tabs)[number]['tab'];

export const tabNamed = (name: string | null): Tab => tabs.find(({ tab }) => tab === name)?.tab ?? 'all';

/** The lists of a tab, in order. */
export const listsOf = (tab: Tab): readonly FoundKind[] => {
  if (tab === 'all') return ['people', 'communities', 'posts', 'comments', 'messages'];
  return tab === 'posts' ? ['posts', 'comments'] : [tab];
};

/** A part of a text, and whether it matched. */
interface Part {
  text: string;
  isMatch: boolean;
}

/** How many characters are kept before the first match, at most. */
const leading = 60;

/**
 * A text in parts. Where the first match is far from the beginning, what's long before it is left out.
 * @param matches start and end in code points, in order
 */
export function partsOf(text: string, matches: readonly (readonly [number, number])[]): Part[] {
  const points = [...text];
  const [[first] = [0]] = matches;
  let at = first > leading * 2 ? first - leading : 0;
  const parts: Part[] = at > 0 ? [{ text: '…', isMatch: false }] : [];
  const add = (end: number, isMatch: boolean) => {
    if (end > at) parts.push({ text: points.slice(at, end).join(''), isMatch });
    at = Math.max(at, end);
  };
  for (const [start, end] of matches) {
    add(start, false);
    add(end, true);
  }
  add(points.length, false);
  return parts;
}

/** Stand for where a match begins and ends while signs are dropped. Neither is in any script. */
const [opening, closing] = ['\uE000', '\uE001'];

/** A text without the signs of its formatting, and where what matched is then. */
export function plainMatches(
  text: string,
  matches: readonly (readonly [number, number])[],
): { text: string; matches: [number, number][] } {
  const points = [...text];
  const marked = points.slice();
  for (const [start, end] of matches) {
    marked[start] = opening + (marked[start] ?? '');
    marked[end - 1] = (marked[end - 1] ?? '') + closing;
  }
  // If a text contains one of these characters itself, its formatting signs stay.
  const isMarkable = !text.includes(opening) && !text.includes(closing);
  if (!isMarkable) return { text, matches: matches.map(([start, end]) => [start, end]) };
  const plain: string[] = [];
  const found: [number, number][] = [];
  let start = 0;
  for (const point of withoutSigns(marked.join(''))) {
    if (point === opening) start = plain.length;
    else if (point === closing) found.push([start, plain.length]);
    else plain.push(point);
  }
  return { text: plain.join(''), matches: found };
}

export const filterKeys = ['from', 'in', 'before', 'after', 'has'] as const;
export type FilterKey = (typeof filterKeys)[number];

export interface Filter {
  key: FilterKey;
  value: string;
}

const filter = /(?:^|\s)(from|in|before|after|has):("[^"]*"|[^\s"]+)/giu;

/** A query as its words and its filters. */
export function readQuery(query: string): { words: string; filters: Filter[] } {
  const filters = [...query.matchAll(filter)].map(([, key = '', value = '']) => ({
    key: key.toLowerCase() as FilterKey,
    value: value.replaceAll('"', ''),
  }));
  return { words: query.replace(filter, ' ').replace(/\s+/g, ' ').trim(), filters };
}

/** The same as a text. */
export function writeQuery(words: string, filters: readonly Filter[]): string {
  const written = filters.map(({ key, value }) => `${key}:${/\s/.test(value) ? `"${value}"` : value}`);
  return [words, ...written].filter((part) => part !== '').join(' ');
}
