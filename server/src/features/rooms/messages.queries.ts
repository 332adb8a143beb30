import { type ColumnType, type Generated, sql } from 'kysely';
import type { Db, Hot, Statement, Tx } from '#platform/database/database.ts';
import { once, sessionOfToken } from '#platform/database/session-statement.ts';
import { readableText } from './rooms.access.ts';
import type { MessageRow } from './store.queries.ts';

interface MessagesTable {
  room_id: string;
  id: number;
  sender_id: string;
  created_at: Date;
  content: string;
  image_path: string | null;
  /** Written as JSON text, read as a parsed value. */
  image: unknown;
  media_id: string | null;
  /** Its files, in the order in which they were sent. Null: none. */
  attachment_ids: Generated<string[] | null>;
  /** The contract's `attachments`. Written as JSON text, read as a parsed value. Null: none. */
  attachments: ColumnType<unknown, string | null | undefined, string | null>;
  client_id: string | null;
  /** The people it mentions, in the form described in 0075_mentions.sql. Written as JSON text. */
  mentions: ColumnType<unknown, string | null | undefined, string | null>;
  /** The contract's `link`, as JSON text. */
  link: Generated<string | null>;
  /** Why moderators removed it. Written as JSON text, read as a parsed value. Null: they didn't. */
  removal: ColumnType<unknown, string | null | undefined, string | null>;
  /** Its latest change, as 0050_message_changes.sql says. Null: never changed. */
  revision: Generated<number | null>;
  edited_at: Generated<Date | null>;
  deleted_at: Generated<Date | null>;
  /** What a group says itself (0095_groups.sql). Written as JSON text. Null: a person wrote it. */
  system: ColumnType<unknown, string | null | undefined, never>;
  /** Whom that's about. */
  about_id: Generated<string | null>;
  /** The message of the same room that it answers. */
  reply_to: Generated<number | null>;
  /** What people have answered with emoji, without `mine`. Written as JSON text. Null: nothing. */
  reactions: ColumnType<unknown, string | null | undefined, string | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    messages: MessagesTable;
  }
}

const storedStatement: Statement = {
  name: 'messages-stored',
  text: 'select from messages where room_id = $1 and sender_id = $2 and client_id = $3',
};

/** Whether an attempt with the same `client_id` has been stored. */
export async function isStored(
  hot: Hot,
  senderId: string,
  { roomId, clientId }: Pick<MessageRow, 'roomId' | 'clientId'>,
): Promise<boolean> {
  return clientId !== null && (await hot.query(storedStatement, [roomId, senderId, clientId])).length > 0;
}

const repliedStatement = once(
  (): Statement => ({
    name: 'rooms-replied',
    text: `select session.user_id, exists (select from messages where messages.room_id = $2 and messages.id = $3
        and messages.id > readable.since and messages.removal is null and messages.deleted_at is null
        and messages.system is null) as fits
      from (${sessionOfToken}) session cross join lateral (${readableText('$2')}) readable`,
  }),
);

/** Whether a message can be answered in a room. Undefined: the caller may not read the room, or there's no session. */
export async function findReplied(
  hot: Hot,
  { tokenHash, roomId, replyTo }: Pick<MessageRow, 'tokenHash' | 'roomId' | 'replyTo'>,
): Promise<{ user_id: string; fits: boolean } | undefined> {
  const [row] = await hot.query<{ user_id: string; fits: boolean }>(repliedStatement(), [tokenHash, roomId, replyTo]);
  return row;
}

/** Higher than every id. */
const afterAllIds = Number.MAX_SAFE_INTEGER;

/** Deletes a room's messages, up to one or all. */
export async function deleteMessages(tx: Tx, roomId: string, upTo = afterAllIds): Promise<void> {
  await sql`delete from message_reactions where message_id in (
    select id from messages where room_id = ${roomId} and id <= ${upTo}::bigint and reactions is not null)`.execute(tx);
  await tx.deleteFrom('messages').where('room_id', '=', roomId).where('id', '<=', upTo).execute();
}

/**
 * Replaces the sender of some messages whose account is gone with a stub, and removes their pictures and files.
 * @returns how many messages changed, at most `limit`
 */
export async function anonymizeSender(
  db: Db,
  { senderId, stub }: { senderId: string; stub: string },
  limit: number,
): Promise<number> {
  const result = await db
    .with('sent', (cte) =>
      cte
        .selectFrom('messages')
        .select(['room_id', 'id'])
        .where('sender_id', '=', senderId)
        .limit(limit)
        .orderBy('room_id')
        .orderBy('id')
        .forUpdate(),
    )
    .updateTable('messages')
    .from('sent')
    .set({ sender_id: stub, image_path: null, image: null, media_id: null, attachment_ids: null, attachments: null })
    .whereRef('messages.room_id', '=', 'sent.room_id')
    .whereRef('messages.id', '=', 'sent.id')
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}
