import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages as texts } from '@hubbub/contract/platform/messages.ts';
import type { ErrorBody } from '@hubbub/contract/platform/shapes.ts';
import { newSince, type RefundLinks, spendLinks } from '#features/accounts/public.ts';
import { discardMedia, findUploads, readUpload, useUploads } from '#features/media/public.ts';
import { indexSoon, resolveMentions } from '#features/rich-text/public.ts';
import { type Batcher, createBatcher } from '#platform/database/batcher.ts';
import type { Tx } from '#platform/database/database.ts';
import { answerOf, type JsonAnswer, JsonText } from '#platform/database/json.ts';
import { HttpError, invalid, notFound, unstorable } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import { listMedia } from './attachments.queries.ts';
import { attachFiles, cancelFiles, type ReceivedFile, receiveFile, type SentFile } from './attachments.service.ts';
import { type Stored, storeDistinct } from './attempts.service.ts';
import { takeForwarded } from './forward.service.ts';
import { readAround } from './history.queries.ts';
import { kindOf } from './kinds.kind.ts';
import { fetchLink } from './links.service.ts';
import { anonymizeSender, deleteMessages, findReplied, isStored } from './messages.queries.ts';
import { messageNumber, quotesOf } from './messages.rules.ts';
import { forgetReactions } from './reactions.service.ts';
import { audience } from './rooms.access.ts';
import {
  type MessageRow,
  type Moment,
  readEarlier,
  type StoredRow,
  storeMessage,
  storeMessages,
} from './store.queries.ts';
import { takeTurn } from './turns.service.ts';
import { emitUnread } from './unread.service.ts';

interface SentFields {
  conversation: string;
  content: string;
  client_id?: string | undefined;
  reply_to?: string | undefined;
  forward?: string | undefined;
  uploads?: readonly string[] | undefined;
}

/** The fields of a call that sends a message, as they arrive; FormCall in platform/http/route.ts is one. */
export interface SendCall {
  tokenHash: Buffer;
  fields(
    takeFile: (file: SentFile, ownerId: string) => Promise<void>,
    tooMany: (field: string) => ErrorBody['error'],
  ): Promise<SentFields>;
  /** The sender. @throws {HttpError} 401 without a session */
  senderId(): Promise<string>;
}

/** The error texts of a call that sends or reads messages. */
export interface CallTexts {
  /** For people who may not know about the room. */
  notFound: string;
  /** For empty messages, if it isn't the usual text. */
  blank?: string;
}

