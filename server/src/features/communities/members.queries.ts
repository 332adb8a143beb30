import type { Permission } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { type Expression, type Generated, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { authorColumns, isActivated, isAway } from '#features/accounts/public.ts';
import { onlineFor } from '#features/presence/public.ts';
import { commonest, isPrefixIn } from '#features/user-search/public.ts';
import { arrayOf } from '#platform/database/arrays.ts';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { eb, isSameText, not, row, type Value, val } from '#platform/database/expressions.ts';
import {
  caller,
  type Given,
  perSize,
  type SessionDb,
  sessionColumns,
  sessionStatement,
  viewer,
} from '#platform/database/session-statement.ts';
import { statement } from '#platform/database/statement.ts';
import { noId } from '#platform/ids.ts';
import { isMemberOf, memberVisibleTo } from './communities.access.ts';
import { type CommunityRow, memberCount } from './communities.queries.ts';

interface CommunityMembersTable {
  community_id: string;
  user_id: string;
  /** Whether the person is away, so that they aren't counted. */
  away: Generated<boolean>;
  joined: Generated<number>;
  /** Messages up to this one are from before they joined. */
  read_from: Generated<number>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    community_members: CommunityMembersTable;
  }
}

const members = row('community_members', 'members');

/** The community with this handle, if the caller is a member. */
export const homeOfMember = (handle: Value<string>) =>
  eb
    .selectFrom('communities')
    .select(['communities.id', 'communities.handle'])
    .where(isSameText(row('communities').handle, handle))
    .where(isMemberOf(row('communities').id, caller));

/** Adds `home`, a community or no row, to a statement. */
const withHome = <Home extends { id: string }>(db: SessionDb, home: Expression<Home>) =>
  db.with(
    (cte) => cte('home').materialized(),
    () => home,
  );

/** Starts a statement about the caller and `home`, whose columns are null if there's none. */
export const fromHome = <Home extends { id: string }>(db: SessionDb, home: Expression<Home>) =>
  withHome(db, home)
    .selectFrom('session')
    .leftJoin('home', (join) => join.onTrue());

/** The members of `home`. */
interface PageRow {
  joined: number;
  user_id: string;
}

type MembersPage = Given<{ handle: string; before: string }>;

/** Members of `home` in the order they joined, one more than a page holds. @param page rows of them, unordered */
const membersOf = (db: SessionDb, { handle }: MembersPage, page: Expression<PageRow>) =>
  withHome(db, homeOfMember(handle))
    .with(
      (cte) => cte('page').materialized(),
      () => page,
    )
    .selectFrom('session')
    .leftJoin('home', (join) => join.onTrue())
    .leftJoin('community_sizes as sizes', 'sizes.community_id', 'home.id')
    .select((session) => [
      ...sessionColumns,
      'home.id as home_id',
      memberCount('sizes'),
      jsonArrayFrom(
        session
          .selectFrom('page')
          .innerJoin('users', 'users.id', 'page.user_id')
          .select([...authorColumns, 'page.joined'])
          .select(
            sql<string[]>`array(select held.role_id from community_role_holders held
              where held.community_id = home.id and held.user_id = users.id order by held.role_id)`.as('roles'),
          )
          .select(onlineFor(viewer, row('users').id).as('online'))
          .orderBy('page.joined'),
      ).as('members'),
    ]);

/** Members in the order they joined, starting after a cursor: one more than a page holds. */
export const readMembers = perSize((size) =>
  sessionStatement(`communities-members-${size}`, (db, given: MembersPage) =>
    membersOf(
      db,
      given,
      eb
        .selectFrom('community_members as members')
        .select(['members.joined', 'members.user_id'])
        .where('members.community_id', '=', sql<string>`(select home.id from home)`)
        .where('members.joined', '>', sql<number>`${given.before}::bigint`)
        .where(memberVisibleTo(members.community_id, members.user_id, caller))
        .orderBy('members.joined')
        .limit(sql.lit(size + 1)),
    ),
  ),
);

/** Communities up to this size are searched member by member; in larger ones, the index over everyone is faster. */
const smallCommunity = 1000;

const home = row('communities', 'home').id;

/** A part of the search below. */
interface Part {
  size: number;
  before: Value<string>;
}

const membersOfHome = ({ before }: Part) => sql`community_members members join users on users.id = members.user_id
  where members.community_id = home.id and members.joined > ${before}::bigint
    and ${memberVisibleTo(home, members.user_id, caller)}`;

/** The `candidates` that match `query`, one more than a page holds. */
const matching = (candidates: RawBuilder<unknown>, { size }: Part) => sql`select each.joined, each.user_id
  from ${candidates} each cross join lateral (select search_text(each.username, each.name) as words offset 0) own
  where starts_with(lower(each.username), query.folded) or not exists (
    select from unnest(query.words) word
    where not ${isPrefixIn(sql`word`, sql`own.words`)}
  )
  limit ${sql.lit(size + 1)}`;

