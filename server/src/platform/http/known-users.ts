/** How many sessions are remembered; beyond that the oldest is forgotten. */
const rememberedAtMost = 50_000;

/**
 * Whose sessions these are, according to earlier statements, so that a per-person limit can count a hot route's user before its
 * statement runs. Only for limits; the database decides every time whether a session is valid.
 */
export interface KnownUsers {
  /** Undefined: no statement has returned this session yet, or it was forgotten. */
  find(tokenHash: Buffer): string | undefined;
  learn(tokenHash: Buffer, userId: string): void;
}

export function createKnownUsers(atMost = rememberedAtMost): KnownUsers {
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
