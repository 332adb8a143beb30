import { sql } from 'kysely';
import { reactionsJson } from '#features/reactions/public.ts';
import { arrayOf, unnest, unnestInOrder } from '#platform/database/arrays.ts';
import type { Tx } from '#platform/database/database.ts';
import { row } from '#platform/database/expressions.ts';
import { executePrepared } from '#platform/database/prepared.ts';
import { type MessageKey, nextRevision, roomLock } from './changes.queries.ts';
import { type GatedMessage, gatedBySessions } from './gates.queries.ts';
import { messageReactions } from './json.queries.ts';

declare module '#platform/database/tables.ts' {
  interface Tables {
    message_reactions: { message_id: number; user_id: string; emoji: string; created_at: Date };
    /** Reactions that nobody has been notified of yet. */
    untold_reactions: { message_id: number; user_id: string };
  }
}

/** A reaction to the message with this number, by somebody with a session. */
export interface ReactionAsked {
  id: number;
  tokenHash: Buffer;
  emoji: string;
}

/** A message's emoji with their counts; null: none. */
type Kinds = { emoji: string; count: number }[] | null;

/** A message that somebody reacts to. */
export interface ReactedMessage extends GatedMessage {
  kinds: Kinds;
  /** The person's own emoji. */
  own: string[];
  revision: number;
}

/** A person's reaction to a message. */
export interface ReactingRow extends Omit<ReactedMessage, 'id'> {
  /** Null: there's no such session. */
  user_id: string | null;
  stale: boolean;
  username: string;
  /** Null: there's no such message. */
  id: number | null;
}

const reactingColumns = sql`session.user_id, session.stale, messages.reactions as kinds, coalesce(messages.revision, messages.id) as revision,
  (select person.username from users person where person.id = session.user_id) as username,
  array(select own.emoji from message_reactions own where own.message_id = messages.id and own.user_id = session.user_id) as own`;

/**
 * The people who react, with their messages, in order. Until the transaction ends, their accounts can't be deleted, and nobody else changes
 * messages of these rooms (0050_message_changes.sql).
 */
export async function lockReacting(tx: Tx, asked: readonly ReactionAsked[]): Promise<ReactingRow[]> {
  const ids = arrayOf(
    asked.map(({ id }) => id),
    'bigint',
  );
  const tokens = arrayOf(
    asked.map(({ tokenHash }) => tokenHash),
    'bytea',
  );
  await executePrepared(
    tx,
    sql`select from users where users.id in (select sessions.user_id from sessions where sessions.token_hash = any(${tokens}::bytea[]))
      order by users.id for key share`,
  );
  await executePrepared(
    tx,
    sql`select ${roomLock(sql.ref('room.id'))}
      from (select distinct messages.room_id as id from messages where messages.id = any(${ids}::bigint[]) order by messages.room_id) room`,
  );
  const { rows } = await executePrepared(tx, gatedBySessions<ReactingRow>(ids, tokens, reactingColumns));
  return rows;
}

/** Whether a person has given an emoji to a message. */
export interface ReactionNow {
  id: number;
  userId: string;
  emoji: string;
  added: boolean;
  /** Whether the message's sender is notified. */
  isNotified: boolean;
}

/** Adds and removes reactions, in locked rooms; `summarizeReactions` then counts the result. */
export async function storeReactions(tx: Tx, reactions: readonly ReactionNow[]): Promise<void> {
  const given = reactions.filter(({ added }) => added);
  const taken = reactions.filter(({ added }) => !added);
  const notified = given.filter(({ isNotified }) => isNotified);
  const keysOf = (those: readonly ReactionNow[]) => ({
    message_id: arrayOf(
      those.map(({ id }) => id),
      'bigint',
    ),
    user_id: arrayOf(
      those.map(({ userId }) => userId),
      'uuid',
    ),
  });
  const emoji = arrayOf(
    given.map((each) => each.emoji),
    'text',
  );
  if (given.length > 0)
    await executePrepared(
      tx,
      tx
        .with('notified', (db) =>
          db
            .insertInto('untold_reactions')
            .columns(['message_id', 'user_id'])
            .expression(
              db.selectFrom(unnest('untold', keysOf(notified))).select(['untold.message_id', 'untold.user_id']),
            ),
        )
        .insertInto('message_reactions')
        .columns(['message_id', 'user_id', 'emoji', 'created_at'])
        .expression((db) =>
          db.selectFrom(unnestInOrder('given', { ...keysOf(given), emoji })).select([
            'given.message_id',
            'given.user_id',
            'given.emoji',
            // No two at the same time: these times determine the order of a message's emoji.
            sql<Date>`clock_timestamp() + given.ordinality * interval '1 microsecond'`.as('created_at'),
          ]),
        )
        .onConflict((conflict) => conflict.doNothing()),
    );
  if (taken.length > 0)
    await tx
      .deleteFrom('message_reactions')
      .where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('message_id', 'user_id', 'emoji'),
          'in',
          taken.map(({ id, userId, emoji }) => tuple(id, userId, emoji)),
        ),
      )
      .execute();
}

/** A message whose reactions have changed. */
export type ChangedReactions = Pick<ReactedMessage, 'id' | 'kinds' | 'revision'>;

/** Stores the reactions of messages in their rows. */
export async function summarizeReactions(tx: Tx, messages: readonly MessageKey[]): Promise<ChangedReactions[]> {
  if (messages.length === 0) return [];
  const rooms = arrayOf(
    messages.map(({ room_id }) => room_id),
    'uuid',
  );
  const ids = arrayOf(
    messages.map(({ id }) => id),
    'bigint',
  );
  const { rows } = await executePrepared(
    tx,
    sql<ChangedReactions>`update messages set reactions = nullif(${reactionsJson(messageReactions, row('messages').id)}, '[]')::json,
      revision = ${nextRevision}
    from unnest(${rooms}, ${ids}) given (room_id, id)
    where messages.room_id = given.room_id and messages.id = given.id
    returning messages.id, messages.revision, messages.reactions as kinds`,
  );
  return rows;
}

/**
 * Takes reactions that nobody has been notified of: at most `most`, ordered by message, because a message's reactions share one
 * notification.
 */
export async function takeUnnotified(tx: Tx, most: number): Promise<{ id: number; userId: string }[]> {
  const { rows } = await sql<{ id: number; userId: string }>`delete from untold_reactions where ctid = any(array(
      select untold.ctid from untold_reactions untold order by untold.message_id limit ${most} for update skip locked))
    returning message_id as id, user_id as "userId"`.execute(tx);
  return rows;
}

/** Some messages that a person has reacted to. */
export async function listReactedTo(tx: Tx, userId: string, max: number): Promise<MessageKey[]> {
  return await tx
    .selectFrom('message_reactions as own')
    .innerJoin('messages', 'messages.id', 'own.message_id')
    .select(['messages.room_id', 'messages.id'])
    .where('own.user_id', '=', userId)
    .orderBy('own.message_id')
    .limit(max)
    .execute();
}

/** Removes all reactions of a person to these messages. */
export async function deleteReactionsOf(tx: Tx, userId: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('message_reactions')
    .where('user_id', '=', userId)
    .where('message_id', 'in', [...ids])
    .execute();
}
