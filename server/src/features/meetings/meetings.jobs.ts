import type { Call } from '@hubbub/contract/features/meetings/calls.shapes.ts';
import { kindOf, type StoredLine, sendLine } from '#features/rooms/public.ts';
import type { Platform } from '#platform/platform.ts';
import { pushCallTo, settleCall, settleCalls } from './calls.service.ts';

declare module '#platform/jobs/jobs.ts' {
  interface JobMap {
    /** Ends calls that have rung long enough or have nobody in them. Without an id: all running calls. */
    'meetings.settle-calls': { callId?: string };
    /** Rings on devices with pushes, or notifies them of a missed call. `missed`: the people who missed it; left out: it rings. */
    'meetings.push-call': { callId: string; missed?: string[] };
    /** Notifies the call's people that it's over after its row was deleted. `line`: the room's message about it. */
    'meetings.tell-ended': { kind: string; told: string[]; call: Call; line?: StoredLine };
  }
}

export function defineMeetingsJobs(platform: Platform): void {
  // The schedule catches calls of people whose processes were all killed.
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
