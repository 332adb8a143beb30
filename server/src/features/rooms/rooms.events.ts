import type { ChangeOfMessage } from '@hubbub/contract/features/rooms/rooms.events.ts';

declare module '#platform/events/events.ts' {
  interface EventMap {
    /**
     * A moderator takes away another person's messages in a community's channel. The feature that stores decisions removes them, in the
     * same transaction. The people are locked; work for after the commit goes to `afterCommit`.
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
     * There's a message that people may be notified of. `only`: it was edited, and these are the ones it didn't mention before; null stands
     * for everyone.
     */
    'messages.noted': { id: number; only?: readonly (string | null)[] };
    /** Somebody has reacted to a message. */
    'messages.reacted': { id: number; userId: string };
    /** The readers of a message, or the people named with it, may have changed: it was removed or restored, or a reaction was removed. */
    'messages.sight-changed': { id: number };
    /** A room has changed for somebody: they've left it, deleted its messages, muted it, or accepted it. */
    'rooms.sight-changed': { roomId: string; userId: string };
    /** A message has changed. `byId`: who did it, unless that's private. */
    'messages.changed': Omit<ChangeOfMessage, 'username'> & { id: number; byId?: string };
  }
}
