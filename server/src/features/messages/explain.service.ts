import type { Platform } from '#platform/platform.ts';
import { messageNumber } from './messages.rules.ts';
import { findGated, type ReportableRooms } from './removal.queries.ts';

interface Person {
  id: string;
  name: string;
}

const removed = "Moderators removed this message. Others see that it's gone until an appeal succeeds.";

/** Who sees which message, and what keeps somebody from it. */
export function explainableMessages({ db }: Pick<Platform, 'db'>, kinds: readonly ReportableRooms[]) {
  return {
    kind: 'message' as const,

    /** A message that the asker reads, which in conversations only those in them do. */
    async find(id: string, asker: { userId: string }) {
      const number = messageNumber(id);
      const message = number === undefined ? undefined : await findGated(db.kysely, kinds, number, asker.userId);
      return message?.isReached && message.isShown ? { id, communityId: message.community_id } : undefined;
    },

    actions: {
      async view({ id: userId, name }: Person, id: string) {
        const message = await findGated(db.kysely, kinds, messageNumber(id) ?? 0, userId);
        const obstacles: string[] = [];
        if (!message) obstacles.push('This message was deleted.');
        else if (!message.isInside)
          obstacles.push(
            `${name} can't read the messages where this one is. In a channel, a role for it changes that.`,
          );
        else if (!message.isReached) obstacles.push(`${name} doesn't have this message in the conversation anymore.`);
        else if (!message.isShown) obstacles.push(removed);
        return { obstacles, grounds: [`${name} can read the messages where this one is.`] };
      },
    },
  };
}