/** Sending messages, to rooms of all kinds. */
export interface Sending {
  /**
   * Stores a message in one round trip, batched with others that arrive at the same time, delivers it, and returns `{"message"}`. An
   * attempt with the same `client_id` returns the stored message and delivers nothing.
   * @throws {HttpError} 404 or the error from `explainRefusal` if the caller may not write there, 422 without text and picture, 429 too
   * soon in a room with slow mode, and any error with the picture
   */
  send(call: SendCall, callTexts: CallTexts): Promise<JsonAnswer>;
  /** Runs a transaction between messages, so that a message it stores is delivered in order. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** Opens it. Once per process, because its batcher keeps deliveries in order. */
export function openSending(platform: Platform): Sending {
  const { db, clock, log, realtime } = platform;
  const moment = () => ({ now: clock.now(), newcomersSince: newSince(platform), inTurn: false });

  /** @param stored the messages one statement stored, in id order */
  const deliver = (stored: readonly Stored[]) => {
    const newest = new Map<string, number>();
    const filled = new Map<string, readonly string[] | null>();
    for (const { row, roomId } of stored) {
      if (!row?.fresh || row.body === null || row.id === null || row.user_id === null || row.kind === null) continue;
      const { user_id: senderId, id, body, kind, people } = row;
      const order = { room: roomId, id, previous: newest.get(roomId) ?? row.newest_id ?? 0 };
      newest.set(roomId, id);
      filled.set(roomId, people);
      const message = { roomId, senderId, id, payload: new JsonText(body), people: people ?? [] };
      kindOf(kind).deliver(realtime, { ...message, quotes: quotesOf(row, row.unquoted) }, order);
    }
    if (filled.size > 0) indexSoon(platform);
    for (const [roomId, people] of filled)
      emitUnread(platform, people === null ? { roomId } : { roomId, userIds: people });
  };

  const batcher = createBatcher<MessageRow, Stored>({
    store: async (rows) => await storeDistinct(rows, (first) => storeMessages(db.writes, first, moment())),
    committed: deliver,
    fansOut: (stored) =>
      stored.some(
        ({ row, roomId }) =>
          row?.fresh === true && row.kind !== null && kindOf(row.kind).hasSubscribers?.(realtime, roomId) === true,
      ),
    onError: (error) => log.error({ err: error }, "couldn't deliver a stored message"),
  });

  return {
    inTurn: (work) => batcher.alone(work),
    async send(call, callTexts) {
      const { row, media, uploads, refundLinks } = await receive(platform, call, callTexts);
      // If this fails, it's unknown whether the message was stored; if it wasn't, its files are swept.
      const store = async () =>
        media.length === 0
          ? await withEarlier(platform, (await batcher.add(row)).row)
          : await storeAlone(platform, batcher, { row, media, uploads, moment: moment() }, deliver);
      const storeInTurn = async (writerId?: string | null) => {
        const message = { row, media, uploads, moment: moment(), writerId };
        return await storeAlone(platform, batcher, message, deliver).catch(async (error: unknown) => {
          if (error instanceof HttpError) {
            await cancelFiles(platform, media);
            await refundLinks();
          }
          throw error;
        });
      };
      let stored = await store();
      const kind = stored?.kind ? kindOf(stored.kind) : undefined;
      if (isRefused(stored) && kind?.skipsSlowMode) stored = await storeInTurn(stored?.user_id);
      if (isRefused(stored) && (await kind?.admit?.(platform, row.tokenHash, row.roomId))) stored = await store();
      if (!stored?.fresh) {
        await cancelFiles(platform, media);
        await refundLinks();
      } else if (stored.id !== null && stored.user_id !== null) {
        await fetchLink(platform, { id: stored.id, content: row.content, authorId: stored.user_id });
      }
      if (!stored || stored.user_id === null) return undefined;
      if (stored.body === null)
        throw (await kind?.explainRefusal?.(platform, row.tokenHash, row.roomId)) ?? notFound(callTexts.notFound);
      const message = await withForwarder(platform, stored, row);
      return answerOf({ body: `{"message":${message}}`, user_id: stored.user_id, stale: stored.stale === true });
    },
  };
}

interface Received {
  row: MessageRow;
  media: readonly ReceivedFile[];
  /** The uploads that some of them come from. */
  uploads: readonly string[];
  refundLinks: RefundLinks;
}

/**
 * Reads the message to send, receives its picture and files, and counts its links.
 * @throws {HttpError} nothing is left behind then
 */
async function receive(
  platform: Platform,
  call: SendCall,
  { blank = texts.messageOrImage }: CallTexts,
): Promise<Received> {
  const media: ReceivedFile[] = [];
  try {
    const take = async (file: SentFile, ownerId: string) => {
      media.push(await receiveFile(platform, file, { ownerId, place: media.filter((one) => !one.isImage).length }));
    };
    const fields = await call.fields(take, (field) =>
      field === 'files' ? { files: texts.tooManyFiles } : texts.onePicture,
    );
    const row = toRow(call.tokenHash, fields);
    const uploads = await receiveUploads(platform, call, { row, given: fields.uploads, media, take });
    if (fields.forward !== undefined)
      await takeForwarded(platform, await call.senderId(), { row, media, id: fields.forward });
    const isEmpty = media.length === 0 && !fields.uploads?.length;
    if (isEmpty && fields.forward === undefined && row.content.trim() === '') throw invalid({ content: blank });
    if (row.replyTo !== null) await requireReplied(platform, row);
    const refundLinks = await spendLinks(platform, row, (userId) => isStored(platform.db.reads, userId, row));
    const { tokenHash, content, roomId: place } = row;
    const mentions =
      row.forwardedFrom === null ? await resolveMentions(platform, audience, { tokenHash, content, place }) : null;
    return { row: { ...row, mentions }, media, uploads, refundLinks };
  } catch (error) {
    await cancelFiles(platform, media);
    throw error;
  }
}

/**
 * Receives the uploads that a message names, after its form's own files; a retry's are already used up, and it returns the stored message.
 * @returns the uploads' ids
 */
async function receiveUploads(
  platform: Platform,
  call: SendCall,
  {
    row,
    given = [],
    media,
    take,
  }: {
    row: MessageRow;
    given: readonly string[] | undefined;
    media: readonly ReceivedFile[];
    take: (file: SentFile, ownerId: string) => Promise<void>;
  },
): Promise<readonly string[]> {
  if (given.length === 0) return [];
  const senderId = await call.senderId();
  if (row.clientId !== null && (await isStored(platform.db.reads, senderId, row))) return [];
  if (media.filter(({ isImage }) => !isImage).length + given.length > limits.message.files)
    throw invalid({ files: texts.tooManyFiles });
  const uploads = await findUploads(platform, senderId, given);
  const uses = uploads.map(({ id }) => id);
  for (const upload of uploads)
    await take({ field: 'files', name: upload.name ?? '', file: readUpload(platform, upload), uses }, senderId);
  return uses;
}

/** @throws {HttpError} 422 if the answered message isn't in the room; people who may not read the room get that refusal later */
async function requireReplied({ db }: Platform, row: MessageRow): Promise<void> {
  const replied = await findReplied(db.reads, row);
  // A retry finds what it stored, even if the other message has been deleted since.
  if (!replied || replied.fits || (await isStored(db.reads, replied.user_id, row))) return;
  throw invalid({ reply_to: "The message you're answering isn't here anymore." });
}

function toRow(tokenHash: Buffer, { conversation, content, client_id, reply_to }: SentFields): MessageRow {
  // One such text would make the statement fail for everyone sharing it.
  if (content.includes('\0') || client_id?.includes('\0')) {
    throw unstorable();
  }
  return {
    tokenHash,
    roomId: isId(conversation) ? conversation.toLowerCase() : noId,
    content,
    clientId: client_id ?? null,
    mentions: null,
    // No message has the number 0.
    forwardedFrom: null,
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

/**
 * Stores a message together with its files or not at all: in a transaction, in the batcher to keep the order.
 * @param attempt.writerId the sender, who takes their turn with it, if the room has slow mode
 * @throws {HttpError} 429 if the sender has to wait
 */
async function storeAlone(
  platform: Platform,
  batcher: Batcher<MessageRow, Stored>,
  {
    row,
    media,
    uploads,
    moment,
    writerId,
  }: Pick<Received, 'row' | 'media' | 'uploads'> & { moment: Moment; writerId?: string | null | undefined },
  deliver: (stored: readonly Stored[]) => void,
): Promise<StoredRow | undefined> {
  const { db, log } = platform;
  const turn = writerId && { roomId: row.roomId, userId: writerId, now: moment.now };
  return await batcher.alone(async () => {
    try {
      const isRetry = turn ? await isStored(db.reads, turn.userId, row) : false;
      const stored = await db.transaction(async (tx) => {
        if (turn && !isRetry) await takeTurn(tx, turn);
        const shown = await attachFiles(platform, tx, media);
        const result = await storeMessage(tx, { ...row, ...shown }, { ...moment, inTurn: turn !== undefined });
        if (!result?.fresh) throw new NotStored(result);
        await useUploads(platform, tx, uploads);
        return result;
      });
      try {
        deliver([{ row: stored, roomId: row.roomId }]);
      } catch (error) {
        log.error({ err: error }, "couldn't deliver a stored message");
      }
      return stored;
    } catch (error) {
      if (error instanceof NotStored) return await withEarlier(platform, error.row);
      throw error;
    }
  });
}

/** An answer with the message that an earlier attempt stored. */
async function withEarlier({ db }: Platform, stored: StoredRow | undefined): Promise<StoredRow | undefined> {
  if (stored?.fresh !== false || stored.id === null || stored.room_id === null || stored.body !== null) return stored;
  return { ...stored, body: await readEarlier(db.writes, stored.room_id, stored.id) };
}

/** The message as its sender sees it; in the broadcast version, the original author of a forwarded message isn't named. */
async function withForwarder(
  { db }: Platform,
  { id, room_id: roomId, user_id, body }: StoredRow,
  row: MessageRow,
): Promise<string | null> {
  if (row.forwardedFrom === null || id === null || roomId === null || user_id === null) return body;
  const [seen] = await readAround(db.reads, user_id, { roomId, id, earlier: 0, later: 0 });
  return seen ? JSON.stringify(seen.message) : body;
}

/** Whether the sender may not write to the room, or it doesn't exist. */
const isRefused = (stored: StoredRow | undefined): boolean =>
  stored !== undefined && stored.user_id !== null && stored.body === null;

/**
 * Deletes a room's messages with their pictures and files, which are removed within seconds after the transaction.
 * @param upTo the number of the last message to delete; all if left out
 */
export async function discardMessages(platform: Platform, tx: Tx, roomId: string, upTo?: number): Promise<void> {
  // Media first: the lock order from 0004_posts.sql.
  await discardMedia(platform, tx, await listMedia(tx, roomId, upTo));
  await deleteMessages(tx, roomId, upTo);
}

/** Messages changed per statement. */
const anonymizeBatchSize = 1000;

/**
 * Removes a deleted account from the messages it sent, in batches, and removes its reactions; the texts stay. Their media must be deleted
 * already.
 * @param account.stub an opaque id that belongs to no one
 */
export async function anonymizeEverywhere(
  platform: Platform,
  account: { senderId: string; stub: string },
  signal: AbortSignal,
): Promise<void> {
  const { db } = platform;
  await forgetReactions(platform, account.senderId, signal);
  for (let count = anonymizeBatchSize; count === anonymizeBatchSize; ) {
    signal.throwIfAborted();
    count = await anonymizeSender(db.kysely, account, anonymizeBatchSize);
  }
}
