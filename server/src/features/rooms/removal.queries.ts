import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { sql } from 'kysely';
import { arrayOf, unnest } from '#platform/database/arrays.ts';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { anyOf, call, eb, exists, fact, or, row } from '#platform/database/expressions.ts';
import { jsonValue } from '#platform/database/json.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import { mediaIdsOf } from './attachments.queries.ts';
import { messageJson } from './json.queries.ts';
import { readable } from './rooms.access.ts';

/** The facts about a message that a report stores. */
export interface MessageFacts {
  id: number;
  room_id: string;
  sender_id: string;
  community_id: string | null;
  /** The id after which the viewer can read the room. */
  since: number;
  content: string;
}

/** A message for somebody who can read it; undefined: they can't, or it was removed. */
export async function findReadable(db: Db, id: number, viewerId: string): Promise<MessageFacts | undefined> {
  const messages = row('messages');
  return await db
    .selectFrom('messages')
    .crossJoinLateral(readable(messages.room_id, sql`${viewerId}::uuid`).as('readable'))
    .select(['messages.id', 'messages.room_id', 'messages.sender_id', 'messages.content'])
    .select(['readable.since', 'readable.community_id'])
    .where('messages.id', '=', id)
    .whereRef('messages.id', '>', 'readable.since')
    .where('messages.deleted_at', 'is', null)
    .where('messages.system', 'is', null)
    .where(or(eb(messages.removal, 'is', null), eb(messages.sender_id, '=', viewerId)))
    .executeTakeFirst();
}

/** How many messages on either side of a reported one moderators see. */
const around = 5;

type ReportersGiven = { reportedIds: number[]; reporters: string[] };

/** Messages before or after a reported one that the reporter could read. */
const beside = (side: 'before' | 'after', { reportedIds, reporters }: Given<ReportersGiven>) => {
  const near = row('messages', 'near');
  const reads = eb
    .selectFrom(unnest('reporter', { id: arrayOf(reportedIds, 'bigint'), user_id: arrayOf(reporters, 'uuid') }))
    .innerJoinLateral(readable(near.room_id, sql.ref<string>('reporter.user_id')).as('seen'), (join) => join.onTrue())
    .where('reporter.id', '=', row('messages').id)
    .where(eb(near.id, '>', sql.ref<number>('seen.since')));
  const wasThere = or(eb(near.created_at, '<=', sql.ref<Date>('wanted.reported_at')), exists(reads));
  return (
    eb
      .selectFrom('messages as near')
      .select(['near.id', eb.cast<unknown>(messageJson(near, { seesRemoved: eb.lit(false) }), 'json').as('json')])
      .where('near.room_id', '=', row('messages').room_id)
      .where('near.id', side === 'before' ? '<' : '>', row('messages').id)
      .where('near.id', '>', sql.ref<number>('wanted.since'))
      // What was sent since then, only while one of them still reads the room.
      .$if(side === 'after', (query) => query.where(wasThere))
      .orderBy('near.id', side === 'before' ? 'desc' : 'asc')
      .limit(sql.lit(around))
  );
};

const shownStatement = statement(
  'messages-reported',
  (
    db,
    {
      ids,
      sinces,
      times,
      reportedIds,
      reporters,
    }: Given<{ ids: number[]; sinces: number[]; times: Date[] } & ReportersGiven>,
  ) => {
    const messages = row('messages');
    const voices = { reportedIds, reporters };
    const context = sql<unknown[] | null>`(select json_agg(near.json order by near.id)
    from (${beside('before', voices)} union all ${beside('after', voices)}) near)`;
    return db
      .selectFrom(
        unnest('wanted', {
          id: arrayOf(ids, 'bigint'),
          since: arrayOf(sinces, 'bigint'),
          reported_at: arrayOf(times, 'timestamptz'),
        }),
      )
      .innerJoin('messages', 'messages.id', 'wanted.id')
      .select([
        'messages.sender_id',
        call<string[]>('array_to_json', mediaIdsOf(messages)).as('media_ids'),
        fact(or(eb(messages.removal, 'is not', null), eb(messages.deleted_at, 'is not', null))).as('removed'),
        jsonValue<Message>(messageJson(messages, { seesRemoved: eb.lit(true) })).as('message'),
        context.as('context'),
      ]);
  },
);

/** A reported message and the ones around it, in the contract's shape. */
export interface ShownMessage {
  sender_id: string;
  media_ids: string[];
  /** By moderators or its author. */
  removed: boolean;
  message: Message;
  context: unknown[] | null;
}

