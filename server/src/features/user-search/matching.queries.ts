/** The common parts of all searches by words: how a query is read, and how its words are compared with those of a name. */

import { type RawBuilder, sql } from 'kysely';
import { and, type Condition, or, type Value } from '#platform/database/expressions.ts';

/**
 * Parts of a `with`. `query`: the text folded, and its words, longest first; and `wanted`: the keys of its words, and of their beginnings.
 * @param signs leading characters that don't count, such as `@`
 * @param more another column of `wanted`
 */
export const queriedWords = (query: Value<string>, signs: string, more?: RawBuilder<unknown>) =>
  sql`query as materialized (
      select folded, array(select word from unnest(search_words(folded)) word order by length(word) desc) as words
      from (select search_fold(ltrim(${query}::text, ${signs})) as folded) given
    ),
    wanted as materialized (
      select array_agg(hashtext('=' || word)) as wholes,
        array_agg(hashtext('^' || left(word, case when search_is_dense(word) then 6 else 8 end)))
          filter (where length(word) > 1 or search_is_dense(word)) as beginnings${more ? sql`, ${more}` : sql``}
      from query, unnest(words) word
    )`;

/** Where a query matches words: at the beginning of one, or, in a script without spaces, anywhere. */
export const isPrefixIn = (word: Value<string>, words: Value<string>): Condition =>
  or(
    sql<boolean>`strpos(${words}, ' ' || ${word}) > 0`,
    and(sql<boolean>`search_is_dense(${word})`, sql<boolean>`strpos(${words}, ${word}) > 0`),
  );

/** The best ranks, as branches of a `case`: the handle itself, the name itself, and all words of the query among `own.words`. */
export const bestRanks = (handle: Value<string>, name: Value<string>) =>
  sql`when lower(${handle}) = query.folded then 0
          when search_fold(${name}) = query.folded then 1
          when not exists (
            select from unnest(query.words) word where strpos(own.words || ' ', ' ' || word || ' ') = 0
          ) then 2`;

/**
 * How many letters a word of the query is off: 0 if it's the beginning of a word; otherwise the edit distance to the nearest word, or to
 * its beginning of the same length. Two swapped letters count as one. More than 3 count as 4.
 */
export const lettersOff = (word: Value<string>, swaps: Value<string[]>, words: Value<string>) =>
  sql<number>`case when ${isPrefixIn(word, words)} then 0
    when exists (select from unnest(${swaps}) swap where strpos(${words}, ' ' || swap) > 0) then 1
    else (select min(least(
      levenshtein_less_equal(own, ${word}, 3),
      levenshtein_less_equal(left(own, length(${word})), ${word}, 3) + 1
    )) from unnest(string_to_array(substr(${words}, 2), ' ')) own) end`;
