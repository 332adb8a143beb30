import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { authorColumns, isActivated } from '#features/accounts/public.ts';
import { visibleTo } from '#features/relations/public.ts';
import type { Audience } from '#features/rich-text/public.ts';
import { and, type Condition, eb, exists, type Id, not, or, row, type Value } from '#platform/database/expressions.ts';
import { caller, type Given, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';
import { bestRanks, isPrefixIn, lettersOff, queriedWords } from './matching.queries.ts';

/*
 * People are found by keys of words, not by trigrams. An index on an expression (migrations 0006 and 0011) holds, for each word of
 * username and name, its beginnings of 2 to 8 letters, the word itself, and its first seven letters with each one left out in turn
 * (SymSpell), so that "jonh" finds John. Among a million people, pg_trgm took 28 to 560 ms for a misspelled word and can't find one or
 * two Chinese characters; keys take 8 ms (p95). Misspellings are looked up only if too few people match as typed.
 */

/**
 * A key that more people than this have returns a random sample of about this size (PostgreSQL: gin_fuzzy_search_limit): the index
 * can't stop early by itself, and a common word mustn't make a search slow.
 */
export const commonest = 60_000;

/** How many people each kind of match contributes at most, before the best are chosen. */
const candidates = 60;
/** With this many matches as typed, typos aren't searched for. */
const enough = 3;

/** The people found by typo keys who are really similar, with their distance from the query. */
const alikeAmong = (found: RawBuilder<unknown>) =>
  sql`select users.id, 5 + far.letters as rank
    from ${found} join users on users.id = ${found}.id
      cross join lateral (select search_text(users.username, users.name) as words offset 0) own
      cross join lateral (
        select sum(letters) as letters, max(letters) as most
        from (
          select ${lettersOff(sql`typed.word`, sql`typed.swaps`, sql`own.words`)} as letters
          from typed offset 0
        ) each_word
      ) far
    where far.most <= 3 and users.id <> ${caller}
      and not exists (select from exact where exact.id = users.id)`;

const users = row('users');
const keys = sql`search_keys(users.username, users.name)`;

/** People found by keys of the first word, and of the second if there is one. */
const foundBy = (source: RawBuilder<unknown>, findable: Condition) =>
  sql`select ids.id from ${source}, lateral (
      select users.id from users
      where ${findable} and ${keys} && ${source}.first limit ${candidates * 2}
    ) ids where ${source}.second is null
    union
    select ids.id from ${source}, lateral (
      select users.id from users
      where ${findable} and ${keys} && ${source}.first and ${keys} && ${source}.second
      limit ${candidates * 2}
    ) ids`;

/** Whether a search leaves a person out. */
export type LeftOut = (person: Id, caller: Id) => Condition;

interface Search {
  query: string;
  size: number;
  place: string | null;
}

/**
 * Ways to find people, each with its own index and limit: usernames that start with the query, and people who match all its words; if
 * those give too few, all its words as prefixes; if those give too few, words with a typo, then prefixes with a typo. The indexes only
 * narrow things down; the results are compared with the query itself and ranked.
 */
const rankedCandidates = ({ query, size }: Given<Search>, findable: Condition) => sql<{ id: string; rank: number }>`(
    with ${queriedWords(query, '@ ', sql`set_config('gin_fuzzy_search_limit', ${String(commonest)}, true)`)},
    likely as materialized (
      select ids.id from query, lateral (
        select users.id from users
        where ${findable}
          and lower(users.username) ~>=~ query.folded and lower(users.username) ~<~ (query.folded || chr(1114111))
        order by lower(users.username) using ~<~ limit ${candidates}
      ) ids where query.folded <> ''
      union
      select ids.id from wanted, lateral (
        select users.id from users where ${findable} and ${keys} @> wanted.wholes limit ${candidates}
      ) ids
    ),
    plain as materialized (
      select likely.id from likely
      union
      select ids.id from wanted, lateral (
        select users.id from users where ${findable} and ${keys} @> wanted.beginnings limit ${candidates}
      ) ids where (select count(*) from likely) <= ${size}::int
    ),
    exact as materialized (
      select users.id,
        case
          ${bestRanks(users.username, users.name)}
          when starts_with(lower(users.username), query.folded) then 3
          else 4
        end as rank
      from plain join users on users.id = plain.id cross join query
        cross join lateral (select search_text(users.username, users.name) as words offset 0) own
      where users.id <> ${caller} and (
        starts_with(lower(users.username), query.folded)
        or not exists (select from unnest(query.words) word where not ${isPrefixIn(sql`word`, sql`own.words`)})
      )
    ),
    typed as materialized (
      select word, search_swaps(word) as swaps from query, unnest(words) word
    ),
    slipped as materialized (
      select search_slip_keys(query.words[1]) as first,
        case when cardinality(query.words) > 1
          then search_slip_keys(query.words[2]) || hashtext('^' || left(query.words[2], 8)) end as second
      from query
      where (select count(*) from exact) < ${enough} and length(query.words[1]) >= 4
    ),
    near as materialized (${foundBy(sql`slipped`, findable)}),
    alike as materialized (${alikeAmong(sql`near`)}),
    begun as materialized (
      select search_begun_slip_query(query.words[1]) as first,
        case when cardinality(query.words) > 1
          then search_slip_keys(query.words[2]) || search_begun_slip_query(query.words[2])
            || hashtext('^' || left(query.words[2], 8)) end as second
      from query, slipped
      where (select count(*) from alike) < ${enough} and length(query.words[1]) between 4 and 6
    ),
    nearly as materialized (${foundBy(sql`begun`, findable)}),
    nearly_alike as materialized (
      select * from (${alikeAmong(sql`nearly`)}) people where not exists (select from alike where alike.id = people.id)
    )
    select * from exact union all select * from alike union all select * from nearly_alike
  )`;

/** The exclusions of a search. */
export interface Among {
  /** Unique; part of the statement's name. */
  name: string;
  /** The people to exclude besides the caller. */
  leftOut?: LeftOut | undefined;
  /** The kinds of places that `place` may be: only people who may see texts there are found, and only if the caller may, too. */
  audiences?: readonly Audience[] | undefined;
}

function isFindable({ leftOut, audiences = [] }: Among, place: Value<string>): Condition {
  const findable = and(
    isActivated(users),
    visibleTo(caller, users.id),
    ...(leftOut ? [not(leftOut(users.id, caller))] : []),
  );
  if (audiences.length === 0) return findable;
  const sees = or(...audiences.map((audience) => audience.sees(users.id, place)));
  return and(findable, sees, exists(eb.selectFrom('users').where('users.id', '=', caller).where(sees)));
}

/** People the caller may find, best match first, without anyone the search excludes. */
const searchStatement = (among: Among) =>
  sessionStatement(
    `search-people-${among.name}`,
    (db, given: Given<Search>) =>
      db
        .with(
          (cte) => cte('found').materialized(),
          () => rankedCandidates(given, isFindable(among, given.place as Value<string>)),
        )
        .selectFrom('session')
        .select((session) => [
          ...sessionColumns,
          jsonArrayFrom(
            session
              .selectFrom('found')
              .innerJoin('users', 'users.id', 'found.id')
              .select(authorColumns)
              .orderBy('found.rank')
              .orderBy(sql`length(users.username)`)
              .orderBy('users.username')
              .limit(sql<number>`${given.size}::int`),
          ).as('users'),
        ]),
    { mayLag: true },
  );

const statements = new Map<string, ReturnType<typeof searchStatement>>();

/** The statement that finds them. Its values: `query`, `size`, and `place`, an id or a handle, or null. */
export function searchPeople(among: Among): ReturnType<typeof searchStatement> {
  const known = statements.get(among.name) ?? searchStatement(among);
  statements.set(among.name, known);
  return known;
}
