import type { Platform } from '#platform/platform.ts';
import { ringAgain } from './calls.service.ts';

/** Milliseconds for which people who connect are collected: after a restart, everybody connects at the same time. */
const gatherMs = 200;

/** Rings on devices that connect while a call is ringing for their person. Close it before the database. */
export function registerCallsRealtime(platform: Platform): { close(): Promise<void> } {
  const come = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let ringing = Promise.resolve();

  const ring = async () => {
    const userIds = [...come];
    come.clear();
    await ringAgain(platform, userIds).catch((error: unknown) => {
      platform.log.warn({ err: error }, "couldn't tell devices that have connected of calls that ring");
    });
  };

  platform.realtime.onConnections({
    come(userId) {
      come.add(userId);
      timer ??= setTimeout(() => {
        timer = undefined;
        ringing = ringing.then(ring);
      }, gatherMs).unref();
    },
    gone: (userId) => void come.delete(userId),
  });

  return {
    async close() {
      clearTimeout(timer);
      await ringing;
    },
  };
}
