import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createTurns, type TakeTurn } from './turns.ts';

/** What one hash costs: memory in KiB, passes over it. */
export interface PasswordCost {
  memoryKiB: number;
  passes: number;
}

/** OWASP Password Storage Cheat Sheet, argon2id: m=19456 (19 MiB), t=2, p=1. */
export const owaspCost: PasswordCost = { memoryKiB: 19_456, passes: 2 };

export interface Hasher {
  /** The argon2id hash of a secret, in PHC format. */
  hash(secret: string): Promise<string>;
  /**
   * Whether `secret` belongs to `hashed`. With `hashed` null (there is no such account) it does the same work and
   * says false, so that the time of an answer tells nothing.
   */
  verify(hashed: string | null, secret: string): Promise<boolean>;
}

/** Hashing takes turns by network. Called without a network it's the server's own work, in a line of its own. */
export interface Passwords extends Hasher {
  /**
   * For requests: reserves a place in the line of the network that asks, and gives `visit` a hasher that waits there.
   * Nothing that `visit` does before it hashes is done for a request that's refused.
   * @param network as `networkOf` tells it
   * @param options `isKnown`: a browser that somebody has logged in with; it goes before the others of its network
   * @throws {Refusal} 429 with `retry-after` when the network has too many requests in line
   */
  inLine<T>(network: string, visit: (hasher: Hasher) => Promise<T>, options?: { isKnown: boolean }): Promise<T>;
  /** Whether `hashed` was made at another cost than today's and should be made anew at the next log-in. */
  isOutdated(hashed: string): boolean;
}

/**
 * Hashes on libuv's threads, never on the main one. Each hash takes `memoryKiB` and a core, so only a few run at once,
 * and one core stays free to answer everybody else. Only the test harness passes a cost of its own.
 */
export function createPasswords(cost: PasswordCost = owaspCost): Passwords {
  const options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 };
  // libuv has four threads; one stays free for files and name look-ups.
  const turns = createTurns(Math.max(1, Math.min(3, availableParallelism() - 1)));
  // Made at once, so that not even the first answer for an unknown account takes longer.
  const decoy = hash('nobody has this password', options);

  const hasher = (takeTurn: TakeTurn): Hasher => ({
    hash: (secret) => takeTurn(() => hash(composed(secret), options)),
    async verify(hashed, secret) {
      const against = hashed ?? (await decoy);
      const matches = await takeTurn(() => verify(against, composed(secret)));
      return hashed !== null && matches;
    },
  });

  return {
    ...hasher(turns.own),
    inLine: (network, visit, options) => turns.inLine(network, (takeTurn) => visit(hasher(takeTurn)), options),
    isOutdated(hashed) {
      const made = parseOptions(hashed);
      return made.memoryCost !== cost.memoryKiB || made.timeCost !== cost.passes || made.parallelism !== 1;
    },
  };
}

/** The same letters typed on two systems may arrive composed or decomposed; they are one password. */
function composed(secret: string): string {
  return secret.normalize('NFC');
}
