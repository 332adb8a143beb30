import { RateLimited } from '#platform/errors/errors.ts';

/** One call's turn. */
export interface Turn {
  /** Waits until it's the call's turn. @throws {HttpError} 429 if too many of the same person's calls wait already */
  begin(): Promise<void>;
  /** Lets the next one begin. Nothing happens if the turn hasn't begun, or has ended. */
  end(): void;
}

/** A person's calls. */
interface Line {
  running: number;
  waiting: (() => void)[];
}

/** One person's calls take turns, so that nobody takes all connections to the database, whatever the limits are. */
export type Turns = (person: string) => Turn;

/**
 * @param name of the limit, for the log
 * @param most how many of a person's calls run at once, and how many more may wait
 */
export function createTurns(name: string, most: { atOnce: number; waiting: number }): Turns {
  const lines = new Map<string, Line>();
  return (person) => {
    let line: Line | undefined;
    return {
      async begin() {
        line = lines.get(person) ?? { running: 0, waiting: [] };
        const { waiting } = line;
        if (line.running < most.atOnce) {
          line.running += 1;
          lines.set(person, line);
          return;
        }
        if (waiting.length >= most.waiting) {
          line = undefined;
          throw new RateLimited(name, 1);
        }
        await new Promise<void>((start) => waiting.push(start));
      },
      end() {
        const own = line;
        line = undefined;
        if (!own) return;
        // Whoever is next takes its place.
        const next = own.waiting.shift();
        if (next) return next();
        own.running -= 1;
        if (own.running === 0) lines.delete(person);
      },
    };
  };
}

/** The turns of a process's calls: of those that only read, and of those that change something, in transactions. */
export const createCallTurns = () => ({
  reads: createTurns('reads-at-once', { atOnce: 4, waiting: 100 }),
  writes: createTurns('writes-at-once', { atOnce: 2, waiting: 30 }),
});

/** Runs a call when it's its turn. */
export async function inTurn<T>(turn: Turn | undefined, work: () => Promise<T>): Promise<T> {
  await turn?.begin();
  return await work();
}
