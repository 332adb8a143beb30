import { startWorld, type World } from './harness.ts';
import { createRedis, type TestRedis } from './redis.ts';

/** Two servers with one database that communicate through one Redis, which also counts their rate limits. */
export interface TwoProcesses {
  redis: TestRedis;
  one: World;
  two: World;
  close(): Promise<void>;
}

/** @param more settings of both, beside the defaults */
export async function startTwoProcesses(more: Record<string, string> = {}): Promise<TwoProcesses> {
  const ends: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const redis = await createRedis();
    ends.push(redis.kill);
    await redis.start();
    const settings = { REDIS_URL: redis.url, RATE_LIMITS: 'on', ...more };
    const one = await startWorld({ settings });
    ends.push(one.close);
    const two = await startWorld({ settings, database: { connectionString: one.databaseUrl } });
    ends.push(two.close);
    return { redis, one, two, close };
  } catch (error) {
    await close();
    throw error;
  }
}
