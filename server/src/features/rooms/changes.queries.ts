import type { LinkPreview } from '@hubbub/contract/features/rich-text/rich-text.shapes.ts';
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { sql } from 'kysely';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { call, eb, fact, type Id, row } from '#platform/database/expressions.ts';
import { jsonValue } from '#platform/database/json.ts';
import { type Given, statement } from '#platform/database/statement.ts';
import { messageJson, quotedBy, quoteLackedBy } from './json.queries.ts';
import { hasMembers } from './rooms.access.ts';

/** Takes the lock for changes to messages of a room (0050_message_changes.sql). */
export const roomLock = (id: Id) => sql`pg_advisory_xact_lock(hashtextextended('messages:' || ${id}, 0))`;

/** Takes the locks of these rooms, in the same order everywhere. */
export async function lockChanges(tx: Tx, roomIds: readonly string[]): Promise<void> {
  await sql`select ${roomLock(sql.ref('room.id'))}
    from (select distinct given.id from unnest(${[...roomIds]}::uuid[]) given (id) order by given.id) room`.execute(tx);
}

/** A message in its room, which must be locked. */
export interface MessageKey {
  room_id: string;
  id: number;
}

/** The number for a message's change. */
export const nextRevision = sql<number>`nextval('message_ids')`;

/**
 * Changes a message's text, which is its sender's own from then on, even if it was forwarded; nothing if it's gone or already has this text.
 * @param mentions JSON text
 */
export async function updateContent(
  tx: Tx,
  { room_id, id }: MessageKey,
  { content, mentions, now }: { content: string; mentions: string | null; now: Date },
): Promise<{ mentioned: unknown } | undefined> {
  return await tx
    .updateTable('messages')
    .set({ content, mentions, link: null, forwarded_from: null, edited_at: now, revision: nextRevision })
    .where('room_id', '=', room_id)
    .where('id', '=', id)
    .where('content', '<>', content)
    .returning(
      sql<unknown>`(select before.mentions from messages before where before.room_id = messages.room_id and before.id = messages.id)`.as(
        'mentioned',
      ),
    )
    .executeTakeFirst();
}

/** Empties a message for everyone; its position stays. @returns whether it existed */
export async function emptyMessage(tx: Tx, { room_id, id }: MessageKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({
      content: '',
      mentions: null,
      link: null,
      image_path: null,
      image: null,
      media_id: null,
      attachment_ids: null,
      attachments: null,
      edited_at: null,
      reply_to: null,
      reactions: null,
      forwarded_from: null,
      pinned_at: null,
      pinned_by: null,
      deleted_at: now,
      revision: nextRevision,
    })
    .where('room_id', '=', room_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  await tx.deleteFrom('message_reactions').where('message_id', '=', id).execute();
  return numUpdatedRows > 0n;
}

/** A message's text; nothing if it's gone. */
export async function findText(db: Db, id: number): Promise<(MessageKey & { content: string }) | undefined> {
  return await db
    .selectFrom('messages')
    .select(['room_id', 'id', 'content'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** Stores a preview of a message's link, unless its text has changed meanwhile. */
export async function setLink(
  tx: Tx,
  { room_id, id, content }: MessageKey & { content: string },
  link: LinkPreview,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ link: JSON.stringify(link), revision: nextRevision })
    .where('room_id', '=', room_id)
    .where('id', '=', id)
    .where('content', '=', content)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const [messages, room] = [row('messages'), row('rooms', 'room')];

/**
 * The members of a message's room, split into those who can and can't see it because of when they joined; none where a room has no members
 * of its own.
 */
const peopleWho = (which: '<' | '>=') => {
  const member = row('room_members', 'member');
  const people = eb
    .selectFrom('room_members as member')
    .select('member.user_id')
    .where('member.room_id', '=', room.id)
    .where(call<number>('greatest', member.since_id, member.cleared_id), which, messages.id);
  return eb
    .case()
    .when(hasMembers(room))
    .then(sql<string[]>`array${people}`)
    .else(sql.lit<string[]>('{}' as never))
    .end();
};

const currentStatement = statement('messages-current', (db, { ids }: Given<{ ids: readonly number[] }>) =>
  db
    .selectFrom('messages')
    .innerJoin('rooms as room', 'room.id', 'messages.room_id')
    .select(['messages.id', 'messages.room_id', 'messages.sender_id', 'room.kind'])
    .select([
      fact(eb(messages.removal, 'is not', null)).as('removed'),
      jsonValue<Message>(messageJson(messages, { seesRemoved: eb.lit(false) })).as('others'),
      jsonValue<Message>(messageJson(messages, { seesRemoved: eb.lit(true) })).as('own'),
      quotedBy(messages).as('quoted_by'),
      quoteLackedBy(messages).as('quote_lacked_by'),
      peopleWho('<').as('people'),
      peopleWho('>=').as('lacking'),
    ])
    .where('messages.id', '=', eb.fn.any<number>(eb.cast<number[]>(ids, sql`bigint[]`))),
);

/** A message as everyone sees it now, and as its sender does. */
export interface CurrentMessage extends MessageKey {
  sender_id: string;
  removed: boolean;
  others: Message;
  own: Message;
  quoted_by: string | null;
  quote_lacked_by: string[] | null;
  kind: string;
  /** The members who can see the message, and those who can't; none where a room has no members of its own. */
  people: string[];
  lacking: string[];
}

export async function readCurrent(pipeline: Pipeline, ids: readonly number[]): Promise<CurrentMessage[]> {
  return await currentStatement(pipeline, { ids });
}

const namesStatement = statement('messages-names', (db, { ids }: Given<{ ids: readonly string[] }>) =>
  db.selectFrom('users').select(['users.id', 'users.username']).where('users.id', '=', eb.fn.any(ids)),
);

/** Usernames by id. */
export async function findNames(pipeline: Pipeline, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await namesStatement(pipeline, { ids });
  return new Map(rows.map(({ id, username }) => [id, username]));
}
