import type { Has, TextFilters } from '#features/rich-text/public.ts';

/** A search as somebody typed it, parsed. */
export interface Query {
  /** Words and quoted phrases. */
  words: string[];
  /** Undefined: there are none. */
  filters: TextFilters | undefined;
  /** A name that can't exist: nothing is found. */
  findsNothing: boolean;
  /** A date that doesn't exist. */
  fault?: 'before' | 'after';
}

const part = /(from|in|before|after|has):(?:"([^"]*)"|([^\s"]+))|"([^"]*)"|“([^”]*)”|[^\s"“]+|["“]/giu;
const kindsOfFiles: readonly Has[] = ['image', 'video', 'audio', 'file', 'link', 'poll'];

/** The beginning of a day in UTC; undefined if there's no such day. */
function dayOf(text: string): Date | undefined {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00.000Z`) : undefined;
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? day : undefined;
}

const later = (one: Date | undefined, other: Date) => (one !== undefined && one > other ? one : other);
const earlier = (one: Date | undefined, other: Date) => (one !== undefined && one < other ? one : other);

function readPlace(filters: TextFilters, place: string): void {
  if (place.startsWith('@')) filters.places.push({ username: place.slice(1) });
  else {
    const [handle = '', ...channel] = place.replace(/^[#&]/, '').split('/');
    filters.places.push(channel.length > 0 ? { handle, channel: channel.join('/').replace(/^#/, '') } : { handle });
  }
}

function readFilter(query: Query, filters: TextFilters, [key, value]: [string, string]): void {
  if (key === 'from') filters.from.push(value.replace(/^@/, ''));
  else if (key === 'in') readPlace(filters, value);
  else if (key === 'has') {
    const has = value.toLowerCase().split(',');
    const known = has.filter((one): one is Has => kindsOfFiles.some((kind) => kind === one));
    if (known.length < has.length) query.findsNothing = true;
    filters.has.push(...known);
  } else {
    const day = dayOf(value);
    if (!day) query.fault = key as 'before' | 'after';
    else if (key === 'before') filters.until = earlier(filters.until, day);
    else filters.since = later(filters.since, day);
  }
}

/** Parses a search: filters, quoted phrases, and words. A single quotation mark is ignored. */
export function readQuery(typed: string): Query {
  const query: Query = { words: [], filters: undefined, findsNothing: false };
  for (const [whole, key, quotedValue, value, quoted, curly] of typed.matchAll(part)) {
    if (key !== undefined) {
      query.filters ??= { from: [], places: [], has: [] };
      readFilter(query, query.filters, [key.toLowerCase(), quotedValue ?? value ?? '']);
    } else if (quoted !== undefined || curly !== undefined) query.words.push(quoted ?? curly ?? '');
    else if (whole !== '"' && whole !== '“') query.words.push(whole);
  }
  return query;
}
