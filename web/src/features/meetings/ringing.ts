import type { Call } from '@hubbub/contract/features/meetings/calls.shapes.ts';
import { afterCall } from '#features/meetings/calls.rules.ts';
import { onUserChange } from '#platform/session.ts';
import { createStore } from '#platform/store.ts';

const store = createStore<readonly Call[]>([]);
/** The ids of calls that were answered, declined or dismissed here, which the server may not know yet. */
const answered = new Set<string>();
/** The meeting this page is in. */
let meeting: string | undefined;

/** The calls that ring for the person on this page. */
export const ringingCalls = { state: store.state, subscribe: store.subscribe };

function change(next: readonly Call[]): void {
  if (next !== store.state()) store.set(next);
}

/** Updates a call: it may start to ring here, or stop. @param username the person's */
export function noteCall(call: Call, username: string): void {
  if (!answered.has(call.call_id)) change(afterCall(store.state(), call, username));
}

/** A call no longer rings on this page. */
export function stopRinging(callId: string): void {
  answered.add(callId);
  change(store.state().filter(({ call_id }) => call_id !== callId));
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
