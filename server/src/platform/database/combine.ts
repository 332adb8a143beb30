import pg from 'pg';
import { isConnectionFailure } from './database.ts';

/**
 * Small hot writes that arrive while one is under way share the next statement, and so its round trip and its commit
 * (docs/decisions/0005). Unless a lane is wider, one statement is under way at a time, so that what is done with the answers
 * happens in the order of the commits.
 */
export interface Lane<Draft, Stored> {
  /** Stores a draft with whatever else is waiting. Resolves after its commit. */
  add(draft: Draft): Promise<Stored>;
  /** Runs a transaction that must not overlap with the lane's statements: only in a lane that is not wider than one. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export interface LaneOptions<Draft, Stored> {
  /** Stores drafts in one statement and answers one result for each, in their order. */
  store(drafts: readonly Draft[]): Promise<Stored[]>;
  /** Called after a commit, before the callers are answered, with what was stored, in order. */
  committed(stored: readonly Stored[]): void;
  /** Hears of what `committed` throws; the callers are answered all the same, for their drafts are stored. */
  onError(error: unknown): void;
  /** Most drafts that share a statement. */
  most?: number;
  /** How many statements may be under way at once, where their order is nothing to anybody. */
  width?: number;
}

interface Waiting<Draft, Stored> {
  draft: Draft;
  resolve(stored: Stored): void;
  reject(error: unknown): void;
}

type Step<Draft, Stored> = { drafts: Waiting<Draft, Stored>[] } | { alone: () => Promise<void> };

const mostByDefault = 128;

/** Whether nothing was stored for sure. What a lost connection has done is not known, and must not be done twice. */
const isRolledBack = (error: unknown) => error instanceof pg.DatabaseError && !isConnectionFailure(error);

/** @see Lane */
export function createLane<Draft, Stored>(options: LaneOptions<Draft, Stored>): Lane<Draft, Stored> {
  const { store, committed, onError, most = mostByDefault, width = 1 } = options;
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

  const storeTogether = async (waiting: readonly Waiting<Draft, Stored>[]): Promise<void> => {
    let stored: Stored[];
    try {
      stored = await store(waiting.map(({ draft }) => draft));
    } catch (error) {
      if (waiting.length === 1 || !isRolledBack(error)) {
        for (const { reject } of waiting) reject(error);
        return;
      }
      // The database refused all because of one; each by itself, only that one fails.
      for (const one of waiting) await storeTogether([one]);
      return;
    }
    finish(waiting, stored);
  };

  const run = async (): Promise<void> => {
    running += 1;
    for (let step = steps.shift(); step; step = steps.shift()) {
      await ('alone' in step ? step.alone() : storeTogether(step.drafts));
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
        if (last && 'drafts' in last && last.drafts.length < most) last.drafts.push(waiting);
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
