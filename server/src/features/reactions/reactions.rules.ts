/** How many kinds of emoji one thing can have; the same number is in the contract's limits. */
export const mostKinds = 20;

/** A thing takes any of its kinds from everyone, and a new one while there's room. `kinds`: the emoji it has. */
export const fits = (kinds: readonly string[], emoji: string): boolean =>
  kinds.includes(emoji) || kinds.length < mostKinds;
