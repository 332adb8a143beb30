import { randomUUID } from 'node:crypto';
import type {
  Conversation,
  listConversations as listCall,
} from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { ConversationChange } from '@hubbub/contract/features/messages/messages.events.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import {
  type ChangeableRooms,
  messageIdOf,
  messageNumber,
  openRooms,
  type Rooms,
  sendTo,
  type TypingRooms,
} from '#features/messages/public.ts';
import type { LookedAt } from '#features/presence/public.ts';
import type { HotAnswer } from '#platform/database/json.ts';
import { answerWith, orNotFound, type SessionAnswer } from '#platform/database/session-statement.ts';
import { invalid, lacksRight, malformed, notFound } from '#platform/errors/errors.ts';
import { isId, lastPossibleId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { directPrefix, JsonText } from '#platform/realtime/realtime.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import type {} from './conversations.events.ts';
import {
  conversationRooms,
  deleteForPerson,
  findClosed,
  findPeople,
  leaveAll,
  markReadByPerson,
  markReadUpTo,
  openPair,
  type ReadRow,
} from './conversations.queries.ts';
import { formatPlace, inListOrder, isOpening, mayTalkTo, parsePlace } from './conversations.rules.ts';
import { viewConversation } from './conversations.view.ts';
import { isGroupId } from './groups.rules.ts';
import { getGroup, listGroups, markRead } from './groups.service.ts';
import { readList, readOne } from './list.queries.ts';
import { findPartners, findWriter, listOtherSides, type OtherSide } from './partners.queries.ts';
import { countStranger, explainLimit, limitStrangers } from './strangers.service.ts';

export const noConversation = 'Conversation not found. It may have been deleted.';
const apart = "You can't message each other.";
const isAwayNow =
  "They've deactivated their account for now. You can still read the messages, and write again once they're back.";
const turnedAway = "They don't take messages from people they haven't talked to.";
const youBlocked = 'You blocked this person. Unblock them to message each other.';
const otherIsGone = 'This account was deleted. You can still read the messages, but nobody would get a new one.';

/*
 * A conversation is one row with columns for its two sides (migration 0010), because order, preview and unread counts of both change
 * with every message: a message updates one row, which it has locked anyway. Lists are indexed by the hour of the latest activity, so
 * nearly all these updates are heap-only. Unread counts are updated as messages come and go, never recounted.
 */

/** The sockets that show a conversation. */
export const roomOfConversation = (id: string): string => `conversation:${id.toLowerCase()}`;

/** Comes before the first entry of every list. */
const top = { time: 'infinity', id: lastPossibleId };
/** Comes after every message. */
const newest = Number.MAX_SAFE_INTEGER;

/**
 * A page of the caller's conversations, latest activity first, in one round trip.
 * @param page `size` 1 to 100; `before`: the previous page's `next`; `groups`: whether groups are among them
 * @throws {HttpError} 400 if `before` can't be a `next`
 */
export async function listConversations(
  platform: Platform,
  tokenHash: Buffer,
  page: { size: number; before?: string | undefined; groups: boolean },
): Promise<SessionAnswer<EndpointAnswer<typeof listCall>>> {
  const { db } = platform;
  const place = page.before === undefined ? top : parsePlace(page.before);
  if (!place) throw malformed({ before: "before must be the previous page's next" });
  const { size } = page;
  const [list, groups] = await Promise.all([
    readList(size)(db.hot, tokenHash, { ...place }),
    page.groups ? listGroups(platform, tokenHash, { size, place }) : [],
  ]);
  return answerWith(list, ({ conversations, ...viewer }) => {
    const listed = [
      ...conversations.map((row) => ({
        id: row.id,
        microseconds: row.microseconds as number,
        view: viewConversation(row, viewer),
      })),
      ...groups,
    ].sort(inListOrder);
    const last = listed.length > size ? listed[size - 1] : undefined;
    return { conversations: listed.slice(0, size).map(({ view }) => view), next: last ? formatPlace(last) : null };
  });
}

/** One conversation from the caller's list. @throws {HttpError} 404 */
export async function getConversation(
  platform: Platform,
  tokenHash: Buffer,
  id: string,
): Promise<SessionAnswer<{ conversation: Conversation }>> {
  if (isGroupId(id)) return await getGroup(platform, tokenHash, id);
  const row = await readOne(platform.db.hot, tokenHash, { id: isId(id) ? id : noId, any: false });
  return answerWith(row, ({ conversations: [one], ...viewer }) => ({
    conversation: viewConversation(orNotFound(one, noConversation), viewer),
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
  if (otherId === null) throw notFound('User not found.');
  if (!mayTalkTo({ userId }, { userId: otherId })) {
    throw invalid({ username: "You can't message yourself. Choose someone else." });
  }
  if (id === null) throw lacksRight({ username: opened.closed ? turnedAway : apart });
  if (opened.is_new) announceOpened(platform, userId, id, opened.last_id);
  return answerWith(await readOne(db.hot, tokenHash, { id, any: true }), ({ conversations: [one], ...viewer }) => ({
    newConversation: viewConversation(orNotFound(one, noConversation), viewer),
  }));
}

/**
 * Marks all messages up to one as read and notifies the caller's devices: `{"unread"}`, how many are left.
 * @throws {HttpError} 404 for other people's conversations, 400 if `messageId` can't be an id
 */
export async function markConversationRead(
  platform: Platform,
  tokenHash: Buffer,
  { id, messageId }: { id: string; messageId: string },
): Promise<SessionAnswer<{ unread: number }>> {
  const number = messageNumber(messageId);
  if (number === undefined) throw malformed({ message_id: 'message_id must be the _id of a message' });
  if (isGroupId(id)) return await markRead(platform, tokenHash, { id, messageId: number });
  const row = await markReadUpTo(platform.db.writes, tokenHash, { id: isId(id) ? id : noId, messageId: number });
  if (row) announceRead(platform, id, row);
  return answerWith(row, ({ unread }) => ({ unread: orNotFound(unread, noConversation) }));
}

/** A device shows the conversation, so all of it is read. @throws {HttpError} 404 for other people's conversations */
export async function joinConversation(platform: Platform, userId: string, id: string): Promise<void> {
  const row = await markReadByPerson(platform.db.writes, userId, { id: isId(id) ? id : noId, messageId: newest });
  if (!row || row.unread === null) throw notFound(noConversation);
  announceRead(platform, id, row);
}

/** Tells the reader's devices, and the other person if they share what they've read. */
function announceRead(platform: Platform, conversation: string, row: ReadRow): void {
  const { user_id, unread, last_id, read_id, told_id, username } = row;
  if (last_id === null || unread === null) return;
  announce(platform, user_id, { ...changeOf(conversation, 'read', last_id), unread });
  if (told_id === null || read_id === null || username === null) return;
  platform.realtime.toUsers([told_id], 'readChanged', { conversation, username, message_id: messageIdOf(read_id) });
}

const changeOf = (conversation: string, changed: ConversationChange['changed'], lastId: number | null) => ({
  conversation,
  changed,
  unread: 0,
  last_message_id: lastId ? messageIdOf(lastId) : null,
});

/** Tells a person's devices to fetch a conversation. */
export function announceOpened(platform: Platform, userId: string, id: string, lastId: number | null): void {
  announce(platform, userId, changeOf(id, 'created', lastId));
}

/** People told in one go. */
const toldAtOnce = 500;

/** Tells those who have a conversation with somebody who left or returned. */
export async function announceMoved(platform: Platform, movedId: string, signal: AbortSignal): Promise<void> {
  for (let after: string | undefined = noId; after !== undefined; ) {
    signal.throwIfAborted();
    const sides: OtherSide[] = await listOtherSides(platform.db.kysely, movedId, { after, limit: toldAtOnce });
    for (const { id, user_id: userId, unread, last_id: lastId } of sides) {
      announce(platform, userId, { ...changeOf(id, 'updated', lastId), unread });
    }
    after = sides.length < toldAtOnce ? undefined : sides.at(-1)?.id;
  }
}

/** Sends a person's devices the current state of a conversation. */
function announce({ realtime }: Platform, userId: string, change: ConversationChange): void {
  realtime.toUsers([userId], 'conversationChanged', change);
}

/**
 * Deletes a conversation for the caller. The other person keeps it; a new message brings it back with whatever comes after. What
 * neither can see anymore is removed for good within seconds.
 * @throws {HttpError} 404 for other people's conversations
 */
export async function deleteConversation(platform: Platform, { userId }: Session, id: string): Promise<void> {
  const { db, jobs } = platform;
  const { last_id } = await db.transaction(async (tx) => {
    const deleted = isId(id) ? await deleteForPerson(tx, userId, id) : undefined;
    if (!deleted) throw notFound(noConversation);
    if (deleted.is_waste) await jobs.add(tx, 'conversations.purge', { conversationIds: [id] });
    return deleted;
  });
  announce(platform, userId, changeOf(id, 'deleted', last_id));
}

/** The parameters for a page of messages. */
interface MessagesPage {
  size: number;
  before?: string | undefined;
  after?: string | undefined;
  changed_since?: string | undefined;
  mark?: boolean;
}

/** The messages of conversations and groups. */
export interface Chats {
  /**
   * Stores a message and sends it to every device of both people, or of the group's members: `{"message"}`. A new message puts the conversation in both lists.
   * @throws {HttpError} 404 for other people's conversations, 422 if the other account is deleted, one has blocked the other, or
   * it's a new account's message to one stranger too many, and whatever `Rooms.send` throws
   */
  send: Rooms['send'];
  /**
   * A page of a conversation, oldest first; requesting the newest page marks it as read.
   * @throws {HttpError} 404 for other people's conversations, 400 for anything that can't be an id
   */
  read(tokenHash: Buffer, id: string, page: MessagesPage): Promise<HotAnswer>;
}

/** Once per process. */
export function openChats(platform: Platform, groups: Rooms): Chats {
  const { db, realtime } = platform;
  const rooms = openRooms(platform, {
    sql: limitStrangers(platform, conversationRooms),
    notFoundMessage: noConversation,
    admit: (tokenHash, id) => countStranger(platform, tokenHash, id),
    explainRefusal: async (tokenHash, id) => {
      const closed = await findClosed(db.hot, tokenHash, id);
      if (closed?.other_gone) return invalid(otherIsGone);
      if (closed?.away) return invalid(isAwayNow);
      if (closed?.apart) return lacksRight(closed.blocked ? youBlocked : apart);
      if (closed?.closed) return lacksRight(turnedAway);
      return await explainLimit(platform, tokenHash, id);
    },
    deliver: ({ roomId, json, order, extra }) =>
      realtime.toDirect(
        (extra as string).split(' '),
        roomOfConversation(roomId),
        'receiveMessage',
        new JsonText(json),
        order,
      ),
  });

  return {
    send: (call) => sendTo(platform, (roomId) => (isGroupId(roomId) ? groups : rooms), call),

    async read(tokenHash, id, page) {
      if (isGroupId(id)) return await groups.history(tokenHash, { roomId: id, ...page });
      // Marked before the page is read, so that nothing that arrives later counts as read.
      if (page.mark !== false && isOpening(page)) {
        const row = await markReadUpTo(db.writes, tokenHash, { id: isId(id) ? id : noId, messageId: newest });
        if (!row) return undefined;
        announceRead(platform, id, row);
      }
      return await rooms.history(tokenHash, { roomId: id, ...page });
    },
  };
}

/** Conversations as rooms whose messages can be changed. */
export const changeableChats = ({ db, realtime }: Platform): ChangeableRooms => ({
  sql: conversationRooms,
  communityOf: () => 'null::uuid',
  async announce({ roomId, id, payload, except }) {
    const people = await findPeople(db.hot, roomId, id);
    const having = people.flatMap(({ id: userId, reaches }) => (reaches && !except.includes(userId) ? [userId] : []));
    realtime.toUsers(having, 'messageChanged', payload);
    return people.length > 0;
  },
});

/** Conversations as rooms in which people see who is writing. */
export const typingInChats = ({ db, realtime }: Pick<Platform, 'db' | 'realtime'>): TypingRooms => ({
  async writerIn({ userId }, id) {
    const writer = await findWriter(db.hot, userId, id);
    if (!writer?.isSeen) return writer && 'hidden';
    return { username: writer.username, tell: (payload) => realtime.toUsers([writer.otherId], 'typing', payload) };
  },
});

/** Conversations as places whose people see who's online: everyone in the lists of those who get direct messages here. */
export const lookedAtChats = ({ db }: Pick<Platform, 'db'>): LookedAt => ({
  prefix: directPrefix,
  among: (viewerIds, userIds) => findPartners(db.hot, viewerIds, userIds),
});

/** The most conversations one job cleans up. */
const purgeBatchSize = 500;

/** How the feature reacts to other features' events: the other person keeps the conversations, and no one can write to them anymore. */
export function subscribeConversations({ events, jobs }: Platform): void {
  for (const moved of ['account.left', 'account.returned'] as const) {
    events.on(moved, (tx, { userId }) => jobs.add(tx, 'conversations.announce-moved', { userId }));
  }
  events.on('account.deleted', async (tx, { userId }) => {
    const waste = await leaveAll(tx, userId);
    await jobs.add(tx, 'conversations.anonymizeSender', { userId, stub: randomUUID() });
    for (let start = 0; start < waste.length; start += purgeBatchSize) {
      await jobs.add(tx, 'conversations.purge', { conversationIds: waste.slice(start, start + purgeBatchSize) });
    }
  });
}
