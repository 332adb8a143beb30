import { messages as texts } from '@hubbub/contract/platform/messages.ts';
import type { ErrorBody } from '@hubbub/contract/platform/shapes.ts';
import { type RefundLinks, spendLinks } from '#features/accounts/public.ts';
import { discardMedia } from '#features/media/public.ts';
import { resolveMentions } from '#features/texts/public.ts';
import type { Place } from '#platform/cluster/bus.ts';
import { type Batcher, createBatcher } from '#platform/database/batcher.ts';
import type { Tx } from '#platform/database/database.ts';
import { answerOf, type HotAnswer } from '#platform/database/json.ts';
import { type HttpError, invalid, malformed, notFound } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Quotes } from '#platform/realtime/realtime.ts';
import { type ChangeableRooms, subscribeAnnouncements } from './announce.service.ts';
import { listMedia } from './attachments.queries.ts';
import {
  attachFiles,
  cancelFiles,
  type ReceivedFile,
  receiveFile,
  type SentFile,
  subscribeAttachments,
} from './attachments.service.ts';
import { type RoomPage, readRoom } from './history.service.ts';
import { fetchLink, subscribeLinks } from './links.service.ts';
import { anonymizeSender, deleteMessages, findReplied, isStored } from './messages.queries.ts';
import { messageNumber, quotesOf } from './messages.rules.ts';
import { forgetReactions } from './reactions.service.ts';
import { audienceOf, type RoomSql } from './rooms.queries.ts';
import {
  type MessageRow,
  readEarlier,
  type StoredRow,
  type StoreStatements,
  storeMessage,
  storeMessages,
  storeStatements,
} from './store.queries.ts';

/** A message that has just been stored and committed. */
export interface StoredMessage {
  roomId: string;
  senderId: string;
  /** Its number; the `_id` is the same, zero-padded. */
  id: number;
  /** The contract's message. */
  json: string;
  /** Its position in the room, for `Realtime`. */
  order: Place;
  /** The value of the kind's `extra` SQL. */
  extra: unknown;
  /** Whom it quotes, and what those get who hide them. */
  quotes: Quotes | undefined;
}

/** A kind of room messages are sent to; public.ts explains how to define one. */
export interface RoomKind {
  sql: RoomSql;
  /** The error for a room that doesn't exist or that the caller may not know about. */
  notFoundMessage: string;
  /** What to tell people who send nothing, if it isn't the usual text. */
  blankMessage?: string;
  /** After a message was refused, does what it takes to let it through. @returns whether to try again */
  admit?(tokenHash: Buffer, roomId: string): Promise<boolean>;
  /** Why someone may not write to a room, if the answer isn't `notFoundMessage`. */
  explainRefusal?(tokenHash: Buffer, roomId: string): Promise<HttpError | undefined>;
  /** Sends a message to its recipients. Called once per message, in id order within a room. */
  deliver(message: StoredMessage): void;
  /** Whether many people may get what's delivered in a room right now. Left out: a room has few people. */
  isHeardByMany?(roomId: string): boolean;
}

interface SentFields {
  conversation: string;
  content: string;
  client_id?: string | undefined;
  reply_to?: string | undefined;
}

/** The fields of a call that sends a message, as they arrive; FormCall in platform/http/route.ts is one. */
export interface SendCall {
  tokenHash: Buffer;
  fields(
    takeFile: (file: SentFile, ownerId: string) => Promise<void>,
    tooMany: (field: string) => ErrorBody['error'],
  ): Promise<SentFields>;
}

/** What a kind of room offers to its calls. */
export interface Rooms {
  /**
   * Stores a message in one round trip, batched with others that arrive at the same time, delivers it, and returns `{"message"}`. An
   * attempt with the same `client_id` returns the stored message and delivers nothing.
   * @throws {HttpError} 404 or the error from `explainRefusal` if the caller may not write there, 422 without text and picture, and any error
   * with the picture
   */
  send(call: SendCall): Promise<HotAnswer>;
  /** The same for a message that `sendTo` has received. */
  put(received: Received): Promise<HotAnswer>;
  kind: RoomKind;
  /** Runs a transaction between messages, so that what it stores in a room is delivered in order. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /**
   * A page of a room's messages, oldest first.
   * @throws {HttpError} 404 if the caller may not read it, 400 for anything that can't be an id
   */
  history(tokenHash: Buffer, page: RoomPage): Promise<HotAnswer>;
}

type Stored = { row: StoredRow | undefined; roomId: string };

