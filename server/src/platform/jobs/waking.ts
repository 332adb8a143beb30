import type { Log } from '#platform/logging/logging.ts';

/** Milliseconds between two jobs of a kind, at least and at most. */
const pauseMs = 1000;
const longestPauseMs = 5000;
/** The longer a job takes, the longer the pause after it, so that jobs never take more than this share of the time. */
const share = 10;

/** Adds jobs that find their work in the database: one for all requests at the same time. */
export interface Waking {
  /** A job is added right away, or once the pause after the last one is over. */
  wake(name: string): void;
  /** A job of this kind has run here, for so many milliseconds. */
  ran(name: string, ms: number): void;
  /** Adds what's waiting for a pause to end; resolves when nothing is waiting anymore. */
  flush(): Promise<void>;
}

/** @param add adds a job with this name */
export function createWaking(add: (name: string) => Promise<void>, log: Log): Waking {
  const nextAt = new Map<string, number>();
  const waiting = new Map<string, NodeJS.Timeout>();
  const adding = new Set<Promise<void>>();

  const addNow = (name: string) => {
    waiting.delete(name);
    nextAt.set(name, performance.now() + pauseMs);
    const added = add(name).catch((error: unknown) => log.warn({ err: error, job: name }, "couldn't wake a job"));
    adding.add(added);
    void added.then(() => adding.delete(added));
  };

  const addInTurn = (name: string) => {
    const pause = (nextAt.get(name) ?? 0) - performance.now();
    // A job may have run for long meanwhile.
    const pauseOver = () => ((nextAt.get(name) ?? 0) > performance.now() ? addInTurn(name) : addNow(name));
    waiting.set(name, setTimeout(pauseOver, Math.max(0, pause)).unref());
  };

  return {
    wake(name) {
      if (!waiting.has(name)) addInTurn(name);
    },
    ran(name, ms) {
      const pause = Math.min(Math.max(pauseMs, (share - 1) * ms), longestPauseMs);
      if (nextAt.has(name)) nextAt.set(name, performance.now() + pause);
    },
    async flush() {
      while (waiting.size + adding.size > 0) {
        for (const [name, timer] of waiting) {
          clearTimeout(timer);
          addNow(name);
        }
        await Promise.all(adding);
      }
    },
  };
}
