import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { Outgoing } from '#features/rooms/timeline.rules.ts';
import { makeMessage } from './factories.ts';

/** Messages by their number, for tests of what order they end up in. */

export const idOf = (number: number) => String(number).padStart(16, '0');

export const numbered = (number: number, clientId?: string): Message =>
  makeMessage({
    _id: idOf(number),
    message: `text ${number}`,
    createdAt: new Date(Date.UTC(2026, 10, 20, 12) + number * 10_000).toISOString(),
    ...(clientId !== undefined && { client_id: clientId }),
  });

export const numberedFrom = (first: number, last: number): Message[] =>
  Array.from({ length: last - first + 1 }, (_, index) => numbered(first + index));

/** A message that's being sent. */
export function draft(clientId: string): Outgoing {
  const createdAt = '2026-11-20T12:00:00.000Z';
  return { clientId, text: clientId, files: [], createdAt, status: 'sending', error: null, percent: null };
}
