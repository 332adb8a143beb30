import type { Platform } from '#platform/platform.ts';
import { settleCall, settleCalls } from './calls.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Ends what has rung long enough, or has nobody in it. Without an id: all calls that are on. */
    'meetings.settle-calls': { callId?: string };
  }
}

export function defineMeetingsJobs(platform: Platform): void {
  // The schedule is for calls whose people's processes were all killed.
  platform.jobs.define(
    'meetings.settle-calls',
    async ({ callId }) => {
      if (callId === undefined) await settleCalls(platform);
      else await settleCall(platform, callId);
    },
    { every: '* * * * *' },
  );
}
