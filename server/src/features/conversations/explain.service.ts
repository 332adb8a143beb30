import { limits } from '@hubbub/contract/platform/limits.ts';
import { type ExplainedPerson, explainNewAccount } from '#features/accounts/public.ts';
import { explainMeeting } from '#features/profiles/public.ts';
import { isUncounted, listContacts, mayWriteToAnother } from '#features/rooms/public.ts';
import type { Platform } from '#platform/platform.ts';
import { findReception } from './conversations.queries.ts';
import { mayTalkTo } from './conversations.rules.ts';

/** Who may message whom, and why somebody may or may not. */
export function explainableChats(platform: Pick<Platform, 'db' | 'clock' | 'config'>) {
  const { kysely } = platform.db;

  /** Whether a new account has reached its limit of strangers to write to. */
  const isTooMany = async (userId: string, otherId: string) =>
    !mayWriteToAnother((await listContacts(kysely, userId)).length, limits.newcomer.strangers) &&
    (await isUncounted(kysely, userId, otherId));

  return {
    kind: 'user' as const,
    actions: {
      async message(person: ExplainedPerson, otherId: string) {
        const { id, name } = person;
        const obstacles = await explainMeeting(platform, person, otherId);
        if (!mayTalkTo({ userId: id }, { userId: otherId })) obstacles.push("People can't message themselves.");
        const { isClosed, isRequest } = await findReception(kysely, id, otherId);
        if (isClosed) obstacles.push("The other person doesn't take messages from people they haven't talked to.");
        const limit = explainNewAccount(platform, person, name);
        if (limit !== undefined && (await isTooMany(id, otherId)))
          obstacles.push(`${limit} They've written to that many.`);
        const grounds = [
          `${name} can message this person.`,
          ...(isRequest ? ['The first message waits as a request until they accept it.'] : []),
        ];
        return { obstacles, grounds: limit === undefined ? grounds : [...grounds, limit] };
      },
    },
  };
}
