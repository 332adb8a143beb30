/** How many sessions are remembered; beyond that the oldest is forgotten. */
const maxRemembered = 50_000;

/**
 * The users of sessions, according to earlier statements, so that a per-person limit can count a `sqlJsonRoute`'s user before its statement
 * runs. Only for limits; the database decides every time whether a session is valid.
 */
export interface KnownUsers {
  /** Undefined: no statement has returned this session yet, or it was forgotten. */
  find(tokenHash: Buffer): string | undefined;
  remember(tokenHash: Buffer, userId: string): void;
  /** A session has ended: calls that still use it no longer count for its person. */
  forget(tokenHash: Buffer): void;
}

export function createKnownUsers(max = maxRemembered): KnownUsers {
  const users = new Map<string, string>();
  const nameOf = (tokenHash: Buffer) => tokenHash.toString('latin1');
  return {
    find: (tokenHash) => users.get(nameOf(tokenHash)),
    forget: (tokenHash) => void users.delete(nameOf(tokenHash)),
    remember(tokenHash, userId) {
      users.set(nameOf(tokenHash), userId);
      if (users.size <= max) return;
      const [oldest] = users.keys();
      if (oldest !== undefined) users.delete(oldest);
    },
  };
}
