import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import type { MakeLimiter } from '#platform/rate-limits/rate-limits.ts';
import type { RedisLink } from './redis.ts';

/** Milliseconds that the parent process has to count. */
const parentTimeoutMs = 1_000;

/** Counts in Redis for all processes; while that does not answer, each process counts by itself. */
export function sharedLimiters({ commands, isAnswering }: Pick<RedisLink, 'commands' | 'isAnswering'>): MakeLimiter {
  return (keyPrefix, { points, seconds }) => {
    const own = new RateLimiterMemory({ keyPrefix, points, duration: seconds });
    const shared = new RateLimiterRedis({
      storeClient: commands,
      keyPrefix,
      points,
      duration: seconds,
      rejectIfRedisNotReady: true,
      insuranceLimiter: own,
    });
    return {
      consume: (key) => (isAnswering() ? shared.consume(key) : own.consume(key)),
      async delete(key) {
        await own.delete(key);
        return isAnswering() ? await shared.delete(key) : true;
      },
    };
  };
}

/** Counts in the parent process for all of its children. Undefined in a process that is no such child. */
export function limitersOfParent(): MakeLimiter | undefined {
  if (!cluster.isWorker) return undefined;
  return (keyPrefix, { points, seconds }) =>
    new RateLimiterCluster({ keyPrefix, points, duration: seconds, timeoutMs: parentTimeoutMs });
}
