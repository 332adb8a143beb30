/** As many sessions as are remembered; the first that came is forgotten for one more. */
const rememberedAtMost = 50_000;

/**
 * Whose sessions these are, as statements have answered: so that a limit per person counts the person of a hot route before its
 * statement runs. Only for limits; whether a session is valid is asked of the database each time.
 */
export interface KnownPersons {
  /** Undefined: no statement has answered for this session yet, or it is forgotten. */
  find(tokenHash: Buffer): string | undefined;
  learn(tokenHash: Buffer, userId: string): void;
}

export function createKnownPersons(atMost = rememberedAtMost): KnownPersons {
  const persons = new Map<string, string>();
  return {
    find: (tokenHash) => persons.get(tokenHash.toString('latin1')),
    learn(tokenHash, userId) {
      persons.set(tokenHash.toString('latin1'), userId);
      if (persons.size <= atMost) return;
      const [oldest] = persons.keys();
      if (oldest !== undefined) persons.delete(oldest);
    },
  };
}
