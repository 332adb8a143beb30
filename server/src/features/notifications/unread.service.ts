import type { UnreadCounts } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { readOwnUnreadRooms, readUnreadRooms } from '#features/rooms/public.ts';
import type { Pipeline } from '#platform/database/database.ts';
import type { SessionAnswer } from '#platform/database/session-statement.ts';
import type { Platform } from '#platform/platform.ts';
import { countOwnUnread, countUnread } from './unread.queries.ts';
import { type Unread, viewUnread } from './unread.view.ts';

/** The caller's unread counts. Undefined without a session. */
export async function readUnread({ db }: Platform, tokenHash: Buffer): Promise<SessionAnswer<UnreadCounts>> {
  const [counts, own] = await Promise.all([
    countOwnUnread(db.reads, tokenHash),
    readOwnUnreadRooms(db.reads, tokenHash),
  ]);
  return own && { body: viewUnread({ ...counts, rooms: own.rooms }), userId: own.user_id, stale: own.stale };
}

/** The same for somebody. */
export async function readUnreadOf(pipeline: Pipeline, userId: string): Promise<Unread> {
  const [counts, rooms] = await Promise.all([countUnread(pipeline, userId), readUnreadRooms(pipeline, userId)]);
  return { ...counts, rooms };
}
