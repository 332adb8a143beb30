import { limits } from '@hubbub/contract/platform/limits.ts';
import {
  attachMedia,
  cancelMedia,
  cleanFileName,
  type MediaPart,
  mediaFilesOf,
  receiveMedia,
} from '#features/media/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { HttpError } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import { announceLater } from './announce.service.ts';
import { clearMedia, lockMessageOf, markChanged, updateAttachments, updateImage } from './attachments.queries.ts';
import { lockChanges } from './changes.queries.ts';
import { attachmentOf, imageOf, isAnnounced } from './messages.rules.ts';
import type {} from './rooms.events.ts';
import type { MessageRow } from './store.queries.ts';

/** A file in the form of a new message. `name` is the one its sender gave it. */
export interface SentFile extends MediaPart {
  field: string;
  name: string;
  /** The uploads that its message uses. */
  uses?: readonly string[];
}

/** Errors that are the file's fault, not temporary ones. */
const aboutFile = new Set([413, 415, 422]);

/** A received file of a message: its picture, or one of its files. */
export interface ReceivedFile {
  id: string;
  isImage: boolean;
}

/**
 * Receives a message's picture, or one of its files.
 * @param place how many files there were before it
 * @throws {HttpError} whatever `receiveMedia` throws; if it's the file's fault, with its position and name
 */
export async function receiveFile(
  platform: Platform,
  file: SentFile,
  { ownerId, place }: { ownerId: string; place: number },
): Promise<ReceivedFile> {
  if (file.field === 'image') {
    const { id } = await receiveMedia(platform, file, { ownerId, purpose: 'message' });
    return { id, isImage: true };
  }
  const name = cleanFileName(file.name, limits.message.fileName);
  try {
    const { id } = await receiveMedia(platform, file, { ownerId, purpose: 'attachment', name, uses: file.uses ?? [] });
    return { id, isImage: false };
  } catch (error) {
    if (!(error instanceof HttpError) || !aboutFile.has(error.status)) throw error;
    throw new HttpError(error.status, { [`files[${place}]`]: `${name}: ${error.message}` }, error.retryAfter);
  }
}

/** Removes received files of a message that isn't sent. */
export async function cancelFiles(platform: Platform, media: readonly ReceivedFile[]): Promise<void> {
  if (media.length === 0) return;
  await cancelMedia(
    platform,
    media.map(({ id }) => id),
  );
}

/** Keeps received files for good. @returns the message's columns about them */
export async function attachFiles(
  platform: Platform,
  tx: Tx,
  media: readonly ReceivedFile[],
): Promise<Pick<MessageRow, 'image' | 'attachments'>> {
  const ids = media.map(({ id }) => id);
  const files = await attachMedia(platform, tx, ids);
  const picture = files.find((_file, index) => media[index]?.isImage);
  const others = files.filter((_file, index) => !media[index]?.isImage);
  const attachments = {
    mediaIds: others.map(({ file_id }) => file_id),
    json: JSON.stringify(others.map(attachmentOf)),
  };
  return {
    image: picture ? { mediaId: picture.file_id, path: picture.path, json: JSON.stringify(imageOf(picture)) } : null,
    attachments: others.length === 0 ? null : attachments,
  };
}

/** Keeps the messages' columns about their files up to date. */
export function subscribeAttachments(platform: Platform): void {
  const { db, deferred, events } = platform;

  events.on('media.updated', async (tx, { mediaId }) => {
    const [file] = await mediaFilesOf(tx, [mediaId]);
    if (file) await updateImage(tx, mediaId, file.path, JSON.stringify(imageOf(file)));
    await refresh(platform, tx, mediaId);
  });

  events.on('media.expired', async (tx, { mediaIds }) => await clearMedia(tx, mediaIds));

  // Not in the transaction above: it holds locks that come after the room's.
  deferred.on('messages.processed', async (messages) => {
    for (const message of messages) {
      await db.transaction(async (tx) => {
        await lockChanges(tx, [message.room_id]);
        if (await markChanged(tx, message)) await announceLater(platform, tx, [{ kind: 'files', id: message.id }]);
      });
    }
  });
}

async function refresh({ deferred }: Platform, tx: Tx, mediaId: string): Promise<void> {
  const message = await lockMessageOf(tx, mediaId);
  if (!message) return;
  const now = (await mediaFilesOf(tx, message.attachment_ids)).map(attachmentOf);
  await updateAttachments(tx, message, JSON.stringify(now));
  const { room_id, id } = message;
  if (isAnnounced(message.attachments, now, mediaId)) await deferred.emit(tx, 'messages.processed', [{ room_id, id }]);
}
