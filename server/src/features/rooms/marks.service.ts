import { createBatcher } from '#platform/database/batcher.ts';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import { malformed, notFound } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { kindOf } from './kinds.kind.ts';
import { type Mark, type MarkedRow, storeMarks } from './marks.queries.ts';
import { messageIdOf, messageNumber } from './messages.rules.ts';
import { emitUnread } from './unread.service.ts';

/** Comes after every message. */
const newestMessage = Number.MAX_SAFE_INTEGER;

/** Gets the people who have just read their mentions, before they get their answers. */
export type OnMentionsRead = (read: readonly { userId: string; roomId: string; mark: number }[]) => Promise<void>;

/** People's read marks. */
export interface Marks {
  /**
   * Marks all of a room's messages up to one as read, and notifies the person's devices and those who see their read marks. Undefined
   * without a session.
   * @param read.isExact whether later messages become unread; the last such mark counts
   * @throws {HttpError} 404 with this text if the caller can't read the room, 400 if `messageId` can't be an id
   */
  mark(
    tokenHash: Buffer,
    read: { roomId: string; messageId: string | null; isExact?: boolean },
    notFoundText: string,
  ): Promise<SessionAnswer<{ unread: number }>>;
  /** The same for all messages, for a session or a person. @throws {HttpError} 404 */
  markAll(
    who: { tokenHash: Buffer } | { userId: string },
    roomId: string,
    notFoundText: string,
  ): Promise<SessionAnswer<{ unread: number }>>;
}

/** Everyone who has a room open reads a message at about the same time, so marks that arrive together are stored together. */
export function openMarks(platform: Platform, onMentionsRead: OnMentionsRead): Marks {
  const { db, log, realtime } = platform;

  const announce = (row: MarkedRow, roomId: string) => {
    if (row.user_id === null || row.kind === null || row.mark === row.before) return;
    const kind = kindOf(row.kind);
    const { user_id: userId, mark: readId, unread, last_id: lastId, username } = row;
    kind.tellRead(realtime, userId, { roomId, readId, unread, lastId });
    if (row.seen_id !== null && row.told.length > 0) {
      const read = { conversation: roomId, username, message_id: messageIdOf(row.seen_id) };
      kind.tell(realtime, row.told, 'readChanged', read);
    }
    emitUnread(platform, { userIds: [userId], roomId });
  };

  const batcher = createBatcher<Mark, { row: MarkedRow; roomId: string }>({
    store: async (marks) => {
      const rows = await storeMarks(db.writes, marks);
      const stored = marks.map(({ roomId }, index) => ({ row: rows[index] as MarkedRow, roomId }));
      const read = stored.flatMap(({ row: { user_id: userId, mark, mentioned }, roomId }) =>
        userId !== null && mentioned ? [{ userId, roomId, mark }] : [],
      );
      if (read.length > 0) await onMentionsRead(read);
      return stored;
    },
    committed: (stored) => {
      for (const { row, roomId } of stored) announce(row, roomId);
    },
    onError: (error) => log.error({ err: error }, "couldn't announce what someone has read"),
  });

  const add = async (mark: Mark, notFoundText: string): Promise<SessionAnswer<{ unread: number }>> => {
    const roomId = isId(mark.roomId) ? mark.roomId.toLowerCase() : noId;
    const { row } = await batcher.add({ ...mark, roomId });
    if (row.user_id === null) return undefined;
    if (row.kind === null) throw notFound(notFoundText);
    return { body: { unread: row.unread }, userId: row.user_id, stale: row.stale === true };
  };

  return {
    async mark(tokenHash, { roomId, messageId, isExact = false }, notFoundText) {
      const number = messageId === null ? 0 : messageNumber(messageId);
      const field = isExact ? 'up_to' : 'message_id';
      if (number === undefined) throw malformed({ [field]: `${field} must be the _id of a message` });
      return await add({ tokenHash, userId: null, roomId, messageId: number, isExact }, notFoundText);
    },
    async markAll(who, roomId, notFoundText) {
      const { tokenHash, userId } = { tokenHash: null, userId: null, ...who };
      return await add({ tokenHash, userId, roomId, messageId: newestMessage, isExact: false }, notFoundText);
    },
  };
}
