/** Other features need nothing from this one. */
export {};
