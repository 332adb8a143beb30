import type { Attachment } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { sql } from 'kysely';
import type { Hot, Statement, Tx } from '#platform/database/database.ts';
import { once, sessionOfToken } from '#platform/database/session-statement.ts';
import { readableText, seesRemovedText } from './rooms.access.ts';

/** An expression: ids of a message's picture and files, as an array. */
export const mediaIdsOf = (messages: string): string =>
  `array_remove(array_append(${messages}.attachment_ids, ${messages}.media_id), null)`;

/** Whether the caller may read a message that shows a picture or has a file. `$2` has the possible paths of it. */
const pictureStatement = once((): Statement => {
  // Two questions, because each has an index of its own.
  const isShown = (by: string) => `exists (
        select from media_files join messages on ${by} join rooms room on room.id = messages.room_id
          cross join lateral (${readableText('messages.room_id')}) readable
        where media_files.path = any($2::text[]) and messages.id > readable.since
          and (messages.removal is null or ${seesRemovedText('room', 'session.user_id', 'messages.sender_id')})
      )`;
  return {
    name: 'rooms-messages-picture',
    text: `select (${isShown('messages.media_id = media_files.id')}
        or ${isShown('messages.attachment_ids @> array[media_files.id]')}) as readable
      from (${sessionOfToken}) session`,
  };
});

/** Undefined: there's no such session. */
export async function readablePicture(
  hot: Hot,
  tokenHash: Buffer,
  paths: readonly string[],
): Promise<boolean | undefined> {
  const [row] = await hot.query<{ readable: boolean }>(pictureStatement(), [tokenHash, paths]);
  return row?.readable;
}

/** Higher than every id. */
const afterAllIds = Number.MAX_SAFE_INTEGER;

/** Ids of the pictures and files of a room's messages, up to one message or in all. */
export async function listMedia(tx: Tx, roomId: string, upTo = afterAllIds): Promise<string[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(sql<string[]>`${sql.raw(mediaIdsOf('messages'))}`.as('ids'))
    .where('room_id', '=', roomId)
    .where('id', '<=', upTo)
    .where((where) => where.or([where('media_id', 'is not', null), where('attachment_ids', 'is not', null)]))
    .execute();
  return rows.flatMap(({ ids }) => ids);
}

/** Writes the path and details of a picture to the message that shows it. @param image JSON text */
export async function updateImage(tx: Tx, mediaId: string, path: string, image: string): Promise<void> {
  await tx.updateTable('messages').set({ image, image_path: path }).where('media_id', '=', mediaId).execute();
}

/** A message with files. */
export interface MessageWithFiles {
  room_id: string;
  id: number;
  attachment_ids: string[];
  attachments: Attachment[];
}

const hasFile = (mediaId: string) => sql<boolean>`attachment_ids @> array[${mediaId}::uuid]`;

/** The message that has a file, locked: files of one message may be processed at the same time. */
export async function lockMessageOf(tx: Tx, mediaId: string): Promise<MessageWithFiles | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select(['room_id', 'id', 'attachment_ids', 'attachments'])
    .where(hasFile(mediaId))
    .forUpdate()
    .executeTakeFirst();
  return (
    row && { ...row, attachment_ids: row.attachment_ids ?? [], attachments: (row.attachments ?? []) as Attachment[] }
  );
}

type Key = Pick<MessageWithFiles, 'room_id' | 'id'>;

/** Writes down what a message's files are by now. @param attachments JSON text */
export async function updateAttachments(tx: Tx, { room_id, id }: Key, attachments: string): Promise<void> {
  await tx.updateTable('messages').set({ attachments }).where('room_id', '=', room_id).where('id', '=', id).execute();
}

/** Makes clients that were away fetch a message again. Its room must be locked. @returns whether it's still there */
export async function markChanged(tx: Tx, { room_id, id }: Key): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('messages')
    .set({ revision: sql<number>`nextval('message_ids')` })
    .where('room_id', '=', room_id)
    .where('id', '=', id)
    .where('attachments', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes pictures and files that are about to be deleted out of their messages. */
export async function clearMedia(tx: Tx, mediaIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ image_path: null, image: null, media_id: null })
    .where('media_id', 'in', mediaIds)
    .execute();
  const shown = await tx
    .selectFrom('messages')
    .select(['room_id', 'id', 'attachment_ids', 'attachments'])
    .where(sql<boolean>`attachment_ids && ${[...mediaIds]}::uuid[]`)
    .orderBy('room_id')
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { room_id, id, attachment_ids, attachments } of shown) {
    const ids = (attachment_ids ?? []).filter((each) => !mediaIds.includes(each));
    const files = ((attachments ?? []) as Attachment[]).filter(({ file_id }) => !mediaIds.includes(file_id));
    await tx
      .updateTable('messages')
      .set(ids.length > 0 ? { attachment_ids: ids, attachments: JSON.stringify(files) } : noFiles)
      .where('room_id', '=', room_id)
      .where('id', '=', id)
      .execute();
  }
}

const noFiles = { attachment_ids: null, attachments: null };
