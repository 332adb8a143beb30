import { messageIdOf, messageNumber } from '#features/messages/public.ts';
import { createLane } from '#platform/database/combine.ts';
import { brokenReference } from '#platform/database/database.ts';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import { malformed, notFound } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { type MarkedRow, markRead, type ReadMark } from './channels.queries.ts';
import { announceRead, noChannel } from './channels.realtime.ts';

/**
 * What people have read of channels: for each member and channel the message up to which it was read (migration 0013). Sending
 * changes nothing there, because a row for each of thousands of members would cost too much. What's unread is looked up: the newest
 * message of others after the mark. Marks only grow, so pages merge them with live events by taking the larger one.
 */
export interface Readings {
  /**
   * All messages of a channel up to one are read, and the caller's devices hear of it: `{}`.
   * @throws {Refusal} 404 if the caller may not use the channel, 400 if `messageId` cannot be an id
   */
  mark(
    tokenHash: Buffer,
    read: { channelId: string; messageId: string },
  ): Promise<SessionAnswer<Record<string, never>>>;
}

/** Everybody who looks at a channel reads a message at about the same time: what is marked at once is stored at once. */
export function openReadings(platform: Platform): Readings {
  const { db, log } = platform;
  const lane = createLane<ReadMark, { row: MarkedRow; channelId: string }>({
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
    onError: (error) => log.error({ err: error }, 'what somebody has read could not be announced'),
  });

  return {
    async mark(tokenHash, { channelId, messageId }) {
      const number = messageNumber(messageId);
      if (number === undefined) throw malformed({ message_id: 'message_id must be the _id of a message' });
      try {
        const { row } = await lane.add({ tokenHash, channelId: isId(channelId) ? channelId : noId, messageId: number });
        if (row.user_id === null) return undefined;
        if (!row.allowed) throw notFound(noChannel);
        return { body: {}, userId: row.user_id, stale: row.stale === true };
      } catch (error) {
        // The membership ended between the look and the mark.
        throw brokenReference(error) ? notFound(noChannel) : error;
      }
    },
  };
}
