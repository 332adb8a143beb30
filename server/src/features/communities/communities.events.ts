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
    /**
     * A person is banned from a community; their membership has ended, in the same transaction. Work for after the commit goes to
     * `afterCommit`.
     */
    'community.member-banned': {
      communityId: string;
      userId: string;
      byId: string;
      /** Null: without an end. */
      until: Date | null;
      text: string;
      /** Whether the person's messages in the community go as well. */
      deleteMessages: boolean;
      /** Whether the ban answers a report. */
      isReported: boolean;
      /** Whether this ban, or the one in force that it replaces, ended a membership. */
      wasMember: boolean;
      /** Whether it replaces one that was in force. */
      isRepeated: boolean;
      afterCommit: (effect: () => void) => void;
    };
    /** A ban is over before its end. `restore`: overturned, so that the person is a member again as before. */
    'community.member-unbanned': { communityId: string; userId: string; byId: string; restore: boolean };
    /**
     * A role is about to be deleted, in the same transaction: features remove their references to it, or refuse. Work
     * for after the commit goes to `afterCommit`.
     */
    'community.role-deleted': { communityId: string; roleId: string; afterCommit: (effect: () => void) => void };
    /**
     * A community is about to be deleted, with everything that belongs to it. Work for after the commit goes to `afterCommit`.
     */
    'community.deleted': { communityId: string; afterCommit: (effect: () => void) => void };
  }
}

declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /**
     * A person, or everyone if there's none, may see more or less of a community: they joined or took it over, or it
     * became private.
     */
    'communities.changed': { communityId: string; userId?: string };
    /** Somebody was given a role that they didn't have. */
    'communities.role-given': { communityId: string; userId: string; roleId: string; byId: string };
  }
}

export {};
