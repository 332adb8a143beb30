import cluster from 'node:cluster';
import { createAdapter } from '@socket.io/cluster-adapter';
import type { Config } from '#platform/config/config.ts';
import type { Log } from '#platform/logging/logging.ts';
import type { MakeLimiter } from '#platform/rate-limits/rate-limits.ts';
import { limitersOfParent, sharedLimiters } from './limiters.ts';
import { openRedis } from './redis.ts';
import type { Transport } from './transport.ts';

/** What a process needs to be one of several. */
export interface Cluster {
  /** Undefined: this is the only process. */
  transport: Transport | undefined;
  /** Undefined: limits are counted in this process. */
  makeLimiter: MakeLimiter | undefined;
  close(): void;
}

/** Uses Redis if there is one, otherwise the parent process, otherwise nothing. */
export function openCluster({ redisUrl }: Pick<Config, 'redisUrl'>, log: Log): Cluster {
  if (redisUrl !== undefined) {
    const link = openRedis(redisUrl, log);
    return { transport: link.transport, makeLimiter: sharedLimiters(link), close: link.close };
  }
  return {
    transport: cluster.isWorker ? transportOfParent() : undefined,
    makeLimiter: limitersOfParent(),
    close: () => undefined,
  };
}

/** The channel between a process and its parent, which relays. It loses nothing while both are alive. */
function transportOfParent(): Transport {
  return {
    adapter: createAdapter(),
    isOpen: () => process.connected === true,
    lastMessageAt: () => Number.POSITIVE_INFINITY,
    isAnswering: () => process.connected === true,
    onChange: () => undefined,
  };
}
