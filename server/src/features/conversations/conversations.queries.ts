import { sql } from 'kysely';
import { isActivated } from '#features/accounts/public.ts';
import { together } from '#features/relations/public.ts';
import { countAfter, haveTalked, isClosedTo, isRequestTo, lockRoom, pairOf } from '#features/rooms/public.ts';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { and, call, eb, exists, fact, isSameText, not, or, row } from '#platform/database/expressions.ts';
import { caller, type Given, sessionColumns, sessionStatement } from '#platform/database/session-statement.ts';

const conversationKind = 'conversation';

/** The id of the newest room. */
const newest = eb.selectFrom('rooms as newest').select('newest.id').orderBy('newest.id', 'desc').limit(eb.lit(1));

/** The two people of a conversation: the caller has it in their list. */
const bothPeople = sql<{
  id: string;
  listed_id: number | null;
}>`lateral (values (caller.id, nextval('message_ids')), (other.id, null))`.as<'person'>(sql`person(id, listed_id)`);

/**
 * Locks both accounts, so that neither can be deleted without noticing this conversation. A unique index ensures one
 * row per pair; the conversation is then in the caller's list, and keeps its position if it was there before. It checks
 * `mayTalkTo` from the rules, too.
 */
const openStatement = sessionStatement(
  'conversations-open',
  (db, given: Given<{ username: string; id: string; now: Date }>) => {
    const users = row('users');
    const [one, other] = [row('users', 'caller').id, row('users', 'other').id];
    const hasCaller = sql<boolean>`exists (select from caller)`;
    const now = sql<Date>`${given.now}::timestamptz`;
    return db
      .with(
        (cte) => cte('caller').materialized(),
        (query) => query.selectFrom('users').select('users.id').where('users.id', '=', caller).forKeyShare(),
      )
      .with(
        (cte) => cte('other').materialized(),
        (query) =>
          query
            .selectFrom('users')
            .select('users.id')
            .where(isSameText(users.username, given.username))
            .where(isActivated(users))
            .where(hasCaller)
            .forKeyShare(),
      )
      .with('opened', (query) =>
        query
          .insertInto('rooms')
          .columns(['id', 'kind', 'created_at', 'active_at', 'pair'])
          .expression((source) =>
            source
              .selectFrom(['caller', 'other'])
              .select([
                sql<string>`id_after(${newest}, ${given.id}::uuid)`.as('id'),
                sql.lit(conversationKind).as('kind'),
                now.as('created_at'),
                now.as('active_at'),
                pairOf(one, other).as('pair'),
              ])
              .where(eb(one, '<>', other))
              .where(together(one, other))
              .where(or(not(isClosedTo(other)), haveTalked(one, other))),
          )
          .onConflict((known) => known.column('pair').doUpdateSet(({ ref }) => ({ pair: ref('excluded.pair') })))
          .returning(['rooms.id', 'rooms.last_id']),
      )
      .with('listed', (query) =>
        query
          .insertInto('room_members')
          .columns(['room_id', 'user_id', 'joined_at', 'listed_id'])
          .expression((source) =>
            source
              .selectFrom(['opened', 'caller', 'other', bothPeople])
              .select(['opened.id as room_id', 'person.id as user_id', now.as('joined_at'), 'person.listed_id'])
              .orderBy('person.id'),
          )
          .onConflict((known) =>
            known
              .columns(['room_id', 'user_id'])
              .doUpdateSet(({ ref }) => ({ listed_id: ref('excluded.listed_id') }))
              .where('room_members.listed_id', 'is', null)
              .where('excluded.listed_id', 'is not', null),
          )
          .returning('room_members.user_id'),
      )
      .selectFrom('session')
      .leftJoin('other', (join) => join.onTrue())
      .leftJoin('opened', (join) => join.onTrue())
      .select((session) => [
        ...sessionColumns,
        'other.id as other_id',
        'opened.id',
        'opened.last_id',
        fact(isClosedTo(other)).as('closed'),
        session
          .exists(session.selectFrom('listed').whereRef('listed.user_id', '=', 'session.user_id'))
          .$castTo<boolean>()
          .as('is_new'),
      ])
      .where(hasCaller);
  },
);

export interface OpenedRow {
  user_id: string;
  stale: boolean;
  /** Null: no one has that username. Its conversation is null for the caller's own, and if one has blocked the other. */
  other_id: string | null;
  id: string | null;
  last_id: number | null;
  /** The other person takes no first messages from the caller. */
  closed: boolean | null;
  /** Whether it's new in the caller's list. */
  is_new: boolean;
}

/** The caller's conversation with a person, created if there's none. Undefined without a session. */
export const openPair = (
  pipeline: Pipeline,
  tokenHash: Buffer,
  pair: { username: string; id: string; now: Date },
): Promise<OpenedRow | undefined> => openStatement(pipeline, tokenHash, pair);

/**
 * Whether a conversation has messages that both have deleted, or nobody has it in their list or will write in it again.
 */
const ofOthers = eb.selectFrom('room_members as other').where('other.room_id', '=', row('rooms').id);
const isWaste = or(
  not(exists(ofOthers.where('other.cleared_id', '=', 0))),
  and(eb(row('rooms').pair, 'is', null), not(exists(ofOthers.where('other.listed_id', 'is not', null)))),
);

const isWasted = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const rows = await tx.selectFrom('rooms').select('id').where('id', 'in', ids).where(isWaste).execute();
  return rows.map(({ id }) => id);
};

