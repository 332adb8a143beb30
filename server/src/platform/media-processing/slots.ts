/** Why a work is not even let wait: the person has as many waiting as one may have. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
}

/** Runs a work of somebody, or of the server itself (null), when it is their turn. @throws {TooManyWaitingError} */
type Slots = <T>(person: string | null, work: () => Promise<T>) => Promise<T>;

/**
 * Lets `size` works run at once. While others wait nobody has more than one slot: a free slot goes to whoever has the fewest
 * works running, and among them to whoever was served longest ago. The works of one person run in the order they came.
 * @param options `waitingPerPerson`: how many works of one person may wait; one more is refused. The server is
 * served like a person, but never refused.
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
