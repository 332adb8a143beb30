import { RateLimited } from '#platform/errors/errors.ts';

/** A person's calls. */
interface Line {
  running: number;
  waiting: (() => void)[];
}

interface Limit {
  /** In the log. */
  name: string;
  /** How many of a person's calls run at the same time. */
  atOnce: number;
  /** How many more may wait. */
  waiting: number;
}

/** One call's turn. */
export class Turn {
  readonly #lines: Map<string, Line>;
  readonly #person: string;
  readonly #limit: Limit;
  /** The list in which it runs or waits. */
  #line: Line | undefined;

  constructor(lines: Map<string, Line>, person: string, limit: Limit) {
    this.#lines = lines;
    this.#person = person;
    this.#limit = limit;
  }

  /** Waits until it's the call's turn; undefined: it's now. @throws {HttpError} 429 if too many of the same person's calls wait already */
  begin(): Promise<void> | undefined {
    const line = this.#lines.get(this.#person) ?? { running: 0, waiting: [] };
    const { name, atOnce, waiting } = this.#limit;
    if (line.running >= atOnce && line.waiting.length >= waiting) throw new RateLimited(name, 1);
    this.#line = line;
    if (line.running >= atOnce) return new Promise((start) => line.waiting.push(start));
    line.running += 1;
    this.#lines.set(this.#person, line);
    return undefined;
  }

  /** Lets the next one begin. Nothing happens if the turn hasn't begun, or has ended. */
  end(): void {
    const line = this.#line;
    this.#line = undefined;
    if (!line) return;
    // The next one takes its place.
    const next = line.waiting.shift();
    if (next) {
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(this.#person);
  }
}

/** One person's calls take turns, so that nobody uses up the connections to the database, whatever the limits are. */
export type Turns = (person: string) => Turn;

export function createTurns(limit: Limit): Turns {
  const lines = new Map<string, Line>();
  return (person) => new Turn(lines, person, limit);
}

/** The turns of a process's calls: of those that only read, and of those that change something, in transactions. */
export const createCallTurns = () => ({
  reads: createTurns({ name: 'reads-at-once', atOnce: 4, waiting: 100 }),
  writes: createTurns({ name: 'writes-at-once', atOnce: 2, waiting: 30 }),
});

/** Runs a call when it's its turn, which then ends. */
export async function inTurn<T>(turn: Turn | undefined, work: () => Promise<T>): Promise<T> {
  try {
    const wait = turn?.begin();
    if (wait) await wait;
    return await work();
  } finally {
    turn?.end();
  }
}
