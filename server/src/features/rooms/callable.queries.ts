import { sql } from 'kysely';
import { notApart } from '#features/relations/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { and, type Condition, eb, fact, type Id, not, or, type Row, row } from '#platform/database/expressions.ts';
import type { LockedRoom } from './room.kind.ts';
import { byKind, hasMembers, isOf, notifyOf, reads } from './rooms.access.ts';

/** Whether somebody's first message waits for a member to accept it, in a room without messages so far. */
const isAskedFirst = (room: Row<'rooms'>, person: Id, writer: Id): Condition =>
  and(
    eb(room.last_id, '=', eb.lit(0)),
    byKind(room, ({ asksFirst }) => asksFirst?.(person, writer) ?? eb.lit(false)),
  );

/** A room for a call. `asked`: the other members, whether they have yet to accept the conversation, and whether it may ring for them. */
interface Callable {
  kind: string;
  community_id: string | null;
  isRead: boolean;
  /** Whether it has members, who can be called. */
  hasMembers: boolean;
  /** Whether the caller may write there. */
  isWriter: boolean;
  asked: { user_id: string; waits: boolean; rings: boolean }[];
}

/**
 * The people that a call in a room would ask. It doesn't ring for people who haven't accepted the conversation or have muted the group, nor
 * between people of whom one has blocked the other. A muted conversation of two still rings.
 * @param caller.newcomersSince accounts made later are new; null: none are
 */
export async function findCallable(
  tx: Tx,
  roomId: string,
  caller: { userId: string; newcomersSince: Date | null },
): Promise<Callable | undefined> {
  const rooms = row('rooms');
  const person = sql<string>`${caller.userId}::uuid`;
  const since = sql<Date>`${caller.newcomersSince}::timestamptz`;
  const withPeople = row('rooms', 'room') as LockedRoom;
  const room = await tx
    .selectFrom((query) =>
      query
        .selectFrom('rooms')
        .selectAll()
        .select(byKind(rooms, (kind) => kind.people(rooms)).as('people'))
        .where('rooms.id', '=', roomId)
        .as('room'),
    )
    .select([
      'room.kind',
      'room.community_id',
      fact(reads(withPeople.id, person)).as('isRead'),
      fact(hasMembers(withPeople)).as('hasMembers'),
      fact(byKind(withPeople, (kind) => kind.mayWrite(withPeople, person, since))).as('isWriter'),
    ])
    .executeTakeFirst();
  if (!room?.hasMembers) return room && { ...room, asked: [] };
  const member = row('room_members');
  const waits = or(member.request, isAskedFirst(rooms, member.user_id, person));
  const isMuted = and(
    not(isOf(rooms, ({ isOfTwo }) => isOfTwo === true)),
    eb(notifyOf(rooms, member, member.user_id), '=', sql.lit('none')),
  );
  const asked = await tx
    .selectFrom('room_members')
    .innerJoin('rooms', 'rooms.id', 'room_members.room_id')
    .select([
      'room_members.user_id',
      fact(waits).as('waits'),
      fact(and(not(waits), not(isMuted), notApart(member.user_id, person))).as('rings'),
    ])
    .where('room_id', '=', roomId)
    .where('user_id', '<>', caller.userId)
    .orderBy('place')
    .execute();
  return { ...room, asked };
}

/** Adds a locked room to its members' lists before it reports a call; for people who don't know the caller, as a request. */
export async function comeIntoLists(tx: Tx, roomId: string, senderId: string): Promise<void> {
  const [rooms, member] = [row('rooms'), row('room_members')];
  const sender = sql<string>`${senderId}::uuid`;
  await tx
    .updateTable('room_members')
    .from('rooms')
    .set({
      listed_id: eb.fn.coalesce(member.listed_id, eb.lit(0)),
      request: fact(
        and(eb(member.user_id, '<>', sender), or(member.request, isAskedFirst(rooms, member.user_id, sender))),
      ),
    })
    .whereRef('rooms.id', '=', 'room_members.room_id')
    .where('room_id', '=', roomId)
    .where(byKind(rooms, ({ leaving }) => eb.lit(leaving === 'clears')))
    .execute();
}