/**
 * Deletes a conversation for a person, with everything in it so far. Undefined: they have no such conversation.
 * @returns its newest message, and whether it has something to remove for good
 */
export async function deleteForPerson(
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ lastId: number; isWaste: boolean } | undefined> {
  const room = await lockRoom(tx, id);
  if (!room) return undefined;
  const { numUpdatedRows } = await tx
    .updateTable('room_members')
    .set({ listed_id: null, cleared_id: room.last_id })
    .where('room_id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  return { lastId: room.last_id, isWaste: (await isWasted(tx, [id])).length > 0 };
}

/**
 * Ends a person's part in all conversations: the others keep them, but can't write to them anymore. Locks in id order,
 * like the code that stores messages.
 * @returns the people who have one in their list, and the ids of those with something to remove for good
 */
export async function leaveAll(tx: Tx, userId: string): Promise<{ others: string[]; waste: string[] }> {
  const rooms = await tx
    .selectFrom('rooms')
    .select('id')
    .where('kind', '=', conversationKind)
    .where('id', 'in', (own) => own.selectFrom('room_members').select('room_id').where('user_id', '=', userId))
    .orderBy('id')
    .forUpdate()
    .execute();
  const ids = rooms.map(({ id }) => id);
  if (ids.length === 0) return { others: [], waste: [] };
  await tx.updateTable('rooms').set({ pair: null }).where('id', 'in', ids).execute();
  await tx.deleteFrom('room_members').where('user_id', '=', userId).where('room_id', 'in', ids).execute();
  const others = await tx
    .selectFrom('room_members')
    .select('user_id')
    .where('room_id', 'in', ids)
    .where('listed_id', 'is not', null)
    .execute();
  return { others: others.map(({ user_id }) => user_id), waste: await isWasted(tx, ids) };
}

/** A conversation with a person that somebody else has in their list. */
export interface OtherSide {
  id: string;
  user_id: string;
  unread: number;
  last_id: number;
}

/** The page after a given one. */
export async function listOtherSides(
  db: Db,
  personId: string,
  { after, limit }: { after: string; limit: number },
): Promise<OtherSide[]> {
  const other = row('room_members', 'other');
  return await db
    .selectFrom('room_members as own')
    .innerJoin('rooms', 'rooms.id', 'own.room_id')
    .innerJoin('room_members as other', 'other.room_id', 'rooms.id')
    .select(['rooms.id', 'other.user_id', 'rooms.last_id'])
    .select(countAfter(row('rooms').id, other.user_id, call('greatest', other.read_id, other.cleared_id)).as('unread'))
    .where('own.user_id', '=', personId)
    .where('rooms.kind', '=', conversationKind)
    .where('other.user_id', '<>', personId)
    .where('other.listed_id', 'is not', null)
    .where('rooms.id', '>', after)
    .orderBy('rooms.id')
    .limit(limit)
    .execute();
}

/**
 * The last of the oldest messages that nobody in a conversation can see, at most so many; undefined: there are none
 * left.
 */
export async function findUnseen(db: Db, id: string, atOnce: number): Promise<number | undefined> {
  const unseen = db
    .selectFrom('messages')
    .select('messages.id')
    .where('room_id', '=', id)
    .where(({ not: isNot, exists: has, selectFrom }) =>
      isNot(
        has(
          selectFrom('room_members as member')
            .where('member.room_id', '=', id)
            .whereRef('member.cleared_id', '<', 'messages.id'),
        ),
      ),
    )
    .orderBy('messages.id')
    .limit(atOnce);
  const found = await db
    .selectFrom(unseen.as('unseen'))
    .select(({ fn }) => fn.max('unseen.id').as('last'))
    .executeTakeFirst();
  return found?.last ?? undefined;
}

/** Deletes a conversation that's in no one's list and that no one can write to. */
export async function deleteAbandoned(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('rooms')
    .where('id', '=', id)
    .where('kind', '=', conversationKind)
    .where('pair', 'is', null)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('room_members')
            .select('user_id')
            .whereRef('room_id', '=', 'rooms.id')
            .where('listed_id', 'is not', null),
        ),
      ),
    )
    .execute();
}

/**
 * Accepts a conversation for one of its people. Undefined: they have no such conversation. @returns whether it was a
 * request
 */
export async function acceptRequest(
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ wasRequest: boolean; lastId: number } | undefined> {
  const found = await tx
    .selectFrom('room_members as member')
    .innerJoin('rooms', 'rooms.id', 'member.room_id')
    .select(['member.request', 'rooms.last_id'])
    .where('member.room_id', '=', id)
    .where('member.user_id', '=', userId)
    .where('rooms.kind', '=', conversationKind)
    .executeTakeFirst();
  if (!found) return undefined;
  if (found.request) {
    const own = tx.updateTable('room_members').set({ request: false }).where('room_id', '=', id);
    await own.where('user_id', '=', userId).execute();
  }
  return { wasRequest: found.request, lastId: found.last_id };
}

/** The facts that decide what becomes of a first message to somebody, for explanations. */
export async function findReception(
  db: Db,
  userId: string,
  otherId: string,
): Promise<{ isClosed: boolean; isRequest: boolean }> {
  const [user, other] = [sql<string>`${userId}::uuid`, sql<string>`${otherId}::uuid`];
  const isNew = not(haveTalked(user, other));
  return await db
    .selectNoFrom([
      fact(and(isClosedTo(other), isNew)).as('isClosed'),
      fact(and(isRequestTo(other, user), isNew)).as('isRequest'),
    ])
    .executeTakeFirstOrThrow();
}
