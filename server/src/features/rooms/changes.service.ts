import type { Reactors } from '@hubbub/contract/features/reactions/reactions.shapes.ts';
import type { Message, MessageRoom } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { messages as texts } from '@hubbub/contract/platform/messages.ts';
import { holdUsers, spendLinks } from '#features/accounts/public.ts';
import { discardMedia } from '#features/media/public.ts';
import { listReactors } from '#features/reactions/public.ts';
import { indexSoon, isPreviewed, newlyMentioned, resolveMentions } from '#features/rich-text/public.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import { goneOrHidden, invalid, lacksRight, notFound, unstorable } from '#platform/errors/errors.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { announceLater } from './announce.service.ts';
import { emptyMessage, lockChanges, updateContent } from './changes.queries.ts';
import { type FoundMessage, findGated } from './gates.queries.ts';
import { readAround } from './history.queries.ts';
import { readInRooms } from './in-room.queries.ts';
import { messageReactions } from './json.queries.ts';
import {
  type MessageObstacle,
  messageIdOf,
  messageNumber,
  obstaclesToDeleting,
  obstaclesToEditing,
} from './messages.rules.ts';
import { audienceOfEdits } from './rooms.access.ts';
import type {} from './rooms.events.ts';
import { isBookmarked } from './saved.queries.ts';
import { countReplies, holdThreads } from './threads.queries.ts';

export const noMessage = 'Message not found. It may have been deleted.';

/** The error text for each obstacle. */
export const refusals: Record<MessageObstacle, string> = {
  system: 'This says what happened here. Nobody can change it.',
  'not-author': 'Only its author can change this message.',
  'not-overseer': 'Only its author, and members with the "Ban Members" permission, can delete this message.',
  'not-pinner': 'Only members with the "Create Channels" or "Ban Members" permission can pin messages in a channel.',
  deleted: 'This message was deleted.',
  removed: 'Moderators removed this message.',
  closed: "You can't message each other anymore.",
  apart: "You can't react to this message: one of you has blocked the other.",
};

/** Obstacles that depend on who somebody is, rather than on the message's state. */
const lacking: ReadonlySet<MessageObstacle> = new Set(['not-author', 'not-overseer', 'not-pinner', 'closed', 'apart']);

/** What some role would permit. */
const lackingRole: ReadonlySet<MessageObstacle> = new Set(['not-overseer', 'not-pinner']);

/** @throws {HttpError} 422 with the first obstacle */
export function requireNone([obstacle]: readonly MessageObstacle[]): void {
  if (!obstacle) return;
  const field = lackingRole.has(obstacle) ? 'permission' : 'message';
  throw (lacking.has(obstacle) ? lacksRight : invalid)({ [field]: refusals[obstacle] });
}

/** @throws {HttpError} 404 if there's no such message, or the caller can't read it */
export async function findMessage(db: Db, id: string, userId: string): Promise<FoundMessage> {
  const message = await findGated(db, messageNumber(id) ?? 0, userId);
  if (!message?.isReached) throw goneOrHidden(message, noMessage);
  return message;
}

/** The same, with its room locked: it can't change until the transaction ends. */
export async function findLocked(tx: Tx, { id, room_id }: FoundMessage, userId: string): Promise<FoundMessage> {
  await lockChanges(tx, [room_id]);
  return await findMessage(tx, messageIdOf(id), userId);
}

/** @throws {HttpError} 404 if it's gone by now */
async function readOne({ db }: Platform, { id, room_id: roomId }: FoundMessage, viewerId: string): Promise<Message> {
  const [row] = await readAround(db.reads, viewerId, { roomId, id, earlier: 0, later: 0 });
  if (!row) throw notFound(noMessage);
  return row.message;
}

/**
 * Changes a message's text, for its author. The same text again changes nothing.
 * @throws {HttpError} 404 for a message the caller can't read, 422 for another person's, a deleted one, and a text that can't be sent
 */
