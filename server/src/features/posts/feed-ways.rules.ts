/** Times in milliseconds since 1970: where a page begins, and where its oldest post is. */
interface Span {
  from: number;
  to: number;
}

/** How to look for somebody's next page. */
export interface FeedWay {
  /** It's probably among everyone's posts since this time. Undefined: that isn't known. */
  isAmongThoseSince?: number;
  /** It probably isn't among everyone's newest posts. */
  isSparse: boolean;
}

/** The next page may reach back so many times as far as the last one. */
const further = 4;
const shortestReach = 1000;
/** How often somebody's page is taken from each source before everyone's newest posts are tried again. */
const triedAgainAfter = 50;
/** For how many people it's known. */
const mostKnown = 20_000;

/** Where people's last pages were found. It only says what takes less time: either way finds the same page. */
export interface FeedWays {
  /** @param from where the page begins */
  next(key: string, from: number): FeedWay;
  /** A full page was found among everyone's posts. */
  found(key: string, span: Span): void;
  /** There was none. */
  missed(key: string): void;
}

/** @see FeedWays */
export function createFeedWays(): FeedWays {
  const spans = new Map<string, Span>();
  const sparse = new Map<string, number>();

  const keep = <Value>(all: Map<string, Value>, key: string, value: Value) => {
    all.delete(key);
    all.set(key, value);
    for (const oldest of all.keys()) {
      if (all.size <= mostKnown) return;
      all.delete(oldest);
    }
  };

  return {
    next(key, from) {
      const left = sparse.get(key) ?? 0;
      if (left > 1) sparse.set(key, left - 1);
      else sparse.delete(key);
      if (left > 0) return { isSparse: true };
      const last = spans.get(key);
      if (!last) return { isSparse: false };
      const reach = further * Math.max(shortestReach, last.from - last.to);
      // Elsewhere there may be many more posts in the same time.
      if (Math.abs(from - last.from) > reach) return { isSparse: false };
      return { isSparse: false, isAmongThoseSince: from - reach };
    },
    found: (key, span) => keep(spans, key, span),
    missed(key) {
      spans.delete(key);
      keep(sparse, key, triedAgainAfter);
    },
  };
}
