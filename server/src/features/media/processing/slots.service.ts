/** Too many of the person's tasks are waiting already, so this one isn't queued. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
}

/** Runs a task for a person, or for the server itself (null), when it's their turn. @throws {TooManyWaitingError} */
type Slots = <T>(person: string | null, work: () => Promise<T>) => Promise<T>;

/**
 * Lets `size` tasks run at the same time. While others wait, no one has more than one slot: a free slot goes to the person with the
 * fewest running tasks, and among those to the one served longest ago. One person's tasks run in the order they arrived.
 * @param options `waitingPerPerson`: how many of one person's tasks may wait; one more is refused. The server is served like a person,
 * but never refused.
 */
export function createSlots({ size, waitingPerPerson }: { size: number; waitingPerPerson: number }): Slots {
  let free = size;
  const running = new Map<string | null, number>();
  /** In the order in which people are served. */
  const waiting = new Map<string | null, (() => void)[]>();

  const countOf = (person: string | null) => running.get(person) ?? 0;

  const next = (): string | null | undefined => {
    let chosen: string | null | undefined;
    for (const person of waiting.keys()) {
      if (chosen === undefined || countOf(person) < countOf(chosen)) chosen = person;
    }
    return chosen;
  };

  const hold = (person: string | null) => {
    free -= 1;
    running.set(person, countOf(person) + 1);
  };

  const serve = () => {
    const person = next();
    if (person === undefined) return;
    const [first, ...rest] = waiting.get(person) ?? [];
    waiting.delete(person);
    if (rest.length > 0) waiting.set(person, rest);
    hold(person);
    first?.();
  };

  const release = (person: string | null) => {
    free += 1;
    const left = countOf(person) - 1;
    if (left > 0) running.set(person, left);
    else running.delete(person);
    serve();
  };

  return async (person, work) => {
    if (free > 0) hold(person);
    else {
      const queue = waiting.get(person) ?? [];
      if (person !== null && queue.length >= waitingPerPerson) throw new TooManyWaitingError();
      await new Promise<void>((resolve) => waiting.set(person, [...queue, resolve]));
    }
    try {
      return await work();
    } finally {
      release(person);
    }
  };
}
