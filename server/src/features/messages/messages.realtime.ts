import type { ServerEvents } from '@hubbub/contract/features/messages/messages.events.ts';
import { z } from 'zod';
import type { Platform } from '#platform/platform.ts';
import { findBetween, findNewestNumber } from './history.queries.ts';
import { quotesOf } from './messages.rules.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends ServerEvents {}
}

/** A message has been stored and broadcast by its POST; anything else a client sends about it isn't trusted. */
export function registerMessagesRealtime({ realtime, db }: Platform): void {
  realtime.on('sendMessage', z.unknown(), () => Promise.resolve());
  realtime.inOrder({
    newest: () => findNewestNumber(db.hot),
    async between(roomId, after, upTo, max) {
      const found = await findBetween(db.hot, { roomId, after, upTo, max });
      return found.map(({ id, json, by, quoted_by }) => ({ id, json, by, quotes: quotesOf(json, quoted_by) }));
    },
  });
}
