import { sql } from 'kysely';
import { reactionsJson, reactionsOfSummary } from '#features/reactions/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { arrayOf, executePrepared } from '#platform/database/prepared.ts';
import { type MessageKey, nextRevision } from './changes.queries.ts';
import type { MessageAsked } from './gates.queries.ts';
import { messageReactions } from './json.queries.ts';

/** A reaction of one person to the message with this number. */
export interface ReactionKey extends MessageAsked {
  emoji: string;
}

/** Reactions as PostgreSQL gets them: a table `asked` with their place, from 1. */
const table = (asked: readonly MessageAsked[]) =>
  sql`unnest(${arrayOf(
    asked.map(({ id }) => id),
    'bigint',
  )}, ${arrayOf(
    asked.map(({ userId }) => userId),
    'uuid',
  )})
    with ordinality asked (id, user_id, place)`;

const keysTable = (keys: readonly ReactionKey[]) =>
  sql`unnest(${arrayOf(
    keys.map(({ id }) => id),
    'bigint',
  )}, ${arrayOf(
    keys.map(({ userId }) => userId),
    'uuid',
  )}, ${arrayOf(
    keys.map(({ emoji }) => emoji),
    'text',
  )})
    as given (message_id, user_id, emoji)`;

/** Takes the locks for changes to messages of the rooms that these messages are in (0050_message_changes.sql). */
export async function lockRoomsOf(tx: Tx, ids: readonly number[]): Promise<void> {
  await executePrepared(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('messages:' || room.id, 0))
    from (select distinct messages.room_id as id from messages where messages.id = any(${arrayOf(ids, 'bigint')}::bigint[])
      order by messages.room_id) room`,
  );
}

/** What a message has of each emoji, and which of them are somebody's. */
export interface GivenRow {
  /** Null: none. */
  kinds: { emoji: string; count: number }[] | null;
  own: string[];
}

/** The reactions of messages that are there, in the order in which they're asked for. */
export async function listGiven(tx: Tx, asked: readonly MessageAsked[]): Promise<GivenRow[]> {
  const { rows } = await executePrepared(
    tx,
    sql<GivenRow>`select messages.reactions as kinds, array(
      select own.emoji from message_reactions own where own.message_id = asked.id and own.user_id = asked.user_id) as own
    from ${table(asked)} join messages on messages.id = asked.id order by asked.place`,
  );
  return rows;
}

/** Gives reactions, and takes others back. */
export async function storeReactions(
  tx: Tx,
  { given, taken }: { given: readonly ReactionKey[]; taken: readonly ReactionKey[] },
  now: Date,
): Promise<void> {
  await executePrepared(
    tx,
    sql`with taken as (
      delete from message_reactions old using ${keysTable(taken)}
      where old.message_id = given.message_id and old.user_id = given.user_id and old.emoji = given.emoji
    )
    insert into message_reactions (message_id, user_id, emoji, created_at)
    select given.message_id, given.user_id, given.emoji, ${now}::timestamptz from ${keysTable(given)}`,
  );
}

/** The reactions of messages that are there as each person sees them, as JSON text, and the number of each message's latest change. */
export async function listShownReactions(
  tx: Tx,
  asked: readonly MessageAsked[],
): Promise<{ reactions: string; revision: number }[]> {
  const reactions = sql.raw(reactionsOfSummary(messageReactions, 'messages.id', 'messages.reactions', 'asked.user_id'));
  const { rows } = await executePrepared(
    tx,
    sql<{ reactions: string; revision: number }>`select ${reactions} as reactions,
      coalesce(messages.revision, messages.id) as revision
    from ${table(asked)} join messages on messages.id = asked.id order by asked.place`,
  );
  return rows;
}

/** Some messages that a person has reacted to. */
export async function listReactedTo(tx: Tx, userId: string, max: number): Promise<MessageKey[]> {
  const { rows } = await sql<MessageKey>`select messages.room_id, messages.id from message_reactions own
    join messages on messages.id = own.message_id where own.user_id = ${userId} order by own.message_id limit ${max}`.execute(
    tx,
  );
  return rows;
}

/** Takes all reactions of a person to these messages back. */
export async function deleteReactionsOf(tx: Tx, userId: string, ids: readonly number[]): Promise<void> {
  await sql`delete from message_reactions where user_id = ${userId} and message_id = any(${[...ids]}::bigint[])`.execute(
    tx,
  );
}

/** Writes the reactions of messages down in their rows. */
export async function summarizeReactions(tx: Tx, messages: readonly MessageKey[]): Promise<void> {
  await executePrepared(
    tx,
    sql`update messages set reactions = nullif(${sql.raw(reactionsJson(messageReactions, 'messages.id'))}, '[]')::json,
      revision = ${nextRevision}
    from unnest(${arrayOf(
      messages.map(({ room_id }) => room_id),
      'uuid',
    )}, ${arrayOf(
      messages.map(({ id }) => id),
      'bigint',
    )}) given (room_id, id)
    where messages.room_id = given.room_id and messages.id = given.id`,
  );
}
