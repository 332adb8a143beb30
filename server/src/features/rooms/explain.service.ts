import { isPublic } from '#features/communities/public.ts';
import { apartNotice } from '#features/relations/public.ts';
import type { Platform } from '#platform/platform.ts';
import { refusals } from './changes.service.ts';
import { type FoundMessage, findGated } from './gates.queries.ts';
import {
  type MessageObstacle,
  messageNumber,
  obstaclesToDeleting,
  obstaclesToEditing,
  obstaclesToReacting,
} from './messages.rules.ts';

interface Person {
  id: string;
  name: string;
}

const removed = "Moderators removed this message. Others see that it's gone until an appeal succeeds.";

const texts: Record<MessageObstacle, (name: string) => string> = {
  system: () => refusals.system,
  'not-author': (name) => `${name} didn't write this message, and only its author can do this.`,
  'not-overseer': () => refusals['not-overseer'],
  'not-pinner': () => refusals['not-pinner'],
  deleted: () => refusals.deleted,
  removed: () => removed,
  closed: () => 'Nobody can write in this conversation anymore.',
  apart: () => apartNotice,
};

/** Why somebody can't read a message; empty: they can. */
function obstaclesToReading(message: FoundMessage | undefined, name: string): string[] {
  if (!message) return [refusals.deleted];
  if (!message.isInside)
    return [`${name} can't read the messages where this one is. In a channel, a role for it changes that.`];
  if (!message.isReached) return [`${name} doesn't have this message in the conversation anymore.`];
  return [];
}

/** Who may see and change which message, and why somebody may or may not. */
export function explainableMessages({ db }: Pick<Platform, 'db'>) {
  const changing =
    (obstaclesTo: (message: FoundMessage) => MessageObstacle[], groundsOf: (message: FoundMessage) => string) =>
    async ({ id: userId, name }: Person, id: string) => {
      const message = await findGated(db.kysely, messageNumber(id) ?? 0, userId);
      const unread = obstaclesToReading(message, name);
      if (!message || unread.length > 0) return { obstacles: unread, grounds: [] };
      return {
        obstacles: obstaclesTo(message).map((obstacle) => texts[obstacle](name)),
        grounds: [`${name} ${groundsOf(message)}`],
      };
    };

  return {
    kind: 'message' as const,

    /** A message that the asker can read; the team may also ask about messages of public communities. */
    async find(id: string, asker: { userId: string; isOnTeam: boolean }) {
      const number = messageNumber(id);
      const message = number === undefined ? undefined : await findGated(db.kysely, number, asker.userId);
      if (!message) return undefined;
      const { community_id: communityId } = message;
      const isRead = message.isReached && message.isShown;
      const isKnown = isRead || (asker.isOnTeam && communityId !== null && (await isPublic(db.kysely, communityId)));
      return isKnown ? { id, communityId } : undefined;
    },

    actions: {
      async view({ id: userId, name }: Person, id: string) {
        const message = await findGated(db.kysely, messageNumber(id) ?? 0, userId);
        const obstacles = obstaclesToReading(message, name);
        if (obstacles.length === 0 && message?.isDeleted) obstacles.push(texts.deleted(name));
        else if (obstacles.length === 0 && !message?.isShown) obstacles.push(removed);
        return { obstacles, grounds: [`${name} can read the messages where this one is.`] };
      },

      edit: changing(obstaclesToEditing, () => 'wrote this message.'),

      delete: changing(
        (message) => obstaclesToDeleting(message, { isInCommunity: message.community_id !== null }),
        ({ isOwn }) =>
          isOwn ? 'wrote this message.' : 'has a role with the "Ban Members" permission in this community.',
      ),

      // Whoever asks may know of a removal.
      react: changing(
        (message) => obstaclesToReacting({ ...message, isShown: true }),
        () => 'can read this message, and so react to it.',
      ),
    },
  };
}
