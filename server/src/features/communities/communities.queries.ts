import type { Permission, Visibility } from '@hubbub/contract/features/communities/communities.endpoints.ts';
import { type Generated, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '#platform/database/database.ts';
import { eb, exists, fact, isSameText, or, row, val } from '#platform/database/expressions.ts';
import { caller, type Given, perSize, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';
import { isBannedFrom, isKnownTo, isMemberOf, mayPostTo, shownSize } from './communities.access.ts';

interface CommunitiesTable {
  id: string;
  handle: string;
  name: string;
  profile_path: string | null;
  created_at: Date;
  visibility: Generated<Visibility>;
  description: Generated<string>;
}

/**
 * Counts are kept apart from communities because each join would otherwise write to all of that row's indexes. Code
 * that changes members, roles or their assignment locks the community's row first, so that two simultaneous changes
 * can't remove the last holder of community:edit.
 */
interface CommunitySizesTable {
  community_id: string;
  member_count: number;
  /** How many of them are away. */
  away_count: Generated<number>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    communities: CommunitiesTable;
    community_sizes: CommunitySizesTable;
  }
}

export type CommunityRow = Selectable<CommunitiesTable>;

const communities = row('communities');

/** What a viewer sees of a community, except its size and whether they're a member. */
export const communityColumns = [
  'communities.id',
  'communities.handle',
  'communities.name',
  'communities.profile_path',
  'communities.visibility',
  'communities.description',
] as const;

/** How many members a community has who aren't away. @param sizes its row of community_sizes, or a copy of it */
export const memberCount = <Sizes extends string>(sizes: Sizes) =>
  shownSize(row('community_sizes', sizes)).as('member_count');

/** Whether the caller is a member of `communities`. */
export const joined = fact(isMemberOf(communities.id, caller)).as('joined');

/** Whether the caller may post to `communities`. */
export const canPost = fact(mayPostTo(communities.id, caller)).as('can_post');

/** Whether the caller is banned from `communities`. */
export const banned = fact(isBannedFrom(communities.id, caller)).as('banned');

/** Whether the caller may know about `communities`. */
const known = isKnownTo(communities, caller);

/** The largest public communities, or the page after a given one. */
const popularStatement = (size: number, isFirst: boolean) =>
  sessionStatement(
    `communities-popular-${size}-${isFirst ? 'first' : 'next'}`,
    (db, { before }: Given<{ before: string | null }>) =>
      db
        .with(
          (cte) => cte('largest').materialized(),
          (query) => {
            const largest = query
              .selectFrom('community_sizes')
              .innerJoin('communities', 'communities.id', 'community_sizes.community_id')
              .selectAll('community_sizes')
              .where('communities.visibility', '=', sql.lit('public'))
              .orderBy('community_sizes.member_count', 'desc')
              .orderBy('community_sizes.community_id')
              .limit(sql.lit(size));
            if (isFirst) return largest;
            const last = query
              .selectFrom('community_sizes as last')
              .select('last.member_count')
              .where('last.community_id', '=', sql<string>`${before}::uuid`);
            return largest
              .where('community_sizes.member_count', '<=', last)
              .where(({ or, eb }) =>
                or([
                  eb('community_sizes.member_count', '<', last),
                  eb('community_sizes.community_id', '>', sql<string>`${before}::uuid`),
                ]),
              );
          },
        )
        .selectFrom('session')
        .select((session) => [
          ...sessionColumns,
          jsonArrayFrom(
            session
              .selectFrom('largest')
              .innerJoin('communities', 'communities.id', 'largest.community_id')
              .select([...communityColumns, memberCount('largest'), joined, canPost, banned])
              .orderBy('largest.member_count', 'desc')
              .orderBy('largest.community_id'),
          ).as('communities'),
        ]),
    { mayLag: true },
  );

export const readPopular = perSize((size) => popularStatement(size, true));
export const readPopularAfter = perSize((size) => popularStatement(size, false));

/** The caller's communities in the order they joined them, starting after a given one. */
export const readJoined = sessionStatement(
  'communities-joined',
  (db, given: Given<{ size: number; before: string | null }>) =>
    db
      .with(
        (cte) => cte('own').materialized(),
        (query) =>
          query
            .selectFrom('community_members as members')
            .select(['members.community_id', 'members.joined'])
            .where('members.user_id', '=', caller)
            .where('members.joined', '>', ({ fn, selectFrom, lit }) =>
              fn.coalesce(
                selectFrom('community_members as last')
                  .select('last.joined')
                  .where('last.user_id', '=', caller)
                  .where('last.community_id', '=', sql<string>`${given.before}::uuid`),
                lit(0),
              ),
            )
            .orderBy('members.joined')
            .limit(sql<number>`${given.size}::int`),
      )
      .selectFrom('session')
      .select((session) => [
        ...sessionColumns,
        jsonArrayFrom(
          session
            .selectFrom('own')
            .innerJoin('communities', 'communities.id', 'own.community_id')
            .innerJoin('community_sizes as sizes', 'sizes.community_id', 'own.community_id')
            .select([
              ...communityColumns,
              memberCount('sizes'),
              sql.lit(true).as('joined'),
              canPost,
              sql.lit(false).as('banned'),
            ])
            .orderBy('own.joined'),
        ).as('communities'),
      ]),
);

/** A community that the caller may know about, by its handle, case-insensitive. */
export const readCommunity = sessionStatement('communities-one', (db, { handle }: Given<{ handle: string }>) =>
  db.selectFrom('session').select((session) => [
    ...sessionColumns,
    jsonObjectFrom(
      session
        .selectFrom('communities')
        .innerJoin('community_sizes as sizes', 'sizes.community_id', 'communities.id')
        .select([...communityColumns, memberCount('sizes'), joined, canPost, banned])
        .where(isSameText(communities.handle, handle))
        .where(known),
    ).as('community'),
  ]),
);

/**
 * Whether the caller may post to `target`. A membership that was just created isn't in the statement's snapshot; it has
 * the role user.
 */
const target = row('communities', 'target');
const canPostNow = or(
  mayPostTo(target.id, caller),
  exists(
    eb
      .selectFrom('community_roles as roles')
      .where('roles.community_id', '=', target.id)
      .where('roles.kind', '=', sql.lit('user'))
      .where('roles.permissions', '@>', sql<Permission[]>`array['post:create']`)
      .where(sql<boolean>`exists (select from added)`),
  ),
);

/** The caller's ban from `target`, once its row is locked. */
const banOfCaller = sql<{ until: Date | null; text: string }>`(
  select found.until, found.text from target, person, community_ban_of(target.id, person.id) as found (until, text)
)`;

/**
 * Makes the caller a member of a community that they may know about. Locks the person, then the community and its size,
 * in the order of 0008_communities.sql. Existing members stay members and keep their roles. `fresh`: the caller wasn't
 * a member before. `ban`: why they still aren't one.
 */
export const insertMember = sessionStatement('communities-join', (db, { handle }: Given<{ handle: string }>) =>
  db
    .with(
      (cte) => cte('person').materialized(),
      (query) => query.selectFrom('users').select('users.id').where('users.id', '=', caller).forKeyShare(),
    )
    .with(
      (cte) => cte('target').materialized(),
      (query) =>
        query
          .selectFrom('communities')
          .innerJoin('community_sizes as sizes', 'sizes.community_id', 'communities.id')
          .select([...communityColumns, memberCount('sizes')])
          .where(isSameText(communities.handle, handle))
          .where(known)
          .where(({ exists, selectFrom }) => exists(selectFrom('person').select('person.id')))
          .forNoKeyUpdate(),
    )
    .with(
      (cte) => cte('ban').materialized(),
      () => banOfCaller,
    )
    .with('added', (query) =>
      query
        .insertInto('community_members')
        .columns(['community_id', 'user_id'])
        .expression((source) =>
          source
            .selectFrom(['target', 'person'])
            .select(['target.id as community_id', 'person.id as user_id'])
            .where(({ not, exists, selectFrom }) => not(exists(selectFrom('ban').select('ban.text')))),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning(['community_id', 'user_id']),
    )
    .with('given', (query) =>
      query
        .insertInto('community_role_holders')
        .columns(['community_id', 'user_id', 'role_id'])
        .expression((source) =>
          source
            .selectFrom('added')
            .innerJoin('community_roles as roles', 'roles.community_id', 'added.community_id')
            .select(['added.community_id', 'added.user_id', 'roles.id as role_id'])
            .where('roles.kind', '=', sql.lit('user')),
        ),
    )
    .with('counted', (query) =>
      query
        .updateTable('community_sizes as sizes')
        .from('added')
        .set(({ eb: size }) => ({ member_count: size('sizes.member_count', '+', size.lit(1)) }))
        .whereRef('sizes.community_id', '=', 'added.community_id')
        .returning(memberCount('sizes')),
    )
    .selectFrom(['session', 'person'])
    .select((session) => [
      ...sessionColumns,
      jsonObjectFrom(
        session
          .selectFrom('target')
          .leftJoin('counted', (join) => join.onTrue())
          .select([
            'target.id',
            'target.handle',
            'target.name',
            'target.profile_path',
            'target.visibility',
            'target.description',
          ])
          .select(({ fn, lit }) => [
            fn.coalesce('counted.member_count', 'target.member_count').as('member_count'),
            lit(true).as('joined'),
            fact(canPostNow).as('can_post'),
          ]),
      ).as('community'),
      jsonObjectFrom(session.selectFrom('ban').select(['ban.until', 'ban.text'])).as('ban'),
      session.exists(session.selectFrom('added').select('added.user_id')).as('fresh'),
    ]),
);

export async function findCommunity(db: Db, handle: string): Promise<CommunityRow | undefined> {
  return await db
    .selectFrom('communities')
    .selectAll()
    .where(isSameText(communities.handle, val(handle)))
    .executeTakeFirst();
}

/** Whether a community is private, and a person is a member. */
export async function isMemberOfPrivate(db: Db, handle: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('communities')
    .innerJoin('community_members', 'community_members.community_id', 'communities.id')
    .select('communities.id')
    .where(isSameText(communities.handle, val(handle)))
    .where('visibility', '=', 'private')
    .where('community_members.user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findCommunityById(db: Db, id: string): Promise<CommunityRow | undefined> {
  return await db.selectFrom('communities').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The community, locked until the transaction ends. Take the lock before reading members and roles that a change depends on. */
export async function lockCommunity(tx: Tx, handle: string): Promise<CommunityRow | undefined> {
  return await tx
    .selectFrom('communities')
    .selectAll()
    .where(isSameText(communities.handle, val(handle)))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Like `lockCommunity`, by id: the handle may have changed. */
export async function lockCommunityById(tx: Tx, id: string): Promise<CommunityRow | undefined> {
  return await tx.selectFrom('communities').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** A community with its two roles and the creator as its only member, with both. */
export async function insertCommunity(
  tx: Tx,
  community: CommunityRow & { creatorId: string; adminRoleId: string; userRoleId: string },
  permissions: { admin: readonly Permission[]; user: readonly Permission[] },
): Promise<void> {
  const { id, creatorId, adminRoleId, userRoleId, ...details } = community;
  await tx
    .insertInto('communities')
    .values({ id, ...details })
    .execute();
  await tx.insertInto('community_sizes').values({ community_id: id, member_count: 1 }).execute();
  await tx
    .insertInto('community_roles')
    .values([
      { id: adminRoleId, community_id: id, name: 'admin', permissions: [...permissions.admin], kind: 'admin' },
      { id: userRoleId, community_id: id, name: 'user', permissions: [...permissions.user], kind: 'user' },
    ])
    .execute();
  await tx.insertInto('community_members').values({ community_id: id, user_id: creatorId }).execute();
  await tx
    .insertInto('community_role_holders')
    .values([adminRoleId, userRoleId].map((role_id) => ({ community_id: id, user_id: creatorId, role_id })))
    .execute();
}

export async function updateCommunity(
  tx: Tx,
  id: string,
  change: Pick<CommunityRow, 'name' | 'handle' | 'profile_path' | 'visibility' | 'description'>,
): Promise<void> {
  await tx.updateTable('communities').set(change).where('id', '=', id).execute();
}

/** A community as the contract shows it to one of its members; its row is locked, so it exists. */
export async function selectForMember(tx: Tx, id: string): Promise<CommunityRow & { member_count: number }> {
  return await tx
    .selectFrom('communities')
    .innerJoin('community_sizes', 'community_sizes.community_id', 'communities.id')
    .selectAll('communities')
    .select(memberCount('community_sizes'))
    .where('communities.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Deletes communities with their members, roles and anything else that refers to them. */
export async function deleteCommunities(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('communities').where('id', 'in', ids).execute();
}

/** The names of those communities that still exist, by id. */
export async function namesOfCommunities(db: Db, ids: readonly string[]) {
  const rows =
    ids.length === 0 ? [] : await db.selectFrom('communities').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, { name, url: null }]));
}
