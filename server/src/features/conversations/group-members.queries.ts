import { sql } from 'kysely';
import { isActivated } from '#features/accounts/public.ts';
import type { Db, Hot, Tx } from '#platform/database/database.ts';
import { type Given, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';
import { mayAdd } from './groups.access.ts';
import type { GroupRow } from './groups.queries.ts';

/** A group; the lock is the one that messages take. */
export async function lockGroup(tx: Tx, id: string): Promise<GroupRow | undefined> {
  return await tx.selectFrom('groups').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Groups, at most a hundred, whose picture anybody with its path could load. The index has this condition. */
export async function listOpenPictures(db: Db): Promise<{ id: string }[]> {
  return await db
    .selectFrom('groups')
    .select('id')
    .where(sql<boolean>`profile_path not like '%-private%'`)
    .limit(100)
    .execute();
}

const pictureStatement = sessionStatement('groups-picture', (db, { paths }: Given<{ paths: readonly string[] }>) =>
  db
    .selectFrom('session')
    .select((session) => [
      ...sessionColumns,
      session
        .exists(
          session
            .selectFrom('media_files')
            .innerJoin('groups', 'groups.id', 'media_files.owner_id')
            .select('groups.id')
            .where(sql<boolean>`media_files.path = any(${paths}::text[])`)
            .whereRef('groups.profile_path', '=', 'media_files.path')
            .where(sql<boolean>`session.user_id = any(groups.member_ids)`),
        )
        .as('readable'),
    ]),
);

/** Whether one of these files is the picture of a group that the caller is in. Undefined: there's no such session. */
export async function readablePicture(
  hot: Hot,
  tokenHash: Buffer,
  paths: readonly string[],
): Promise<boolean | undefined> {
  const row = await pictureStatement(hot, tokenHash, { paths });
  return row && Boolean(row.readable);
}

/** The groups of a person, locked in the order of messages. */
export async function lockGroupsOf(tx: Tx, userId: string): Promise<GroupRow[]> {
  return await tx
    .selectFrom('groups')
    .selectAll()
    .where('id', 'in', (own) => own.selectFrom('group_members').select('group_id').where('user_id', '=', userId))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether a person is in a group. */
export async function isInGroup(db: Db, id: string, userId: string): Promise<boolean> {
  const member = await db
    .selectFrom('group_members')
    .select('user_id')
    .where('group_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return member !== undefined;
}

/** Activated accounts by their usernames, in any case. */
export async function findByUsernames(
  db: Db,
  usernames: readonly string[],
): Promise<{ id: string; username: string }[]> {
  return await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(
      sql<string>`lower(username)`,
      'in',
      usernames.map((each) => each.toLowerCase()),
    )
    .where(sql.raw<boolean>(isActivated('users')))
    .execute();
}

/** Somebody who's about to be added to a group. */
export interface Candidate {
  id: string;
  username: string;
  /** `mayBeAdded` from the rules. */
  mayBeAdded: boolean;
  /** Groups they're in. */
  groups: number;
}

/** Those of these people who still exist. @param newcomersSince accounts made later are new; null: none are */
export async function findCandidates(
  tx: Tx,
  adderId: string,
  ids: readonly string[],
  newcomersSince: Date | null,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`select person.id, person.username,
      person.id = adder.id or ${sql.raw(mayAdd('adder', 'person', 'given.since'))} as "mayBeAdded",
      (select count(*)::int from group_members own where own.user_id = person.id) as groups
    from users adder cross join users person cross join (select ${newcomersSince}::timestamptz as since) given
    where adder.id = ${adderId} and person.id = any(${[...ids]}::uuid[])`.execute(tx);
  return rows;
}

export async function insertGroup(
  tx: Tx,
  group: Omit<GroupRow, 'member_ids' | 'last_id' | 'profile_path'>,
): Promise<void> {
  await tx
    .insertInto('groups')
    .values({ ...group, profile_path: null, member_ids: [] })
    .execute();
}

/** Ids of a group's members in the order in which they joined. */
async function listMembers(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('group_members')
    .select('user_id')
    .where('group_id', '=', id)
    .orderBy('place')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

async function repeatMembers(tx: Tx, id: string): Promise<string[]> {
  const members = await listMembers(tx, id);
  await tx.updateTable('groups').set({ member_ids: members }).where('id', '=', id).execute();
  return members;
}

/** Adds people to a group, which must be locked: they see what comes after `sinceId`. @returns everyone in it */
export async function insertMembers(
  tx: Tx,
  id: string,
  userIds: readonly string[],
  sinceId: number,
): Promise<string[]> {
  for (const user_id of userIds) {
    await tx.insertInto('group_members').values({ group_id: id, user_id, since_id: sinceId }).execute();
  }
  return await repeatMembers(tx, id);
}

/** Takes a person out of a group, which must be locked. @returns those who are left, in the order in which they joined */
export async function deleteMember(tx: Tx, id: string, userId: string): Promise<string[]> {
  await tx.deleteFrom('group_members').where('group_id', '=', id).where('user_id', '=', userId).execute();
  return await repeatMembers(tx, id);
}

export async function updateGroupRow(
  tx: Tx,
  id: string,
  change: Partial<Pick<GroupRow, 'name' | 'profile_path' | 'owner_id'>>,
): Promise<void> {
  await tx.updateTable('groups').set(change).where('id', '=', id).execute();
}

/** Notes a group's newest message. */
export async function touchGroup(tx: Tx, id: string, lastId: number, now: Date): Promise<void> {
  await tx
    .updateTable('groups')
    .set({ last_id: lastId, active_at: sql<Date>`greatest(active_at, ${now}::timestamptz)` })
    .where('id', '=', id)
    .execute();
}

export async function deleteGroup(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('groups').where('id', '=', id).execute();
}
