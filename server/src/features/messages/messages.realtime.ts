import type { ServerEvents } from '@hubbub/contract/features/messages/messages.events.ts';
import { z } from 'zod';
import type { Platform } from '#platform/platform.ts';
import { findBetween, findNewestNumber } from './messages.queries.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends ServerEvents {}
}

/** A message has been stored and broadcast by its POST; anything else a client sends about it isn't trusted. */
export function registerMessagesRealtime({ realtime, db }: Platform): void {
  realtime.on('sendMessage', z.unknown(), () => Promise.resolve());
  realtime.inOrder({
    newest: () => findNewestNumber(db.hot),
    between: (roomId, after, upTo, max) => findBetween(db.hot, { roomId, after, upTo, max }),
  });
}
