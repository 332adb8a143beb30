import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createFairQueue, type TakeTurn } from './fair-queue.service.ts';

/** The cost of one hash: memory in KiB, number of passes. */
export interface PasswordCost {
  memoryKiB: number;
  passes: number;
}

/** OWASP Password Storage Cheat Sheet, argon2id: m=19456 (19 MiB), t=2, p=1. */
export const owaspCost: PasswordCost = { memoryKiB: 19_456, passes: 2 };

export interface Hasher {
  /** A secret's argon2id hash, in PHC format. */
  hash(secret: string): Promise<string>;
  /**
   * Whether `secret` matches `hashed`. If `hashed` is null (no such account), it does the same work and returns false, so that the
   * response time reveals nothing.
   */
  verify(hashed: string | null, secret: string): Promise<boolean>;
  /** Whether `hashed` was made with another cost than today's and should be rehashed at the next log-in. */
  isOutdated(hashed: string): boolean;
}

/** Networks take turns hashing. Called without a network, it's the server's own work, in a queue of its own. */
export interface Passwords extends Hasher {
  /**
   * For requests: reserves a place in the requesting network's queue, and gives `use` a hasher that waits there. `use` isn't called
   * for a request that's refused.
   * @param network as returned by `networkOf`
   * @param options `isKnown`: a browser that someone has logged in with; it goes before the others in its network
   * @throws {HttpError} 429 with `retry-after` when the network has too many requests queued
   */
  enqueue<T>(network: string, use: (hasher: Hasher) => Promise<T>, options?: { isKnown: boolean }): Promise<T>;
}

/**
 * Hashes on libuv's threads, never on the main one. Each hash takes `memoryKiB` and a core, so only a few run at the same time, and one
 * core stays free to answer everyone else. Only the test harness passes a cost of its own.
 */
export function createPasswords(cost: PasswordCost = owaspCost): Passwords {
  const options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 };
  // libuv has four threads; one stays free for files and DNS lookups.
  const turns = createFairQueue(Math.max(1, Math.min(3, availableParallelism() - 1)));
  // Made right away, so that not even the first answer for an unknown account takes longer.
  const decoy = hash('nobody has this password', options);

  const hasher = (takeTurn: TakeTurn): Hasher => ({
    hash: (secret) => takeTurn(() => hash(composed(secret), options)),
    async verify(hashed, secret) {
      const against = hashed ?? (await decoy);
      const matches = await takeTurn(() => verify(against, composed(secret)));
      return hashed !== null && matches;
    },
    isOutdated(hashed) {
      const made = parseOptions(hashed);
      return made.memoryCost !== cost.memoryKiB || made.timeCost !== cost.passes || made.parallelism !== 1;
    },
  });

  return {
    ...hasher(turns.own),
    enqueue: (network, use, options) => turns.enqueue(network, (takeTurn) => use(hasher(takeTurn)), options),
  };
}

/** The same letters typed on two systems may arrive composed or decomposed; they're the same password. */
function composed(secret: string): string {
  return secret.normalize('NFC');
}
