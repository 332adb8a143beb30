/** Nothing: no later feature needs archives yet. */
export {};
