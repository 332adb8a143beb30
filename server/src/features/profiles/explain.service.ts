import { limits } from '@hubbub/contract/platform/limits.ts';
import { apartNotice, mayFollowOneMore } from '#features/relations/public.ts';
import type { Platform } from '#platform/platform.ts';
import { findGated } from './reportable.queries.ts';

interface Person {
  id: string;
  name: string;
}

/** Why somebody can't see another person at all; empty: they can. */
export async function explainMeeting({ db }: Pick<Platform, 'db'>, person: Person, otherId: string): Promise<string[]> {
  const other = await findGated(db.kysely, { id: otherId }, person.id);
  if (!other) return ['This account was deleted.'];
  const obstacles: string[] = [];
  if (!other.isOpen) obstacles.push("Nobody finds this account yet: it isn't activated, or it's waiting for approval.");
  if (other.isAway)
    obstacles.push('They have deactivated or deleted their account, so nobody sees them unless they come back.');
  if (!other.isNotApart) obstacles.push(apartNotice);
  return obstacles;
}

/** Who may see, mention and follow whom, and why somebody may or may not. */
export function explainableProfiles({ db }: Pick<Platform, 'db'>) {
  return {
    kind: 'user' as const,

    /** A person by username whose profile the asker sees; the site's team sees everybody. */
    async find(username: string, asker: { userId: string; isOnTeam: boolean }) {
      const found = await findGated(db.kysely, { username }, asker.userId);
      const seen = found && (asker.isOnTeam || (found.isOpen && !found.isAway && found.isNotApart));
      return seen ? { id: found.id, communityId: null } : undefined;
    },

    actions: {
      view: async (person: Person, otherId: string) => ({
        obstacles: await explainMeeting({ db }, person, otherId),
        grounds: [`${person.name} can see this profile.`],
      }),

      /** For public posts; elsewhere the mentioned person has to see the text as well. */
      mention: async (person: Person, otherId: string) => ({
        obstacles: await explainMeeting({ db }, person, otherId),
        grounds: [`${person.name} can mention this person wherever both can read.`],
      }),

      async follow(person: Person, otherId: string) {
        const obstacles = await explainMeeting({ db }, person, otherId);
        if (person.id === otherId) obstacles.push("People can't follow themselves.");
        else if (!(await mayFollowOneMore(db.kysely, person.id, otherId))) {
          obstacles.push(
            `They follow ${limits.follows.toLocaleString('en')} people, which is the most one can follow.`,
          );
        }
        return { obstacles, grounds: [`${person.name} can follow this person.`] };
      },
    },
  };
}
