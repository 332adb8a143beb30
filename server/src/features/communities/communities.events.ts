declare module '#platform/events/events.ts' {
  interface EventMap {
    /**
     * A person has lost roles in a community, by leaving or because they were taken away. Emitted when the roles are gone, in the same
     * transaction; work for after the commit goes to `afterCommit`.
     */
    'community.roles-lost': {
      communityId: string;
      userId: string;
      roleIds: readonly string[];
      afterCommit: (effect: () => void) => void;
    };
    /** A community is about to be deleted, with everything that belongs to it. */
    'community.deleted': { communityId: string };
  }
}

export {};
