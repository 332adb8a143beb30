declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Removes for good what neither person in these conversations can see anymore. */
    'conversations.purge': { conversationIds: string[] };
    /**
     * After an account is deleted: people who have a conversation with it in their list are notified, and its id is removed from all
     * messages.
     */
    'conversations.anonymizeSender': { userId: string; stub: string };
    /** Tells those who have a conversation with somebody who deactivated their account, or came back. */
    'conversations.announce-moved': { userId: string };
    /** The first half of it: an older version may have left it unfinished. */
    'conversations.announce-deleted': { userId: string };
  }
}

export {};
