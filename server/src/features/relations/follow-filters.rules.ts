/**
 * Whom somebody follows, as bits: each person has one, which few others share, and it's set if they're followed. So the filter says of
 * a person that they aren't followed, or that they may be.
 */
export interface FollowFilter {
  bits: Buffer;
  /** It's right as long as the follows have this version. */
  version: string;
}

/** How many bits there are, a power of two: with 1,000 people, one in 33 others has a bit that's set. */
export const filterSize = 32_768;

/** @param places the numbers of the bits to set */
export function filterOf(version: string, places: readonly number[]): FollowFilter {
  const bits = Buffer.alloc(filterSize / 8);
  for (const place of places) bits[place >> 3] = (bits[place >> 3] ?? 0) | (1 << (place & 7));
  return { bits, version };
}

/** For how many people a filter is kept (4 KiB each). */
const mostKept = 2000;
/** At which of somebody's reads a filter is asked for: not if they read once, nor for everybody if more of them read in turn than are kept. */
const askedAt = 3;
/** After how many reads another one is asked for once it's dropped: for somebody whom others keep following it's seldom right. */
const askedAgainAfter = 20;

/** The filters of those who read. */
export interface FollowFilters {
  /** Undefined while there's none. @param find asks for it: nobody waits for that */
  of(key: string, find: () => Promise<FollowFilter | undefined>): FollowFilter | undefined;
  /** It wasn't right anymore, or didn't help. */
  drop(key: string): void;
}

/** @see FollowFilters */
export function createFollowFilters(): FollowFilters {
  /** A number: after how many reads one is asked for; null: it's being asked for. */
  const kept = new Map<string, FollowFilter | number | null>();

  const keep = (key: string, entry: FollowFilter | number | null) => {
    kept.delete(key);
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  };
  const ask = async (key: string, find: () => Promise<FollowFilter | undefined>) => {
    keep(key, null);
    const found = await find().catch(() => undefined);
    keep(key, found ?? askedAgainAfter);
  };

  return {
    of(key, find) {
      const entry = kept.get(key);
      if (entry === null) return undefined;
      if (typeof entry === 'object') {
        keep(key, entry);
        return entry;
      }
      const left = (entry ?? askedAt) - 1;
      if (left > 0) keep(key, left);
      else void ask(key, find);
      return undefined;
    },
    drop: (key) => keep(key, askedAgainAfter),
  };
}
