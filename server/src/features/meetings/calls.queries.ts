import { type Generated, type Selectable, sql } from 'kysely';
import { notApart } from '#features/relations/public.ts';
import { isOpen, reads } from '#features/rooms/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import {
  and,
  anyOf,
  type Condition,
  eb,
  exists,
  fact,
  type Id,
  not,
  or,
  row,
  type Value,
  val,
} from '#platform/database/expressions.ts';
import { type CallState, callCodePrefix } from './calls.rules.ts';
import { isGone } from './meetings.queries.ts';

interface CallsTable {
  id: string;
  room_id: string;
  code: string;
  started_by: string;
  started_at: Date;
  answered_at: Generated<Date | null>;
  silent_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    calls: CallsTable;
    call_people: { call_id: string; user_id: string; state: CallState };
  }
}

export type CallRow = Selectable<CallsTable>;

/** The caller, or a person who was asked. */
export interface CallPerson {
  user_id: string;
  state: CallState;
  username: string;
  name: string | null;
  profile_path: string | null;
  /** Whether they're in the meeting now. */
  isPresent: boolean;
  /** Whether the viewer isn't shown this person. */
  isHidden: boolean;
  /** Whether they may no longer be in it. */
  isBarred: boolean;
}

export async function insertCall(
  tx: Tx,
  call: Pick<CallRow, 'id' | 'room_id' | 'code' | 'started_by' | 'started_at'>,
  people: readonly { user_id: string; state: CallState }[],
): Promise<void> {
  await tx.insertInto('calls').values(call).execute();
  await tx
    .insertInto('call_people')
    .values(people.map((person) => ({ ...person, call_id: call.id })))
    .execute();
}

