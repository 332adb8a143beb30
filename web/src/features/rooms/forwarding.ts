import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { useSyncExternalStore } from 'react';

let forwarding: Message | null = null;
const listeners = new Set<() => void>();

function set(message: Message | null): void {
  forwarding = message;
  for (const listener of listeners) listener();
}

/** Asks where to forward a message: the page's `ForwardHost` shows the question. */
export const startForward = (message: Message): void => set(message);
export const stopForward = (): void => set(null);

/** The message that's about to be forwarded; null: none is. */
export const useForwarding = (): Message | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => forwarding,
  );
