import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { bestRanks, isPrefixIn, lettersOff, queriedWords } from '#features/user-search/public.ts';
import { row } from '#platform/database/expressions.ts';
import { type Given, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';
import { shownSize } from './communities.access.ts';
import { banned, canPost, communityColumns, joined } from './communities.queries.ts';

/** How many communities each kind of match contributes at most, before the best are chosen. */
const candidates = 60;

const communities = row('communities');
const keys = sql`search_keys(communities.handle, communities.name)`;
const ownWords = sql`cross join lateral (select search_text(communities.handle, communities.name) as words offset 0) own`;

interface Search {
  query: string;
  size: number;
}

interface Ranked {
  id: string;
  rank: number;
  member_count: number;
}

/**
 * Works like the search for people (features/user-search/user-search.queries.ts): indexes find handles that start with the query, and words of
 * the handle and name, or their prefixes; if that gives too few, words and prefixes with a typo. The results are compared with the
 * query and ranked; among equal matches, the larger community comes first. Private communities aren't candidates.
 */
const rankedCandidates = ({ query, size }: Given<Search>) => sql<Ranked>`(
    with ${queriedWords(query, '@#& ')},
    plain as materialized (
      select ids.id from query, lateral (
        select communities.id from communities
        where communities.visibility = 'public'
          and lower(communities.handle) ~>=~ query.folded and lower(communities.handle) ~<~ (query.folded || chr(1114111))
        order by lower(communities.handle) using ~<~ limit ${candidates}
      ) ids where query.folded <> ''
      union
      select ids.id from wanted, lateral (
        select communities.id from communities where communities.visibility = 'public' and ${keys} @> wanted.wholes limit ${candidates}
      ) ids
      union
      select ids.id from wanted, lateral (
        select communities.id from communities where communities.visibility = 'public' and ${keys} @> wanted.beginnings limit ${candidates}
      ) ids
    ),
    exact as materialized (
      select communities.id,
        case
          ${bestRanks(communities.handle, communities.name)}
          else 3
        end as rank
      from plain join communities on communities.id = plain.id cross join query ${ownWords}
      where starts_with(lower(communities.handle), query.folded)
        or not exists (select from unnest(query.words) word where not ${isPrefixIn(sql`word`, sql`own.words`)})
    ),
    slipped as materialized (
      select search_slip_keys(query.words[1]) || search_begun_slip_query(query.words[1])
          || array(select hashtext('^' || left(swap, 8)) from unnest(search_swaps(query.words[1])) swap) as first,
        case when cardinality(query.words) > 1
          then search_slip_keys(query.words[2]) || search_begun_slip_query(query.words[2])
            || hashtext('^' || left(query.words[2], 8)) end as second
      from query where (select count(*) from exact) < ${size}::int and length(query.words[1]) >= 4
    ),
    near as materialized (
      select ids.id from slipped, lateral (
        select communities.id from communities where communities.visibility = 'public' and ${keys} && slipped.first limit ${candidates * 4}
      ) ids where slipped.second is null
      union
      select ids.id from slipped, lateral (
        select communities.id from communities
        where communities.visibility = 'public' and ${keys} && slipped.first and ${keys} && slipped.second limit ${candidates * 4}
      ) ids
    ),
    alike as materialized (
      select communities.id, 4 + far.letters as rank
      from near join communities on communities.id = near.id cross join query ${ownWords}
        cross join lateral (
          select sum(letters) as letters, max(letters) as most
          from (select ${lettersOff(sql`word`, sql`search_swaps(word)`, sql`own.words`)} as letters from unnest(query.words) word) each_word
        ) far
      where far.most <= 3 and not exists (select from exact where exact.id = communities.id)
    )
    select found.id, found.rank, ${shownSize(row('community_sizes', 'sizes'))} as member_count
    from (select * from exact union all select * from alike) found
    join community_sizes sizes on sizes.community_id = found.id
    order by found.rank, member_count desc, found.id limit ${size}::int
  )`;

/** Public communities by handle and name, best match first. */
export const searchCommunities = sessionStatement(
  'communities-search',
  (db, given: Given<Search>) =>
    db
      .with(
        (cte) => cte('best').materialized(),
        () => rankedCandidates(given),
      )
      .selectFrom('session')
      .select((session) => [
        ...sessionColumns,
        jsonArrayFrom(
          session
            .selectFrom('best')
            .innerJoin('communities', 'communities.id', 'best.id')
            .select([...communityColumns, 'best.member_count', joined, canPost, banned])
            .orderBy('best.rank')
            .orderBy('best.member_count', 'desc')
            .orderBy('best.id'),
        ).as('communities'),
      ]),
  { mayLag: true },
);
