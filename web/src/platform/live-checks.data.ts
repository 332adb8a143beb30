import { readLive } from '@hubbub/contract/features/notifications/live.endpoints.ts';
import { type CallInput, callUnlessSame, type Known } from '#platform/api-client.ts';

/** What's new; undefined: nothing since the answer the page has. */
export const askLive = (query: NonNullable<CallInput<typeof readLive>['query']>, known: Known | undefined) =>
  callUnlessSame(readLive, { query }, known);