/** Opens the rooms of a kind. Once per process and kind, because its batcher keeps deliveries in order. */
export function openRooms(platform: Platform, kind: RoomKind): Rooms {
  const { db, clock, log } = platform;
  const statements = storeStatements(kind.sql);

  /** @param stored the messages one statement stored, in id order */
  const deliver = (stored: readonly Stored[]) => {
    const newest = new Map<string, number>();
    for (const { row, roomId } of stored) {
      if (!row?.fresh || row.body === null || row.id === null || row.user_id === null) continue;
      const order = { room: roomId, id: row.id, previous: newest.get(roomId) ?? row.newest_id ?? 0 };
      newest.set(roomId, row.id);
      const { user_id: senderId, id, body: json, extra } = row;
      kind.deliver({ roomId, senderId, id, json, order, extra, quotes: quotesOf(json, row.quoted_by) });
    }
  };

  const batcher = createBatcher<MessageRow, Stored>({
    store: async (rows) => {
      const { first, places } = distinctAttempts(rows);
      const stored = await storeMessages(db.writes, statements, first, clock.now());
      return rows.map(({ roomId }, index) => {
        const { place, isFirst } = places[index] as AttemptPlace;
        const row = stored[place];
        return { row: isFirst || !row ? row : { ...row, fresh: false }, roomId };
      });
    },
    committed: deliver,
    isHeardByMany: (stored) =>
      stored.some(({ row, roomId }) => row?.fresh === true && kind.isHeardByMany?.(roomId) === true),
    onError: (error) => log.error({ err: error }, "couldn't deliver a stored message"),
  });

  const rooms: Rooms = {
    kind,
    inTurn: (work) => batcher.alone(work),
    send: async (call) => await rooms.put(await receive(platform, () => kind, call)),

    async put({ row, media, refundLinks }) {
      // If this fails, it's unknown whether the message was stored; if it wasn't, its files are swept.
      const store = async () =>
        media.length === 0
          ? await withEarlier(platform, (await batcher.add(row)).row, row.roomId)
          : await storeWithMedia(platform, batcher, statements, { row, media }, deliver);
      let stored = await store();
      if (isRefused(stored) && (await kind.admit?.(row.tokenHash, row.roomId))) stored = await store();
      if (!stored?.fresh) {
        await cancelFiles(platform, media);
        await refundLinks();
      } else if (stored.id !== null && stored.user_id !== null) {
        await fetchLink(platform, { id: stored.id, content: row.content, authorId: stored.user_id });
      }
      return await answer(kind, row, stored);
    },

    history: (tokenHash, page) => readRoom(platform, kind, tokenHash, page),
  };
  return rooms;
}

/** Sends a message to a room of one of several kinds. @param roomsOf the kind of a room, by its id */
export async function sendTo(
  platform: Platform,
  roomsOf: (roomId: string) => Rooms,
  call: SendCall,
): Promise<HotAnswer> {
  const received = await receive(platform, (roomId) => roomsOf(roomId).kind, call);
  return await roomsOf(received.row.roomId).put(received);
}

/** Where the answer to a message is, and whether it's the first with its `client_id`. */
interface AttemptPlace {
  place: number;
  isFirst: boolean;
}

/** Each attempt once, because a statement can't change one row twice; others with the same `client_id` share its answer. */
function distinctAttempts(rows: readonly MessageRow[]): { first: MessageRow[]; places: AttemptPlace[] } {
  const first: MessageRow[] = [];
  const known = new Map<string, number>();
  const places = rows.map((row) => {
    const name =
      row.clientId === null ? undefined : `${row.tokenHash.toString('latin1')} ${row.roomId} ${row.clientId}`;
    const place = name === undefined ? undefined : known.get(name);
    if (place !== undefined) return { place, isFirst: false };
    first.push(row);
    if (name !== undefined) known.set(name, first.length - 1);
    return { place: first.length - 1, isFirst: true };
  });
  return { first, places };
}

interface Received {
  row: MessageRow;
  media: readonly ReceivedFile[];
  refundLinks: RefundLinks;
}

/**
 * Reads the message to send, receives its picture and files, and counts its links.
 * @throws {HttpError} nothing is left behind then
 */
async function receive(platform: Platform, kindOf: (roomId: string) => RoomKind, call: SendCall): Promise<Received> {
  const media: ReceivedFile[] = [];
  try {
    const take = async (file: SentFile, ownerId: string) => {
      media.push(await receiveFile(platform, file, { ownerId, place: media.filter((one) => !one.isImage).length }));
    };
    const fields = await call.fields(take, (field) =>
      field === 'files' ? { files: texts.tooManyFiles } : 'Choose a single picture.',
    );
    const row = toRow(call.tokenHash, fields);
    const kind = kindOf(row.roomId);
    if (media.length === 0 && row.content.trim() === '')
      throw invalid({ content: kind.blankMessage ?? texts.messageOrImage });
    if (row.replyTo !== null) await requireReplied(platform, kind.sql, row);
    const refundLinks = await spendLinks(platform, row, (userId) => isStored(platform.db.hot, userId, row));
    const { tokenHash, content, roomId: place } = row;
    const mentions = await resolveMentions(platform, audienceOf(kind.sql), { tokenHash, content, place });
    return { row: { ...row, mentions }, media, refundLinks };
  } catch (error) {
    await cancelFiles(platform, media);
    throw error;
  }
}