/** A reported message. */
export interface WantedMessage {
  id: number;
  /** The id after which the reporters could read the room. */
  since: number;
  /** Who reported it, and when. */
  reporters: readonly { userId: string; at: Date }[];
}

/** Reported messages. */
export async function showMessages(pipeline: Pipeline, wanted: readonly WantedMessage[]): Promise<ShownMessage[]> {
  const voices = wanted.flatMap(({ id, reporters }) => reporters.map(({ userId }) => ({ id, userId })));
  return await shownStatement(pipeline, {
    ids: wanted.map(({ id }) => id),
    sinces: wanted.map(({ since }) => since),
    times: wanted.map(({ reporters }) => new Date(Math.max(0, ...reporters.map(({ at }) => at.getTime())))),
    reportedIds: voices.map(({ id }) => id),
    reporters: voices.map(({ userId }) => userId),
  });
}

/** Ids of the messages that have these files. */
export async function listShowing(db: Db, paths: readonly string[]): Promise<number[]> {
  const shown = db.selectFrom('media_files').where('media_files.path', '=', anyOf(paths));
  const rows = await shown
    .innerJoin('messages', 'messages.media_id', 'media_files.id')
    .select('messages.id')
    .unionAll(
      shown
        .innerJoin('messages', (on) =>
          on.on(eb(row('messages').attachment_ids, '@>', sql<string[]>`array[media_files.id]`)),
        )
        .select('messages.id'),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** A message to remove or restore. */
export interface RemovableMessage {
  id: number;
  room_id: string;
  /** Its picture and files. */
  media_ids: string[];
}

/** A message that can be removed or restored, though its author may have deleted its content. */
export interface ChangeableMessage extends RemovableMessage {
  is_deleted: boolean;
}

const mediaIds = mediaIdsOf(row('messages'));

/** A message's room, picture and files; undefined: it doesn't exist. */
export async function findForRemoval(tx: Tx, id: number): Promise<RemovableMessage | undefined> {
  return await tx
    .selectFrom('messages')
    .select(['id', 'room_id', mediaIds.as('media_ids')])
    .where('id', '=', id)
    .executeTakeFirst();
}

const keysOf = (messages: readonly RemovableMessage[]) =>
  sql`unnest(${messages.map(({ room_id }) => room_id)}::uuid[], ${messages.map(({ id }) => id)}::bigint[]) given (room_id, id)`;

/** The messages that can be removed or restored; those that their author has deleted aren't removed. Their rooms must be locked. */
export async function listChangeable(
  tx: Tx,
  messages: readonly RemovableMessage[],
  change: { isRemoval: boolean },
): Promise<ChangeableMessage[]> {
  const { rows } = await sql<ChangeableMessage>`select messages.id, messages.room_id, ${mediaIds} as media_ids,
      messages.deleted_at is not null as is_deleted
    from messages join ${keysOf(messages)} on messages.room_id = given.room_id and messages.id = given.id
    where (messages.removal is null) = ${change.isRemoval}::boolean
      and (messages.deleted_at is null or not ${change.isRemoval}::boolean)
    order by messages.id`.execute(tx);
  return rows;
}

/** Removes or restores messages. @param removal JSON text; null restores them */
export async function setRemoval(tx: Tx, messages: readonly RemovableMessage[], removal: string | null): Promise<void> {
  await sql`update messages set removal = ${removal}::json, revision = nextval('message_ids')
    from ${keysOf(messages)} where messages.room_id = given.room_id and messages.id = given.id`.execute(tx);
}

/** Selects one sender's messages: those that moderators removed, or could remove in some rooms. */
export type SentMessages = { senderId: string } & ({ roomIds: readonly string[] } | { decisionId: string });

/** One sender's messages with their pictures and files: those in some rooms that aren't removed, or those that a decision removed. */
export async function listSent(tx: Tx, sent: SentMessages): Promise<RemovableMessage[]> {
  const all = tx
    .selectFrom('messages')
    .select(['id', 'room_id', mediaIds.as('media_ids')])
    .where('sender_id', '=', sent.senderId)
    .orderBy('room_id')
    .orderBy('id');
  if ('roomIds' in sent) {
    if (sent.roomIds.length === 0) return [];
    return await all
      .where('room_id', '=', anyOf(sent.roomIds))
      .where('removal', 'is', null)
      .where('deleted_at', 'is', null)
      .execute();
  }
  return await all.where(sql<boolean>`removal ->> 'decision_id' = ${sent.decisionId}`).execute();
}
