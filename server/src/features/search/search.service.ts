import type { Community } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import type { Found, FoundKind } from '@hubbub/contract/features/search/search.endpoints.ts';
import { keyOf, type Searchable, type TextFilters, type TextRow } from '#features/rich-text/public.ts';
import { searchUsers } from '#features/user-search/public.ts';
import { invalid, malformed, notFound } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { type Query, readQuery } from './query.rules.ts';
import { findAmongNewest, findByGrams, findNewest, isFiltered, listFilling, noFilters } from './search.queries.ts';
import { fold, gramsOf, matchesIn } from './words.rules.ts';

/** What can be searched, from features that are registered later. */
export interface Sources {
  searchables: readonly Searchable[];
  /** Whether a person reads a room. */
  readsRoom(asked: { roomId: string; userId: string }): Promise<boolean>;
  /** Communities by handle and name, best match first. */
  communities(tokenHash: Buffer, search: { query: string; size: number }): Promise<readonly Community[]>;
}

/** If more texts than this match, the words are too common for the index, and the newest texts are scanned instead. */
const mostFound = 5000;
/** How many of the newest texts are scanned first, which fills a page if the words are that common. */
const scannedFirst = 200;
/** How many are scanned at most, and if the database compares grams, which takes less. */
const [mostScanned, mostWithGrams] = [2000, 4000];
/** A margin, because words aren't spread evenly. */
const margin = 1.5;
/** How many texts that have all grams are compared with the words first, and how many at a time after that: other work waits meanwhile. */
const [comparedFirst, comparedAtOnce] = [200, 1000];

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
  /** The kinds whose older texts aren't all in the index yet. */
  filling: ReadonlySet<string>;
}

type Hit = TextRow & { matches: [number, number][] };

const isHit = (row: TextRow & { matches: [number, number][] | undefined }): row is Hit => row.matches !== undefined;
const hitsAmong = (texts: readonly TextRow[], words: readonly string[]): Hit[] =>
  texts.map((text) => ({ ...text, matches: matchesIn(text.content, words) })).filter(isHit);

/**
 * How many of the newest texts to scan after so many had these hits: as many as should fill a page, and at least three times as many, so
 * that few statements are needed.
 */
const scannedNext = (size: number, scanned: number, hits: readonly Hit[]): number =>
  Math.max(3 * scanned, Math.ceil((scanned * margin * (size + 1)) / hits.length));

interface Hits {
  hits: Hit[];
  /** Whether there may be older hits. */
  partial: boolean;
}

/** Hits by grams, one more than a page holds. Undefined: the words are too common. */
async function findByWords(
  { db: { kysely: db } }: Platform,
  userId: string,
  searchable: Searchable,
  { words, grams, filters, size, before }: Wanted,
): Promise<Hit[] | undefined> {
  const looking = { viewerId: userId, filters, before };
  // A page of common words is soon full, and the index would list every text that has them.
  for (let most = scannedFirst; most <= mostWithGrams; ) {
    const texts = await findAmongNewest(db, searchable, looking, { grams, most, size: size + 1 });
    const hits = hitsAmong(texts, words);
    if (hits.length > size) return hits;
    if (texts.length > size) break;
    most = scannedNext(size, most, hits);
  }
  const hits: Hit[] = [];
  for (let [last, compared] = [before, comparedFirst]; ; compared = comparedAtOnce) {
    const options = { grams, most: mostFound, size: compared };
    const texts = await findByGrams(db, searchable, { ...looking, before: last }, options);
    if (texts === undefined) return undefined;
    hits.push(...hitsAmong(texts, words));
    const oldest = texts.at(-1);
    if (texts.length < compared || hits.length > size || oldest === undefined) return hits.slice(0, size + 1);
    last = searchable.cursorOf(oldest);
  }
}

