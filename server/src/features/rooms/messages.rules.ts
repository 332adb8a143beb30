import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import type { Attachment, Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';

const messageId = /^\d{16}$/;

/** The number of a message's `_id`; undefined for anything that can't be one. */
export function messageNumber(id: string): number | undefined {
  return messageId.test(id) ? Number(id) : undefined;
}

/** The `_id` for a message's number: ids sort by creation as text. */
export const messageIdOf = (number: number): string => String(number).padStart(16, '0');

/** What a message says about its picture besides the path. */
export const imageOf = ({ width, height, placeholder }: Pick<MediaFile, 'width' | 'height' | 'placeholder'>) =>
  width === null || height === null ? null : { width, height, placeholder };

/** A file as messages show it; a value it doesn't have is left out. */
export function attachmentOf(file: MediaFile): Attachment {
  const { file_id, path, name = 'file', type, size = 0, state, variants } = file;
  const { width, height, duration, placeholder, poster, progress, unplayable } = file;
  return {
    ...{ file_id, path, name, type, size, state },
    ...(width !== null && { width }),
    ...(height !== null && { height }),
    ...(duration !== null && { duration }),
    ...(placeholder !== null && { placeholder }),
    ...((poster !== null || type.startsWith('video/')) && { poster }),
    ...(progress !== undefined && { progress }),
    ...(unplayable && { unplayable }),
    ...(variants.length > 0 && { variants }),
  };
}

/** Whether the news about a file is for everyone who shows it: it can be played now, or is the last one that was processed. */
export function isAnnounced(before: readonly Attachment[], now: readonly Attachment[], fileId: string): boolean {
  const stateIn = (files: readonly Attachment[]) => files.find(({ file_id }) => file_id === fileId)?.state;
  if (stateIn(before) !== 'processing' || stateIn(now) === 'processing') return false;
  const isPicture = now.some(({ file_id, type }) => file_id === fileId && type.startsWith('image/'));
  return !isPicture || now.every(({ state }) => state !== 'processing');
}

/** A message for people who hide whom it quotes, or don't read what's quoted. */
export function withoutQuote<M extends Pick<Message, 'reply_to'>>(message: M): M {
  if (!message.reply_to) return message;
  const { _id, sender, deleted } = message.reply_to;
  return { ...message, reply_to: { _id, sender, message: '', ...(deleted && { deleted }), hidden: true } };
}

/** Whom a message in a room quotes, and what people get who hide them or don't read what's quoted; undefined if it answers none. */
export function quotesOf(
  { quoted_by: by, quote_lacked_by: lacking }: { quoted_by: string | null; quote_lacked_by: readonly string[] | null },
  unquoted: string | null,
): { by: string; json: string; lacking?: readonly string[] } | undefined {
  if (by === null || unquoted === null) return undefined;
  return { by, json: unquoted, ...(lacking?.length && { lacking }) };
}

/** Seconds until somebody may write in a room again who wrote there at `writtenAt`; 0: now. */
export function secondsToWait(slowMode: number, writtenAt: Date | null, now: Date): number {
  if (writtenAt === null) return 0;
  return Math.max(0, Math.ceil((writtenAt.getTime() - now.getTime()) / 1000 + slowMode));
}

/** What decides what somebody who reads a room may do with one of its messages. */
export interface MessageGates {
  isOwn: boolean;
  /** They may remove what others send to the room. */
  isOverseer: boolean;
  /** It was deleted for everyone. */
  isDeleted: boolean;
  /** Moderators removed it. */
  isRemoved: boolean;
  /** Nobody wrote it: it says what happened in a group. */
  isSystem: boolean;
  /** The room takes something new. */
  isOpen: boolean;
  /** Neither they nor the sender blocked the other. */
  isNotApart: boolean;
}

/** What keeps somebody from changing a message. */
export type MessageObstacle =
  | 'system'
  | 'not-author'
  | 'not-overseer'
  | 'not-pinner'
  | 'deleted'
  | 'removed'
  | 'closed'
  | 'apart';

/** A message's text is changed by its author only, while it's there and the room is open. Nobody can change what a group says itself. */
export function obstaclesToEditing({ isOwn, isDeleted, isRemoved, isOpen, isSystem }: MessageGates): MessageObstacle[] {
  if (isSystem) return ['system'];
  if (!isOwn) return ['not-author'];
  if (isDeleted) return ['deleted'];
  return [...(isRemoved ? ['removed' as const] : []), ...(isOpen ? [] : ['closed' as const])];
}

/**
 * A message is deleted by its author, and in a channel removed by whoever holds ban:users there. What's gone already is no obstacle: a
 * retry finds what it wanted.
 */
export function obstaclesToDeleting(
  { isOwn, isOverseer, isSystem }: Pick<MessageGates, 'isOwn' | 'isOverseer' | 'isSystem'>,
  room: { isInCommunity: boolean },
): MessageObstacle[] {
  if (isSystem) return ['system'];
  if (isOwn || isOverseer) return [];
  return [room.isInCommunity ? 'not-overseer' : 'not-author'];
}

/** Who may pin in a room pins what's there, and unpins anything. */
export function obstaclesToPinning({
  isPinner,
  isSystem,
  isDeleted,
  isRemoved,
}: Pick<MessageGates, 'isSystem' | 'isDeleted' | 'isRemoved'> & { isPinner: boolean }): MessageObstacle[] {
  if (isSystem) return ['system'];
  if (!isPinner) return ['not-pinner'];
  if (isDeleted) return ['deleted'];
  return isRemoved ? ['removed'] : [];
}

/** Whoever reads a message saves it for themselves while it's there. */
export function obstaclesToSaving({
  isSystem,
  isDeleted,
}: Pick<MessageGates, 'isSystem' | 'isDeleted'>): MessageObstacle[] {
  if (isSystem) return ['system'];
  return isDeleted ? ['deleted'] : [];
}

/** Whoever reads a message reacts to it while it's there and the room is open, unless one of the two blocked the other. */
export function obstaclesToReacting({
  isDeleted,
  isRemoved,
  isOpen,
  isNotApart,
  isSystem,
}: Pick<MessageGates, 'isSystem' | 'isDeleted' | 'isRemoved' | 'isOpen' | 'isNotApart'>): MessageObstacle[] {
  if (isSystem) return ['system'];
  if (isDeleted) return ['deleted'];
  const obstacles: MessageObstacle[] = isRemoved ? ['removed'] : [];
  if (!isOpen) obstacles.push('closed');
  else if (!isNotApart) obstacles.push('apart');
  return obstacles;
}
