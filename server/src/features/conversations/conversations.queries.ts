import { type SqlBool, sql } from 'kysely';
import { isActivatedText } from '#features/accounts/public.ts';
import { togetherText } from '#features/relations/public.ts';
import { countAfterText, haveTalkedText, isClosedToText, isRequestToText, lockRoom } from '#features/rooms/public.ts';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { once, sessionOfToken } from '#platform/database/session-statement.ts';

const conversationKind = 'conversation';

/**
 * Locks both accounts, so that neither can be deleted without noticing this conversation. The index decides which row the pair has; the
 * conversation is then in the caller's list, and keeps its place if it was there before. It includes `mayTalkTo` from the rules, too.
 */
const openStatement = once(
  (): Statement => ({
    name: 'conversations-open',
    text: `with session as materialized (${sessionOfToken}),
    caller as materialized (
      select users.id from users where users.id = (select session.user_id from session) for key share
    ),
    other as materialized (
      select users.id from users
      where lower(users.username) = lower($2) and ${isActivatedText('users')} and exists (select from caller)
      for key share
    ),
    opened as (
      insert into rooms as known (id, kind, created_at, active_at, pair)
      select id_after((select newest.id from rooms newest order by newest.id desc limit 1), $3::uuid), '${conversationKind}',
        $4::timestamptz, $4::timestamptz, array[least(caller.id, other.id), greatest(caller.id, other.id)]
      from caller, other where caller.id <> other.id and ${togetherText('caller.id', 'other.id')}
        and (not ${isClosedToText('other.id')} or ${haveTalkedText('caller.id', 'other.id')})
      on conflict (pair) do update set pair = excluded.pair
      returning known.*
    ),
    listed as (
      insert into room_members as known (room_id, user_id, joined_at, listed_id)
      select opened.id, person.id, $4::timestamptz, person.listed_id from opened, caller, other,
        lateral (values (caller.id, nextval('message_ids')), (other.id, null)) person (id, listed_id) order by person.id
      on conflict (room_id, user_id) do update set listed_id = excluded.listed_id
        where known.listed_id is null and excluded.listed_id is not null
      returning known.user_id
    )
    select session.*, other.id as other_id, opened.id, opened.last_id, ${isClosedToText('other.id')} as closed,
      exists (select from listed where listed.user_id = session.user_id) as is_new
    from session left join other on true left join opened on true where exists (select from caller)`,
  }),
);

export interface OpenedRow {
  user_id: string;
  stale: boolean;
  /** Null: no one has that username. Its conversation is null for the caller's own, and if one has blocked the other. */
  other_id: string | null;
  id: string | null;
  last_id: number | null;
  /** The other person takes no first messages. */
  closed: boolean | null;
  /** Whether it wasn't in the caller's list before. */
  is_new: boolean;
}

/** The caller's conversation with a person, created if there's none. Undefined without a session. */
export async function openPair(
  hot: Hot,
  tokenHash: Buffer,
  pair: { username: string; id: string; now: Date },
): Promise<OpenedRow | undefined> {
  const [row] = await hot.query<OpenedRow>(openStatement(), [tokenHash, pair.username, pair.id, pair.now]);
  return row;
}

/** Whether everybody has deleted something of a conversation, or nobody will write in it again or has it in their list. */
const isWaste = sql<SqlBool>`(not exists (select from room_members other where other.room_id = rooms.id and other.cleared_id = 0)
  or (rooms.pair is null and not exists (select from room_members other where other.room_id = rooms.id and other.listed_id is not null)))`;

const isWasted = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const rows = await tx.selectFrom('rooms').select('id').where('id', 'in', ids).where(isWaste).execute();
  return rows.map(({ id }) => id);
};

/**
 * Deletes a conversation for a person, with everything in it so far. Undefined: they have no such conversation.
 * @returns its newest message, and whether it has messages that nobody can see anymore, or is of no use to anyone
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
 * Ends a person's part in all conversations: the others keep them, and can't write to them anymore. Locks in id order, like the code
 * that stores messages.
 * @returns those who have one in their list, and ids of those that are now waste
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

/** A conversation that somebody else has with a person in their list. */
export interface OtherSide {
  id: string;
  user_id: string;
  unread: number;
  last_id: number;
}

/** Those after one of them. */
export async function listOtherSides(
  db: Db,
  personId: string,
  { after, limit }: { after: string; limit: number },
): Promise<OtherSide[]> {
  return await db
    .selectFrom('room_members as own')
    .innerJoin('rooms', 'rooms.id', 'own.room_id')
    .innerJoin('room_members as other', 'other.room_id', 'rooms.id')
    .select(['rooms.id', 'other.user_id', 'rooms.last_id'])
    .select(
      sql
        .raw<number>(countAfterText('rooms.id', 'other.user_id', 'greatest(other.read_id, other.cleared_id)'))
        .as('unread'),
    )
    .where('own.user_id', '=', personId)
    .where('rooms.kind', '=', conversationKind)
    .where('other.user_id', '<>', personId)
    .where('other.listed_id', 'is not', null)
    .where('rooms.id', '>', after)
    .orderBy('rooms.id')
    .limit(limit)
    .execute();
}

/** The last of the oldest messages, at most this many, that nobody in a conversation can see; undefined: there are none left. */
export async function findUnseen(db: Db, id: string, atOnce: number): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`select max(unseen.id) as last from (
    select messages.id from messages where room_id = ${id} and not exists (
      select from room_members member where member.room_id = ${id} and member.cleared_id < messages.id)
    order by messages.id limit ${atOnce}) unseen`.execute(db);
  return rows[0]?.last ?? undefined;
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

/** Accepts a conversation for one of its people. Undefined: they have no such conversation. @returns whether it was a request */
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

/** What would become of a first message to somebody, for explaining it. */
export async function findReception(
  db: Db,
  userId: string,
  otherId: string,
): Promise<{ isClosed: boolean; isRequest: boolean }> {
  const isNew = sql.raw(`not ${haveTalkedText('given.user_id', 'given.other_id')}`);
  const { rows } = await sql<{ isClosed: boolean; isRequest: boolean }>`
    select ${sql.raw(isClosedToText('given.other_id'))} and ${isNew} as "isClosed",
      ${sql.raw(isRequestToText('given.other_id', 'given.user_id'))} and ${isNew} as "isRequest"
    from (select ${userId}::uuid as user_id, ${otherId}::uuid as other_id) given`.execute(db);
  return rows[0] ?? { isClosed: false, isRequest: false };
}
