import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { isConnectionFailure } from './database.ts';

/**
 * Small writes of busy calls that arrive while another is running are batched into the next statement, sharing its round trip and its commit
 * (docs/decisions/0005). Unless a batcher is wider than one, only one statement runs at a time, so results are handled in commit order.
 */
export interface Batcher<Draft, Stored> {
  /** Stores a draft together with whatever else is waiting. Resolves after its commit. */
  add(draft: Draft): Promise<Stored>;
  /** Runs a transaction that must not overlap with the batcher's statements; only for a batcher with a width of one. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export interface BatcherOptions<Draft, Stored> {
  /** Stores drafts in one statement and returns one result for each, in order. */
  store(drafts: readonly Draft[]): Promise<Stored[]>;
  /** Called after a commit, before callers get their results, with what was stored, in order. */
  committed(stored: readonly Stored[]): void;
  /**
   * Whether `committed` took long, because many people receive what was stored. The next statement then waits for it, so that it includes
   * everything that has arrived meanwhile, and they receive all of that at once.
   */
  fansOut?(stored: readonly Stored[]): boolean;
  /** Receives whatever `committed` throws; callers still get their results, because their drafts are stored. */
  onError(error: unknown): void;
  /** Maximum number of drafts per statement. */
  maxBatchSize?: number;
  /** How many statements may run at the same time, if their order doesn't matter. */
  width?: number;
}

interface Waiting<Draft, Stored> {
  draft: Draft;
  resolve(stored: Stored): void;
  reject(error: unknown): void;
}

type Step<Draft, Stored> = { drafts: Waiting<Draft, Stored>[] } | { alone: () => Promise<void> };

/** The outcome of a batch. */
interface Outcome {
  /** Gives the callers their results. */
  answer(): void;
  fansOut: boolean;
}

const nothing: Outcome = { answer: () => undefined, fansOut: false };

const defaultMaxBatchSize = 128;

/** Whether it's certain that nothing was stored. After a lost connection we can't know, and must not store anything twice. */
const isRolledBack = (error: unknown) => error instanceof pg.DatabaseError && !isConnectionFailure(error);

/** @see Batcher */
export function createBatcher<Draft, Stored>(options: BatcherOptions<Draft, Stored>): Batcher<Draft, Stored> {
  const { store, committed, fansOut, onError, maxBatchSize = defaultMaxBatchSize, width = 1 } = options;
  const steps: Step<Draft, Stored>[] = [];
  let running = 0;

  const finish = (waiting: readonly Waiting<Draft, Stored>[], stored: readonly Stored[]) => {
    try {
      committed(stored);
    } catch (error) {
      onError(error);
    }
    for (const [index, { resolve }] of waiting.entries()) resolve(stored[index] as Stored);
  };

  const storeTogether = async (waiting: readonly Waiting<Draft, Stored>[]): Promise<Outcome> => {
    let stored: Stored[];
    try {
      stored = await store(waiting.map(({ draft }) => draft));
    } catch (error) {
      if (waiting.length === 1 || !isRolledBack(error)) {
        const answer = () => {
          for (const { reject } of waiting) reject(error);
        };
        return { answer, fansOut: false };
      }
      // The database rejected the batch because of one draft; run one by one, only that draft fails.
      for (const one of waiting) (await storeTogether([one])).answer();
      return nothing;
    }
    return { answer: () => finish(waiting, stored), fansOut: fansOut?.(stored) === true };
  };

  const run = async (): Promise<void> => {
    running += 1;
    let last = nothing;
    for (let step = steps.shift(); step; step = steps.shift()) {
      if ('alone' in step) {
        await step.alone();
        continue;
      }
      // The next statement is sent before the last one's callers get their results, so that the database works meanwhile.
      const stored = storeTogether(step.drafts);
      last.answer();
      last = await stored;
      if (!last.fansOut && steps[0] && 'drafts' in steps[0]) continue;
      last.answer();
      if (last.fansOut) await setImmediate();
      last = nothing;
    }
    running -= 1;
  };

  const start = () => {
    if (running < width) void run();
  };

  return {
    add(draft) {
      return new Promise((resolve, reject) => {
        const last = steps.at(-1);
        const waiting = { draft, resolve, reject };
        if (last && 'drafts' in last && last.drafts.length < maxBatchSize) last.drafts.push(waiting);
        else steps.push({ drafts: [waiting] });
        start();
      });
    },
    alone(work) {
      return new Promise((resolve, reject) => {
        steps.push({ alone: () => work().then(resolve, reject) });
        start();
      });
    },
  };
}
