import { type Expression, sql } from 'kysely';
import type { Db, Pipeline } from '#platform/database/database.ts';
import { and, type Condition, eb, type Id, or, type Value } from '#platform/database/expressions.ts';

/** Parts that a text may have, for the filter `has:`. */
export type Has = 'image' | 'video' | 'audio' | 'file' | 'link' | 'poll';

/** The place of the filter `in:`: a community, one of its channels, or the conversation with a person. */
export type Place = { handle: string; channel?: string } | { username: string };

/** The filters of a search. Names are as typed. */
export interface TextFilters {
  from: string[];
  places: Place[];
  has: Has[];
  /** At or after this moment. */
  since?: Date;
  /** Before this moment. */
  until?: Date;
  roomId?: string;
}

/** What identifies a text: a post's or comment's id and 0; a message's room and number. */
export interface TextKey {
  thing: string;
  number: number;
}

export interface TextRow extends TextKey {
  content: string;
}

export interface Looking {
  viewerId: string;
  filters: TextFilters;
  /** Only texts older than this one. */
  before: string | undefined;
  /** Only so many of the newest in each place are read; or only those that `found` names, each looked up by its key. */
  among: number | 'found';
}

/** The keys of texts that an earlier statement found. */
export const foundKeys = sql<TextKey>`found`.as<'found'>(sql`found`);

/** What may be shown, by key. */
export type Views = ReadonlyMap<string, object>;

/** A kind of text that can be searched. Each feature defines in SQL who sees its texts; that's checked in every search. */
export interface Searchable {
  kind: 'posts' | 'comments' | 'messages';
  /** A column that's higher for newer texts. */
  order: keyof TextKey;
  /** The places with texts that a person can see, after the filters, with their grams. */
  places(looking: Looking): Expression<{ gram: number }>;
  /** The keys of the newest texts there, without access checks and filters; for a statement with the places as `places`. */
  newest(looking: Pick<Looking, 'before'>, size: Expression<number>): Expression<TextKey>;
  /** The texts that a person can see, after the filters; for a statement with the places as `places`. */
  matching(looking: Looking): Expression<TextRow>;
  /** Whether a text can be a cursor. */
  isCursor(text: string): boolean;
  cursorOf(key: TextKey): string;
  /** Some texts in the contract's shape, for a person who can see them. */
  view(pipeline: Pipeline, session: { userId: string; tokenHash: Buffer }, keys: readonly TextKey[]): Promise<Views>;
  /** Texts to index, with the gram of their place. */
  read(db: Db, keys: readonly TextKey[]): Promise<(TextRow & { place: number })[]>;
  /** The texts before one, newest first, for the index; undefined: the newest of all. */
  older(db: Db, before: TextKey | undefined, size: number): Promise<(TextRow & { place: number })[]>;
}

/** The keys by which a text's view is found. */
export const keyOf = ({ thing, number }: TextKey): string => `${thing} ${number}`;

const small = (text: Expression<string>) => eb.fn<string>('lower', [text]);
const smallNames = (names: readonly string[]) => sql<string[]>`${names.map((name) => name.toLowerCase())}::text[]`;

/** The ids of people, by the usernames that lead to them. */
export const accountsCalled = (names: readonly string[]) =>
  eb
    .selectFrom('users as named')
    .select('named.id')
    .where((named) => named(small(named.ref('named.username')), '=', named.fn.any(smallNames(names))))
    .unionAll(
      eb
        .selectFrom('former_names as former')
        .select('former.user_id as id')
        .where((former) => former('former.name', '=', former.fn.any(smallNames(names)))),
    );

/** Whether something matches the filters' authors and dates. */
export function writtenBy(
  author: Id,
  createdAt: Value<Date>,
  { from, since, until }: Pick<TextFilters, 'from' | 'since' | 'until'>,
): Condition {
  return and(
    ...(from.length > 0 ? [eb(author, 'in', accountsCalled(from))] : []),
    ...(since ? [eb(createdAt, '>=', since)] : []),
    ...(until ? [eb(createdAt, '<', until)] : []),
  );
}

/** Whether something is in one of the places, each with a condition of its own. */
export const inPlaces = (places: readonly Place[], isIn: (place: Place) => Condition): Condition =>
  places.length === 0 ? eb.lit(true) : or(...places.map(isIn));
