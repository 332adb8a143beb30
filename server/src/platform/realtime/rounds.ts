/** Milliseconds before a round, so that simultaneous events are handled together. */
const settleMs = 100;
/** Milliseconds between two rounds of the same thing. */
const pauseMs = 1000;

/** Collects events by key, and handles them in rounds. */
export interface Rounds<T> {
  /** Something happened to the thing with this key. */
  add(key: string, happened: T): void;
  close(): void;
}

/**
 * @param parts.act handles the events of each thing, in order; called at most once a second for each of them, one round at a time
 * @param parts.most how many events are kept for each thing: the latest
 */
export function createRounds<T>(parts: {
  act(round: ReadonlyMap<string, readonly T[]>): Promise<void> | void;
  onError(error: unknown): void;
  most: number;
}): Rounds<T> {
  const waiting = new Map<string, T[]>();
  const lastAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isBusy = false;

  const take = (now: number) => {
    for (const [key, at] of lastAt) if (now - at >= pauseMs) lastAt.delete(key);
    const round = new Map([...waiting].filter(([key]) => !lastAt.has(key)));
    for (const key of round.keys()) {
      waiting.delete(key);
      lastAt.set(key, now);
    }
    return round;
  };
  const run = async () => {
    timer = undefined;
    isBusy = true;
    try {
      const round = take(performance.now());
      if (round.size > 0) await parts.act(round);
    } catch (error) {
      parts.onError(error);
    }
    isBusy = false;
    later();
  };
  const later = () => {
    if (isBusy || timer || waiting.size === 0) return;
    timer = setTimeout(() => void run(), settleMs).unref();
  };

  return {
    add(key, happened) {
      const list = waiting.get(key) ?? [];
      list.push(happened);
      waiting.set(key, list.slice(-parts.most));
      later();
    },
    close() {
      clearTimeout(timer);
      isBusy = true;
      waiting.clear();
    },
  };
}
