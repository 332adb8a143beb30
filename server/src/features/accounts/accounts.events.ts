declare module '#platform/events/events.ts' {
  interface EventMap {
    /** An account was just activated with its emailed link. Its row is locked. */
    'account.activated': { userId: string; email: string | null };
    /** A person is deleting their account. Emitted before its row is deleted, in the same transaction. */
    'account.deleted': { userId: string };
    /** A person is being suspended: whatever holds them somewhere ends, as their sessions do. Their account is locked. */
    'account.suspended': { userId: string };
    /** A person is deactivating or deleting their account: nobody sees them from now on. Their account is locked; throw to refuse it. */
    'account.left': { userId: string };
    /**
     * A person has said that it wasn't them who logged in then: everything their account began since then ends, except for what their own session
     * did, whose token's hash is `kept`. Their account is locked.
     */
    'account.disowned': { userId: string; since: Date; kept: Buffer | undefined };
    /** They're back, and everything of theirs with them. */
    'account.returned': { userId: string };
    /** A suspended person has given the right password: `answer` gets what lets them appeal, and what became of their appeal. */
    'account.suspended-log-in': { decisionId: string; answer: { appealToken?: string; outcome?: string } };
    /** Someone's account is activated and, if the site wants that, approved: they can log in now, and be found. */
    'account.entered': { userId: string };
    /** Somebody the team added has logged in for the first time. */
    'account.joined': { userId: string; email: string | null };
  }
}

declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Something happened to an account that its owner should know: an entry of its security log. */
    'accounts.security': { userId: string; entryId: string };
  }
}

export {};
