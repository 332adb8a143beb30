import type { FollowedThread, MessageRoom } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { holdUser } from '#features/accounts/public.ts';
import { cursorOf } from '#platform/cursors.ts';
import { invalid, notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import { announceLater } from './announce.service.ts';
import { lockChanges } from './changes.queries.ts';
import { findLocked, findMessage, noMessage, requireNone } from './changes.service.ts';
import { kindOf } from './kinds.kind.ts';
import { obstaclesToSaving } from './messages.rules.ts';
import type {} from './rooms.events.ts';
import { thread } from './thread.kind.ts';
import {
  findFollowed,
  findRoots,
  findThread,
  insertThread,
  readFollowed,
  readThread,
  storeFollow,
  touchRoots,
} from './threads.queries.ts';
import { emitUnread } from './unread.service.ts';

const onlyInChannels = 'Threads begin at messages in channels. Answer this one where it is.';
const onlyThreads = 'Only threads can be followed.';

/**
 * The thread of a channel's message, created if there's none.
 * @throws {HttpError} 404 for a message the caller can't read; 422 for one that's gone, or that can't have a thread
 */
export async function startThread(
  platform: Platform,
  { userId }: Session,
  id: string,
): Promise<{ room: MessageRoom; isNew: boolean }> {
  const { db, clock, newId } = platform;
  return await db.transaction(async (tx) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    const message = await findLocked(tx, await findMessage(tx, id, userId), userId);
    const known = await readThread(tx, userId, message.id);
    if (known) return { room: known, isNew: false };
    if (message.kind === null || !kindOf(message.kind).hasThreads) throw invalid({ message: onlyInChannels });
    requireNone(obstaclesToSaving(message));
    const isNew = await insertThread(tx, { id: newId(), kind: thread.name, root: message, created_at: clock.now() });
    const room = await readThread(tx, userId, message.id);
    if (!room) throw notFound(noMessage);
    if (isNew) {
      await touchRoots(tx, [message]);
      await announceLater(platform, tx, [{ kind: 'thread', id: message.id, byId: userId }]);
    }
    return { room, isNew };
  });
}

/**
 * Makes the caller follow a thread, or stop following it.
 * @throws {HttpError} 404 with this text for a room they can't read, 422 for one that isn't a thread
 */
export async function followThread(
  platform: Platform,
  { userId }: Session,
  { roomId, follows, notFoundText }: { roomId: string; follows: boolean; notFoundText: string },
): Promise<{ following: boolean }> {
  await platform.db.transaction(async (tx) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    const isFollowed = isId(roomId) ? await findFollowed(tx, roomId, userId) : undefined;
    if (isFollowed === undefined) throw notFound(notFoundText);
    if (!isFollowed) throw invalid({ room_id: onlyThreads });
    await storeFollow(tx, { roomId, userId, follows });
  });
  emitUnread(platform, { userIds: [userId] });
  return { following: follows };
}

/** A page of the threads that the caller follows, the last active first. @throws {HttpError} 400 if `before` can't be an id */
export async function listThreads(
  { db }: Platform,
  { userId }: Session,
  { size, ...given }: { size: number; before?: string | undefined },
): Promise<{ threads: FollowedThread[]; next: string | null }> {
  const before = cursorOf(given.before, "the previous page's next");
  const threads = await readFollowed(db.kysely, userId, { size, before });
  return { threads, next: threads.length === size ? (threads.at(-1)?.room.room_id ?? null) : null };
}

/** A thread, and whether the caller follows it. @throws {HttpError} 404 with this text if they can't read it, and for other rooms */
export async function getThread(
  { db }: Platform,
  { userId }: Session,
  { roomId, notFoundText }: { roomId: string; notFoundText: string },
): Promise<FollowedThread & { following: boolean }> {
  const found = isId(roomId) ? await findThread(db.kysely, userId, roomId) : undefined;
  if (!found) throw notFound(notFoundText);
  return found;
}

/** Announces the threads' changes at their messages, given messages some of which are replies. */
async function announceThreads(platform: Platform, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return;
  await platform.db.transaction(async (tx) => {
    const roots = await findRoots(tx, messageIds);
    if (roots.length === 0) return;
    await lockChanges(
      tx,
      roots.map(({ room_id }) => room_id),
    );
    await touchRoots(tx, roots);
    await announceLater(
      platform,
      tx,
      roots.map(({ id }) => ({ kind: 'thread' as const, id })),
    );
  });
}

/** Changes of a reply that also change its thread's summary. */
const countsReplies: ReadonlySet<string> = new Set(['deleted', 'removed', 'restored']);

/** Keeps a thread's summary up to date with its replies. */
export function subscribeThreads(platform: Platform): void {
  const { deferred } = platform;
  deferred.on('messages.noted', async (noted) => {
    await announceThreads(
      platform,
      noted.filter(({ only }) => only === undefined).map(({ id }) => id),
    );
  });
  deferred.on('messages.changed', async (changed) => {
    await announceThreads(
      platform,
      changed.filter(({ kind }) => countsReplies.has(kind)).map(({ id }) => id),
    );
  });
}
