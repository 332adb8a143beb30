/** A person, and an author whose messages they want hidden. */
export interface Hidden {
  userId: string;
  authorId: string;
}

/**
 * Whom the people with sockets here hide. It's known for people who have joined a room of that kind, from their first join until their last
 * socket closes, and follows every change in between.
 */
export interface Hiding {
  /** Registers how to find out who is hidden from a person. */
  source(load: (userIds: readonly string[]) => Promise<readonly Hidden[]>): void;
  /** Reads who is hidden from a person, unless it's known. */
  learn(userId: string): Promise<void>;
  change(hidden: Hidden, isHidden: boolean): void;
  /** The people here who hide an author. */
  hidersOf(authorId: string | undefined): readonly string[];
  /** A person's socket has closed. */
  forget(userId: string): void;
  /** Reads everything again, because a change may have been missed. */
  refresh(): Promise<void>;
}

/** @param isHere whether a person has a socket here */
export function createHiding(isHere: (userId: string) => boolean): Hiding {
  let load: (userIds: readonly string[]) => Promise<readonly Hidden[]> = () => Promise.resolve([]);
  const known = new Map<string, Set<string>>();
  const hiders = new Map<string, Set<string>>();
  let changes = 0;

  const remove = (userId: string, authorId: string) => {
    known.get(userId)?.delete(authorId);
    const left = hiders.get(authorId);
    left?.delete(userId);
    if (left?.size === 0) hiders.delete(authorId);
  };

  const add = (userId: string, authorId: string) => {
    known.get(userId)?.add(authorId);
    const those = hiders.get(authorId);
    if (those) those.add(userId);
    else hiders.set(authorId, new Set([userId]));
  };

  const forget = (userId: string) => {
    for (const authorId of known.get(userId) ?? []) remove(userId, authorId);
    known.delete(userId);
  };

  const find = async (userIds: readonly string[]) => {
    let found: readonly Hidden[];
    let before: number;
    // An answer read before a change would undo the change.
    do {
      before = changes;
      found = await load(userIds);
    } while (before !== changes);
    for (const userId of userIds) {
      forget(userId);
      if (isHere(userId)) known.set(userId, new Set());
    }
    for (const { userId, authorId } of found) if (known.has(userId)) add(userId, authorId);
  };

  return {
    source(given) {
      load = given;
    },
    async learn(userId) {
      if (!known.has(userId)) await find([userId]);
    },
    change({ userId, authorId }, isHidden) {
      changes += 1;
      if (!known.has(userId)) return;
      if (isHidden) add(userId, authorId);
      else remove(userId, authorId);
    },
    hidersOf: (authorId) => [...((authorId !== undefined && hiders.get(authorId)) || [])],
    forget(userId) {
      if (known.has(userId) && !isHere(userId)) forget(userId);
    },
    async refresh() {
      if (known.size > 0) await find([...known.keys()]);
    },
  };
}
