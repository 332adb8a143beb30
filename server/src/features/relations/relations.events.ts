declare module '#platform/events/events.ts' {
  interface EventMap {
    /** Somebody has just begun to follow another person; both accounts are locked. Following again doesn't emit it. */
    'relations.followed': { followerId: string; followeeId: string };
  }
}

declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Somebody has blocked or muted another person, or has lifted that. */
    'relations.changed': { userId: string; otherId: string };
    /** Somebody no longer follows another person. */
    'relations.unfollowed': { followerId: string; followeeId: string };
  }
}

export {};
