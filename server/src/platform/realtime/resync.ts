/** Sockets that are told in one step, and milliseconds between two steps: pages that all ask at once would be a flood. */
const atOnce = 100;
const stepMs = 200;

/** Milliseconds between two rounds while something goes on being missed; a part of it by chance, so that processes do not ask in step. */
const pauseMs = 2_000;
const chanceMs = 1_000;

/** Tells all sockets of this process, some at a time, that they may have missed something. */
export interface Resync {
  /** Everybody is told who is connected now; those who were told within the last seconds, after these. */
  tellAll(): void;
  close(): void;
}

/** @param parts.ids the sockets; `parts.tell` sends it to some of them */
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
    tellAll() {
      isWanted = true;
      if (!timer) step();
    },
    close: () => clearTimeout(timer),
  };
}