/** Hits, one more than a page holds. */
async function findHits(platform: Platform, userId: string, searchable: Searchable, wanted: Wanted): Promise<Hits> {
  const { words, grams, filters, size, before, filling } = wanted;
  const db = platform.db.kysely;
  const newest = (most: number) => findNewest(db, searchable, { viewerId: userId, filters, before, among: most }, most);
  if (words.length === 0) {
    const texts = await newest(size + 1);
    return { hits: texts.map((text) => ({ ...text, matches: [] })), partial: false };
  }
  if (grams.length > 0) {
    const hits = await findByWords(platform, userId, searchable, wanted);
    if (hits !== undefined) return { hits, partial: filling.has(searchable.kind) };
  }
  let texts: TextRow[] = [];
  let hits: Hit[] = [];
  // Texts that match the filters may be far back.
  const isNarrowed = isFiltered(filters);
  for (let most = scannedFirst; ; most = Math.min(mostScanned, scannedNext(size, most, hits))) {
    const looking = { viewerId: userId, filters, before };
    texts = isNarrowed
      ? await newest(most)
      : await findAmongNewest(db, searchable, looking, { grams: [], most, size: most });
    hits = hitsAmong(texts, words);
    if (hits.length > size || (isNarrowed && texts.length < most))
      return { hits: hits.slice(0, size + 1), partial: false };
    if (most === mostScanned) break;
  }
  // Some of the newest may be hidden, so fewer texts needn't be all of them.
  const oldest = texts.at(-1);
  const last = oldest === undefined ? before : searchable.cursorOf(oldest);
  const older = await findNewest(db, searchable, { viewerId: userId, filters, before: last, among: 1 }, 1);
  return { hits, partial: older.length > 0 };
}

/** One kind of hits, in the contract's shape. */
async function findTexts(platform: Platform, session: Session, searchable: Searchable, wanted: Wanted) {
  const { hits, partial } = await findHits(platform, session.userId, searchable, wanted);
  const shown = hits.slice(0, wanted.size);
  const views = shown.length === 0 ? new Map() : await searchable.view(platform.db.reads, session, shown);
  const items = shown.flatMap((hit) => {
    const view = views.get(keyOf(hit));
    return view === undefined ? [] : [{ ...view, matches: hit.matches }];
  });
  const last = shown.at(-1);
  return { items, partial, next: hits.length > wanted.size && last ? searchable.cursorOf(last) : null };
}

/** People and communities are ranked, so a cursor is the number of earlier results. */
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
 * Everything that a person can see and that has all words, newest first; people and communities by their names.
 * @throws {HttpError} 422 for an empty query, 400 for a cursor that fits none or several kinds, 404 for a room that they can't read
 */
export async function find(platform: Platform, sources: Sources, session: Session, asked: Asked): Promise<Found> {
  const { words, filters, findsNothing } = check(asked, sources);
  const { in: kinds, room: roomId, size, before } = asked;
  const isKnown =
    roomId === undefined || (isId(roomId) && (await sources.readsRoom({ roomId, userId: session.userId })));
  if (!isKnown) throw notFound(noRoom);
  const found: Found = { next: {}, partial: false };
  const grams = [...new Set(words.flatMap(gramsOf))];
  const all = { ...noFilters, ...filters, ...(roomId !== undefined && { roomId }) };
  const filling = grams.length > 0 ? await listFilling(platform.db.kysely) : new Set<string>();
  for (const searchable of sources.searchables.filter(({ kind }) => kinds.includes(kind))) {
    const wanted = { words, grams, filters: all, size, before, filling };
    const { items, next, partial } = findsNothing
      ? { items: [], next: null, partial: false }
      : await findTexts(platform, session, searchable, wanted);
    Object.assign(found, { [searchable.kind]: items, partial: found.partial || partial });
    found.next[searchable.kind] = next;
  }
  // They're in no place, and have no author.
  const isNamed = filters === undefined && roomId === undefined;
  const start = Number(before ?? 0);
  const named = { query: words.join(' '), size: start + size + 1 };
  if (kinds.includes('people')) {
    const among = isNamed ? await searchUsers(platform, session.tokenHash, named) : undefined;
    const people = (among?.body.users ?? []).map(({ mobileNumber: _, ...person }) => person);
    ({ items: found.people, next: found.next.people } = pageOf(people, start, size));
  }
  if (kinds.includes('communities')) {
    const communities = isNamed ? await sources.communities(session.tokenHash, named) : [];
    ({ items: found.communities, next: found.next.communities } = pageOf(communities, start, size));
  }
  return found;
}
