import type { ServerEvents } from '@hubbub/contract/features/messages/messages.events.ts';
import { z } from 'zod';
import type { Platform } from '#platform/platform.ts';

declare module '#platform/realtime/realtime.ts' {
  interface SentEvents extends ServerEvents {}
}

/** A message was stored and sent to everybody by its POST: what a client sends besides is believed in nothing. */
export function registerMessagesRealtime({ realtime }: Platform): void {
  realtime.on('sendMessage', z.unknown(), () => Promise.resolve());
}
