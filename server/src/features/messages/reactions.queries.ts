import { sql } from 'kysely';
import { reactionsJson } from '#features/reactions/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { arrayOf, executePrepared } from '#platform/database/prepared.ts';
import { textWith } from '#platform/database/session-statement.ts';
import { type MessageKey, nextRevision, roomLock } from './changes.queries.ts';
import { type GatedMessage, gatedBySessions } from './gates.queries.ts';
import { messageReactions } from './json.queries.ts';
import type { ReportableRooms } from './rooms.queries.ts';

/** A reaction of one person to the message with this number. */
export interface ReactionKey {
  id: number;
  userId: string;
  emoji: string;
}

/** Somebody who has reacted to a message. */
type Untold = Omit<ReactionKey, 'emoji'>;

/** A reaction that's given, at a time in microseconds since 1970: of those to a message, no two have the same. */
export interface GivenReaction extends ReactionKey {
  at: number;
}

/** Takes the locks for changes to messages of the rooms that these messages are in (0050_message_changes.sql). */
export async function lockRoomsOf(tx: Tx, ids: readonly number[]): Promise<void> {
  await executePrepared(
    tx,
    sql`select ${sql.raw(roomLock('room.id'))} from (select distinct messages.room_id as id from messages where messages.id = any(${arrayOf(ids, 'bigint')}::bigint[])
      order by messages.room_id) room`,
  );
}

/** A reaction to the message with this number, by somebody with a session. */
export interface ReactionAsked {
  id: number;
  tokenHash: Buffer;
  emoji: string;
}

/** A message that somebody reacts to. */
export interface ReactedMessage extends GatedMessage {
  /** What it has of each emoji; null: nothing. */
  kinds: { emoji: string; count: number }[] | null;
  /** The emoji that are the person's. */
  own: string[];
  revision: number;
}

/** Somebody who reacts, and to what. */
export interface ReactingRow extends Omit<ReactedMessage, 'id'> {
  /** Null: there's no such session. */
  user_id: string | null;
  stale: boolean;
  username: string;
  /** Null: there's no such message. */
  id: number | null;
}

/**
 * A select of those who react to messages, for sessions and messages as `gatedBySessions` takes them.
 * @param more columns besides a ReactingRow's, which has the username only with them
 */
export const reactingSql = (kinds: readonly ReportableRooms[], more: string) =>
  gatedBySessions(
    kinds,
    `session.user_id, session.stale, messages.reactions as kinds, coalesce(messages.revision, messages.id) as revision,
      array(select own.emoji from message_reactions own where own.message_id = messages.id and own.user_id = session.user_id) as own,
      ${more}`,
  );

const usernameColumn = '(select person.username from users person where person.id = session.user_id) as username';

/** Those who react to messages, in their order. */
export async function listReacting(
  tx: Tx,
  kinds: readonly ReportableRooms[],
  asked: readonly ReactionAsked[],
): Promise<ReactingRow[]> {
  const ids = arrayOf(
    asked.map(({ id }) => id),
    'bigint',
  );
  const tokens = arrayOf(
    asked.map(({ tokenHash }) => tokenHash),
    'bytea',
  );
  const { rows } = await executePrepared(
    tx,
    textWith<ReactingRow>(reactingSql(kinds, usernameColumn), { ids, tokens }),
  );
  return rows;
}

/** Keeps the accounts of these sessions from being deleted until the transaction ends. */
export async function holdCallers(tx: Tx, tokenHashes: readonly Buffer[]): Promise<void> {
  await executePrepared(
    tx,
    sql`select from users where users.id in (
        select sessions.user_id from sessions where sessions.token_hash = any(${arrayOf(tokenHashes, 'bytea')}::bytea[]))
      order by users.id for key share`,
  );
}

/** A message whose reactions have changed. */
export type ChangedReactions = Pick<ReactedMessage, 'id' | 'revision'>;

/** The columns of `given`, for message_reactions. */
const givenColumns = `given.message_id, given.user_id, given.emoji, timestamptz 'epoch' + given.at * interval '1 microsecond'`;

const columnsOf = (keys: readonly ReactionKey[]) => [
  keys.map(({ id }) => id),
  keys.map(({ userId }) => userId),
  keys.map(({ emoji }) => emoji),
];

const keyArrays = (keys: readonly ReactionKey[]) =>
  sql.join(columnsOf(keys).map((values, index) => arrayOf(values, ['bigint', 'uuid', 'text'][index] as string)));

/** Gives reactions under the lock of their rooms, and takes others back; `summarizeReactions` then counts what's there. */
export async function storeReactions(
  tx: Tx,
  {
    given,
    taken,
    untold,
  }: { given: readonly GivenReaction[]; taken: readonly ReactionKey[]; untold: readonly Untold[] },
): Promise<void> {
  await executePrepared(
    tx,
    sql`with stored as (
      insert into message_reactions (message_id, user_id, emoji, created_at)
      select ${sql.raw(givenColumns)}
      from unnest(${keyArrays(given)}, ${arrayOf(
        given.map(({ at }) => at),
        'bigint',
      )}) given (message_id, user_id, emoji, at)
    ),
    untold as (
      insert into untold_reactions (message_id, user_id)
      select * from unnest(${arrayOf(
        untold.map(({ id }) => id),
        'bigint',
      )}, ${arrayOf(
        untold.map(({ userId }) => userId),
        'uuid',
      )})
    )
    delete from message_reactions old using unnest(${keyArrays(taken)}) taken (message_id, user_id, emoji)
    where old.message_id = taken.message_id and old.user_id = taken.user_id and old.emoji = taken.emoji`,
  );
}

/** Untold reactions that are looked at for whose messages are told of first. */
const lookedAt = 20_000;

/**
 * Takes reactions of which nobody has been told: all to some messages, as far as `most.reactions` reaches. Those to one message are told
 * together, which costs as much as telling of one.
 */
export async function takeUntold(tx: Tx, most: { messages: number; reactions: number }): Promise<Untold[]> {
  const { rows } = await sql<Untold>`delete from untold_reactions where ctid = any(array(
      select untold.ctid from untold_reactions untold
      where untold.message_id in (
        select looked.message_id from (select message_id from untold_reactions limit ${lookedAt}) looked
        group by looked.message_id order by looked.message_id limit ${most.messages})
      limit ${most.reactions} for update skip locked))
    returning message_id as id, user_id as "userId"`.execute(tx);
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
export async function summarizeReactions(tx: Tx, messages: readonly MessageKey[]): Promise<ChangedReactions[]> {
  const { rows } = await executePrepared(
    tx,
    sql<ChangedReactions>`update messages set reactions = nullif(${sql.raw(reactionsJson(messageReactions, 'messages.id'))}, '[]')::json,
      revision = ${nextRevision}
    from unnest(${arrayOf(
      messages.map(({ room_id }) => room_id),
      'uuid',
    )}, ${arrayOf(
      messages.map(({ id }) => id),
      'bigint',
    )}) given (room_id, id)
    where messages.room_id = given.room_id and messages.id = given.id
    returning messages.id, messages.revision`,
  );
  return rows;
}