const queryOf = (query: Value<string>) => sql`
  select given.folded, given.words, (
      select array_agg(hashtext('^' || left(word, case when search_is_dense(word) then 6 else 8 end)))
      from unnest(given.words) word where length(word) > 1 or search_is_dense(word)
    ) as beginnings, set_config('gin_fuzzy_search_limit', ${sql.lit(String(commonest))}, true)
  from (
    select folded, search_words(folded) as words from (select search_fold(ltrim(${query}::text, '@ ')) as folded) typed
  ) given
  where cardinality(given.words) > 0`;

/**
 * Members in whose username or name a word begins with each word of the query. A small community compares all of them. In a large one,
 * everyone's search keys (0006_search.sql) give candidates, at most about `commonest`, and only those that make the page are compared.
 * `offset 0` and `limit 1` keep the planner from computing keys or words member by member. A single letter isn't a key: in a large
 * community it finds usernames.
 */
const foundMembers = (query: Value<string>, part: Part) => sql<PageRow>`(
  with query as materialized (${queryOf(query)}),
    community as materialized (
      select home.id, sizes.member_count as size from home join community_sizes sizes on sizes.community_id = home.id
    )
  select near.joined, near.user_id from query, community home, lateral (${matching(
    sql`(
      select members.joined, members.user_id, users.username, users.name from ${membersOfHome(part)}
      order by members.joined offset 0
    )`,
    part,
  )}) near
  where home.size <= ${sql.lit(smallCommunity)}
  union all
  select far.joined, far.user_id from query, community home, lateral (${matching(
    sql`(
      select member.joined, found.id as user_id, found.username, found.name
      from (
        select users.id, users.username, users.name from users
        where ${isActivated(row('users'))} and search_keys(users.username, users.name) @> query.beginnings offset 0
      ) found
      cross join lateral (
        select members.joined from community_members members
        where members.community_id = home.id and members.user_id = found.id and members.joined > ${part.before}::bigint
          and ${memberVisibleTo(home, row('users', 'found').id, caller)} limit 1
      ) member
      order by member.joined offset 0
    )`,
    part,
  )}) far
  where home.size > ${sql.lit(smallCommunity)} and query.beginnings is not null
  union all
  select named.joined, named.user_id from query, community home, lateral (
    select members.joined, members.user_id from ${membersOfHome(part)} and starts_with(lower(users.username), query.folded)
    order by members.joined limit ${sql.lit(part.size + 1)}
  ) named
  where home.size > ${sql.lit(smallCommunity)} and query.beginnings is null
)`;

/** The members that match a query. */
export const searchMembers = perSize((size) =>
  sessionStatement(`communities-members-search-${size}`, (db, given: MembersPage & Given<{ query: string }>) =>
    membersOf(db, given, foundMembers(given.query, { size, before: given.before })),
  ),
);

/** The fields of a member that the rules need. */
export interface MemberFacts {
  roleIds: string[];
  permissions: Permission[];
}

/** A person in a community. */
interface Membership {
  communityId: string;
  userId: string;
}

/** People who may be members of communities, in one query. @returns looks one of them up; undefined: not a member */
export async function findMembers(
  db: Db,
  asked: readonly Membership[],
): Promise<(communityId: string, userId: string) => MemberFacts | undefined> {
  const { rows } = await sql<MemberFacts & Membership>`
    select member.community_id as "communityId", member.user_id as "userId",
      array(
        select role_id from community_role_holders held
        where held.community_id = member.community_id and held.user_id = member.user_id
      ) as "roleIds",
      array(
        select distinct permission from community_role_holders held
        join community_roles roles on roles.id = held.role_id cross join unnest(roles.permissions) permission
        where held.community_id = member.community_id and held.user_id = member.user_id
      ) as permissions
    from unnest(${asked.map(({ communityId }) => communityId)}::uuid[], ${asked.map(({ userId }) => userId)}::uuid[])
      given (community_id, user_id)
    join community_members member using (community_id, user_id)`.execute(db);
  return (communityId, userId) => rows.find((row) => row.communityId === communityId && row.userId === userId);
}

/** Undefined: not a member. Anything based on it needs the community's lock. */
export async function findMember(db: Db, communityId: string, userId: string): Promise<MemberFacts | undefined> {
  return (await findMembers(db, [{ communityId, userId }]))(communityId, userId);
}

/** The same where there may be no community: it still runs, so that its duration gives nothing away. */
export const findMemberIn = (db: Db, community: { id: string } | undefined, userId: string) =>
  findMember(db, community?.id ?? noId, userId);

/** The id of the member with this username, case-insensitive. */
export async function findMemberByUsername(tx: Tx, communityId: string, username: string): Promise<string | undefined> {
  const found = await tx
    .selectFrom('users')
    .innerJoin('community_members', 'community_members.user_id', 'users.id')
    .select('users.id')
    .where('community_members.community_id', '=', communityId)
    .where(isSameText(row('users').username, val(username)))
    .executeTakeFirst();
  return found?.id;
}

/**
 * Updates `away` on at most `most` memberships of a person who left or returned, which takes them out of the counts or
 * back in. One statement locks the communities in order.
 * @returns how many were changed
 */
