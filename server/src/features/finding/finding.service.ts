import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { Found, FoundKind } from '@hubbub/contract/features/finding/finding.endpoints.ts';
import { searchUsers } from '#features/search/public.ts';
import { keyOf, type Looking, type Searchable, type TextFilters, type TextRow } from '#features/texts/public.ts';
import { invalid, malformed, notFound } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { findByGrams, findNewest, isFilling } from './finding.queries.ts';
import { type Query, readQuery } from './query.rules.ts';
import { fold, gramsOf, matchesIn } from './words.rules.ts';

/** What's searched, from features that are registered later. */
export interface Sources {
  searchables: readonly Searchable[];
  /** Whether a person reads a room. */
  readsRoom(asked: { roomId: string; userId: string }): Promise<boolean>;
  /** Communities by handle and name, best match first. */
  communities(tokenHash: Buffer, search: { query: string; size: number }): Promise<readonly Community[]>;
}

/** With more texts than these, words are too common for the index, and the newest are looked through. */
const mostFound = 5000;
/** How many of the newest are looked through. */
const lookedThrough = 2000;
/** How many texts that have all grams are compared with the words at a time. */
const comparedAtOnce = 200;

interface Asked {
  query: string;
  in: readonly FoundKind[];
  room?: string | undefined;
  size: number;
  before?: string | undefined;
}

interface Wanted {
  /** Folded. */
  words: string[];
  grams: number[];
  filters: TextFilters;
  size: number;
  before: string | undefined;
}

type Hit = TextRow & { matches: [number, number][] };

const isHit = (row: TextRow & { matches: [number, number][] | undefined }): row is Hit => row.matches !== undefined;
const hitsAmong = (texts: readonly TextRow[], words: readonly string[]): Hit[] =>
  texts.map((text) => ({ ...text, matches: matchesIn(text.content, words) })).filter(isHit);

/** Hits, one more than a page has; `partial`: there may be older ones. */
async function findHits(
  { db }: Platform,
  userId: string,
  searchable: Searchable,
  { words, grams, filters, size, before }: Wanted,
): Promise<{ hits: Hit[]; partial: boolean }> {
  const looking = (newest?: number): Looking => ({ viewerId: userId, filters, before, newest });
  if (words.length === 0) {
    const texts = await findNewest(db.kysely, searchable, looking(size + 1), size + 1);
    return { hits: texts.map((text) => ({ ...text, matches: [] })), partial: false };
  }
  const hits: Hit[] = [];
  if (grams.length > 0) {
    let last = before;
    for (;;) {
      const options = { grams, most: mostFound, size: comparedAtOnce };
      const texts = await findByGrams(db.kysely, searchable, { ...looking(), before: last }, options);
      if (texts === undefined) break;
      hits.push(...hitsAmong(texts, words));
      const oldest = texts.at(-1);
      if (texts.length < comparedAtOnce || hits.length > size || oldest === undefined)
        return { hits: hits.slice(0, size + 1), partial: await isFilling(db.kysely, searchable.kind) };
      last = searchable.cursorOf(oldest);
    }
  }
  const texts = await findNewest(db.kysely, searchable, looking(lookedThrough), lookedThrough);
  const found = hitsAmong(texts, words);
  // Words without grams depend on nothing but themselves, so that nobody learns how much there is.
  return { hits: found.slice(0, size + 1), partial: grams.length === 0 || texts.length === lookedThrough };
}

/** One kind of texts, as the contract says. */
async function findTexts(platform: Platform, session: Session, searchable: Searchable, wanted: Wanted) {
  const { hits, partial } = await findHits(platform, session.userId, searchable, wanted);
  const shown = hits.slice(0, wanted.size);
  const { db } = platform;
  const views = shown.length === 0 ? new Map() : await searchable.view(db.hot, db.kysely, session, shown);
  const items = shown.flatMap((hit) => {
    const view = views.get(keyOf(hit));
    return view === undefined ? [] : [{ ...view, matches: hit.matches }];
  });
  const last = shown.at(-1);
  return { items, partial, next: hits.length > wanted.size && last ? searchable.cursorOf(last) : null };
}

/** People and communities are ranked, so a cursor says how many came before. */
function pageOf<Item extends object>(items: readonly Item[], start: number, size: number) {
  const shown = items.slice(start, start + size).map((item) => ({ ...item, matches: [] }));
  return { items: shown, next: items.length > start + size ? String(start + size) : null };
}

const isOffset = (text: string) => /^\d{1,4}$/.test(text);
const noRoom = 'Room not found.';

function check({ query, in: kinds, before }: Asked, { searchables }: Sources): Query {
  const read = readQuery(query);
  if (read.fault !== undefined)
    throw invalid({ query: `${read.fault}: takes a day, such as ${read.fault}:2026-11-01.` });
  read.words = read.words.map((word) => fold(word).text.trim()).filter((word) => word !== '');
  if (read.words.length === 0 && read.filters === undefined) throw invalid({ query: 'Type what to search for.' });
  if (before === undefined) return read;
  const [kind] = kinds;
  if (kinds.length > 1) throw malformed({ before: 'before goes on with one kind: name it in in.' });
  const isCursor = searchables.find((each) => each.kind === kind)?.isCursor ?? isOffset;
  if (!isCursor(before)) throw malformed({ before: "before must be the previous page's next." });
  return read;
}

/**
 * Everything that a person sees and that has all words, newest first; people and communities by their names.
 * @throws {HttpError} 422 for a query that says nothing, 400 for a cursor that fits none or several kinds, 404 for a room that they don't read
 */
export async function find(platform: Platform, sources: Sources, session: Session, asked: Asked): Promise<Found> {
  const { words, filters, findsNothing } = check(asked, sources);
  const { in: kinds, room: roomId, size, before } = asked;
  const isKnown =
    roomId === undefined || (isId(roomId) && (await sources.readsRoom({ roomId, userId: session.userId })));
  if (!isKnown) throw notFound(noRoom);
  const found: Found = { next: {}, partial: false };
  const grams = [...new Set(words.flatMap(gramsOf))];
  const all = { from: [], places: [], has: [], ...filters, ...(roomId !== undefined && { roomId }) };
  for (const searchable of sources.searchables.filter(({ kind }) => kinds.includes(kind))) {
    const wanted = { words, grams, filters: all, size, before };
    const { items, next, partial } = findsNothing
      ? { items: [], next: null, partial: false }
      : await findTexts(platform, session, searchable, wanted);
    Object.assign(found, { [searchable.kind]: items, partial: found.partial || partial });
    found.next[searchable.kind] = next;
  }
  // They're in no place, and nobody wrote them.
  const isNamed = filters === undefined && roomId === undefined;
  const start = Number(before ?? 0);
  const named = { query: words.join(' '), size: start + size + 1 };
  if (kinds.includes('people')) {
    const among = isNamed ? await searchUsers(platform, session.tokenHash, { ...named, among: {} }) : undefined;
    const people = (among?.body.users ?? []).map(({ mobileNumber: _, ...person }) => person);
    ({ items: found.people, next: found.next.people } = pageOf(people, start, size));
  }
  if (kinds.includes('communities')) {
    const communities = isNamed ? await sources.communities(session.tokenHash, named) : [];
    ({ items: found.communities, next: found.next.communities } = pageOf(communities, start, size));
  }
  return found;
}
