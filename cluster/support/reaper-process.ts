import { rmSync } from 'node:fs';

/**
 * Ends what a test run has left behind when the run itself was ended, in whatever way: the channel to it closes, and what it
 * named and did not take back is killed and removed.
 */

export type Order = { take: number | string } | { release: number | string };

const taken = new Set<number | string>();

process.on('message', (order: Order) => {
  if ('take' in order) taken.add(order.take);
  else taken.delete(order.release);
});

process.on('disconnect', () => {
  for (const each of taken) {
    if (typeof each !== 'number') continue;
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // It is gone already.
    }
  }
  for (const each of taken) if (typeof each === 'string') rmSync(each, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
