import type { OpenedCall } from '#features/meetings/calls.rules.ts';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { readStoredJson, writeStored } from '#platform/browser-storage.ts';
import { onUserChange, storedUser } from '#platform/session.ts';
import { createStore } from '#platform/store.ts';

/** The call or voice channel the person is in on this page. */
export interface JoinedCall extends OpenedCall {
  kind: 'call' | 'voice';
}

/** What carries it: the meeting once it's entered, or why that failed. */
export interface CallSession {
  media: LocalMedia;
  meeting?: Meeting;
  code?: string;
  /** A relay server is available if there's no direct route. */
  hasRelay?: boolean;
  fault?: string;
}

interface CurrentCall {
  joined: JoinedCall | undefined;
  session: CallSession | undefined;
  /** Counts what was joined on this page, also the same call again. */
  attempt: number;
}

/** In the tab's storage, so that a reload leads back into the call. */
const place = 'call';

function remembered(userId: string): JoinedCall | undefined {
  const value = readStoredJson(place, 'session') as (JoinedCall & { owner?: string }) | null;
  return value?.owner === userId ? value : undefined;
}

const store = createStore<CurrentCall>({ joined: undefined, session: undefined, attempt: 0 });
const change = (next: Partial<CurrentCall>): void => store.set({ ...store.state(), ...next });

export const currentCall = { state: store.state, subscribe: store.subscribe };

/** Joins a call or voice channel, which continues whatever page is open, and leaves the previous one. */
export function joinCall(joined: JoinedCall): void {
  writeStored(place, JSON.stringify({ ...joined, owner: storedUser()?.user_id }), 'session');
  change({ joined, attempt: store.state().attempt + 1 });
}

export function leaveCall(): void {
  writeStored(place, null, 'session');
  change({ joined: undefined });
}

/** What carries the call, while it's open. */
export const setCallSession = (session: CallSession | undefined): void => change({ session });

// The next person must not be led into it.
onUserChange((userId) => change({ joined: userId === undefined ? undefined : remembered(userId) }))();
