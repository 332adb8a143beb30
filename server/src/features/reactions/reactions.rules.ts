/** How many different emoji one thing can have; the same number is in the contract's limits. */
export const mostKinds = 20;

/** An emoji that a thing already has can be added by everyone, a new one only while there's room. `kinds`: the emoji it has. */
export const fits = (kinds: readonly string[], emoji: string): boolean =>
  kinds.includes(emoji) || kinds.length < mostKinds;
