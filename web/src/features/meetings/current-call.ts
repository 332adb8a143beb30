import type { OpenedCall } from '#features/meetings/calls.rules.ts';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { logError } from '#platform/log.ts';
import { onUserChange, storedUser } from '#platform/session.ts';

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
  try {
    const value = JSON.parse(sessionStorage.getItem(place) ?? 'null') as (JoinedCall & { owner?: string }) | null;
    return value?.owner === userId ? value : undefined;
  } catch (error) {
    logError("Couldn't read which call this page was in", error);
    return undefined;
  }
}

let current: CurrentCall = { joined: undefined, session: undefined, attempt: 0 };
const listeners = new Set<() => void>();

function change(next: Partial<CurrentCall>): void {
  current = { ...current, ...next };
  for (const listener of listeners) listener();
}

export const currentCall = {
  state: () => current,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Joins a call or voice channel, which continues whatever page is open, and leaves the previous one. */
export function joinCall(joined: JoinedCall): void {
  sessionStorage.setItem(place, JSON.stringify({ ...joined, owner: storedUser()?.user_id }));
  change({ joined, attempt: current.attempt + 1 });
}

export function leaveCall(): void {
  sessionStorage.removeItem(place);
  change({ joined: undefined });
}

/** What carries the call, while it's open. */
export const setCallSession = (session: CallSession | undefined): void => change({ session });

// The next person must not be led into it.
onUserChange((userId) => change({ joined: userId === undefined ? undefined : remembered(userId) }))();
