import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limiter, MakeLimiter } from '#platform/rate-limits/rate-limits.ts';
import type { RedisLink } from './redis.ts';

/** Milliseconds the parent process has to count; it does little else. */
const parentTimeoutMs = 250;

/** Counts in Redis for all processes; while Redis doesn't answer, each process counts on its own. */
export function sharedLimiters({ commands, isAnswering }: Pick<RedisLink, 'commands' | 'isAnswering'>): MakeLimiter {
  return (keyPrefix, { points, seconds }) => {
    const own = new RateLimiterMemory({ keyPrefix, points, duration: seconds });
    const storeClient = commands;
    const shared = new RateLimiterRedis({
      storeClient,
      keyPrefix,
      points,
      duration: seconds,
      rejectIfRedisNotReady: true,
    });
    return insured(shared, own, isAnswering);
  };
}

/**
 * Counts in the parent process for all of its children; a child whose parent is gone counts on its own until it has exited, too.
 * Undefined in a process that isn't such a child.
 */
export function limitersOfParent(): MakeLimiter | undefined {
  if (!cluster.isWorker) return undefined;
  return (keyPrefix, { points, seconds }) => {
    const own = new RateLimiterMemory({ keyPrefix, points, duration: seconds });
    const shared = new RateLimiterCluster({ keyPrefix, points, duration: seconds, timeoutMs: parentTimeoutMs });
    return insured(shared, own, () => process.connected === true);
  };
}

/** Counts together with others while possible, otherwise alone. A limiter must never be a reason to fail. */
function insured(shared: Limiter, own: Limiter, isShared: () => boolean): Limiter {
  return {
    async consume(key) {
      if (!isShared()) return await own.consume(key);
      try {
        return await shared.consume(key);
      } catch (refused) {
        if (refused instanceof RateLimiterRes) throw refused;
        return await own.consume(key);
      }
    },
    async get(key) {
      if (!isShared()) return await own.get(key);
      return await shared.get(key).catch(() => own.get(key));
    },
    async reward(key) {
      if (!isShared()) return await own.reward(key);
      return await shared.reward(key).catch(() => own.reward(key));
    },
    async delete(key) {
      await own.delete(key);
      return isShared() ? await shared.delete(key).catch(() => false) : true;
    },
  };
}
