import { copyMedia } from '#features/media/public.ts';
import { goneOrHidden, invalid, lacksRight } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { ReceivedFile } from './attachments.service.ts';
import { noMessage } from './changes.service.ts';
import { findCommunityOf } from './forward.queries.ts';
import { type FoundMessage, findGated } from './gates.queries.ts';
import { findStored } from './messages.queries.ts';
import { messageNumber } from './messages.rules.ts';
import type { MessageRow } from './store.queries.ts';

const notOut =
  'This is from a private community. Only members with the "Edit Community" permission can forward it to other places.';
const noContent = 'A message is forwarded as it is. Leave the text and the files out.';

/** The content to forward. */
interface Forwarded {
  content: string;
  /** The original author. */
  authorId: string;
  /** Copies, which are attached with the message. */
  media: ReceivedFile[];
}

/**
 * Gives a message the content of the one to forward, with copies of its files; for a retry, the content it stored, even if the original has
 * been deleted since.
 * @throws whatever `forwardMessage` throws
 */
export async function takeForwarded(
  platform: Platform,
  senderId: string,
  { row, media, id }: { row: MessageRow; media: ReceivedFile[]; id: string },
): Promise<void> {
  const stored = await findStored(platform.db.reads, senderId, row);
  if (stored) {
    row.content = stored.content;
    row.forwardedFrom = stored.forwarded_from;
    return;
  }
  const isAlone = row.content.trim() === '' && media.length === 0;
  const forwarded = await forwardMessage(platform, senderId, { id, roomId: row.roomId, isAlone });
  row.content = forwarded.content;
  row.forwardedFrom = forwarded.authorId;
  media.push(...forwarded.media);
}

/**
 * The content of a message that somebody forwards to a room, with copies of its files.
 * @throws {HttpError} 404 for a message that they can't read, or that's hidden from them or gone; 422 for one of a private community to
 * another place, and if there's any other content
 */
async function forwardMessage(
  platform: Platform,
  userId: string,
  { id, roomId, isAlone }: { id: string; roomId: string; isAlone: boolean },
): Promise<Forwarded> {
  const { db } = platform;
  if (!isAlone) throw invalid({ content: noContent });
  const message = await findGated(db.kysely, messageNumber(id) ?? 0, userId);
  if (!message || !isThere(message)) throw goneOrHidden(message, noMessage);
  const isSamePlace = message.community_id === (await findCommunityOf(db.kysely, roomId));
  if (!message.isForwarder && !isSamePlace) throw lacksRight({ permission: notOut });
  const copies = await copyMedia(platform, message.media_ids, userId);
  const media = copies.map((copy, index) => ({
    id: copy.id,
    isImage: index === copies.length - 1 && message.hasImage,
  }));
  return { content: message.content, authorId: message.author_id, media };
}

const isThere = ({ isReached, isShown, isHidden, isDeleted, isRemoved, isSystem }: FoundMessage) =>
  isReached && isShown && !isHidden && !isDeleted && !isRemoved && !isSystem;
