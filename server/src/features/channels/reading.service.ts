import { messageIdOf, messageNumber } from '#features/messages/public.ts';
import { createBatcher } from '#platform/database/batcher.ts';
import { foreignKeyViolation } from '#platform/database/database.ts';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import { malformed, notFound } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { type MarkedRow, markRead, type ReadMark } from './channels.queries.ts';
import { announceRead, noChannel } from './channels.realtime.ts';

/**
 * What people have read in channels: for each member and channel, the last message they read (migration 0013). Sending changes nothing
 * here, because a row for each of thousands of members would cost too much. What's unread is looked up: the newest message by others
 * after the mark. Marks only grow, so pages merge them with live events by taking the larger one.
 */
export interface Readings {
  /**
   * Marks all of a channel's messages up to one as read, and notifies the caller's devices: `{}`.
   * @throws {HttpError} 404 if the caller may not use the channel, 400 if `messageId` can't be an id
   */
  mark(
    tokenHash: Buffer,
    read: { channelId: string; messageId: string },
  ): Promise<SessionAnswer<Record<string, never>>>;
}

/** Everyone looking at a channel reads a message at about the same time, so marks that arrive together are stored together. */
export function openReadings(platform: Platform): Readings {
  const { db, log } = platform;
  const batcher = createBatcher<ReadMark, { row: MarkedRow; channelId: string }>({
    store: async (marks) => {
      const rows = await markRead(db.writes, marks);
      return marks.map(({ channelId }, index) => ({ row: rows[index] as MarkedRow, channelId }));
    },
    committed: (stored) => {
      for (const { row, channelId } of stored) {
        if (row.user_id === null || row.read_id === null) continue;
        announceRead(platform, row.user_id, { channel_id: channelId, read_id: messageIdOf(row.read_id) });
      }
    },
    onError: (error) => log.error({ err: error }, "couldn't announce what someone has read"),
  });

  return {
    async mark(tokenHash, { channelId, messageId }) {
      const number = messageNumber(messageId);
      if (number === undefined) throw malformed({ message_id: 'message_id must be the _id of a message' });
      try {
        const { row } = await batcher.add({
          tokenHash,
          channelId: isId(channelId) ? channelId : noId,
          messageId: number,
        });
        if (row.user_id === null) return undefined;
        if (!row.allowed) throw notFound(noChannel);
        return { body: {}, userId: row.user_id, stale: row.stale === true };
      } catch (error) {
        // The membership ended between the check and the mark.
        throw foreignKeyViolation(error) ? notFound(noChannel) : error;
      }
    },
  };
}
