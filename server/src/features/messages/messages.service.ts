import type { MediaFile } from '@hubbub/contract/features/media/media.shapes.ts';
import { messages as texts } from '@hubbub/contract/platform/messages.ts';
import {
  attachMedia,
  cancelMedia,
  discardMedia,
  type MediaPart,
  mediaFilesOf,
  receiveMedia,
} from '#features/media/public.ts';
import type { Place } from '#platform/cluster/bus.ts';
import { createLane, type Lane } from '#platform/database/combine.ts';
import type { Statement, Tx } from '#platform/database/database.ts';
import { answerOf, found, type HotAnswer } from '#platform/database/json.ts';
import { invalid, malformed, notFound, type Refusal } from '#platform/errors/errors.ts';
import { isId, noId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import {
  deleteMessages,
  disown,
  listPictures,
  type MessageRow,
  pictureStatement,
  type RoomSql,
  readablePicture,
  readHistory,
  type StoredRow,
  storeMessage,
  storeMessages,
  storeStatement,
  updateImage,
} from './messages.queries.ts';
import { imageOf, messageNumber } from './messages.rules.ts';

/** A message that was just stored and committed. */
export interface StoredMessage {
  roomId: string;
  senderId: string;
  /** Its number; the `_id` is the same with zeros before it. */
  id: number;
  /** The contract's message. */
  json: string;
  /** Its place in the room, for `Realtime`. */
  order: Place;
  /** What the kind's SQL gave as `extra`. */
  extra: unknown;
}

/** A kind of room that messages are sent to; public.ts says how to define one. */
export interface RoomKind {
  sql: RoomSql;
  /** What is answered where there is no such room, or the caller may not know of it. */
  missing: string;
  /** Why somebody may not write to a room, where that's another answer than `missing`. */
  whyNot?(tokenHash: Buffer, roomId: string): Promise<Refusal | undefined>;
  /** Sends a message to whoever is to have it. Called once for each message, in the order of the ids of a room. */
  deliver(message: StoredMessage): void;
}

/** The fields of a call that sends a message, as they arrive: FormCall of platform/http/route.ts is one. */
export interface SendCall {
  tokenHash: Buffer;
  fields(
    takeFile: (file: MediaPart, ownerId: string) => Promise<void>,
    tooMany: string,
  ): Promise<{ conversation: string; content: string; client_id?: string | undefined }>;
}

/** What a kind of room offers to its calls. */
export interface Rooms {
  /**
   * Stores a message in one round trip, with others that arrive at the same time; delivers it, and answers `{"message"}`. An
   * attempt of the same `client_id` answers the stored message and delivers nothing.
   * @throws {Refusal} 404 or what `whyNot` says if the caller may not write there, 422 without text and picture, and what is wrong with the picture
   */
  send(call: SendCall): Promise<HotAnswer>;
  /**
   * A page of a room's messages, oldest first.
   * @param page `size` 1 to 100; the newest, or those before or after a message
   * @throws {Refusal} 404 if the caller may not read it, 400 for what cannot be an id
   */
  history(
    tokenHash: Buffer,
    page: { roomId: string; size: number; before?: string | undefined; after?: string | undefined },
  ): Promise<HotAnswer>;
}

type Stored = { row: StoredRow | undefined; roomId: string };

/** Opens the rooms of a kind. Once a process for each kind: its lane keeps the order of what is delivered. */
export function openRooms(platform: Platform, kind: RoomKind): Rooms {
  const { db, clock, log } = platform;
  const statement = storeStatement(kind.sql);

  /** @param stored what one statement stored, in the order of ids */
  const deliver = (stored: readonly Stored[]) => {
    const newest = new Map<string, number>();
    for (const { row, roomId } of stored) {
      if (!row?.fresh || row.body === null || row.id === null || row.user_id === null) continue;
      const order = { room: roomId, id: row.id, previous: newest.get(roomId) ?? row.newest_id ?? 0 };
      newest.set(roomId, row.id);
      kind.deliver({ roomId, senderId: row.user_id, id: row.id, json: row.body, order, extra: row.extra });
    }
  };

  const lane = createLane<MessageRow, Stored>({
    store: async (rows) => {
      const { first, places } = distinctAttempts(rows);
      const stored = await storeMessages(db.writes, statement, first, clock.now());
      return rows.map(({ roomId }, index) => {
        const { place, isFirst } = places[index] as AttemptPlace;
        const row = stored[place];
        return { row: isFirst || !row ? row : { ...row, fresh: false }, roomId };
      });
    },
    committed: deliver,
    onError: (error) => log.error({ err: error }, 'a stored message could not be delivered'),
  });

  return {
    async send(call) {
      const { row, mediaId } = await receive(platform, call);
      if (mediaId === undefined) return await answer(kind, row, (await lane.add(row)).row);
      // Where this fails it is not known whether the message was stored; the picture of one that was not is swept away.
      const stored = await storeWithPicture(platform, lane, statement, row, mediaId, deliver);
      if (!stored?.fresh) await cancelMedia(platform, [mediaId]);
      return await answer(kind, row, stored);
    },

    async history(tokenHash, { roomId, size, before, after }) {
      if (before !== undefined && after !== undefined) throw malformed('Give before or after, not both.');
      const row = await readHistory(db.hot, kind.sql, tokenHash, {
        roomId: isId(roomId) ? roomId : noId,
        size,
        before: idOf('before', before),
        after: idOf('after', after),
      });
      return found(row, kind.missing);
    },
  };
}

/** Where the answer to a message is found, and whether it is the first of its attempt. */
interface AttemptPlace {
  place: number;
  isFirst: boolean;
}

/** Each attempt once, for a statement must not hit one row twice; the others of its name share its answer. */
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

/** Reads what is to be sent, and takes its picture in. @throws {Refusal} nothing is left then */
async function receive(platform: Platform, call: SendCall): Promise<{ row: MessageRow; mediaId: string | undefined }> {
  let mediaId: string | undefined;
  try {
    const fields = await call.fields(async (file, ownerId) => {
      mediaId = (await receiveMedia(platform, file, { ownerId, purpose: 'message' })).id;
    }, 'Choose one picture.');
    const row = toRow(call.tokenHash, fields);
    if (mediaId === undefined && row.content.trim() === '') throw invalid({ content: texts.messageOrImage });
    return { row, mediaId };
  } catch (error) {
    if (mediaId !== undefined) await cancelMedia(platform, [mediaId]);
    throw error;
  }
}

function toRow(
  tokenHash: Buffer,
  fields: { conversation: string; content: string; client_id?: string | undefined },
): MessageRow {
  const { conversation, content, client_id } = fields;
  // One such text would fail the statement for all that share it.
  if (content.includes('\0') || client_id?.includes('\0')) {
    throw malformed('A text has a character in it that cannot be stored.');
  }
  return {
    tokenHash,
    roomId: isId(conversation) ? conversation.toLowerCase() : noId,
    content,
    clientId: client_id ?? null,
    image: null,
  };
}

/** Undoes the transaction of a message with a picture that was not stored. */
class NotStored extends Error {
  readonly row: StoredRow | undefined;

  constructor(row: StoredRow | undefined) {
    super('not stored');
    this.row = row;
  }
}

/** Picture and message are kept together or not at all, so they take a transaction, in the lane for the order's sake. */
async function storeWithPicture(
  platform: Platform,
  lane: Lane<MessageRow, Stored>,
  statement: Statement,
  row: MessageRow,
  mediaId: string,
  deliver: (stored: readonly Stored[]) => void,
): Promise<StoredRow | undefined> {
  const { db, clock, log } = platform;
  return await lane.alone(async () => {
    try {
      const stored = await db.transaction(async (tx) => {
        const [file] = await attachMedia(platform, tx, [mediaId]);
        const image = file && { mediaId, path: file.path, json: JSON.stringify(imageOf(file)) };
        const result = await storeMessage(tx, statement, { ...row, image: image ?? null }, clock.now());
        if (!result?.fresh) throw new NotStored(result);
        return result;
      });
      try {
        deliver([{ row: stored, roomId: row.roomId }]);
      } catch (error) {
        log.error({ err: error }, 'a stored message could not be delivered');
      }
      return stored;
    } catch (error) {
      if (error instanceof NotStored) return error.row;
      throw error;
    }
  });
}

/** Undefined: there is no such session. @throws {Refusal} where it was not stored */
async function answer(kind: RoomKind, draft: MessageRow, stored: StoredRow | undefined): Promise<HotAnswer> {
  if (!stored || stored.user_id === null) return undefined;
  if (stored.body === null) throw (await kind.whyNot?.(draft.tokenHash, draft.roomId)) ?? notFound(kind.missing);
  return answerOf({ body: `{"message":${stored.body}}`, user_id: stored.user_id, stale: stored.stale === true });
}

function idOf(name: 'before' | 'after', id: string | undefined): number | undefined {
  if (id === undefined) return undefined;
  const number = messageNumber(id);
  if (number === undefined) throw malformed({ [name]: `${name} must be the _id of a message` });
  return number;
}

/**
 * Deletes messages of a room with their pictures, whose files go within seconds after the transaction.
 * @param upTo the number of the last message to be deleted; all if left out
 */
export async function discardMessages(platform: Platform, tx: Tx, roomId: string, upTo?: number): Promise<void> {
  // Media first: the order of locks in 0004_posts.sql.
  await discardMedia(platform, tx, await listPictures(tx, roomId, upTo));
  await deleteMessages(tx, roomId, upTo);
}

/** Who sent messages, before and after the account was deleted. */
export interface Disowned {
  senderId: string;
  /** An opaque id that is nobody's. */
  stub: string;
}

/** Takes a deleted account out of the messages that it sent to one room; their texts stay. Their media must be gone. */
export async function disownRoom(tx: Tx, account: Disowned, roomId: string): Promise<void> {
  await disown(tx, account, { roomId });
}

/** Messages that one statement changes. */
const disownedAtOnce = 1000;

/** The same for all other rooms, some messages at a time. */
export async function disownEverywhere({ db }: Platform, account: Disowned, signal: AbortSignal): Promise<void> {
  for (let count = disownedAtOnce; count === disownedAtOnce; ) {
    signal.throwIfAborted();
    count = await disown(db.kysely, account, { atMost: disownedAtOnce });
  }
}

/** Whether somebody may see a picture of a message; undefined: there is no such session. */
export type PictureGuard = (tokenHash: Buffer, paths: readonly string[]) => Promise<boolean | undefined>;

/**
 * Asks in one statement who may see the pictures of messages: whoever may read one of the messages that show it, now.
 * @param kinds all kinds of rooms that there are; pictures of others are seen by nobody
 */
export function guardPictures({ db }: Platform, kinds: readonly RoomSql[]): PictureGuard {
  const statement = pictureStatement(kinds);
  return (tokenHash, paths) => readablePicture(db.hot, statement, tokenHash, paths);
}

/** What the feature does about events of others. */
export function subscribeMessages({ events }: Platform): void {
  events.on('media.updated', async (tx, { mediaId }) => {
    const [file] = await mediaFilesOf(tx, [mediaId]);
    if (file) await updateImage(tx, mediaId, JSON.stringify(imageOf(file as MediaFile)));
  });
}
