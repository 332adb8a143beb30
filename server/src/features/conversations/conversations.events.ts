declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Removes for good what neither person in these conversations can see anymore. */
    'conversations.purge': { conversationIds: string[] };
    /** After an account is deleted: its id is removed from all messages. */
    'conversations.anonymizeSender': { userId: string; stub: string };
    /** Notifies people who have a conversation with somebody who deactivated their account or came back. */
    'conversations.announce-moved': { userId: string };
    /** Notifies people who have a conversation with somebody in their list that the account was deleted. */
    'conversations.announce-deleted': { userId: string; others?: string[] };
  }
}

export {};
