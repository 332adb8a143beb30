import type { Generated, Selectable } from 'kysely';
import type { Db, Tx } from '#platform/database/database.ts';
import type { CallState } from './calls.rules.ts';
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

/** Somebody who calls or was asked. */
export interface CallPerson {
  user_id: string;
  state: CallState;
  username: string;
  name: string | null;
  profile_path: string | null;
  /** Whether they're in the meeting now. */
  isPresent: boolean;
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

/** The call that's on in a room. */
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

/** Ids of all calls that are on. */
export async function listOpenCalls(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('calls').select('id').where('ended_at', 'is', null).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Everyone who calls, was asked, or has come. */
export async function listCallPeople(db: Db, { id, code }: Pick<CallRow, 'id' | 'code'>): Promise<CallPerson[]> {
  return await db
    .selectFrom('call_people')
    .innerJoin('users', 'users.id', 'call_people.user_id')
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
    ])
    .where('call_id', '=', id)
    .orderBy('users.username')
    .execute();
}

/** Notes what somebody has done about a call, who may not have been asked. */
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
