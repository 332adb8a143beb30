declare module '#platform/events/events.ts' {
  interface EventMap {
    /** A person is deleting their account. Emitted before its row is deleted, in the same transaction. */
    'account.deleted': { userId: string };
  }
}

export {};
