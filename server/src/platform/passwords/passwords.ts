import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { unavailable } from '#platform/errors/errors.ts';

/** What one hash costs: memory in KiB, passes over it. */
export interface PasswordCost {
  memoryKiB: number;
  passes: number;
}

/** OWASP Password Storage Cheat Sheet, argon2id: m=19456 (19 MiB), t=2, p=1. */
export const owaspCost: PasswordCost = { memoryKiB: 19_456, passes: 2 };

export interface Passwords {
  /** The argon2id hash of a secret, in PHC format. Fails with 503 when too many are waiting. */
  hash(secret: string): Promise<string>;
  /**
   * Whether `secret` belongs to `hashed`. With `hashed` null (there is no such account) it does the same work and
   * says false, so that the time of an answer tells nothing. Fails with 503 when too many are waiting.
   */
  verify(hashed: string | null, secret: string): Promise<boolean>;
  /** Whether `hashed` was made at another cost than today's and should be made anew at the next log-in. */
  isOutdated(hashed: string): boolean;
}

const waitingAtMost = 1_000;

/**
 * Hashes on libuv's threads, never on the main one. Each hash takes `memoryKiB` and a core, so only a few run at once and
 * a bounded number wait. Only the test harness passes a cost of its own.
 */
export function createPasswords(cost: PasswordCost = owaspCost): Passwords {
  const options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 };
  // libuv has four threads; one stays free for files and name look-ups.
  const runBounded = createGate(Math.min(3, availableParallelism()), waitingAtMost);
  // Made at once, so that not even the first answer for an unknown account takes longer.
  const decoy = hash('nobody has this password', options);

  return {
    hash: (secret) => runBounded(() => hash(normalise(secret), options)),

    async verify(hashed, secret) {
      const against = hashed ?? (await decoy);
      const matches = await runBounded(() => verify(against, normalise(secret)));
      return hashed !== null && matches;
    },

    isOutdated(hashed) {
      const made = parseOptions(hashed);
      return made.memoryCost !== cost.memoryKiB || made.timeCost !== cost.passes || made.parallelism !== 1;
    },
  };
}

/** The same letters typed on two systems may arrive composed or decomposed; they are one password. */
function normalise(secret: string): string {
  return secret.normalize('NFC');
}

function createGate(atOnce: number, waitingLimit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (work) => {
    if (running < atOnce) {
      running += 1;
    } else {
      if (waiting.length >= waitingLimit) throw unavailable('The server is busy. Try again in a moment.');
      // Whoever ends hands its place over, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
