import type { Log } from '#platform/logging/logging.ts';

/** Milliseconds between two looks while something goes on being missed, and before one that failed is tried again. */
const pauseMs = 2_000;

/** Looks who may still be where they are, when this process may not have heard of it. */
export interface Recheck {
  /** Looks at once; again after a pause if this is called meanwhile. */
  soon(): void;
  close(): void;
}

/** @param parts.look ends what is to be ended; it may fail, and is then tried again */
export function createRecheck({ look, log }: { look(): Promise<void>; log: Log }): Recheck {
  let isWanted = false;
  let isResting = false;
  let isClosed = false;

  const run = async () => {
    isResting = true;
    isWanted = false;
    try {
      await look();
    } catch (error) {
      log.warn({ err: error }, 'who may still be in rooms could not be checked; trying again');
      isWanted = true;
    }
    setTimeout(() => {
      isResting = false;
      if (isWanted && !isClosed) void run();
    }, pauseMs).unref();
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
