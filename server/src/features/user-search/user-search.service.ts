import type { searchUsers as call } from '@hubbub/contract/features/user-search/user-search.endpoints.ts';
import type { EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { viewAuthor } from '#features/accounts/public.ts';
import { answerWith, type SessionAnswer } from '#platform/database/session-statement.ts';
import type { Platform } from '#platform/platform.ts';
import { type Among, searchPeople } from './user-search.queries.ts';

interface Search {
  query: string;
  size: number;
  among?: Among | undefined;
  place?: string | null | undefined;
}

const everybody: Among = { name: 'everybody' };

/**
 * People by username and name, best match first, without the caller, in one round trip. A blank query finds no one.
 * @param search `query` as typed, trimmed; `size` 1 to 50; `place` of `among.audiences`
 */
export async function searchUsers(
  { db }: Platform,
  tokenHash: Buffer,
  { among = everybody, place = null, ...search }: Search,
): Promise<SessionAnswer<EndpointAnswer<typeof call>>> {
  const row = await searchPeople(among)(db.reads, tokenHash, { ...search, place });
  return answerWith(row, ({ users }) => ({
    users: users.map((user) => ({ ...viewAuthor(user), mobileNumber: '' as const })),
  }));
}
