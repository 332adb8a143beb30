import { sql } from 'kysely';
import { reactionsJson } from '#features/reactions/public.ts';
import type { Hot, Statement, Tx } from '#platform/database/database.ts';
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

const reactingSql = (kinds: readonly ReportableRooms[]) =>
  gatedBySessions(
    kinds,
    `session.user_id, session.stale, messages.reactions as kinds, coalesce(messages.revision, messages.id) as revision,
      array(select own.emoji from message_reactions own where own.message_id = messages.id and own.user_id = session.user_id) as own,
      (select person.username from users person where person.id = session.user_id) as username`,
  );

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
  const { rows } = await executePrepared(tx, textWith<ReactingRow>(reactingSql(kinds), { ids, tokens }));
  return rows;
}

/** The same in a statement of its own. */
export function reactingReader(kinds: readonly ReportableRooms[]) {
  const text = reactingSql(kinds).replace('$ids', '(select $1::bigint[])').replace('$tokens', '(select $2::bytea[])');
  const statement: Statement = { name: 'messages-reacting', text };
  return (hot: Hot, asked: readonly ReactionAsked[]): Promise<ReactingRow[]> =>
    hot.query<ReactingRow>(statement, [asked.map(({ id }) => id), asked.map(({ tokenHash }) => tokenHash)]);
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

/** What messages have with new reactions, as JSON text, for those that are still as they were seen. */
interface Summary extends MessageKey {
  summary: string;
  seen: number;
}

/**
 * One statement sees what was there before it got its locks. So a message changes only if its latest change is still the one that was seen,
 * and if everyone who reacts to it is still there; the other messages are left as they are.
 */
const addStatement: Statement = {
  name: 'messages-react',
  text: `with given as materialized (
      select * from unnest((select $1::bigint[]), (select $2::uuid[]), (select $3::text[]), (select $4::bigint[])) given (message_id, user_id, emoji, at)
    ),
    summed as materialized (
      select * from unnest((select $5::uuid[]), (select $6::bigint[]), (select $7::text[]), (select $8::bigint[])) summed (room_id, id, summary, seen)
    ),
    held as materialized (
      select users.id from users where users.id in (select given.user_id from given) order by users.id for key share
    ),
    locked as materialized (
      select ${roomLock('room.id')} from (select distinct summed.room_id as id from summed order by summed.room_id) room
      where (select count(*) from held) >= 0
    ),
    changed as (
      update messages set reactions = summed.summary::json, revision = nextval('message_ids')
      from summed cross join (select count(*) from locked) locks
      where messages.room_id = summed.room_id and messages.id = summed.id and coalesce(messages.revision, messages.id) = summed.seen
        and not exists (select from given where given.message_id = summed.id and given.user_id not in (select held.id from held))
      returning messages.id, messages.revision
    ),
    stored as (
      insert into message_reactions (message_id, user_id, emoji, created_at)
      select ${givenColumns} from given where given.message_id in (select changed.id from changed)
    ),
    untold as (
      insert into untold_reactions (message_id, user_id)
      select * from unnest((select $9::bigint[]), (select $10::uuid[])) untold (message_id, user_id)
      where untold.message_id in (select changed.id from changed)
    )
    select * from changed`,
};

/** Adds reactions to messages that are still as they were seen. @returns those messages */
export const addReactions = (
  hot: Hot,
  { given, untold }: { given: readonly GivenReaction[]; untold: readonly Untold[] },
  summed: readonly Summary[],
): Promise<ChangedReactions[]> =>
  hot.query<ChangedReactions>(addStatement, [
    ...columnsOf(given),
    given.map(({ at }) => at),
    summed.map(({ room_id }) => room_id),
    summed.map(({ id }) => id),
    summed.map(({ summary }) => summary),
    summed.map(({ seen }) => seen),
    untold.map(({ id }) => id),
    untold.map(({ userId }) => userId),
  ]);

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

/** Takes some of the reactions of which nobody has been told. */
export async function takeUntold(tx: Tx, max: number): Promise<Untold[]> {
  const { rows } = await sql<Untold>`delete from untold_reactions where ctid = any(array(
      select untold.ctid from untold_reactions untold limit ${max} for update skip locked))
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