/** The running call in a room. */
export async function findCallIn(db: Db, roomId: string): Promise<CallRow | undefined> {
  return await db
    .selectFrom('calls')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

export async function findCall(db: Db, by: { id: string } | { code: string }): Promise<CallRow | undefined> {
  const calls = db.selectFrom('calls').selectAll();
  return await ('id' in by ? calls.where('id', '=', by.id) : calls.where('code', '=', by.code)).executeTakeFirst();
}

/** Whether a person may be in a call in a room: they can read it, and if it's a conversation of two, neither has blocked the other. */
const mayBeInCall = (room: Id, person: Id): Condition =>
  and(
    reads(room, person),
    exists(
      eb
        .selectFrom('rooms as called')
        .where('called.id', '=', room)
        .where(isOpen(row('rooms', 'called'))),
    ),
  );

const called = () => eb.selectFrom('calls as on_call').innerJoin('rooms as place', 'place.id', 'on_call.room_id');

/** Whether somebody in a meeting may not be in it: it's a call that's over, or that they may not be in. */
const isBarred = (code: Value<string>, person: Id): Condition => {
  const [call, room] = [row('calls', 'on_call'), row('rooms', 'place')];
  const isCall = or(eb(code, 'like', val(`${callCodePrefix}%`)), exists(called().where(call.code, '=', code)));
  return and(
    isCall,
    not(
      exists(called().where(call.code, '=', code).where(call.ended_at, 'is', null).where(mayBeInCall(room.id, person))),
    ),
  );
};

/** The call of a meeting, and whether a person may be in it. */
export async function findCallFor(
  db: Db,
  code: string,
  userId: string,
): Promise<(CallRow & { mayBeIn: boolean }) | undefined> {
  return await db
    .selectFrom('calls')
    .selectAll()
    .select(fact(mayBeInCall(row('calls').room_id, sql<string>`${userId}::uuid`)).as('mayBeIn'))
    .where('code', '=', code)
    .executeTakeFirst();
}

/** A person's running calls. */
export async function listOpenCallsOf(db: Db, userId: string): Promise<CallRow[]> {
  return await db
    .selectFrom('calls')
    .selectAll()
    .where('started_by', '=', userId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The calls that are ringing for these people. */
export async function listRinging(
  db: Db,
  userIds: readonly string[],
): Promise<(CallRow & { kind: string; user_id: string })[]> {
  return await db
    .selectFrom('calls')
    .innerJoin('call_people', 'call_people.call_id', 'calls.id')
    .innerJoin('rooms', 'rooms.id', 'calls.room_id')
    .selectAll('calls')
    .select(['rooms.kind', 'call_people.user_id'])
    .where('ended_at', 'is', null)
    .where('state', '=', 'ringing')
    .where('user_id', '=', anyOf(userIds))
    .where(mayBeInCall(row('calls').room_id, row('call_people').user_id))
    .execute();
}

/** A call's room, with what pushes need to name it. */
export async function findCallRoom(db: Db, roomId: string): Promise<{ kind: string; name: string | null } | undefined> {
  return await db.selectFrom('rooms').select(['kind', 'name']).where('id', '=', roomId).executeTakeFirst();
}

/** Ids of the calls that ring for somebody who may no longer be in them. */
export async function listBarredRinging(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('calls')
    .innerJoin('call_people', 'call_people.call_id', 'calls.id')
    .select('calls.id')
    .distinct()
    .where('ended_at', 'is', null)
    .where('state', '=', 'ringing')
    .where(not(mayBeInCall(row('calls').room_id, row('call_people').user_id)))
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of all running calls. */
export async function listOpenCalls(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('calls').select('id').where('ended_at', 'is', null).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/**
 * The caller, everyone who was asked, and everyone who has joined.
 * @param viewerId leaves out people they've blocked or who have blocked them; without it, everybody is included
 */
export async function listCallPeople(
  db: Db,
  { id, code }: Pick<CallRow, 'id' | 'code'>,
  viewerId?: string,
): Promise<CallPerson[]> {
  return await db
    .selectFrom('call_people')
    .innerJoin('users', 'users.id', 'call_people.user_id')
    .innerJoin('calls', 'calls.id', 'call_people.call_id')
    .select((eb) => [
      'call_people.user_id',
      'call_people.state',
      'users.username',
      'users.name',
      'users.profile_path',
      eb
        .exists(
          eb
            .selectFrom('meeting_peers')
            .select('peer_id')
            .where('meeting_peers.room', '=', code)
            .whereRef('meeting_peers.user_id', '=', 'call_people.user_id')
            .where((peer) => peer.not(isGone)),
        )
        .$castTo<boolean>()
        .as('isPresent'),
      fact(viewerId === undefined ? eb.lit(false) : not(notApart(val(viewerId), row('users').id))).as('isHidden'),
      fact(not(mayBeInCall(row('calls').room_id, row('call_people').user_id))).as('isBarred'),
    ])
    .where('call_id', '=', id)
    .orderBy('users.username')
    .execute();
}

/** Removes people from calls that are over or that they may no longer be in. */
export async function deleteBarred(db: Db): Promise<{ peer_id: string; room: string }[]> {
  const peer = row('meeting_peers');
  const barred = db
    .selectFrom('meeting_peers')
    .select('peer_id')
    .where(isBarred(peer.room, peer.user_id))
    .forUpdate()
    .skipLocked();
  return await db.deleteFrom('meeting_peers').where('peer_id', 'in', barred).returning(['peer_id', 'room']).execute();
}

/** Stores what somebody has done about a call, even if they weren't asked. */
export async function setCallState(tx: Tx, callId: string, userId: string, state: CallState): Promise<void> {
  await tx
    .insertInto('call_people')
    .values({ call_id: callId, user_id: userId, state })
    .onConflict((known) => known.columns(['call_id', 'user_id']).doUpdateSet({ state }))
    .execute();
}

export async function updateCall(
  tx: Tx,
  id: string,
  change: Partial<Pick<CallRow, 'answered_at' | 'silent_at' | 'ended_at'>>,
): Promise<void> {
  await tx.updateTable('calls').set(change).where('id', '=', id).execute();
}

/** The people in the calls of these rooms whom a person sees, in the order of joining; each person counts once. */
export async function listPeopleIn(
  db: Db,
  viewerId: string,
  roomIds: readonly string[],
): Promise<{ room_id: string; username: string; name: string | null; profile_path: string | null }[]> {
  return await db
    .selectFrom('calls')
    .innerJoin('meeting_peers', 'meeting_peers.room', 'calls.code')
    .innerJoin('users', 'users.id', 'meeting_peers.user_id')
    .select(['calls.room_id', 'users.username', 'users.name', 'users.profile_path'])
    .where('calls.room_id', '=', anyOf(roomIds))
    .where('calls.ended_at', 'is', null)
    .where((peer) => peer.not(isGone))
    .where(notApart(val(viewerId), row('users').id))
    .groupBy(['calls.room_id', 'users.id'])
    .orderBy((peer) => peer.fn.min('meeting_peers.joined_at'))
    .execute();
}
