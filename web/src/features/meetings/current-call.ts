import type { OpenedCall } from '#features/meetings/calls.rules.ts';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { readStoredJson, writeStored } from '#platform/browser-storage.ts';
import { newId } from '#platform/ids.ts';
import { onUserChange, storedUser } from '#platform/session.ts';
import { createStore } from '#platform/store.ts';

/** The call or voice channel the person is in on this page. */
export interface JoinedCall extends OpenedCall {
  kind: 'call' | 'voice';
  /** The microphone starts off: it was off before a reload. */
  isMuted?: boolean;
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

/** Milliseconds for which a page that was reloaded waits for the one before it to let go of the call. */
const patience = 1_500;

/**
 * How this tab lets go of the stays in a call that it holds. A copy of the tab remembers its stay as well, but the browser gives each to
 * one tab.
 */
const held = new Map<string, () => void>();

/** @returns whether this tab holds the stay now */
function hold(stay: string): Promise<boolean> {
  // Plain HTTP on a local network has no Web Locks, and no microphone either.
  if (held.has(stay) || !navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const whenGiven = () =>
      new Promise<void>((letGo) => {
        held.set(stay, letGo);
        resolve(true);
      });
    navigator.locks
      .request(`call ${stay}`, { signal: AbortSignal.timeout(patience) }, whenGiven)
      .catch(() => resolve(false));
  });
}

function remembered(userId: string): JoinedCall | undefined {
  const value = readStoredJson(place, 'session') as (JoinedCall & { owner?: string }) | null;
  return value?.owner === userId ? value : undefined;
}

const store = createStore<CurrentCall>({ joined: undefined, session: undefined, attempt: 0 });
const change = (next: Partial<CurrentCall>): void => store.set({ ...store.state(), ...next });

export const currentCall = { state: store.state, subscribe: store.subscribe };

function letGoBut(stay: string | undefined): void {
  for (const [other, letGo] of held) {
    if (other === stay) continue;
    held.delete(other);
    letGo();
  }
}

const remember = (joined: JoinedCall): void =>
  void writeStored(place, JSON.stringify({ ...joined, owner: storedUser()?.user_id }), 'session');

/** Remembers whether the microphone is off, so that a reload doesn't turn it on. */
export function keepMuted(isMuted: boolean): void {
  const { joined } = store.state();
  if (joined !== undefined) remember({ ...joined, isMuted });
}

/** Joins a call or voice channel, which continues whatever page is open, and leaves the previous one. */
export function joinCall(call: JoinedCall): void {
  const joined = { ...call, stay: call.stay ?? newId() };
  letGoBut(joined.stay);
  void hold(joined.stay);
  remember(joined);
  change({ joined, attempt: store.state().attempt + 1 });
}

export function leaveCall(): void {
  letGoBut(undefined);
  writeStored(place, null, 'session');
  change({ joined: undefined });
}

/** What a page that has just opened does about the call that it remembers. */
let returning: Promise<void> = Promise.resolve();

async function returnTo(call: JoinedCall): Promise<void> {
  const isOurs = await hold(call.stay ?? '');
  const { joined } = store.state();
  const user = storedUser()?.user_id;
  if (joined !== undefined || user === undefined || remembered(user)?.stay !== call.stay) return;
  if (isOurs) joinCall(call);
  else writeStored(place, null, 'session');
}

/**
 * Joins a call for the page that was opened for it, unless the page belongs to a copy of the tab that's in it.
 * @returns whether this tab is in it
 */
export async function enterCall(call: JoinedCall): Promise<boolean> {
  await returning;
  const isIn = () => store.state().joined?.roomId === call.roomId;
  if (isIn()) return true;
  if (call.stay !== undefined && !(await hold(call.stay))) return isIn();
  joinCall(call);
  return true;
}

/** What carries the call, while it's open. */
export const setCallSession = (session: CallSession | undefined): void => change({ session });

// The next person must not be led into it.
onUserChange((userId) => {
  letGoBut(undefined);
  change({ joined: undefined });
  const call = userId === undefined ? undefined : remembered(userId);
  if (call !== undefined) returning = returnTo(call);
})();
