import { sql } from 'kysely';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { messageJson, type RoomSql, seesRemovedIn } from './messages.queries.ts';

/** A kind of room whose messages can be reported. */
export interface ReportableRooms {
  sql: RoomSql;
  /** SQL: the id of the community that a room belongs to; null for none. `room` is an expression whose value is the room's id. */
  communityOf: (room: string) => string;
}

/** What a report needs to know of a message. */
export interface MessageFacts {
  id: number;
  room_id: string;
  sender_id: string;
  community_id: string | null;
  /** The id after which the viewer can read the room. */
  since: number;
}

/** A message as someone who can read it finds it; undefined: they can't, or it was removed. */
export async function findReadable(
  db: Db,
  kinds: readonly ReportableRooms[],
  id: number,
  viewerId: string,
): Promise<MessageFacts | undefined> {
  const found = kinds.map(
    ({ sql: room, communityOf }) => `select messages.id, messages.room_id, messages.sender_id, readable.since,
        ${communityOf('messages.room_id')} as community_id
      from messages cross join session cross join lateral (${room.readable('messages.room_id')}) readable
      where messages.id = (select id from wanted) and messages.id > readable.since
        and (messages.removal is null or messages.sender_id = session.user_id)`,
  );
  const { rows } = await sql<MessageFacts>`with session as (select ${viewerId}::uuid as user_id),
    wanted as (select ${id}::bigint as id) ${sql.raw(found.join(' union all '))}`.execute(db);
  return rows[0];
}

/** A message as somebody finds it who may or may not read it. */
export interface FoundMessage {
  community_id: string | null;
  /** Whether the person reads its room at all. */
  isInside: boolean;
  /** It isn't from before the person's part of the room begins. */
  isReached: boolean;
  /** It wasn't removed, or the person sees it all the same. */
  isShown: boolean;
}

/** Undefined: there's no such message. */
export async function findGated(
  db: Db,
  kinds: readonly ReportableRooms[],
  id: number,
  viewerId: string,
): Promise<FoundMessage | undefined> {
  const inRooms = kinds.map(
    ({ sql: room, communityOf }) => `select readable.since, ${communityOf('messages.room_id')} as community_id,
        (messages.removal is null or ${seesRemovedIn(room, 'messages')}) as shown
      from (${room.readable('messages.room_id')}) readable`,
  );
  const { rows } = await sql<FoundMessage>`with session as (select ${viewerId}::uuid as user_id)
    select inside.community_id, inside.since is not null as "isInside", coalesce(messages.id > inside.since, false) as "isReached",
      coalesce(inside.shown, false) as "isShown"
    from messages cross join session left join lateral (${sql.raw(inRooms.join(' union all '))}) inside on true
    where messages.id = ${id}::bigint`.execute(db);
  return rows[0];
}

/** How many messages on either side of a reported one moderators see. */
const around = 5;

const shownStatement: Statement = {
  name: 'messages-reported',
  text: `select messages.sender_id, messages.media_id, messages.removal is not null as removed, ${messageJson('messages', 'true')} as json, (
      select json_agg(near.json order by near.id) from (
        (select earlier.id, (${messageJson('earlier', 'false')})::json as json from messages earlier
          where earlier.room_id = messages.room_id and earlier.id < messages.id and earlier.id > wanted.since
          order by earlier.id desc limit ${around})
        union all
        (select later.id, (${messageJson('later', 'false')})::json as json from messages later
          where later.room_id = messages.room_id and later.id > messages.id and later.id > wanted.since
          order by later.id limit ${around})
      ) near
    ) as context
    from unnest($1::bigint[], $2::bigint[]) as wanted (id, since) join messages on messages.id = wanted.id`,
};

/** A reported message, and what was said around it, as the contract has them. */
export interface ShownMessage {
  sender_id: string;
  media_id: string | null;
  removed: boolean;
  json: string;
  context: unknown[] | null;
}

/** Reported messages; `since`: the id after which the reporter can read the room. */
export async function showMessages(
  hot: Hot,
  wanted: readonly { id: number; since: number }[],
): Promise<ShownMessage[]> {
  return await hot.query<ShownMessage>(shownStatement, [wanted.map(({ id }) => id), wanted.map(({ since }) => since)]);
}

/** Ids of the messages that show one of these files. */
export async function listShowing(db: Db, paths: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select messages.id
    from media_files join messages on messages.media_id = media_files.id
    where media_files.path = any(${[...paths]}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** A message's room and picture; undefined: it doesn't exist. */
export async function findForRemoval(
  tx: Tx,
  id: number,
): Promise<{ room_id: string; media_id: string | null } | undefined> {
  return await tx.selectFrom('messages').select(['room_id', 'media_id']).where('id', '=', id).executeTakeFirst();
}

/** Removes or restores messages. @param removal JSON text; null restores them. @returns how many that changed */
export async function setRemoval(
  tx: Tx,
  messages: readonly { room_id: string; id: number }[],
  removal: string | null,
): Promise<number> {
  const result = await sql`update messages set removal = ${removal}::json
    from unnest(${messages.map(({ room_id }) => room_id)}::uuid[], ${messages.map(({ id }) => id)}::bigint[]) given (room_id, id)
    where messages.room_id = given.room_id and messages.id = given.id
      and (messages.removal is null) = ${removal !== null}::boolean`.execute(tx);
  return Number(result.numAffectedRows ?? 0n);
}

/** What moderators removed of one sender's messages, or what they could remove in some rooms. */
export type SentMessages = { senderId: string } & ({ roomIds: readonly string[] } | { decisionId: string });

/** Messages of one sender with their pictures: those in some rooms that aren't removed, or those that a decision removed. */
export async function listSent(
  tx: Tx,
  sent: SentMessages,
): Promise<{ id: number; room_id: string; media_id: string | null }[]> {
  const all = tx
    .selectFrom('messages')
    .select(['id', 'room_id', 'media_id'])
    .where('sender_id', '=', sent.senderId)
    .orderBy('room_id')
    .orderBy('id');
  if ('roomIds' in sent) {
    if (sent.roomIds.length === 0) return [];
    return await all.where('room_id', 'in', sent.roomIds).where('removal', 'is', null).execute();
  }
  return await all.where(sql<boolean>`removal ->> 'decision_id' = ${sent.decisionId}`).execute();
}

const currentStatement: Statement = {
  name: 'messages-current',
  text: `select ${messageJson('messages', 'false')} as others, ${messageJson('messages', 'true')} as own,
      messages.room_id, messages.sender_id
    from messages where messages.id = any($1::bigint[]) order by messages.id`,
};

/** Messages as everyone sees them now, and as their senders do. */
export async function readCurrent(
  hot: Hot,
  ids: readonly number[],
): Promise<{ others: string; own: string; room_id: string; sender_id: string }[]> {
  return await hot.query(currentStatement, [ids]);
}
