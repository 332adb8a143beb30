declare module '#platform/events/events.ts' {
  interface EventMap {
    /** Somebody has just begun to follow another person; both accounts are held. Following again doesn't emit it. */
    'relations.followed': { followerId: string; followeeId: string };
  }
}

export {};
