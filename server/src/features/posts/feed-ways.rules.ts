/** How often somebody's page is taken from each source before everyone's newest posts are tried again, and for how many people it's known. */
const triedAgainAfter = 50;
const mostKnown = 20_000;

/** Where people's last pages were found. It only says what takes less time: either way finds the same page. */
export interface FeedWays {
  /** `dense`: among everyone's posts; `sparse`: not there; undefined: it isn't known. */
  next(key: string): 'dense' | 'sparse' | undefined;
  /** A full page was found among everyone's posts. */
  found(key: string): void;
  /** There was none. */
  missed(key: string): void;
}

/** @see FeedWays */
export function createFeedWays(): FeedWays {
  /** How often they're still looked for elsewhere; 0: a page was found among everyone's posts. */
  const known = new Map<string, number>();

  const keep = (key: string, left: number) => {
    known.delete(key);
    known.set(key, left);
    for (const oldest of known.keys()) {
      if (known.size <= mostKnown) return;
      known.delete(oldest);
    }
  };

  return {
    next(key) {
      const left = known.get(key);
      if (left === undefined) return undefined;
      if (left === 0) return 'dense';
      if (left > 1) known.set(key, left - 1);
      else known.delete(key);
      return 'sparse';
    },
    found: (key) => keep(key, 0),
    missed: (key) => keep(key, triedAgainAfter),
  };
}

/** Milliseconds for which a horizon is used. */
const usedFor = 60_000;

/** The id of the post up to which everyone's newest posts are looked through, as it was a moment ago. */
export interface Horizon {
  /** Undefined while it isn't known. */
  id(now: Date): string | undefined;
}

/** @param find asks for it */
export function createHorizon(find: () => Promise<string>): Horizon {
  let known: string | undefined;
  let foundAt = Number.NEGATIVE_INFINITY;
  let isAsking = false;
  const ask = async (at: number) => {
    isAsking = true;
    try {
      known = await find();
      foundAt = at;
    } catch {
      // Whoever reads next asks again, and doesn't need it.
    }
    isAsking = false;
  };
  return {
    id(now) {
      const age = Math.abs(now.getTime() - foundAt);
      if (age > usedFor && !isAsking) void ask(now.getTime());
      return age > 2 * usedFor ? undefined : known;
    },
  };
}
