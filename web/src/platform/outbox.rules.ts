import type { QueuedWrite } from '#platform/outbox-store.ts';

/**
 * Whether a call that failed this way is made again by itself: no connection, a busy or restarting server, or rate limiting. Any other
 * refusal is shown to the person.
 */
export function isTransient(status: number): boolean {
  return status === 0 || status === 429 || status === 408 || status >= 502;
}

/** The Web Lock held while a queue is being sent. */
export const lockOf = (user: string, queue: string | undefined): string =>
  ['hubbub-outbox', user, ...(queue ?? [])].join('-');

/** Where tabs, and the app's worker, tell each other what has become of what waits. */
export const outboxChannel = 'hubbub-outbox';

/**
 * Something has changed or been sent. An object: the write with that `clientId` was changed or dropped, so the tab or worker that's sending
 * it stops.
 */
export type News = 'changed' | 'sent' | { changed: string };

/** Milliseconds without an answer, or without upload progress, after which a call counts as lost. */
export const stallTime = 20_000;
/** The same once all files are uploaded: the server has work to do before it answers. */
export const stallTimeAfterUpload = 120_000;

/** Milliseconds until what waits is tried again; a connection that's back tries right away. */
export function resendDelay(failures: number, retryAfter: number | null): number {
  if (retryAfter !== null) return Math.max(1, retryAfter) * 1_000;
  return Math.min(30_000, 1_000 * 2 ** Math.max(0, failures - 1));
}

/** The write of a queue that goes out next: the first that wasn't refused. @param isOurs whether this tab may send it before its time */
export function nextWrite(
  writes: readonly QueuedWrite[],
  queue: string | undefined,
  { now, isOurs }: { now: number; isOurs: (write: QueuedWrite) => boolean },
): QueuedWrite | undefined {
  const left = writes.filter((write) => write.queue === queue && write.refusal === undefined);
  // In the shared queue, tabs send what they hold themselves, without waiting for each other.
  if (queue === undefined) return left.find(({ heldUntil }) => heldUntil <= now);
  const [first] = left;
  return first !== undefined && (first.heldUntil <= now || isOurs(first)) ? first : undefined;
}
