import { randomUUID } from 'node:crypto';
import type {
  Conversation,
  listConversations as listCall,
} from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import type { ConversationChange } from '@hubbub/contract/features/messages/messages.events.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { messageIdOf, messageNumber, openRooms, type Rooms } from '#features/messages/public.ts';
import type { HotAnswer } from '#platform/database/json.ts';
import { answerWith, orNotFound, type SessionAnswer } from '#platform/database/session-statement.ts';
import { invalid, malformed, notFound } from '#platform/errors/errors.ts';
import { isId, lastPossibleId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { JsonText } from '#platform/realtime/realtime.ts';
import type { Session } from '#platform/sessions/sessions.ts';
import type {} from './conversations.events.ts';
import {
  conversationRooms,
  deleteForPerson,
  isOtherGone,
  leaveAll,
  markReadByPerson,
  markReadUpTo,
  openPair,
  type ReadRow,
} from './conversations.queries.ts';
import { formatPlace, isOpening, mayTalkTo, parsePlace } from './conversations.rules.ts';
import { viewConversation } from './conversations.view.ts';
import { readList, readOne } from './list.queries.ts';

const noConversation = 'There is no such conversation in your list. It may have been deleted.';
const otherIsGone =
  'This person has deleted the account. You can read what was written, but nobody would get a new message.';

/*
 * A conversation is one row with columns for its two sides (migration 0010), because order, preview and unread counts of both
 * change with every message: a message updates one row, which it has locked anyway. Lists are indexed by the hour of the latest
 * activity, so nearly all these updates are heap-only. Unread messages are counted as they come and go, never afresh.
 */

/** The sockets that show a conversation. */
export const roomOfConversation = (id: string): string => `conversation:${id.toLowerCase()}`;

/** Before the first of every list. */
const top = { time: 'infinity', id: lastPossibleId };
/** After every message that there is. */
const newest = Number.MAX_SAFE_INTEGER;

/**
 * A page of the caller's conversations, the latest activity first, in one round trip.
 * @param page `size` 1 to 100; `before` the `next` of the page before
 * @throws {Refusal} 400 if `before` cannot be one
 */
export async function listConversations(
  { db }: Platform,
  tokenHash: Buffer,
  page: { size: number; before?: string | undefined },
): Promise<SessionAnswer<EndpointAnswer<typeof listCall>>> {
  const place = page.before === undefined ? top : parsePlace(page.before);
  if (!place) throw malformed({ before: 'before must be the next of the page before' });
  const { size } = page;
  return answerWith(await readList(size)(db.hot, tokenHash, { ...place }), ({ conversations, own }) => {
    const last = conversations.length > size ? conversations[size - 1] : undefined;
    return {
      conversations: conversations.slice(0, size).map((row) => viewConversation(row, own)),
      next: last ? formatPlace({ id: last.id, microseconds: last.microseconds as number }) : null,
    };
  });
}

/** One conversation of the caller's list. @throws {Refusal} 404 */
export async function getConversation(
  { db }: Platform,
  tokenHash: Buffer,
  id: string,
): Promise<SessionAnswer<{ conversation: Conversation }>> {
  const row = await readOne(db.hot, tokenHash, { id: isId(id) ? id : noId, any: false });
  return answerWith(row, ({ conversations: [one], own }) => ({
    conversation: viewConversation(orNotFound(one, noConversation), own),
  }));
}

/**
 * The conversation of the caller with a person: the one there is, or a new one. The other does not see it before the first
 * message: opening is not writing.
 * @param username in any case
 * @throws {Refusal} 404 if nobody has this username, 422 if it is the caller's own
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
  if (otherId === null) throw notFound('There is nobody with this username.');
  if (id === null || !mayTalkTo({ userId }, { userId: otherId })) {
    throw invalid({ username: 'This is you. Choose somebody else to write to.' });
  }
  if (opened.is_new) announce(platform, userId, changeOf(id, 'created', opened.last_id));
  return answerWith(await readOne(db.hot, tokenHash, { id, any: true }), ({ conversations: [one], own }) => ({
    newConversation: viewConversation(orNotFound(one, noConversation), own),
  }));
}

/**
 * All messages up to one are read, and the caller's devices hear of it: `{"unread"}`, the number of those that are left.
 * @throws {Refusal} 404 for a conversation of others, 400 if `messageId` cannot be an id
 */
export async function markConversationRead(
  platform: Platform,
  tokenHash: Buffer,
  { id, messageId }: { id: string; messageId: string },
): Promise<SessionAnswer<{ unread: number }>> {
  const number = messageNumber(messageId);
  if (number === undefined) throw malformed({ message_id: 'message_id must be the _id of a message' });
  const row = await markReadUpTo(platform.db.writes, tokenHash, { id: isId(id) ? id : noId, messageId: number });
  if (row) announceRead(platform, id, row);
  return answerWith(row, ({ unread }) => ({ unread: orNotFound(unread, noConversation) }));
}

/** A device shows the whole conversation: all of it is read. @throws {Refusal} 404 for a conversation of others */
export async function joinConversation(platform: Platform, userId: string, id: string): Promise<void> {
  const row = await markReadByPerson(platform.db.writes, userId, { id: isId(id) ? id : noId, messageId: newest });
  if (!row || row.unread === null) throw notFound(noConversation);
  announceRead(platform, id, row);
}

function announceRead(platform: Platform, conversation: string, { user_id, unread, last_id }: ReadRow): void {
  if (last_id === null || unread === null) return;
  announce(platform, user_id, { ...changeOf(conversation, 'read', last_id), unread });
}

const changeOf = (conversation: string, changed: ConversationChange['changed'], lastId: number | null) => ({
  conversation,
  changed,
  unread: 0,
  last_message_id: lastId ? messageIdOf(lastId) : null,
});

/** Tells a person's devices how a conversation is now. */
function announce({ realtime }: Platform, userId: string, change: ConversationChange): void {
  realtime.toPersons([userId], 'conversationChanged', change);
}

/**
 * Deletes a conversation for the caller. The other keeps it; a new message brings it back with what comes after. What neither
 * of the two can see any more goes for good within seconds.
 * @throws {Refusal} 404 for a conversation of others
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

/** What a page of messages is asked by. */
interface MessagesPage {
  size: number;
  before?: string | undefined;
  after?: string | undefined;
}

/** The messages of conversations. */
export interface Chats {
  /**
   * Stores a message and sends it to every device of both: `{"message"}`. A new message brings the conversation into both lists.
   * @throws {Refusal} 404 for a conversation of others, 422 if the other's account is deleted, and what `Rooms.send` throws
   */
  send: Rooms['send'];
  /**
   * A page of a conversation, oldest first; the newest page marks it as read.
   * @throws {Refusal} 404 for a conversation of others, 400 for what cannot be an id
   */
  read(tokenHash: Buffer, id: string, page: MessagesPage): Promise<HotAnswer>;
}

/** Once a process. */
export function openChats(platform: Platform): Chats {
  const { db, realtime } = platform;
  const rooms = openRooms(platform, {
    sql: conversationRooms,
    missing: noConversation,
    whyNot: async (tokenHash, id) => ((await isOtherGone(db.hot, tokenHash, id)) ? invalid(otherIsGone) : undefined),
    deliver: ({ roomId, json, order, extra }) =>
      realtime.toDirect(extra as string[], roomOfConversation(roomId), 'receiveMessage', new JsonText(json), order),
  });

  return {
    send: rooms.send,

    async read(tokenHash, id, page) {
      // Marked before the page is read, so that nothing counts as read that came after it.
      if (isOpening(page)) {
        const row = await markReadUpTo(db.writes, tokenHash, { id: isId(id) ? id : noId, messageId: newest });
        if (!row) return undefined;
        announceRead(platform, id, row);
      }
      return await rooms.history(tokenHash, { roomId: id, ...page });
    },
  };
}

/** Most conversations that one job cleans up. */
const purgeAtOnce = 500;

/** What the feature does about events of others: whoever is left keeps the conversations, and nobody writes to them any more. */
export function subscribeConversations({ events, jobs }: Platform): void {
  events.on('account.deleted', async (tx, { userId }) => {
    const waste = await leaveAll(tx, userId);
    await jobs.add(tx, 'conversations.disown', { userId, stub: randomUUID() });
    for (let start = 0; start < waste.length; start += purgeAtOnce) {
      await jobs.add(tx, 'conversations.purge', { conversationIds: waste.slice(start, start + purgeAtOnce) });
    }
  });
}
