import { answerOf, type HotAnswer } from '#platform/database/json.ts';
import type { Platform } from '#platform/platform.ts';
import { type LeftOut, searchPeople } from './search.queries.ts';

/**
 * People by username and name, best match first, without the caller, in one round trip. A blank query finds nobody.
 * @param search `query` as typed, trimmed; `size` 1 to 50; `leftOut` who is not looked for beside the caller
 * @returns JSON text of the contract, and whether the session is to be prolonged; undefined without a session
 */
export async function searchUsers(
  { db }: Platform,
  tokenHash: Buffer,
  search: { query: string; size: number; leftOut?: LeftOut | undefined },
): Promise<HotAnswer> {
  return answerOf(await searchPeople(db.hot, tokenHash, search));
}
