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

/** Announces changes as the messages are by now, which may be newer than the change: the revision tells. */
export function subscribeAnnouncements(platform: Platform, kinds: readonly ChangeableRooms[]): void {
  const { db, deferred, realtime } = platform;

  /** @param elsewhere for each kind, rooms of which it's known that they're of another */
  const announce = async (message: CurrentMessage, change: ChangeOfMessage, elsewhere: readonly Set<string>[]) => {
    const { id, room_id: roomId, sender_id: senderId, quoted_by, others, own } = message;
    const changed = (json: string) => `${json.slice(0, -1)},"change":${JSON.stringify(change)}}`;
    const text = changed(others);
    const payload = new JsonText(text);
    const quotes = quotesOf(text, quoted_by);
    // The sender of a removed message sees it all the same.
    const except = message.removed ? [senderId] : [];
    for (const [index, rooms] of kinds.entries()) {
      if (elsewhere[index]?.has(roomId)) continue;
      const isOfKind = await rooms.announce({ roomId, id, senderId, payload, quotes, except });
      if (!isOfKind) elsewhere[index]?.add(roomId);
    }
    if (except.length > 0) realtime.toUsers(except, 'messageChanged', new JsonText(changed(own)));
  };

  const announceAll = async (changes: readonly Changed[]) => {
    const messages = await readCurrent(
      db.hot,
      changes.map(({ id }) => id),
    );
    const byId = new Map(messages.map((message) => [message.id, message]));
    const names = await findNames(
      db.hot,
      changes.flatMap((change) => change.byId ?? []),
    );
    const elsewhere = kinds.map(() => new Set<string>());
    for (const { id, byId: actor, ...change } of changes) {
      const message = byId.get(id);
      const username = actor === undefined ? undefined : names.get(actor);
      if (message) await announce(message, { ...change, ...(username !== undefined && { username }) }, elsewhere);
    }
  };

  // One after the other: otherwise older versions could overtake newer ones.
  let last: Promise<void> = Promise.resolve();
  deferred.on('messages.changed', async (changes) => {
    const next = last.then(() => announceAll(changes));
    last = next.catch(() => undefined);
    await next;
  });
}
