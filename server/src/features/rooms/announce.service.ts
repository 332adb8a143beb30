import type { ChangeOfMessage } from '@hubbub/contract/features/rooms/rooms.events.ts';
import type { Tx } from '#platform/database/database.ts';
import { JsonText } from '#platform/database/json.ts';
import type { DeferredEventMap } from '#platform/events/deferred.ts';
import type { Platform } from '#platform/platform.ts';
import { type CurrentMessage, findNames, readCurrent } from './changes.queries.ts';
import { kindOf } from './kinds.kind.ts';
import { quotesOf, withoutQuote } from './messages.rules.ts';
import type {} from './rooms.events.ts';
import { emitUnread } from './unread.service.ts';

/** When many messages change at once, only the newest are announced one by one: pages rarely show others, and refetch them when they do. */
const announcedAtMost = 200;

type Changed = DeferredEventMap['messages.changed'];

/** Changes of a message that may change unread counts: it may also mention other people than before. */
const changesUnread: ReadonlySet<ChangeOfMessage['kind']> = new Set(['edited', 'deleted', 'removed', 'restored']);

/** Announces these changes to pages once they're committed, even if this process is gone by then. */
export async function announceLater(
  { deferred }: Pick<Platform, 'deferred'>,
  tx: Tx,
  changes: readonly Changed[],
): Promise<void> {
  const newestFirst = changes.toSorted((one, other) => other.id - one.id);
  await deferred.emit(tx, 'messages.changed', newestFirst.slice(0, announcedAtMost));
}

/** A change that was just committed. */
export interface JustChanged {
  change: Changed;
  roomId: string;
  /** Its room's id. */
  kind: string;
  /** Who did it. */
  username: string;
}

/** Announces changes of messages, one after the other, so that older versions can't overtake newer ones. */
export interface Announcer {
  /** Announces changes of any age, with the messages as they are now, which may be newer: clients compare revisions. */
  announce(changes: readonly Changed[]): Promise<void>;
  /** Announces changes that were just committed. Pages of processes that miss this fetch them, as they do for new messages. */
  announceNow(changes: readonly JustChanged[]): void;
}

/** Creates the announcer. */
export function openAnnouncer(platform: Platform): Announcer {
  const { db, deferred, realtime, log } = platform;

  const send = (message: CurrentMessage, change: ChangeOfMessage) => {
    const { id, room_id: roomId, sender_id: senderId, people, lacking } = message;
    const shown = { ...message.others, change };
    // The sender of a removed message still sees it. People who joined later may have the room open, but can't see this message.
    const except = [...(message.removed ? [senderId] : []), ...lacking];
    const shared = { roomId, id, senderId, people, except, payload: new JsonText(JSON.stringify(shown)) };
    kindOf(message.kind).announce(realtime, {
      ...shared,
      quotes: quotesOf(message, message.quoted_by && JSON.stringify(withoutQuote(shown))),
    });
    if (message.removed) realtime.toUsers([senderId], 'messageChanged', { ...message.own, change });
    if (!changesUnread.has(change.kind)) return;
    emitUnread(platform, people.length > 0 ? { roomId, userIds: people } : { roomId });
  };

  const readAll = async (changes: readonly Changed[]) => {
    const messages = await readCurrent(
      db.reads,
      changes.map(({ id }) => id),
    );
    return new Map(messages.map((message) => [message.id, message]));
  };

  const announceAll = async (changes: readonly Changed[]) => {
    const byId = await readAll(changes);
    const names = await findNames(
      db.reads,
      changes.flatMap((change) => change.byId ?? []),
    );
    for (const { id, byId: actor, ...change } of changes) {
      const message = byId.get(id);
      const username = actor === undefined ? undefined : names.get(actor);
      if (message) send(message, { ...change, ...(username !== undefined && { username }) });
    }
  };

  const sendAll = async (changes: readonly JustChanged[]) => {
    const byId = await readAll(changes.map(({ change }) => change));
    for (const { change, username } of changes) {
      const { id, byId: _, ...shown } = { ...change, username };
      const message = byId.get(id);
      if (message) send(message, shown);
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
      const shown = changes.filter(({ kind, roomId }) => kindOf(kind).hasSubscribers?.(realtime, roomId) ?? true);
      if (shown.length === 0) return;
      inTurn(() => sendAll(shown))
        .catch(async (error) => {
          log.warn({ err: error }, "couldn't announce changes to messages; a job does");
          const again = shown.map(({ change }) => change);
          await deferred.emit(db.kysely, 'messages.changed', again);
        })
        .catch((error) => log.error({ err: error }, "couldn't announce changes to messages"));
    },
  };
}

/** Announces the changes passed to `announceLater`. */
export function subscribeAnnouncements(platform: Platform): void {
  const { announce } = openAnnouncer(platform);
  platform.deferred.on('messages.changed', announce);
}
