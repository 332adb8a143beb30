import type { ColumnType, Generated } from 'kysely';
import type { Db, Pipeline, Tx } from '#platform/database/database.ts';
import { type Given, sessionColumns, sessionStatement, viewer } from '#platform/database/session-statement.ts';
import { statement } from '#platform/database/statement.ts';
import { readable } from './rooms.access.ts';
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
  /** An earlier version also accepted the `client_id` of another message here: this one can't be found by it. Null: unique. */
  reuses_client_id: Generated<boolean | null>;
  /** The people it mentions, in the form described in 0075_mentions.sql. Written as JSON text. */
  mentions: ColumnType<unknown, string | null | undefined, string | null>;
  /** The contract's `link`, as JSON text. */
  link: Generated<string | null>;
  /** The moderators' reason for removing it. Written as JSON text, read as a parsed value. Null: they didn't. */
  removal: ColumnType<unknown, string | null | undefined, string | null>;
  /** Its latest change, as 0050_message_changes.sql says. Null: never changed. */
  revision: Generated<number | null>;
  edited_at: Generated<Date | null>;
  deleted_at: Generated<Date | null>;
  /** The content of a room's own message (0095_groups.sql). Written as JSON text. Null: a person wrote it. */
  system: ColumnType<unknown, string | null | undefined, never>;
  /** The person that message is about. */
  about_id: Generated<string | null>;
  /** The message of the same room that it answers. */
  reply_to: Generated<number | null>;
  /** The original author, if it's forwarded. Null: it isn't. */
  forwarded_from: Generated<string | null>;
  /** When it was pinned, and by whom; null: it isn't. */
  pinned_at: Generated<Date | null>;
  pinned_by: Generated<string | null>;
  /** Its reactions, without `mine`. Written as JSON text. Null: none. */
  reactions: ColumnType<unknown, string | null | undefined, string | null>;
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    messages: MessagesTable;
  }
}

const storedStatement = statement('messages-stored', (db, given: Given<{ senderId: string; clientId: string }>) =>
  db
    .selectFrom('messages')
    .where('sender_id', '=', given.senderId)
    .where('client_id', '=', given.clientId)
    .where('reuses_client_id', 'is', null)
    .select(['content', 'forwarded_from']),
);

/** The room and number of the message that an attempt with the same `client_id` stored. */
export async function findStored(pipeline: Pipeline, senderId: string, { clientId }: Pick<MessageRow, 'clientId'>) {
  return clientId === null ? undefined : (await storedStatement(pipeline, { senderId, clientId }))[0];
}

/** Whether an attempt with the same `client_id` has been stored. */
export const isStored = async (...attempt: Parameters<typeof findStored>): Promise<boolean> =>
  (await findStored(...attempt)) !== undefined;

const repliedStatement = sessionStatement(
  'rooms-replied',
  (db, { roomId, replyTo }: Given<{ roomId: string; replyTo: number | null }>) =>
    db
      .selectFrom('session')
      .crossJoinLateral(readable(roomId, viewer).as('readable'))
      .select((session) => [
        ...sessionColumns,
        session
          .exists(
            session
              .selectFrom('messages')
              .where('messages.room_id', '=', roomId)
              .where('messages.id', '=', replyTo)
              .whereRef('messages.id', '>', 'readable.since')
              .where('messages.removal', 'is', null)
              .where('messages.deleted_at', 'is', null)
              .where('messages.system', 'is', null),
          )
          .$castTo<boolean>()
          .as('fits'),
      ]),
);

/** Whether a message can be answered in a room. Undefined: the caller may not read the room, or there's no session. */
export const findReplied = (
  pipeline: Pipeline,
  { tokenHash, ...reply }: Pick<MessageRow, 'tokenHash' | 'roomId' | 'replyTo'>,
): Promise<{ user_id: string; fits: boolean } | undefined> => repliedStatement(pipeline, tokenHash, reply);

/** Higher than every id. */
const afterAllIds = Number.MAX_SAFE_INTEGER;

/** Deletes a room's messages, up to one or all. */
export async function deleteMessages(tx: Tx, roomId: string, upTo = afterAllIds): Promise<void> {
  await tx
    .deleteFrom('message_reactions')
    .where('message_id', 'in', (reacted) =>
      reacted
        .selectFrom('messages')
        .select('id')
        .where('room_id', '=', roomId)
        .where('id', '<=', upTo)
        .where('reactions', 'is not', null),
    )
    .execute();
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