export async function markMembershipsOf(tx: Tx, userId: string, most: number): Promise<number> {
  const isMemberAway = isAway(members.user_id);
  const { rows } = await sql`with due as materialized (
      select members.community_id from community_members members
      where members.user_id = ${userId} and members.away <> ${isMemberAway} order by members.community_id limit ${most}
    ),
    sizes as materialized (
      select sizes.community_id from community_sizes sizes
      where sizes.community_id in (select due.community_id from due) order by sizes.community_id for no key update
    ),
    changed as (
      update community_members members set away = not members.away
      where members.user_id = ${userId} and members.community_id in (select sizes.community_id from sizes)
    )
    select from due`.execute(tx);
  return rows.length;
}

/** Ends a membership with its roles, and updates the count. The community must be locked, and the person must be a member. */
export async function deleteMember(tx: Tx, communityId: string, userId: string): Promise<void> {
  await sql`with gone as (
      delete from community_members where community_id = ${communityId} and user_id = ${userId} returning community_id
    )
    update community_sizes sizes set member_count = sizes.member_count - 1
    from gone where sizes.community_id = gone.community_id`.execute(tx);
}

/** A community that a deleted account belonged to, as it is afterwards. */
export type LeftCommunity = Pick<CommunityRow, 'id' | 'handle' | 'profile_path'> & { member_count: number };

/** Ends all memberships of a person, whose row must be locked, and returns the communities, locked, as they are now. */
export async function deleteMembershipsOf(tx: Tx, userId: string): Promise<LeftCommunity[]> {
  await sql`select communities.id from communities
    where id in (select community_id from community_members where user_id = ${userId})
    order by id for update`.execute(tx);
  const { rows } = await sql<LeftCommunity>`with gone as (
      delete from community_members where user_id = ${userId} returning community_id
    ),
    counted as (
      update community_sizes sizes set member_count = sizes.member_count - 1
      from gone where sizes.community_id = gone.community_id
      returning sizes.community_id, sizes.member_count
    )
    select communities.id, communities.handle, communities.profile_path, counted.member_count
    from counted join communities on communities.id = counted.community_id`.execute(tx);
  return rows;
}

const strangersStatement = statement(
  'communities-strangers',
  (db, { ids, userIds }: Given<{ ids: readonly string[]; userIds: readonly string[] }>) =>
    db
      .selectFrom(
        sql<{ id: string; user_id: string }>`unnest(${arrayOf(ids, 'uuid')}, ${arrayOf(userIds, 'uuid')})`.as<'asked'>(
          sql`asked(id, user_id)`,
        ),
      )
      .select(['asked.id', 'asked.user_id as userId'])
      .where(not(isMemberOf(sql.ref('asked.id'), sql.ref('asked.user_id')))),
);

/** The pairs whose person isn't a member of the community. */
export async function findStrangers(
  pipeline: Pipeline,
  held: readonly { id: string; userId: string }[],
): Promise<{ id: string; userId: string }[]> {
  return await strangersStatement(pipeline, {
    ids: held.map(({ id }) => id),
    userIds: held.map(({ userId }) => userId),
  });
}

const homeStatement = statement(
  'communities-home',
  (db, { userId, handle }: Given<{ userId: string; handle: string }>) =>
    db
      .selectFrom('communities')
      .innerJoin('community_members as own', (on) =>
        on.onRef('own.community_id', '=', 'communities.id').on('own.user_id', '=', userId),
      )
      .select('communities.id')
      .where(isSameText(row('communities').handle, handle)),
);

/** The id of a community by its handle, if this person is a member. */
export async function findHome(pipeline: Pipeline, userId: string, handle: string): Promise<string | undefined> {
  return (await homeStatement(pipeline, { userId, handle }))[0]?.id;
}

const memberStatement = statement(
  'communities-is-member',
  (db, { userId, communityId }: Given<{ userId: string; communityId: string }>) =>
    db.selectFrom('community_members').where('user_id', '=', userId).where('community_id', '=', communityId),
);

export async function isMember(pipeline: Pipeline, userId: string, communityId: string): Promise<boolean> {
  return (await memberStatement(pipeline, { userId, communityId })).length > 0;
}

const togetherStatement = statement(
  'communities-together',
  (db, { communityIds, userIds }: Given<{ communityIds: readonly string[]; userIds: readonly string[] }>) =>
    db
      .selectFrom('community_members as members')
      .innerJoin('community_sizes as sizes', (on) =>
        on
          .onRef('sizes.community_id', '=', 'members.community_id')
          .on('sizes.member_count', '<=', sql.lit(smallCommunity)),
      )
      .select(['members.community_id as id', 'members.user_id'])
      .where('members.user_id', '=', eb.fn.any(userIds))
      .where('members.community_id', '=', eb.fn.any(communityIds)),
);

/** Which of these people are members of which of these communities; large communities are left out. */
export const findTogether = (
  pipeline: Pipeline,
  communityIds: readonly string[],
  userIds: readonly string[],
): Promise<{ id: string; user_id: string }[]> => togetherStatement(pipeline, { communityIds, userIds });
