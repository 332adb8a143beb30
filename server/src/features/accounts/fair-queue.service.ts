import { HttpError } from '#platform/errors/errors.ts';

/** Runs one piece of expensive work when it's this queue's turn. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface FairQueue {
  /**
   * Reserves a place in a network's queue and calls `use` right away; the place is given back when `use` ends. Do CPU-heavy work
   * inside `takeTurn`. Hold no database connection while you wait for it.
   * @param options `isKnown`: goes before the others in its network, and has some extra places
   * @throws {HttpError} 429 with `retry-after` when the network has used all of its places
   */
  enqueue<T>(network: string, use: (takeTurn: TakeTurn) => Promise<T>, options?: { isKnown: boolean }): Promise<T>;
  /** The server's own work: a queue like any other, with room for everything. */
  own: TakeTurn;
}

/** Places for one network, while there are few networks. A school behind one address logs in within a second. */
const slotsPerNetwork = 32;

/** A network's places that are only for known browsers, so that a neighbor's flood can't keep them out. */
const slotsPerKnown = 8;

/** Places that networks share when there are many. Each always has at least one. */
const sharedSlots = 1024;

const retryAfterSeconds = 2;

/** How many refusals are held back at the same time, so that a program that retries right away costs almost nothing. */
const maxDelayedRefusals = 2_000;

const tooManyRequests = () =>
  new HttpError(
    429,
    `There are too many requests from your network at once. Try again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  );

interface Waiting {
  /** Counts up in order of arrival. */
  since: number;
  isKnown: boolean;
  start(): void;
}

interface NetworkQueue {
  others: number;
  /** How many of the places reserved for known browsers are taken. */
  known: number;
  waiting: Waiting[];
  /** The number of its last turn; 0: none yet. */
  lastTurn: number;
}

function queueOf(queues: Map<string, NetworkQueue>, network: string): NetworkQueue {
  const queue = queues.get(network) ?? { others: 0, known: 0, waiting: [], lastTurn: 0 };
  queues.set(network, queue);
  return queue;
}

/**
 * The queue to serve next, among those with waiting requests: every fourth turn goes to the request that has waited
 * longest.
 */
function nextQueue(queues: readonly NetworkQueue[], turn: number): NetworkQueue | undefined {
  const since = (queue: NetworkQueue) => queue.waiting[0]?.since ?? 0;
  const isTurnOfOldest = turn % 4 === 3;
  const [chosen] = queues
    .filter((queue) => queue.waiting.length > 0)
    .sort((a, b) => (isTurnOfOldest ? 0 : a.lastTurn - b.lastTurn) || since(a) - since(b));
  return chosen;
}

/**
 * Shares a few slots between networks, so that one that floods us leaves the others their share. Three of four turns go to the network
 * that was served least recently, so a newcomer is next; the fourth goes to the request that has waited longest, so no one starves
 * while new networks keep arriving.
 * @param slots how many pieces of work run at the same time
 */
export function createFairQueue(slots: number): FairQueue {
  const queues = new Map<string, NetworkQueue>();
  let running = 0;
  let held = 0;
  let arrivals = 0;
  let turn = 0;

  const refuse = async (): Promise<never> => {
    if (held < maxDelayedRefusals) {
      held += 1;
      await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1000));
      held -= 1;
    }
    throw tooManyRequests();
  };
  const next = (): Waiting | undefined => {
    const chosen = nextQueue([...queues.values()], turn);
    if (!chosen) return undefined;
    turn += 1;
    chosen.lastTurn = turn;
    return chosen.waiting.shift();
  };

  const takeTurn =
    (queue: NetworkQueue, isKnown: boolean): TakeTurn =>
    async (work) => {
      await new Promise<void>((start) => {
        arrivals += 1;
        const behind = isKnown ? queue.waiting.findIndex((other) => !other.isKnown) : -1;
        queue.waiting.splice(behind < 0 ? queue.waiting.length : behind, 0, { since: arrivals, isKnown, start });
        fill();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        fill();
      }
    };
  const fill = () => {
    while (running < slots) {
      const waiting = next();
      if (!waiting) return;
      running += 1;
      waiting.start();
    }
  };

  const enqueueAs = async <T>(
    network: string,
    kind: 'others' | 'known',
    max: number,
    use: (takeTurn: TakeTurn) => Promise<T>,
  ): Promise<T> => {
    const queue = queueOf(queues, network);
    if (queue[kind] >= max) return await refuse();
    queue[kind] += 1;
    try {
      return await use(takeTurn(queue, kind === 'known'));
    } finally {
      queue[kind] -= 1;
      if (queue.others + queue.known === 0) queues.delete(network);
    }
  };

  return {
    enqueue(network, use, { isKnown } = { isKnown: false }) {
      if (isKnown && queueOf(queues, network).known < slotsPerKnown)
        return enqueueAs(network, 'known', slotsPerKnown, use);
      const max = Math.max(1, Math.min(slotsPerNetwork, Math.floor(sharedSlots / (queues.size + 1))));
      return enqueueAs(network, 'others', max, use);
    },
    own: (work) => enqueueAs('own', 'others', Number.POSITIVE_INFINITY, (take) => take(work)),
  };
}
