declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Removes for good what neither of the two people of these conversations can see any more. */
    'conversations.purge': { conversationIds: string[] };
  }
}

export {};
