import { copyMedia } from '#features/media/public.ts';
import { goneOrHidden, invalid, lacksRight } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { ReceivedFile } from './attachments.service.ts';
import { noMessage } from './changes.service.ts';
import { findCommunityOf, findSender } from './forward.queries.ts';
import { type FoundMessage, findGated } from './gates.queries.ts';
import { messageNumber } from './messages.rules.ts';

const notOut =
  'This is from a private community. Only members with the "Edit Community" permission can forward it to other places.';
const noContent = 'A message is forwarded as it is. Leave the text and the files out.';

/** What's forwarded. */
export interface Forwarded {
  content: string;
  /** Who wrote it first. */
  authorId: string;
  /** Copies, which are attached with the message. */
  media: ReceivedFile[];
}

/**
 * What a message says that somebody forwards to a room, with copies of its files. Undefined: there's no such session.
 * @throws {HttpError} 404 for a message that they don't read, is hidden from them, or is gone; 422 for one of a private community to
 * another place, and if anything is said besides
 */
export async function forwardMessage(
  platform: Platform,
  tokenHash: Buffer,
  { id, roomId, isAlone }: { id: string; roomId: string; isAlone: boolean },
): Promise<Forwarded | undefined> {
  const { db } = platform;
  const userId = await findSender(db.hot, tokenHash);
  if (userId === undefined) return undefined;
  if (!isAlone) throw invalid({ content: noContent });
  const message = await findGated(db.kysely, messageNumber(id) ?? 0, userId);
  if (!message || !isThere(message)) throw goneOrHidden(message, noMessage);
  const isSamePlace = message.community_id === (await findCommunityOf(db.kysely, roomId));
  if (!message.isForwarder && !isSamePlace) throw lacksRight({ forward: notOut });
  const copies = await copyMedia(platform, message.media_ids, userId);
  const media = copies.map((copy, index) => ({
    id: copy.id,
    isImage: index === copies.length - 1 && message.hasImage,
  }));
  return { content: message.content, authorId: message.author_id, media };
}

const isThere = ({ isReached, isShown, isHidden, isDeleted, isRemoved, isSystem }: FoundMessage) =>
  isReached && isShown && !isHidden && !isDeleted && !isRemoved && !isSystem;
