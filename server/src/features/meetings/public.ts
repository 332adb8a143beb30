/** Other features need nothing of this one. */
export {};
