import type { Call } from '@hubbub/contract/features/meetings/calls.shapes.ts';
import { afterCall } from '#features/meetings/calls.rules.ts';
import { onUserChange } from '#platform/session.ts';

let calls: readonly Call[] = [];
/** The ids of calls that were answered, declined or dismissed here, which the server may not know yet. */
const answered = new Set<string>();
/** The meeting this page is in. */
let meeting: string | undefined;
const listeners = new Set<() => void>();

function change(next: readonly Call[]): void {
  if (next === calls) return;
  calls = next;
  for (const listener of listeners) listener();
}

/** The calls that ring for the person on this page. */
export const ringingCalls = {
  state: () => calls,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Updates a call: it may start to ring here, or stop. @param username the person's */
export function noteCall(call: Call, username: string): void {
  if (!answered.has(call.call_id)) change(afterCall(calls, call, username));
}

/** A call no longer rings on this page. */
export function stopRinging(callId: string): void {
  answered.add(callId);
  change(calls.filter(({ call_id }) => call_id !== callId));
}

/** Says which meeting this page is in; undefined: none. */
export function setMeeting(code: string | undefined): void {
  meeting = code;
}

/** Whether this page is in another meeting than this one. */
export const isBusy = (code: string): boolean => meeting !== undefined && meeting !== code;

onUserChange(() => {
  answered.clear();
  change([]);
})();
