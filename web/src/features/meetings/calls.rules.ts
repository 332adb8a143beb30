import type { Call, CallChange } from '@hubbub/contract/features/meetings/calls.shapes.ts';

/** Whether a call rings for somebody. */
export const ringsFor = ({ ended_at, ringing }: Call, username: string): boolean =>
  ended_at === null && ringing.some((one) => one.username === username);

/** The calls that ring for somebody, after one of all calls has changed. */
export function afterCall(calls: readonly Call[], call: Call, username: string): readonly Call[] {
  const others = calls.filter(({ call_id }) => call_id !== call.call_id);
  if (ringsFor(call, username)) return [...others, call];
  return others.length === calls.length ? calls : others;
}

/** The notice in a call about somebody else; null: none. */
export function toldOf({ change, username, reason }: CallChange, nameOf: (username: string) => string): string | null {
  if (username === undefined) return null;
  if (change === 'missed') return `${nameOf(username)} didn't answer`;
  if (change !== 'declined') return null;
  return reason === 'busy' ? `${nameOf(username)} is in another call` : `${nameOf(username)} declined`;
}

/** What the meeting page knows of a call it was opened for: its room, what it's called, and where it belongs. */
export interface OpenedCall {
  roomId: string;
  title: string;
  /** The path that leads back. */
  path: string;
  /** Stands for this one stay in it: whoever reloads the page comes back, a copy of the tab doesn't. Without one, it's a new stay. */
  stay?: string | undefined;
}

/** The call in a page's state in the tab's history; undefined: it was opened by a link. */
export function openedCallIn(state: unknown): OpenedCall | undefined {
  if (typeof state !== 'object' || state === null || !('call' in state)) return undefined;
  return state.call as OpenedCall;
}
