import {
  joinChannel,
  joinConversation,
  leaveChannel,
  type ServerEvents,
} from '@hubbub/contract/features/rooms/rooms.events.ts';
import { z } from 'zod';
import { findShowing } from '#features/relations/public.ts';
import { goneOrHidden } from '#platform/errors/errors.ts';
import { isId } from '#platform/ids.ts';
import type { Platform } from '#platform/platform.ts';
import type { Caller } from '#platform/realtime/realtime.ts';
import { findBetween, findNewestNumber } from './history.queries.ts';
import { kindOf, kinds } from './kinds.kind.ts';
import type { Marks } from './marks.service.ts';
import { quotesOf, withoutQuote } from './messages.rules.ts';
import { findOutsiders, findRoom } from './rooms.queries.ts';
import { noChannel, noConversation } from './rooms.service.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends ServerEvents {}
}

/** Prefixes of the socket rooms, each once. */
const prefixes = [...new Set(kinds.map(({ prefix }) => prefix))];

/**
 * The sockets that show rooms. Messages are broadcast when their POST stores them; anything else a client sends about them isn't trusted.
 */
export function registerRoomsRealtime({ realtime, db }: Platform, marks: Marks): void {
  /** @throws {HttpError} 404 with this text for a room that the caller can't read, or of another kind */
  const enter = async (caller: Caller, given: string, hasMembers: boolean, text: string) => {
    const id = given.toLowerCase();
    const find = async () => {
      const found = isId(id) ? await findRoom(db.reads, caller.userId, id) : undefined;
      const kind = found && kindOf(found.kind);
      if (!found?.isRead || kind?.hasMembers !== hasMembers) throw goneOrHidden(found, text);
      return kind;
    };
    const { prefix, hidesBlocked } = await find();
    if (hidesBlocked) await realtime.learnHidden(caller.userId);
    realtime.setQuiet(caller.userId, (await findShowing(db.reads, caller.userId)) === undefined);
    const rule = async () => void (await find());
    await (hasMembers ? caller.joinIf(prefix + id, rule) : caller.showIf(prefix + id, rule));
    return id;
  };

  // A conversation's messages go to every socket of its members, except one that shows a channel and hasn't joined: clients draw whatever
  // arrives there. A client that joins shows the conversation, and so has read it.
  realtime.on('joinConversation', joinConversation, async (caller, given) => {
    const id = await enter(caller, given, true, noConversation);
    caller.takeDirect();
    await marks.markAll({ userId: caller.userId }, id, noConversation);
  });

  realtime.on('joinChannel', joinChannel, async (caller, given) => void (await enter(caller, given, false, noChannel)));

  realtime.on('leaveChannel', leaveChannel, async (caller, given) => {
    for (const prefix of prefixes) caller.leave(prefix + given.toLowerCase());
  });

  for (const prefix of prefixes) realtime.recheck(prefix, (held) => findOutsiders(db.reads, held));

  realtime.on('sendMessage', z.unknown(), () => Promise.resolve());
  realtime.inOrder({
    newest: () => findNewestNumber(db.reads),
    async between(roomId, after, upTo, max) {
      const found = await findBetween(db.reads, { roomId, after, upTo, max });
      return found.map(({ id, by, message, ...quoting }) => ({
        ...{ id, by, json: JSON.stringify(message) },
        quotes: quotesOf(quoting, quoting.quoted_by && JSON.stringify(withoutQuote(message))),
      }));
    },
  });
}
