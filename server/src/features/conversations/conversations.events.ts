declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Removes for good what neither of the two people of these conversations can see any more. */
    'conversations.purge': { conversationIds: string[] };
    /** After an account was deleted: whoever has a conversation with it in the list hears of it, and its id goes from all messages. */
    'conversations.disown': { userId: string; stub: string };
    /** The first half of it: a version before this one may have left it to do. */
    'conversations.announce-deleted': { userId: string };
  }
}

export {};
