declare module '#platform/events/events.ts' {
  interface EventMap {
    /**
     * A person has lost roles of a community, by leaving it or because they were taken away. Emitted when the roles are gone, in
     * the same transaction; what is to be done once that is committed is given to `afterCommit`.
     */
    'community.roles-lost': {
      communityId: string;
      userId: string;
      roleIds: readonly string[];
      afterCommit: (effect: () => void) => void;
    };
    /** A community is about to be deleted, with all that belongs to it. */
    'community.deleted': { communityId: string };
  }
}

export {};
