import { deleteAccount } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import type { Client } from './api.ts';
import { returnTo, type Server } from './residents.ts';
import type { Person } from './world-data.ts';

/**
 * Takes the demo world away: its people delete their accounts, and with them their posts, comments, votes and the communities nobody
 * else is in. Only someone with both the demo's email address and its password is one of them.
 * @returns how many accounts were deleted
 */
export async function removeWorld(
  server: Server,
  people: readonly Person[],
  progress: (share: number, what: string) => void,
): Promise<number> {
  let count = 0;
  // One after another: each deletion locks everything the person has touched, which is mostly what the others have touched, too.
  for (const [index, person] of people.entries()) {
    progress(index / people.length, `${person.username} moves out`);
    const client: Client | undefined = await returnTo(server, person);
    if (client === undefined) continue;
    await client.call(deleteAccount, { body: {} });
    count += 1;
  }
  return count;
}
