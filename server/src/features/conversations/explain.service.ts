import { explainMeeting } from '#features/profiles/public.ts';
import type { Platform } from '#platform/platform.ts';
import { mayTalkTo } from './conversations.rules.ts';

/** Who may start a conversation with whom, and what keeps somebody from it. */
export function explainableChats({ db }: Pick<Platform, 'db'>) {
  return {
    kind: 'user' as const,
    actions: {
      async message(person: { id: string; name: string }, otherId: string) {
        const obstacles = await explainMeeting({ db }, person, otherId);
        if (!mayTalkTo({ userId: person.id }, { userId: otherId })) obstacles.push("People can't message themselves.");
        return { obstacles, grounds: [`${person.name} can message this person.`] };
      },
    },
  };
}
