import { type Expression, sql } from 'kysely';
import type { Db, Pipeline } from '#platform/database/database.ts';
import { and, type Condition, eb, type Id, or, type Value } from '#platform/database/expressions.ts';

/** What a thing may have besides its text. */
export type Has = 'image' | 'video' | 'audio' | 'file' | 'link' | 'poll';

/** Where somebody looks: in a community, in one of its channels, or in the conversation with a person. */
export type Place = { handle: string; channel?: string } | { username: string };

/** What else is true of everything that's found. Names are as typed. */
export interface TextFilters {
  from: string[];
  places: Place[];
  has: Has[];
  /** From then on. */
  since?: Date;
  /** Before then. */
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
  /** Only what's older than this one. */
  before: string | undefined;
  /** Only so many of the newest are looked at, in each place; or only what `found` names, each looked up by its key. */
  among: number | 'found';
}

/** The keys of texts that a statement has found before. */
export const foundKeys = sql<TextKey>`found`.as<'found'>(sql`found`);

/** What may be shown, by key. */
export type Views = ReadonlyMap<string, object>;

/** A noun whose texts are searched. Each says in its own SQL who sees them, which is asked whenever somebody searches. */
export interface Searchable {
  kind: 'posts' | 'comments' | 'messages';
  /** What's newer has a higher one. */
  order: keyof TextKey;
  /** The places where a person sees any, and that the filters let through, with their grams. */
  places(looking: Looking): Expression<{ gram: number }>;
  /** The keys of the newest there, whoever sees them and whatever the filters say; in a statement that has the places as `places`. */
  newest(looking: Pick<Looking, 'before'>, size: number): Expression<TextKey>;
  /** The texts that a person sees, and that the filters let through; in a statement that has the places as `places`. */
  matching(looking: Looking): Expression<TextRow>;
  /** Whether a text can be a cursor. */
  isCursor(text: string): boolean;
  cursorOf(key: TextKey): string;
  /** What the contract says of some, for a person who sees them. */
  view(
    pipeline: Pipeline,
    db: Db,
    session: { userId: string; tokenHash: Buffer },
    keys: readonly TextKey[],
  ): Promise<Views>;
  /** Texts to index, with the gram of their place. */
  read(db: Db, keys: readonly TextKey[]): Promise<(TextRow & { place: number })[]>;
  /** The newest before one, for the index; undefined: the newest of all. */
  older(db: Db, before: TextKey | undefined, size: number): Promise<(TextRow & { place: number })[]>;
}

/** By what a view is found. */
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

/** Whether something is by whom the filters name, and from the time they name. */
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

/** Whether something is in one of the places, each of which says so in its own way. */
export const inPlaces = (places: readonly Place[], isIn: (place: Place) => Condition): Condition =>
  places.length === 0 ? eb.lit(true) : or(...places.map(isIn));
