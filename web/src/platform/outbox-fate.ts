import { ApiError, SessionEnded } from '#platform/errors.ts';
import { isTransient } from '#platform/outbox.rules.ts';
import type { QueuedWrite } from '#platform/outbox-store.ts';

/** What a failure means for a write: it's tried again later, what it should delete is already gone, or the person has to know. */
export function fateOf(
  { key, method }: Pick<QueuedWrite, 'key' | 'method'>,
  error: unknown,
): 'waits' | 'done' | 'refused' {
  if (!(error instanceof ApiError) || error instanceof SessionEnded || isTransient(error.status)) return 'waits';
  return key !== undefined || (method === 'DELETE' && error.status === 404) ? 'done' : 'refused';
}