export async function editMessage(
  platform: Platform,
  { userId, tokenHash }: Session,
  { id, content }: { id: string; content: string },
): Promise<Message> {
  const { db, clock } = platform;
  if (content.includes('\0')) throw unstorable();
  const message = await findMessage(db.kysely, id, userId);
  requireNone(obstaclesToEditing(message));
  if (message.content === content) return await readOne(platform, message, userId);
  if (content.trim() === '' && message.media_ids.length === 0) throw invalid({ content: texts.messageOrImage });
  const refundLinks = await spendLinks(platform, { tokenHash, content });
  try {
    const place = String(message.id);
    const mentions = await resolveMentions(platform, audienceOfEdits, { tokenHash, content, place });
    const isLinked = await isPreviewed(platform, content, userId);
    await db.transaction(async (tx) => {
      requireNone(obstaclesToEditing(await findLocked(tx, message, userId)));
      const edited = await updateContent(tx, message, { content, mentions, now: clock.now() });
      if (!edited) return;
      const only = newlyMentioned(edited.mentioned, mentions);
      if (only.length > 0) await platform.deferred.emit(tx, 'messages.noted', [{ id: message.id, only }]);
      await announceLater(platform, tx, [{ kind: 'edited', id: message.id, byId: userId }]);
      if (isLinked) await platform.deferred.emit(tx, 'messages.linked', [{ id: message.id }], { waitsFor: userId });
    });
  } catch (error) {
    await refundLinks();
    throw error;
  }
  indexSoon(platform);
  return await readOne(platform, message, userId);
}

/**
 * Deletes a message for everyone: its text right away, its pictures and files within seconds. If a community's moderator does it, the
 * message is removed, a decision that its author can appeal. Does nothing if it's already gone.
 * @throws {HttpError} 404 for a message the caller can't read, 422 if they may not delete it
 */
export async function deleteMessage(platform: Platform, { userId }: Session, id: string): Promise<void> {
  const { db, clock, events } = platform;
  await db.transaction(async (tx, effects) => {
    const message = await findMessage(tx, id, userId);
    const { community_id: communityId, isOwn, sender_id: senderId } = message;
    requireNone(obstaclesToDeleting(message, { isInCommunity: communityId !== null }));
    if (!isOwn && communityId !== null) {
      await holdUsers(tx, [senderId, userId]);
      const { isDeleted, isRemoved, hasSender } = await findLocked(tx, message, userId);
      if (isDeleted || isRemoved) return;
      const authorId = hasSender ? senderId : null;
      const afterCommit = (effect: () => void) => effects.push(effect);
      await events.emit(tx, 'messages.moderated', { messageId: id, authorId, communityId, byId: userId, afterCommit });
      return;
    }
    const { media_ids, isRemoved } = await findLocked(tx, message, userId);
    await holdThreads(tx, [message.room_id]);
    if (media_ids.length > 0) await discardMedia(platform, tx, media_ids);
    if (!(await emptyMessage(tx, message, clock.now()))) return;
    if (!isRemoved) await countReplies(tx, [message], { areBack: false });
    await announceLater(platform, tx, [{ kind: 'deleted', id: message.id, byId: userId }]);
  });
  indexSoon(platform);
}

/**
 * A message with its room, for opening a link to it, and whether the caller saved it.
 * @throws {HttpError} 404 for a message the caller can't read
 */
export async function getMessage(
  { db }: Platform,
  { userId }: Session,
  id: string,
): Promise<{ message: Message; room: MessageRoom; saved: boolean }> {
  const key = await findMessage(db.kysely, id, userId);
  const [found] = await readInRooms(db.reads, userId, [key]);
  if (!found) throw notFound(noMessage);
  const { room, ...message } = found;
  return { message, room, saved: await isBookmarked(db.kysely, { id: key.id, userId }) };
}

/**
 * Who has reacted to a message with which emoji, as the caller sees them.
 * @throws {HttpError} 404 for a message the caller can't read
 */
export async function listMessageReactions({ db }: Platform, { userId }: Session, id: string): Promise<Reactors> {
  const message = await findMessage(db.kysely, id, userId);
  return message.isShown ? await listReactors(db.kysely, messageReactions, { id: message.id, viewerId: userId }) : [];
}

/**
 * A message and those around it, oldest first, at most `size`; marks nothing as read.
 * @throws {HttpError} 404 for a message the caller can't read
 */
export async function messagesAround(
  platform: Platform,
  { userId }: Session,
  { id, size }: { id: string; size: number },
) {
  const message = await findMessage(platform.db.kysely, id, userId);
  const earlier = Math.floor((size - 1) / 2);
  const later = size - 1 - earlier;
  // One more on each side shows whether there are more.
  const rows = await readAround(platform.db.reads, userId, {
    roomId: message.room_id,
    id: message.id,
    earlier: earlier + 1,
    later: later + 1,
  });
  const place = rows.findIndex((row) => row.id === message.id);
  const [first] = rows;
  if (!first) throw notFound(noMessage);
  return {
    messages: rows.slice(Math.max(0, place - earlier), place + later + 1).map((row) => row.message),
    has_earlier: place > earlier,
    has_later: rows.length - 1 - place > later,
    revision: first.revision,
  };
}
