declare module '#platform/events/events.ts' {
  interface EventMap {
    /** A person deletes the account. Emitted before its row goes, in the same transaction. */
    'account.deleted': { userId: string };
  }
}

export {};
