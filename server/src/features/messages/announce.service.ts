import type { ChangeOfMessage } from '@hubbub/contract/features/messages/messages.events.ts';
import type { Tx } from '#platform/database/database.ts';
import type { DeferredEventMap } from '#platform/events/deferred.ts';
import type { Platform } from '#platform/platform.ts';
import { JsonText, type Quotes } from '#platform/realtime/realtime.ts';
import { type CurrentMessage, findNames, readCurrent } from './changes.queries.ts';
import type {} from './messages.events.ts';
import { quotesOf } from './messages.rules.ts';
import type { ReportableRooms } from './rooms.queries.ts';

/** A message as it is now, for everyone who gets it. */
export interface ChangedMessage {
  roomId: string;
  /** Its number. */
  id: number;
  senderId: string;
  payload: JsonText;
  /** Whom it quotes, and what those get who hide them. */
  quotes: Quotes | undefined;
  /** People who get it as they see it, apart from this. */
  except: readonly string[];
}

/** A kind of room whose messages can be changed. */
export interface ChangeableRooms extends ReportableRooms {
  /**
   * Sends `messageChanged` to everyone who gets the message.
   * @returns whether the room may be of this kind; if not, nothing is sent
   */
  announce(message: ChangedMessage): Promise<boolean>;
  /** Whether anybody, in any process, may get what's announced in a room right now. Left out: it isn't known. */
  isHeard?(roomId: string): boolean;
}

/** Most messages changed at once that are announced one by one; pages that show others learn of it when they fetch them. */
const announcedAtMost = 200;

type Changed = DeferredEventMap['messages.changed'];

/** Tells pages of these changes once they're committed, even if this process is gone by then. */
export async function announceLater(
  { deferred }: Pick<Platform, 'deferred'>,
  tx: Tx,
  changes: readonly Changed[],
): Promise<void> {
  await deferred.emit(tx, 'messages.changed', changes.slice(0, announcedAtMost));
}

/** A change that was just committed. */
export interface JustChanged {
  change: Changed;
  roomId: string;
  /** The place of its room's kind. */
  kind: number;
  /** Who did it. */
  username: string;
}

/** Tells pages of changes to messages, one after the other: otherwise older versions could overtake newer ones. */
export interface Announcer {
  /** Changes that may be any age, as the messages are by now, which may be newer: the revision tells. */
  announce(changes: readonly Changed[]): Promise<void>;
  /** Changes that were committed right before. Pages of processes that miss it fetch what they missed, as for new messages. */
  announceNow(changes: readonly JustChanged[]): void;
}

/** Opens one. */
export function openAnnouncer(platform: Platform, kinds: readonly ChangeableRooms[]): Announcer {
  const { db, deferred, realtime, log } = platform;

  /** @returns whether the message's room is of this kind, as far as it can tell */
  const send = async (message: CurrentMessage, change: ChangeOfMessage, rooms: ChangeableRooms) => {
    const { id, room_id: roomId, sender_id: senderId, quoted_by, others } = message;
    const text = withChange(others, change);
    // The sender of a removed message sees it all the same.
    const except = message.removed ? [senderId] : [];
    const quotes = quotesOf(text, quoted_by);
    return await rooms.announce({ roomId, id, senderId, payload: new JsonText(text), quotes, except });
  };

  const sendOwn = ({ own, removed, sender_id: senderId }: CurrentMessage, change: ChangeOfMessage) => {
    if (removed) realtime.toUsers([senderId], 'messageChanged', new JsonText(withChange(own, change)));
  };

  /** @param elsewhere for each kind, rooms of which it's known that they're of another */
  const sendToAnyKind = async (message: CurrentMessage, change: ChangeOfMessage, elsewhere: readonly Set<string>[]) => {
    for (const [index, rooms] of kinds.entries()) {
      if (elsewhere[index]?.has(message.room_id)) continue;
      if (!(await send(message, change, rooms))) elsewhere[index]?.add(message.room_id);
    }
    sendOwn(message, change);
  };

  const readAll = async (changes: readonly Changed[]) => {
    const messages = await readCurrent(
      db.hot,
      changes.map(({ id }) => id),
    );
    return new Map(messages.map((message) => [message.id, message]));
  };

  const announceAll = async (changes: readonly Changed[]) => {
    const byId = await readAll(changes);
    const names = await findNames(
      db.hot,
      changes.flatMap((change) => change.byId ?? []),
    );
    const elsewhere = kinds.map(() => new Set<string>());
    for (const { id, byId: actor, ...change } of changes) {
      const message = byId.get(id);
      const username = actor === undefined ? undefined : names.get(actor);
      if (message) await sendToAnyKind(message, { ...change, ...(username !== undefined && { username }) }, elsewhere);
    }
  };

  const sendAll = async (changes: readonly JustChanged[]) => {
    const byId = await readAll(changes.map(({ change }) => change));
    for (const { change, kind, username } of changes) {
      const { id, byId: _, ...shown } = { ...change, username };
      const [message, rooms] = [byId.get(id), kinds[kind]];
      if (!message || !rooms) continue;
      await send(message, shown, rooms);
      sendOwn(message, shown);
    }
  };

  let last: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
  return {
    announce: (changes) => inTurn(() => announceAll(changes)),
    announceNow(changes) {
      const heard = changes.filter(({ kind, roomId }) => kinds[kind]?.isHeard?.(roomId) ?? true);
      if (heard.length === 0) return;
      inTurn(() => sendAll(heard))
        .catch(async (error) => {
          log.warn({ err: error }, "couldn't announce changes to messages; a job does");
          const again = heard.map(({ change }) => change);
          await deferred.emit(db.kysely, 'messages.changed', again);
        })
        .catch((error) => log.error({ err: error }, "couldn't announce changes to messages"));
    },
  };
}

const withChange = (json: string, change: ChangeOfMessage) =>
  `${json.slice(0, -1)},"change":${JSON.stringify(change)}}`;

/** Announces what `announceLater` was told. */
export function subscribeAnnouncements(platform: Platform, kinds: readonly ChangeableRooms[]): void {
  const { announce } = openAnnouncer(platform, kinds);
  platform.deferred.on('messages.changed', announce);
}
