/** What other features may use from notifications. */
export {};
