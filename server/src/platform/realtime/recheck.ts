import type { Log } from '#platform/logging/logging.ts';

/** Milliseconds between two checks while notices keep being missed, and before a failed check is retried. */
const pauseMs = 300;

/** After a check that took long, the pause is this many times as long, so that checking takes only a small part of the time. */
const restFactor = 3;

/** Checks access again when this process may have missed a notice. */
export interface Recheck {
  /** Checks right away; if called meanwhile, checks again after a pause. */
  soon(): void;
  close(): void;
}

/** @param parts.look does the check; if it fails, it's retried */
export function createRecheck({ look, log }: { look(): Promise<void>; log: Log }): Recheck {
  let isWanted = false;
  let isResting = false;
  let isClosed = false;

  const run = async () => {
    isResting = true;
    isWanted = false;
    const began = performance.now();
    try {
      await look();
    } catch (error) {
      log.warn({ err: error }, "couldn't check who may still be in rooms; trying again");
      isWanted = true;
    }
    setTimeout(
      () => {
        isResting = false;
        if (isWanted && !isClosed) void run();
      },
      Math.max(pauseMs, restFactor * (performance.now() - began)),
    ).unref();
  };

  return {
    soon() {
      isWanted = true;
      if (!isResting && !isClosed) void run();
    },
    close() {
      isClosed = true;
    },
  };
}
