import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimited } from '#platform/errors/errors.ts';
import { networkOf } from './address.ts';
import type { commonLimits } from './common-limits.ts';
import type { LimitTable, NamesOf, Window } from './limit-table.ts';

/** The names of all limits; each feature adds its own by module augmentation, in `<noun>.limits.ts`. */
export interface LimitMap extends NamesOf<typeof commonLimits> {}

export type LimitName = keyof LimitMap;

/** The client: the request's address (undefined: the connection is gone), and the person if there's a session. */
export interface LimitSubject {
  address: string | undefined;
  userId: string | null;
}

/** A limit as a route declares it. `key` returns whom it counts; null counts no one. */
export interface LimitRule {
  readonly name: LimitName;
  key(subject: LimitSubject): string | null;
}

export interface RateLimits {
  /** Counts one for each rule. The first that's used up answers 429 with `retry-after`. */
  enforce(rules: readonly LimitRule[], subject: LimitSubject): Promise<void>;
  /** Refunds everything the rules counted for this subject: for limits that count failures, after a success. */
  reset(rules: readonly LimitRule[], subject: LimitSubject): Promise<void>;
  /** Counts one and returns whether that was still within the limit: for work that's skipped rather than refused. */
  allows(name: LimitName, key: string): Promise<boolean>;
  /** Whether the next one would be over the limit; counts nothing. */
  isUsedUp(name: LimitName, key: string): Promise<boolean>;
  /** Counts one, for work that finds out whom to count only while running. @throws {HttpError} 429 with `retry-after` */
  spend(name: LimitName, key: string): Promise<void>;
  /** Refunds one. */
  refund(name: LimitName, key: string): Promise<void>;
  /** Refunds everything that was counted. */
  restore(name: LimitName, key: string): Promise<void>;
}

/** Counts one window by key. `consume` rejects with a `RateLimiterRes` when it's used up. */
export interface Limiter {
  consume(key: string): Promise<RateLimiterRes>;
  /** What's left; null: nothing was counted yet. */
  get(key: string): Promise<Pick<RateLimiterRes, 'remainingPoints'> | null>;
  delete(key: string): Promise<boolean>;
  reward(key: string): Promise<unknown>;
}

/** Creates the counter of one window: in memory, or shared by several processes. */
export type MakeLimiter = (keyPrefix: string, window: Window) => Limiter;

const inMemory: MakeLimiter = (keyPrefix, { points, seconds }) =>
  new RateLimiterMemory({ keyPrefix, points, duration: seconds });

/** Per address: IPv6 by its /64. */
export function perAddress(name: LimitName): LimitRule {
  return { name, key: (subject) => networkOf(subject.address) };
}

/** Per person; without a session, per address. */
export function perPerson(name: LimitName): LimitRule {
  return { name, key: (subject) => subject.userId ?? networkOf(subject.address) };
}

/** With `enabled` false (`RATE_LIMITS=off`), nothing is counted. `onLimited` is called for each refusal. */
export function createRateLimits(options: {
  enabled: boolean;
  tables: readonly LimitTable[];
  onLimited?: (name: LimitName) => void;
  makeLimiter?: MakeLimiter;
}): RateLimits {
  const makeLimiter = options.makeLimiter ?? inMemory;
  const limiters = new Map<string, Limiter[]>();
  const tables = options.enabled ? options.tables : [];
  for (const [name, windows] of tables.flatMap((table) => Object.entries(table))) {
    if (limiters.has(name)) throw new Error(`Two limits are called "${name}".`);
    limiters.set(
      name,
      windows.map((window) => makeLimiter(`limit:${name}:${window.seconds}`, window)),
    );
  }

  /** Seconds to wait, or 0 if within the limit. */
  const count = async (name: LimitName, key: string): Promise<number> => {
    for (const limiter of limiters.get(name) ?? []) {
      try {
        await limiter.consume(key);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        options.onLimited?.(name);
        return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      }
    }
    return 0;
  };

  const spend = async (name: LimitName, key: string): Promise<void> => {
    const seconds = await count(name, key);
    if (seconds > 0) throw new RateLimited(name, seconds);
  };

  const restore = async (name: LimitName, key: string): Promise<void> => {
    for (const limiter of limiters.get(name) ?? []) await limiter.delete(key);
  };

  return {
    async enforce(rules, subject) {
      for (const rule of rules) {
        const key = rule.key(subject);
        if (key !== null) await spend(rule.name, key);
      }
    },

    async reset(rules, subject) {
      for (const rule of rules) {
        const key = rule.key(subject);
        if (key !== null) await restore(rule.name, key);
      }
    },

    async allows(name, key) {
      return (await count(name, key)) === 0;
    },

    async isUsedUp(name, key) {
      for (const limiter of limiters.get(name) ?? []) {
        const counted = await limiter.get(key);
        if (counted !== null && counted.remainingPoints <= 0) return true;
      }
      return false;
    },

    async refund(name, key) {
      for (const limiter of limiters.get(name) ?? []) await limiter.reward(key);
    },

    spend,
    restore,
  };
}
