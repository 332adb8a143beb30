import { type Generated, type JSONColumnType, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';

/** A membership that a ban ended, stored so that overturning the ban can restore it. Message numbers fit a double. */
export interface EndedMembership {
  joined: number;
  read_from: number;
  roles: string[];
  /** The member who became admin because nobody else held community:edit, and the role they got. */
  heir?: { user_id: string; role_id: string };
}

interface CommunityBansTable {
  community_id: string;
  user_id: string;
  /** Ascends with each ban, for paging. */
  number: Generated<number>;
  created_at: Date;
  until: Date | null;
  text: string;
  by_id: string | null;
  membership: JSONColumnType<EndedMembership> | null;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    community_bans: CommunityBansTable;
  }
}

type BanRow = Pick<Selectable<CommunityBansTable>, 'number' | 'created_at' | 'until' | 'text'>;

/** A ban with the people it names; the one who made it may have deleted their account. */
export interface ListedBan extends BanRow {
  username: string;
  name: string | null;
  profile_path: string | null;
  by_username: string | null;
  by_name: string | null;
  by_profile_path: string | null;
}

/** The ban of one person, whether or not it's over. */
export async function findBan(
  tx: Tx,
  communityId: string,
  userId: string,
): Promise<{ until: Date | null; membership: EndedMembership | null } | undefined> {
  return await tx
    .selectFrom('community_bans')
    .select(['until', 'membership'])
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** The ban that keeps a person out now. */
export async function findActiveBan(
  db: Db,
  { communityId, userId }: { communityId: string; userId: string },
): Promise<{ until: Date | null; text: string } | undefined> {
  const { rows } = await sql<{ until: Date | null; text: string }>`
    select until, text from community_ban_of(${communityId}, ${userId})`.execute(db);
  return rows[0];
}

/** A member's membership, in full. */
export async function readMembership(
  tx: Tx,
  communityId: string,
  userId: string,
): Promise<EndedMembership | undefined> {
  return await tx
    .selectFrom('community_members as member')
    .select(['member.joined', 'member.read_from'])
    .select([
      sql<string[]>`array(
        select role_id from community_role_holders held
        where held.community_id = member.community_id and held.user_id = member.user_id order by role_id
      )`.as('roles'),
    ])
    .where('member.community_id', '=', communityId)
    .where('member.user_id', '=', userId)
    .executeTakeFirst();
}

/** Bans a person; a ban that's there already is replaced and becomes the newest. */
export async function writeBan(
  tx: Tx,
  ban: {
    communityId: string;
    userId: string;
    byId: string;
    createdAt: Date;
    until: Date | null;
    text: string;
    membership: EndedMembership | null;
  },
): Promise<void> {
  const { communityId, userId, byId, createdAt, until, text, membership } = ban;
  const row = { created_at: createdAt, until, text, by_id: byId, membership: membership && JSON.stringify(membership) };
  await tx
    .insertInto('community_bans')
    .values({ community_id: communityId, user_id: userId, ...row })
    .onConflict((known) =>
      known.columns(['community_id', 'user_id']).doUpdateSet({ ...row, number: sql<number>`default` }),
    )
    .execute();
}

/** Replaces a ban's end and text; the stored membership stays. */
export async function updateBan(
  tx: Tx,
  {
    communityId,
    userId,
    ...ban
  }: { communityId: string; userId: string; byId: string | null; createdAt: Date; until: Date | null; text: string },
): Promise<void> {
  await tx
    .updateTable('community_bans')
    .set({ by_id: ban.byId, created_at: ban.createdAt, until: ban.until, text: ban.text })
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .execute();
}

/** False if there was none. */
export async function deleteBan(tx: Tx, communityId: string, userId: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('community_bans')
    .where('community_id', '=', communityId)
    .where('user_id', '=', userId)
    .returning('number')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Restores a person's membership, with those of their roles and channels that still exist, and updates the count.
 * People who have rejoined by themselves keep their membership and get their roles back.
 */
export async function restoreMembership(
  tx: Tx,
  { communityId, userId }: { communityId: string; userId: string },
  { joined, read_from, roles }: EndedMembership,
): Promise<void> {
  await sql`with added as (
      insert into community_members (community_id, user_id, joined, read_from) overriding system value
      values (${communityId}, ${userId}, ${joined}, ${read_from})
      on conflict (community_id, user_id) do nothing returning community_id
    )
    update community_sizes sizes set member_count = sizes.member_count + 1
    from added where sizes.community_id = added.community_id`.execute(tx);
  await sql`insert into community_role_holders (community_id, user_id, role_id)
    select roles.community_id, ${userId}, roles.id from community_roles roles
    where roles.community_id = ${communityId} and roles.id = any(${roles}::uuid[])
    on conflict do nothing`.execute(tx);
}

/** A role that a person only had because of a ban: removes it from what overturning their own ban would restore. */
export async function forgetRole(
  tx: Tx,
  communityId: string,
  { user_id, role_id }: { user_id: string; role_id: string },
): Promise<void> {
  await sql`update community_bans
    set membership = jsonb_set(membership, '{roles}', (membership -> 'roles') - ${role_id}::text)
    where community_id = ${communityId} and user_id = ${user_id} and membership is not null`.execute(tx);
}

const listed = (db: Db, communityId: string) =>
  db
    .selectFrom('community_bans as bans')
    .innerJoin('users', 'users.id', 'bans.user_id')
    .leftJoin('users as judges', 'judges.id', 'bans.by_id')
    .select([
      'bans.number',
      'bans.created_at',
      'bans.until',
      'bans.text',
      'users.username',
      'users.name',
      'users.profile_path',
      'judges.username as by_username',
      'judges.name as by_name',
      'judges.profile_path as by_profile_path',
    ])
    .where('bans.community_id', '=', communityId);

/** One person's ban, as the list shows it. */
export async function readBan(db: Db, communityId: string, userId: string): Promise<ListedBan> {
  return await listed(db, communityId).where('bans.user_id', '=', userId).executeTakeFirstOrThrow();
}

/**
 * A page of the bans in force, newest first; with a query, of people whose name or username has a word that starts with
 * it.
 */
export async function selectBans(
  db: Db,
  communityId: string,
  page: { size: number; before: number; query: string; now: Date },
): Promise<ListedBan[]> {
  const { size, before, query, now } = page;
  let bans = listed(db, communityId)
    .where('bans.number', '<', before)
    .where((where) => where.or([where('bans.until', 'is', null), where('bans.until', '>', now)]));
  if (query !== '') {
    bans = bans.where(
      sql<boolean>`not exists (
        select from unnest(search_words(search_fold(ltrim(${query}, '@ ')))) word
        where strpos(search_text(users.username, users.name), ' ' || word) = 0
      )`,
    );
  }
  return await bans.orderBy('bans.number', 'desc').limit(size).execute();
}
