declare module '#platform/events/events.ts' {
  interface EventMap {
    /** An account was just activated with its emailed link. Its row is locked. */
    'account.activated': { userId: string; email: string | null };
    /** A person is deleting their account. Emitted before its row is deleted, in the same transaction. */
    'account.deleted': { userId: string };
    /** A person is being suspended: features end whatever they're in, such as calls. Their account is locked. */
    'account.suspended': { userId: string };
    /**
     * A person is deactivating or deleting their account, which hides them from now on. Their account is locked; throw
     * to refuse it.
     */
    'account.left': { userId: string };
    /**
     * A person has said that a log-in since then wasn't theirs: undo everything their account began since then, except
     * what their own session did (`kept` is its token's hash). Their account is locked.
     */
    'account.disowned': { userId: string; since: Date; kept: Buffer | undefined };
    /** A person who had left is back, with everything of theirs. */
    'account.returned': { userId: string };
    /**
     * A suspended person has entered the right password: listeners add to `answer` how they can appeal, and what became
     * of their appeal.
     */
    'account.suspended-log-in': { decisionId: string; answer: { appealToken?: string; outcome?: string } };
    /** Someone's account is activated and, if the site wants that, approved: they can log in now, and be found. */
    'account.entered': { userId: string };
    /** Somebody whom the team added has logged in for the first time. */
    'account.joined': { userId: string; email: string | null };
  }
}

declare module '#platform/events/deferred.ts' {
  interface DeferredEventMap {
    /** Something that an account's owner should know has happened to it: an entry in its security log. */
    'accounts.security': { userId: string; entryId: string };
  }
}

export {};
