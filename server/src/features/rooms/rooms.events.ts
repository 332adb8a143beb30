import type { ChangeOfMessage } from '@hubbub/contract/features/rooms/rooms.events.ts';

declare module '#platform/events/events.ts' {
  interface EventMap {
    /**
     * Somebody who guards a community takes away what another person sent to one of its channels. Whoever decides about content removes
     * it, in the same transaction; the people are locked, and work for after the commit goes to `afterCommit`.
     */
    'messages.moderated': {
      messageId: string;
      /** Null: the account was deleted. */
      authorId: string | null;
      communityId: string;
      byId: string;
      afterCommit: (effect: () => void) => void;
    };
  }
}

declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** There's a message with a link. */
    'messages.linked': { id: number };
    /** Files of a message have been processed. */
    'messages.processed': { room_id: string; id: number };
    /**
     * There's a message that somebody may be told of. `only`: it's been edited, and these are those it didn't mention before; null stands
     * for everyone.
     */
    'messages.noted': { id: number; only?: readonly (string | null)[] };
    /** Somebody has reacted to a message. */
    'messages.reacted': { id: number; userId: string };
    /** Who sees a message may have changed, or who is named with it: it was removed or shown again, or a reaction was taken back. */
    'messages.sight-changed': { id: number };
    /** A room has changed for somebody: they've left it, deleted its messages, muted it, or accepted it. */
    'rooms.sight-changed': { roomId: string; userId: string };
    /** A message has changed. `byId`: who did it, unless it's for nobody to know. */
    'messages.changed': Omit<ChangeOfMessage, 'username'> & { id: number; byId?: string };
  }
}
