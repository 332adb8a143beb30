import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { createStore, useStore } from '#platform/store.ts';

const forwarding = createStore<Message | null>(null);

/** Asks where to forward a message: the page's `ForwardHost` shows the question. */
export const startForward = (message: Message): void => forwarding.set(message);
export const stopForward = (): void => forwarding.set(null);

/** The message that's about to be forwarded; null: none is. */
export const useForwarding = (): Message | null => useStore(forwarding);