/** @throws {HttpError} 422 if the message that's answered isn't in the room; whoever may not read that gets its refusal later */
async function requireReplied({ db }: Platform, kind: RoomSql, row: MessageRow): Promise<void> {
  const replied = await findReplied(db.hot, kind, row);
  // A retry finds what it stored, even if the other message has been deleted since.
  if (!replied || replied.fits || (await isStored(db.hot, replied.user_id, row))) return;
  throw invalid({ reply_to: "The message you're answering isn't here anymore." });
}

function toRow(tokenHash: Buffer, { conversation, content, client_id, reply_to }: SentFields): MessageRow {
  // One such text would fail the statement for everyone sharing it.
  if (content.includes('\0') || client_id?.includes('\0')) {
    throw malformed("The text contains a character that can't be stored.");
  }
  return {
    tokenHash,
    roomId: isId(conversation) ? conversation.toLowerCase() : noId,
    content,
    clientId: client_id ?? null,
    mentions: null,
    // No message has the number 0.
    replyTo: reply_to === undefined ? null : (messageNumber(reply_to) ?? 0),
    image: null,
    attachments: null,
  };
}

/** Rolls back the transaction of a message with files that wasn't stored. */
class NotStored extends Error {
  readonly row: StoredRow | undefined;

  constructor(row: StoredRow | undefined) {
    super('not stored');
    this.row = row;
  }
}

/** Files and message are stored together or not at all, so they need a transaction, in the batcher to keep the order. */
async function storeWithMedia(
  platform: Platform,
  batcher: Batcher<MessageRow, Stored>,
  statements: StoreStatements,
  { row, media }: Pick<Received, 'row' | 'media'>,
  deliver: (stored: readonly Stored[]) => void,
): Promise<StoredRow | undefined> {
  const { db, clock, log } = platform;
  return await batcher.alone(async () => {
    try {
      const stored = await db.transaction(async (tx) => {
        const shown = await attachFiles(platform, tx, media);
        const result = await storeMessage(tx, statements, { ...row, ...shown }, clock.now());
        if (!result?.fresh) throw new NotStored(result);
        return result;
      });
      try {
        deliver([{ row: stored, roomId: row.roomId }]);
      } catch (error) {
        log.error({ err: error }, "couldn't deliver a stored message");
      }
      return stored;
    } catch (error) {
      if (error instanceof NotStored) return error.row;
      throw error;
    }
  });
}

/** An answer with the message that an earlier attempt stored. */
async function withEarlier(
  { db }: Platform,
  stored: StoredRow | undefined,
  roomId: string,
): Promise<StoredRow | undefined> {
  if (stored?.fresh !== false || stored.id === null || stored.body !== null) return stored;
  return { ...stored, body: await readEarlier(db.writes, roomId, stored.id) };
}

/** Whether the sender may not write to the room, or it doesn't exist. */
const isRefused = (stored: StoredRow | undefined): boolean =>
  stored !== undefined && stored.user_id !== null && stored.body === null;

/** Undefined: there's no such session. @throws {HttpError} if it wasn't stored */
async function answer(kind: RoomKind, draft: MessageRow, stored: StoredRow | undefined): Promise<HotAnswer> {
  if (!stored || stored.user_id === null) return undefined;
  if (stored.body === null)
    throw (await kind.explainRefusal?.(draft.tokenHash, draft.roomId)) ?? notFound(kind.notFoundMessage);
  return answerOf({ body: `{"message":${stored.body}}`, user_id: stored.user_id, stale: stored.stale === true });
}

/**
 * Deletes a room's messages with their pictures and files, which are removed within seconds after the transaction.
 * @param upTo the number of the last message to delete; all if left out
 */
export async function discardMessages(platform: Platform, tx: Tx, roomId: string, upTo?: number): Promise<void> {
  // Media first: the lock order from 0004_posts.sql.
  await discardMedia(platform, tx, await listMedia(tx, roomId, upTo));
  await deleteMessages(tx, roomId, upTo);
}

/** A sender, before and after the account was deleted. */
export interface Disowned {
  senderId: string;
  /** An opaque id that belongs to no one. */
  stub: string;
}

/** Removes a deleted account from the messages it sent to one room; their texts stay. Their media must be gone already. */
export async function anonymizeRoom(tx: Tx, account: Disowned, roomId: string): Promise<void> {
  await anonymizeSender(tx, account, { roomId });
}

/** Messages changed per statement. */
const anonymizeBatchSize = 1000;

/** The same for all other rooms, in batches of messages; and takes the account's reactions back. */
export async function anonymizeEverywhere(platform: Platform, account: Disowned, signal: AbortSignal): Promise<void> {
  const { db } = platform;
  await forgetReactions(platform, account.senderId, signal);
  for (let count = anonymizeBatchSize; count === anonymizeBatchSize; ) {
    signal.throwIfAborted();
    count = await anonymizeSender(db.kysely, account, { limit: anonymizeBatchSize });
  }
}

/** The feature's reactions to other features' events, and to its own changes. */
export function subscribeMessages(platform: Platform, kinds: readonly ChangeableRooms[]): void {
  subscribeAnnouncements(platform, kinds);
  subscribeLinks(platform);
  subscribeAttachments(platform);
}
