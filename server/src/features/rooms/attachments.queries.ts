import type { Attachment } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { sql } from 'kysely';
import { fileGuard } from '#features/media/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { type Condition, eb, exists, or, type Row, row, val } from '#platform/database/expressions.ts';
import { viewer } from '#platform/database/session-statement.ts';
import { readable, seesRemoved } from './rooms.access.ts';

/** Ids of a message's picture and files. */
export const mediaIdsOf = (messages: Row<'messages'>) =>
  sql<string[]>`array_remove(array_append(${messages.attachment_ids}, ${messages.media_id}), null)`;

/** Who may see messages' pictures and files: everyone who can now read one of the messages that has them. */
export const guardPictures = fileGuard('rooms-messages-picture', (isAsked) => {
  const messages = row('messages');
  // Two questions, because each has an index of its own.
  const isShown = (by: Condition) =>
    exists(
      eb
        .selectFrom('media_files')
        .innerJoin('messages', (on) => on.on(by))
        .innerJoin('rooms as room', 'room.id', 'messages.room_id')
        .crossJoinLateral(readable(messages.room_id, viewer).as('readable'))
        .where(isAsked)
        .whereRef('messages.id', '>', 'readable.since')
        .where(or(eb(messages.removal, 'is', null), seesRemoved(row('rooms', 'room'), viewer, messages.sender_id))),
    );
  const file = row('media_files').id;
  const isPicture = isShown(eb(messages.media_id, '=', file));
  const isFile = isShown(eb(messages.attachment_ids, '@>', sql<string[]>`array[${file}]`));
  return or(isPicture, isFile);
});

/** Higher than every id. */
const afterAllIds = Number.MAX_SAFE_INTEGER;

/** Ids of the pictures and files of a room's messages, up to one message or in all. */
export async function listMedia(tx: Tx, roomId: string, upTo = afterAllIds): Promise<string[]> {
  const rows = await tx
    .selectFrom('messages')
    .select(mediaIdsOf(row('messages')).as('ids'))
    .where('room_id', '=', roomId)
    .where('id', '<=', upTo)
    .where((where) => where.or([where('media_id', 'is not', null), where('attachment_ids', 'is not', null)]))
    .execute();
  return rows.flatMap(({ ids }) => ids);
}

/** Stores a picture's path and details in the message that has it. @param image JSON text */
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

const hasFile = (mediaId: string) => eb(row('messages').attachment_ids, '@>', val([mediaId]));

/** The message that has a file, locked: files of one message may be processed at the same time. */
export async function lockMessageOf(tx: Tx, mediaId: string): Promise<MessageWithFiles | undefined> {
  const found = await tx
    .selectFrom('messages')
    .select(['room_id', 'id', 'attachment_ids', 'attachments'])
    .where(hasFile(mediaId))
    .forUpdate()
    .executeTakeFirst();
  return (
    found && {
      ...found,
      attachment_ids: found.attachment_ids ?? [],
      attachments: (found.attachments ?? []) as Attachment[],
    }
  );
}

type Key = Pick<MessageWithFiles, 'room_id' | 'id'>;

/** Stores the present state of a message's files. @param attachments JSON text */
export async function updateAttachments(tx: Tx, { room_id, id }: Key, attachments: string): Promise<void> {
  await tx.updateTable('messages').set({ attachments }).where('room_id', '=', room_id).where('id', '=', id).execute();
}

/**
 * Gives a message a new revision, so that clients that were away fetch it again. Its room must be locked. @returns whether it still exists
 */
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

/** Removes pictures and files that are about to be deleted from their messages. */
export async function clearMedia(tx: Tx, mediaIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ image_path: null, image: null, media_id: null })
    .where('media_id', 'in', mediaIds)
    .execute();
  const shown = await tx
    .selectFrom('messages')
    .select(['room_id', 'id', 'attachment_ids', 'attachments'])
    .where('attachment_ids', '&&', val([...mediaIds]))
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
