import type { Call } from '@hubbub/contract/features/meetings/calls.shapes.ts';
import { kindOf, type StoredLine, sendLine } from '#features/rooms/public.ts';
import type { Platform } from '#platform/platform.ts';
import { pushCallTo, settleCall, settleCalls } from './calls.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Ends what has rung long enough, or has nobody in it. Without an id: all calls that are on. */
    'meetings.settle-calls': { callId?: string };
    /** Rings on devices that take pushes, or tells them of a missed call. `missed`: by these people; left out: it rings. */
    'meetings.push-call': { callId: string; missed?: string[] };
    /** Tells those who heard of a call that it's over, whose row is gone. `line`: what its room says of it. */
    'meetings.tell-ended': { kind: string; told: string[]; call: Call; line?: StoredLine };
  }
}

export function defineMeetingsJobs(platform: Platform): void {
  // The schedule is for calls whose people's processes were all killed.
  const { jobs, realtime } = platform;
  jobs.define('meetings.push-call', (given) => pushCallTo(platform, given), { isPush: true });
  jobs.define('meetings.tell-ended', async ({ kind, told, call, line }) => {
    kindOf(kind).tell(realtime, told, 'callChanged', { call, change: 'ended' });
    if (line) await sendLine(platform, { id: call.room_id, kind: kindOf(kind) }, line);
  });
  jobs.define(
    'meetings.settle-calls',
    async ({ callId }) => {
      if (callId === undefined) await settleCalls(platform);
      else await settleCall(platform, callId);
    },
    { every: '* * * * *' },
  );
}
