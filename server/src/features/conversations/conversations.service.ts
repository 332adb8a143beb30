import { randomUUID } from 'node:crypto';
import type {
  Conversation,
  listConversations as listCall,
} from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { ConversationChange } from '@hubbub/contract/features/rooms/rooms.events.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { noUser } from '#features/accounts/public.ts';
import {
  apart,
  messageIdOf,
  noConversation,
  type Rooms,
  readList,
  readOne,
  readRoom,
  turnedAway,
  viewRoom,
} from '#features/rooms/public.ts';
import { parsedCursor } from '#platform/cursors.ts';
import type { JsonAnswer } from '#platform/database/json.ts';
import { answerWith, orNotFound, type SessionAnswer } from '#platform/database/session-statement.ts';
import { invalid, lacksRight, notFound } from '#platform/errors/errors.ts';
import { isId, lastPossibleId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import {
  acceptRequest,
  deleteForPerson,
  leaveAll,
  listOtherSides,
  type OtherSide,
  openPair,
} from './conversations.queries.ts';
import { formatCursor, isOpening, mayTalkTo, parseCursor } from './conversations.rules.ts';

/** Comes before the first entry of every list. */
const top = { position: Number.MAX_SAFE_INTEGER, id: lastPossibleId };

const idOf = (id: string) => (isId(id) ? id.toLowerCase() : noId);

/**
 * A page of the caller's conversations, latest activity first, in one round trip.
 * @param page `size` 1 to 100; `before`: the previous page's `next`; `groups`: whether groups are among them
 * @throws {HttpError} 400 if `before` can't be a `next`
 */
export async function listConversations(
  { db }: Platform,
  tokenHash: Buffer,
  { size, before, groups: all }: { size: number; before?: string | undefined; groups: boolean },
): Promise<SessionAnswer<EndpointAnswer<typeof listCall>>> {
  const place = parsedCursor(before, "the previous page's next", 'before', parseCursor) ?? top;
  return answerWith(await readList(db.reads, tokenHash, { size, all, ...place }), ({ rooms, user_id }) => {
    const last = rooms.length > size ? rooms[size - 1] : undefined;
    return {
      conversations: rooms.slice(0, size).map((room) => viewRoom(room, user_id)),
      next: last ? formatCursor(last) : null,
    };
  });
}

/** A conversation in the caller's list. @throws {HttpError} 404 */
export async function getConversation(
  { db }: Platform,
  tokenHash: Buffer,
  id: string,
): Promise<SessionAnswer<{ conversation: Conversation }>> {
  const row = await readOne(db.reads, tokenHash, { id: idOf(id), any: false });
  return answerWith(row, ({ rooms: [room], user_id }) => ({
    conversation: viewRoom(orNotFound(room, noConversation), user_id),
  }));
}

/**
 * The caller's conversation with a person: the existing one, or a new one. The other person doesn't see it before the first message,
 * because opening isn't writing.
 * @param username in any case
 * @throws {HttpError} 404 if no one has this username, 422 if it's the caller's own, or if one has blocked the other
 */
export async function openConversation(
  platform: Platform,
  tokenHash: Buffer,
  username: string,
): Promise<SessionAnswer<{ newConversation: Conversation }>> {
  const { db, clock, newId } = platform;
  const opened = await openPair(db.writes, tokenHash, { username, id: newId(), now: clock.now() });
  if (!opened) return undefined;
  const { user_id: userId, other_id: otherId, id } = opened;
  if (otherId === null) throw notFound(noUser);
  if (!mayTalkTo({ userId }, { userId: otherId })) {
    throw invalid({ username: "You can't message yourself. Choose someone else." });
  }
  if (id === null) throw lacksRight({ username: opened.closed ? turnedAway : apart });
  if (opened.is_new) announceOpened(platform, userId, id, opened.last_id);
  return answerWith(await readOne(db.reads, tokenHash, { id, any: true }), ({ rooms: [room], user_id }) => ({
    newConversation: viewRoom(orNotFound(room, noConversation), user_id),
  }));
}

const changeOf = (conversation: string, changed: ConversationChange['changed'], lastId: number | null) => ({
  conversation,
  changed,
  unread: 0,
  last_message_id: lastId ? messageIdOf(lastId) : null,
});

/** Asks a person's devices to fetch a conversation. */
function announceOpened(platform: Platform, userId: string, id: string, lastId: number | null): void {
  announce(platform, userId, changeOf(id, 'created', lastId));
}

/** How many people are notified at a time. */
const notifiedAtOnce = 500;

/** Notifies people who have a conversation with somebody who left or returned. */
export async function announceMoved(platform: Platform, movedId: string, signal: AbortSignal): Promise<void> {
  for (let after: string | undefined = noId; after !== undefined; ) {
    signal.throwIfAborted();
    const sides: OtherSide[] = await listOtherSides(platform.db.kysely, movedId, { after, limit: notifiedAtOnce });
    for (const { id, user_id: userId, unread, last_id: lastId } of sides) {
      announce(platform, userId, { ...changeOf(id, 'updated', lastId), unread });
    }
    after = sides.length < notifiedAtOnce ? undefined : sides.at(-1)?.id;
  }
}

/** Sends a person's devices the current state of a conversation. */
function announce({ realtime }: Platform, userId: string, change: ConversationChange): void {
  realtime.toUsers([userId], 'conversationChanged', change);
}

/**
 * Deletes a conversation for the caller. The other person keeps it; a new message brings it back without the deleted
 * part. Messages that neither can see anymore are removed for good within seconds.
 * @throws {HttpError} 404 for other people's conversations
 */
export async function deleteConversation(platform: Platform, { userId }: Session, id: string): Promise<void> {
  const { db, jobs } = platform;
  const { lastId } = await db.transaction(async (tx, effects) => {
    const deleted = await deleteForPerson(tx, userId, idOf(id));
    if (!deleted) throw notFound(noConversation);
    if (deleted.isWaste) await jobs.add(tx, 'conversations.purge', { conversationIds: [id] });
    await platform.deferred.emit(tx, 'rooms.sight-changed', [{ roomId: idOf(id), userId }], {
      afterCommit: (effect) => effects.push(effect),
    });
    return deleted;
  });
  announce(platform, userId, changeOf(id, 'deleted', lastId));
}

/**
 * Accepts a message request, so that the other person can see what the caller has read; does nothing if it isn't one.
 * @throws {HttpError} 404 for other people's conversations
 */
export async function acceptConversation(platform: Platform, { userId }: Session, id: string): Promise<void> {
  const accepted = await platform.db.transaction(async (tx, effects) => {
    await platform.deferred.emit(tx, 'rooms.sight-changed', [{ roomId: idOf(id), userId }], {
      afterCommit: (effect) => effects.push(effect),
    });
    return await acceptRequest(tx, userId, idOf(id));
  });
  if (!accepted) throw notFound(noConversation);
  if (!accepted.wasRequest) return;
  announceOpened(platform, userId, id, accepted.lastId);
}

/**
 * A page of a conversation, oldest first; requesting the newest page marks it as read.
 * @throws {HttpError} 404 for other people's conversations, 400 for anything that can't be an id
 */
export async function readMessages(
  platform: Platform,
  rooms: Rooms,
  tokenHash: Buffer,
  page: Parameters<typeof readRoom>[2],
): Promise<JsonAnswer> {
  // Marked before the page is read, so that nothing that arrives later counts as read.
  if (page.mark !== false && isOpening(page)) {
    if (!(await rooms.markAll({ tokenHash }, page.roomId, noConversation))) return undefined;
  }
  return await readRoom(platform, tokenHash, page, noConversation);
}

/** The most conversations one job cleans up. */
const purgeBatchSize = 500;

/** How the feature reacts to other features' events: the other person keeps the conversations, and no one can write to them anymore. */
export function subscribeConversations({ events, jobs }: Platform): void {
  for (const moved of ['account.left', 'account.returned'] as const) {
    events.on(moved, (tx, { userId }) => jobs.add(tx, 'conversations.announce-moved', { userId }));
  }
  events.on('account.deleted', async (tx, { userId }) => {
    const { others, waste } = await leaveAll(tx, userId);
    for (let start = 0; start < others.length; start += notifiedAtOnce) {
      const those = others.slice(start, start + notifiedAtOnce);
      await jobs.add(tx, 'conversations.announce-deleted', { userId, others: those });
    }
    await jobs.add(tx, 'conversations.anonymizeSender', { userId, stub: randomUUID() });
    for (let start = 0; start < waste.length; start += purgeBatchSize) {
      await jobs.add(tx, 'conversations.purge', { conversationIds: waste.slice(start, start + purgeBatchSize) });
    }
  });
}
