import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import type { Attachment, Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';

const messageId = /^\d{16}$/;

/** The number of a message's `_id`; undefined for anything that can't be one. */
export function messageNumber(id: string): number | undefined {
  return messageId.test(id) ? Number(id) : undefined;
}

/** The `_id` for a message's number: ids sort by creation as text. */
export const messageIdOf = (number: number): string => String(number).padStart(16, '0');

/** A message's columns about its picture, besides the path. */
export const imageOf = ({ width, height, placeholder }: Pick<MediaFile, 'width' | 'height' | 'placeholder'>) =>
  width === null || height === null ? null : { width, height, placeholder };

/** A file as messages show it; missing values are left out. */
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

/** Whether a change of a file is announced to everyone: it can be played now, or is the last one that was processed. */
export function isAnnounced(before: readonly Attachment[], now: readonly Attachment[], fileId: string): boolean {
  const stateIn = (files: readonly Attachment[]) => files.find(({ file_id }) => file_id === fileId)?.state;
  if (stateIn(before) !== 'processing' || stateIn(now) === 'processing') return false;
  const isPicture = now.some(({ file_id, type }) => file_id === fileId && type.startsWith('image/'));
  return !isPicture || now.every(({ state }) => state !== 'processing');
}

/** The version of a message for people who can't see the quoted one, or have blocked its author. */
export function withoutQuote<M extends Pick<Message, 'reply_to'>>(message: M): M {
  if (!message.reply_to) return message;
  const { _id, sender, deleted } = message.reply_to;
  return { ...message, reply_to: { _id, sender, message: '', ...(deleted && { deleted }), hidden: true } };
}

/** The author quoted by a message, and the version for people who can't see that; undefined if it answers none. */
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

/** The facts that decide what a reader of a room may do with one of its messages. */
export interface MessageGates {
  isOwn: boolean;
  /** They may remove other people's messages in the room. */
  isOverseer: boolean;
  /** It was deleted for everyone. */
  isDeleted: boolean;
  /** Moderators removed it. */
  isRemoved: boolean;
  /** A group wrote it itself, to report an event. */
  isSystem: boolean;
  /** The room accepts anything new. */
  isOpen: boolean;
  /** Neither they nor the sender blocked the other. */
  isNotApart: boolean;
}

/** Why somebody can't edit a message. */
export type MessageObstacle =
  | 'system'
  | 'not-author'
  | 'not-overseer'
  | 'not-pinner'
  | 'deleted'
  | 'removed'
  | 'closed'
  | 'apart';

/** A message can be edited only by its author, while it exists and the room is open. A group's own messages can't be edited. */
export function obstaclesToEditing({ isOwn, isDeleted, isRemoved, isOpen, isSystem }: MessageGates): MessageObstacle[] {
  if (isSystem) return ['system'];
  if (!isOwn) return ['not-author'];
  if (isDeleted) return ['deleted'];
  return [...(isRemoved ? ['removed' as const] : []), ...(isOpen ? [] : ['closed' as const])];
}

/**
 * A message can be deleted by its author, and in a channel removed by holders of ban:users there. One that's already gone is no obstacle,
 * so that a retry succeeds.
 */
export function obstaclesToDeleting(
  { isOwn, isOverseer, isSystem }: Pick<MessageGates, 'isOwn' | 'isOverseer' | 'isSystem'>,
  room: { isInCommunity: boolean },
): MessageObstacle[] {
  if (isSystem) return ['system'];
  if (isOwn || isOverseer) return [];
  return [room.isInCommunity ? 'not-overseer' : 'not-author'];
}

/** What's left of a message, for one of its readers. */
interface Presence extends Pick<MessageGates, 'isDeleted' | 'isRemoved'> {
  /** It wasn't removed, or they still see it. */
  isShown: boolean;
}

/** A message that's gone. To people who don't see it anymore, a removed one is the same as a deleted one. */
function goneFor({ isDeleted, isRemoved, isShown }: Presence): MessageObstacle[] {
  if (isDeleted || !isShown) return ['deleted'];
  return isRemoved ? ['removed'] : [];
}

/** People who may pin in a room can pin existing messages, and unpin any, while the room is open. */
export function obstaclesToPinning({
  isPinner,
  isSystem,
  isOpen,
  ...message
}: Presence & Pick<MessageGates, 'isSystem' | 'isOpen'> & { isPinner: boolean }): MessageObstacle[] {
  if (isSystem) return ['system'];
  if (!isPinner) return ['not-pinner'];
  const [gone] = goneFor(message);
  if (gone) return [gone];
  return isOpen ? [] : ['closed'];
}

/** People who can read a message can save it for themselves, and start a thread at it, while it exists. */
export function obstaclesToSaving({
  isSystem,
  ...message
}: Presence & Pick<MessageGates, 'isSystem'>): MessageObstacle[] {
  return isSystem ? ['system'] : goneFor(message);
}

/** People who can read a message can react to it while it exists and the room is open, unless one of the two blocked the other. */
export function obstaclesToReacting({
  isOpen,
  isNotApart,
  isSystem,
  ...message
}: Presence & Pick<MessageGates, 'isSystem' | 'isOpen' | 'isNotApart'>): MessageObstacle[] {
  if (isSystem) return ['system'];
  const obstacles = goneFor(message);
  if (obstacles.includes('deleted')) return obstacles;
  if (!isOpen) obstacles.push('closed');
  else if (!isNotApart) obstacles.push('apart');
  return obstacles;
}
