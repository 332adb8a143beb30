/** Sockets notified in one step, and milliseconds between two steps: if all pages fetched at the same time, it'd be a flood. */
const atOnce = 100;
const stepMs = 200;

/** Milliseconds between two rounds while notices keep being missed, with some jitter so that processes don't query in step. */
const pauseMs = 2_000;
const chanceMs = 1_000;

/** Notifies all of this process's sockets, in batches, that they may have missed something. */
export interface Resync {
  /** Everyone connected now is notified; those notified within the last few seconds come last. */
  notifyAll(): void;
  close(): void;
}

/** @param parts.ids the sockets; `parts.tell` notifies some of them */
export function createResync(parts: { ids(): Iterable<string>; tell(ids: readonly string[]): void }): Resync {
  let round: string[] = [];
  let isWanted = false;
  let next = 0;
  let timer: NodeJS.Timeout | undefined;

  const step = () => {
    timer = undefined;
    const now = performance.now();
    if (round.length === 0 && isWanted && now >= next) {
      isWanted = false;
      next = now + pauseMs + Math.random() * chanceMs;
      round = [...parts.ids()];
    }
    const some = round.splice(0, atOnce);
    if (some.length > 0) parts.tell(some);
    if (round.length > 0 || isWanted) timer = setTimeout(step, stepMs).unref();
  };

  return {
    notifyAll() {
      isWanted = true;
      if (!timer) step();
    },
    close: () => clearTimeout(timer),
  };
}
