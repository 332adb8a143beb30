import type { searchUsers as call } from '@hubbub/contract/features/search/search.endpoints.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { viewAuthor } from '#features/accounts/public.ts';
import { answerWith, type SessionAnswer } from '#platform/database/session-statement.ts';
import type { Platform } from '#platform/platform.ts';
import { type LeftOut, searchPeople } from './search.queries.ts';

/**
 * People by username and name, best match first, without the caller, in one round trip. A blank query finds no one.
 * @param search `query` as typed, trimmed; `size` 1 to 50; `leftOut` whom to exclude besides the caller
 */
export async function searchUsers(
  { db }: Platform,
  tokenHash: Buffer,
  { leftOut, ...search }: { query: string; size: number; leftOut?: LeftOut | undefined },
): Promise<SessionAnswer<EndpointAnswer<typeof call>>> {
  const row = await searchPeople(leftOut)(db.hot, tokenHash, search);
  return answerWith(row, ({ users }) => ({ users: users.map(viewAuthor) }));
}
