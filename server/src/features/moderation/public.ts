/** What other features may use from moderation. */
export {};
