import { rmSync } from 'node:fs';

/**
 * Cleans up after a test run that was ended, however it ended: when the channel to it closes, everything it registered and didn't take
 * back is killed and removed.
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
      // It's already gone.
    }
  }
  for (const each of taken) if (typeof each === 'string') rmSync(each, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
