import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { authorColumns, isActivatedText } from '#features/accounts/public.ts';
import { visibleToText } from '#features/relations/public.ts';
import { type Audience, seesPlace } from '#features/texts/public.ts';
import {
  type Given,
  sessionColumns,
  sessionStatement,
  textWith,
  viewerId,
} from '#platform/database/session-statement.ts';
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

/** Of the people found by typo keys, those who are similar, and how far they are from the query. */
const alikeAmong = (found: string) =>
  `select users.id, 5 + far.letters as rank
    from ${found} join users on users.id = ${found}.id
      cross join lateral (select search_text(users.username, users.name) as words offset 0) own
      cross join lateral (
        select sum(letters) as letters, max(letters) as most
        from (
          select ${lettersOff('typed.word', 'typed.swaps', 'own.words')} as letters
          from typed offset 0
        ) each_word
      ) far
    where far.most <= 3 and users.id <> ${viewerId}
      and not exists (select from exact where exact.id = users.id)`;

const keys = 'search_keys(users.username, users.name)';

/** People found by keys of the first word, and of the second if there is one. */
const foundBy = (source: string, findable: string) =>
  `select ids.id from ${source}, lateral (
      select users.id from users
      where ${findable} and ${keys} && ${source}.first limit ${candidates * 2}
    ) ids where ${source}.second is null
    union
    select ids.id from ${source}, lateral (
      select users.id from users
      where ${findable} and ${keys} && ${source}.first and ${keys} && ${source}.second
      limit ${candidates * 2}
    ) ids`;

/** The people a search leaves out: an SQL condition on the ids of a person and of the caller, which are expressions. */
export type LeftOut = (person: string, caller: string) => string;

/**
 * Ways to find people, each with its own index and limit: usernames that start with the query, and people who match all its words; if
 * those give too few, all its words as prefixes; if those give too few, words with a typo, then prefixes with a typo. The indexes only
 * narrow things down; the results are compared with the query itself and ranked.
 *
 * `$query` the query, `$size` how many.
 */
const rankedCandidates = (findable: string) => `(
    with ${queriedWords('@ ', `set_config('gin_fuzzy_search_limit', '${commonest}', true)`)},
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
      ) ids where (select count(*) from likely) <= $size::int
    ),
    exact as materialized (
      select users.id,
        case
          ${bestRanks('users.username', 'users.name')}
          when starts_with(lower(users.username), query.folded) then 3
          else 4
        end as rank
      from plain join users on users.id = plain.id cross join query
        cross join lateral (select search_text(users.username, users.name) as words offset 0) own
      where users.id <> ${viewerId} and (
        starts_with(lower(users.username), query.folded)
        or not exists (select from unnest(query.words) word where not ${isPrefixIn('word', 'own.words')})
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
    near as materialized (${foundBy('slipped', findable)}),
    alike as materialized (${alikeAmong('near')}),
    begun as materialized (
      select search_begun_slip_query(query.words[1]) as first,
        case when cardinality(query.words) > 1
          then search_slip_keys(query.words[2]) || search_begun_slip_query(query.words[2])
            || hashtext('^' || left(query.words[2], 8)) end as second
      from query, slipped
      where (select count(*) from alike) < ${enough} and length(query.words[1]) between 4 and 6
    ),
    nearly as materialized (${foundBy('begun', findable)}),
    nearly_alike as materialized (
      select * from (${alikeAmong('nearly')}) people where not exists (select from alike where alike.id = people.id)
    )
    select * from exact union all select * from alike union all select * from nearly_alike
  )`;

/** People the caller may find, best match first, without anyone the search excludes. @param name of the statement */
const searchStatement = (name: string, findable: string) =>
  sessionStatement(
    name,
    (db, given: Given<{ query: string; size: number; place: string | null }>) =>
      db
        .with(
          (cte) => cte('found').materialized(),
          () => textWith<{ id: string; rank: number }>(rankedCandidates(findable), given),
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

const findable = `${isActivatedText('users')} and ${visibleToText(viewerId, 'users.id')}`;
const statements = new Map<string, ReturnType<typeof searchStatement>>();

/** Who a search finds, of all that the caller may find. */
export interface Among {
  /** The people to exclude besides the caller. */
  leftOut?: LeftOut | undefined;
  /** The kinds of places one of which is `place`: only those who may see what's written there, if the caller may. */
  audiences?: readonly Audience[] | undefined;
}

/** The statement that finds them. Its values: `query`, `size`, and `place`, an id or a handle, or null. */
export function searchPeople({ leftOut, audiences = [] }: Among): ReturnType<typeof searchStatement> {
  const sees = audiences.map((audience) => seesPlace(audience, '$place')).join(' or ');
  const condition = [
    findable,
    ...(leftOut ? [`not ${leftOut('users.id', viewerId)}`] : []),
    ...(sees === '' ? [] : [`(${sees})`, `exists (select from users where users.id = ${viewerId} and (${sees}))`]),
  ].join(' and ');
  let statement = statements.get(condition);
  if (!statement) {
    statement = searchStatement(`search-people-${statements.size + 1}`, condition);
    statements.set(condition, statement);
  }
  return statement;
}
