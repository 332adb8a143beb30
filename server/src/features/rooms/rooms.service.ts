import type { setRoomNotify as notifyCall } from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import type { EndpointAnswer, EndpointRequest } from '@hubbub/contract/platform/endpoint.ts';
import { holdUser } from '#features/accounts/public.ts';
import type {} from '#features/communities/public.ts';
import type { LookedAt } from '#features/presence/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { notFound, unauthenticated } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { subscribeAnnouncements } from './announce.service.ts';
import { subscribeAttachments } from './attachments.service.ts';
import { kindOf, kinds } from './kinds.kind.ts';
import { subscribeLinks } from './links.service.ts';
import { type Marks, type OnMentionsRead, openMarks } from './marks.service.ts';
import type {} from './rooms.events.ts';
import type {} from './rooms.jobs.ts';
import { deleteRooms as deleteRoomRows, findMates, storeNotify } from './rooms.queries.ts';
import { subscribeSaved } from './saved.service.ts';
import { openSending, type Sending } from './sending.service.ts';
import { withThreads } from './threads.queries.ts';
import { subscribeThreads } from './threads.service.ts';
import { emitUnread } from './unread.service.ts';

export const noConversation = "Conversation not found. It may have been deleted, or you're not in it.";
export const noChannel = "Channel not found, or you can't use it.";
export const noSuchRoom = "Room not found, or you can't read it.";

/** The functions that rooms of all kinds offer to their calls. */
export type Rooms = Sending & Marks;

/** Creates these. Once per process, because messages and marks that arrive at the same time are stored together. */
export const openRooms = (platform: Platform, onMentionsRead: OnMentionsRead): Rooms => ({
  ...openSending(platform),
  ...openMarks(platform, onMentionsRead),
});

/**
 * Stores what the caller wants to be notified of in a room, until a time or for good. After that time, it's as if they had never chosen.
 * @throws {HttpError} 404 for a room that the caller may not read
 */
export async function setRoomNotify(
  platform: Platform,
  userId: string,
  roomId: string,
  { notify, until }: EndpointRequest<typeof notifyCall>['body'],
): Promise<EndpointAnswer<typeof notifyCall>> {
  const ends = until === undefined || until === null ? null : new Date(until);
  const isOver = ends !== null && ends <= platform.clock.now();
  const kind = await platform.db.transaction(async (tx, effects) => {
    if (!(await holdUser(tx, userId))) throw unauthenticated();
    const found = isId(roomId) && (await storeNotify(tx, { userId, roomId, notify, notify_until: ends }));
    if (!found) throw notFound(noSuchRoom);
    const changed = [{ roomId, userId }];
    await platform.deferred.emit(tx, 'rooms.sight-changed', changed, {
      afterCommit: (effect) => effects.push(effect),
    });
    const key = `notify ${userId} ${roomId}`;
    if (ends && !isOver) await platform.deferred.emit(tx, 'rooms.sight-changed', changed, { runAt: ends, key });
    return kindOf(found);
  });
  return { notify: isOver ? kind.notify : notify };
}

/** Deletes rooms with their members and threads at once, and their messages soon after. @returns the ids of all deleted rooms */
export async function deleteRooms(
  { jobs }: Pick<Platform, 'jobs'>,
  tx: Tx,
  roomIds: readonly string[],
): Promise<string[]> {
  if (roomIds.length === 0) return [];
  const all = await withThreads(tx, roomIds);
  await deleteRoomRows(tx, roomIds);
  await jobs.add(tx, 'rooms.remove-messages', { roomIds: all });
  return all;
}

/** Rooms as places whose members see who's online: everyone in the lists of those who get messages there. */
export const lookedAtRooms = ({ db }: Pick<Platform, 'db'>): LookedAt[] =>
  [...new Set(kinds.flatMap(({ lookingPrefix }) => lookingPrefix ?? []))].map((prefix) => ({
    prefix,
    among: (viewerIds, userIds) => findMates(db.reads, prefix, viewerIds, userIds),
  }));

/** The feature's reactions to other features' events, and to its own changes. */
export function subscribeRooms(platform: Platform): void {
  const { deferred, events } = platform;
  // Somebody can see more or less of others' messages, or of the rooms they're in.
  deferred.on('relations.changed', async (changed) =>
    emitUnread(platform, { userIds: changed.flatMap(({ userId, otherId }) => [userId, otherId]) }),
  );
  deferred.on('rooms.sight-changed', async (changed) => {
    for (const { roomId, userId } of changed) emitUnread(platform, { userIds: [userId], roomId });
  });
  deferred.on('communities.changed', async (changed) =>
    emitUnread(platform, { userIds: changed.flatMap(({ userId }) => userId ?? []) }),
  );
  deferred.on('communities.role-given', async (given) =>
    emitUnread(platform, { userIds: given.map(({ userId }) => userId) }),
  );
  events.on('community.roles-lost', async (_, { userId, afterCommit }) =>
    afterCommit(() => emitUnread(platform, { userIds: [userId] })),
  );
  subscribeAnnouncements(platform);
  subscribeLinks(platform);
  subscribeAttachments(platform);
  subscribeSaved(platform);
  subscribeThreads(platform);
}
