import { sql } from 'kysely';
import { isActivated } from '#features/accounts/public.ts';
import { fileGuard } from '#features/media/public.ts';
import type { RoomRow } from '#features/rooms/public.ts';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { anyOf, call, eb, exists, fact, or, row } from '#platform/database/expressions.ts';
import { sessionColumns, sessionStatement, viewer } from '#platform/database/session-statement.ts';
import { mayAdd } from './groups.access.ts';

export const groupKind = 'group';

const callerStatement = sessionStatement('groups-caller', (db) => db.selectFrom('session').select(sessionColumns));

/** The session's user. */
export const findCaller = (pipeline: Pipeline, tokenHash: Buffer): Promise<{ user_id: string } | undefined> =>
  callerStatement(pipeline, tokenHash, {});

/** Groups, at most a hundred, with pictures that anybody with the path could load. The index has this condition. */
export async function listOpenPictures(db: Db): Promise<{ id: string }[]> {
  return await db
    .selectFrom('rooms')
    .select('id')
    .where('picture_path', 'not like', sql.lit('%-private%'))
    .limit(100)
    .execute();
}

/** Who may see the picture of a group: its members. */
export const guardGroupPictures = fileGuard('groups-picture', (isAsked) =>
  exists(
    eb
      .selectFrom('media_files')
      .innerJoin('rooms', 'rooms.id', 'media_files.owner_id')
      .innerJoin('room_members', 'room_members.room_id', 'rooms.id')
      .where(isAsked)
      .whereRef('rooms.picture_path', '=', 'media_files.path')
      .where('room_members.user_id', '=', viewer),
  ),
);

/** A person's groups, locked in the same order as when messages are stored. */
export async function lockGroupsOf(tx: Tx, userId: string): Promise<RoomRow[]> {
  return await tx
    .selectFrom('rooms')
    .selectAll()
    .where('kind', '=', groupKind)
    .where('id', 'in', (own) => own.selectFrom('room_members').select('room_id').where('user_id', '=', userId))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Whether a person is in a group. */
export async function isInGroup(db: Db, id: string, userId: string): Promise<boolean> {
  const member = await db
    .selectFrom('room_members')
    .innerJoin('rooms', 'rooms.id', 'room_members.room_id')
    .select('user_id')
    .where('rooms.kind', '=', groupKind)
    .where('room_id', '=', id)
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
      call<string>('lower', row('users').username),
      'in',
      usernames.map((each) => each.toLowerCase()),
    )
    .where(isActivated(row('users')))
    .execute();
}

/** Somebody who's about to be added to a group. */
export interface Candidate {
  id: string;
  username: string;
  /** `mayBeAdded` from the rules. */
  mayBeAdded: boolean;
  /** How many groups they're in. */
  groups: number;
}

/** The people among these ids who exist. @param newcomersSince accounts made later are new; null: none are */
export async function findCandidates(
  tx: Tx,
  adderId: string,
  ids: readonly string[],
  newcomersSince: Date | null,
): Promise<Candidate[]> {
  const [adder, person] = [row('users', 'adder'), row('users', 'person')];
  const groups = eb
    .selectFrom('room_members as own')
    .innerJoin('rooms', (on) => on.onRef('rooms.id', '=', 'own.room_id').on('rooms.kind', '=', groupKind))
    .select(({ cast, fn }) => cast<number>(fn.countAll(), 'integer').as('number'))
    .where('own.user_id', '=', person.id);
  return await tx
    .selectFrom(['users as adder', 'users as person'])
    .select([
      'person.id',
      'person.username',
      fact(or(eb(person.id, '=', adder.id), mayAdd(adder, person, sql`${newcomersSince}::timestamptz`))).as(
        'mayBeAdded',
      ),
      groups.$asScalar().as('groups'),
    ])
    .where('adder.id', '=', adderId)
    .where('person.id', '=', anyOf(ids))
    .execute();
}

/** Adds people to a group, which must be locked: they see only messages after `sinceId`. */
export async function insertMembers(tx: Tx, id: string, userIds: readonly string[], sinceId: number): Promise<void> {
  const joined = { room_id: id, since_id: sinceId, listed_id: sinceId, notify: null, notify_until: null };
  for (const user_id of userIds)
    await tx
      .insertInto('room_members')
      .values({ ...joined, user_id })
      .execute();
}

/** Removes a person from a group, which must be locked. */
export async function deleteMember(tx: Tx, id: string, userId: string): Promise<void> {
  await tx.deleteFrom('room_members').where('room_id', '=', id).where('user_id', '=', userId).execute();
}
