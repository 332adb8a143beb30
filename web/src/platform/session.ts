import type { User } from '@hubbub/contract/platform/shapes.ts';
import { useState, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#platform/browser-storage.ts';
import { createListeners } from '#platform/listeners.ts';

/** The local storage keys. `user` is JSON; the others repeat parts of it as text. */
const keys = ['user', 'name', 'bio', 'username', 'profile_path', 'show_nsfw', 'currentCommunity'] as const;
type StorageKey = (typeof keys)[number];

const listeners = createListeners();
let lastText: string | null = null;
let lastUser: User | null = null;

const read = (key: StorageKey): string | null => readStored(key);
const write = (key: StorageKey, value: string | null): void => writeStored(key, value);

function isUser(value: unknown): value is User {
  return typeof value === 'object' && value !== null && 'username' in value && typeof value.username === 'string';
}

/** The stored user, or null if no one is signed in. Returns the same object until the storage changes. */
export function storedUser(): User | null {
  const text = read('user');
  if (text === lastText) return lastUser;
  lastText = text;
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    lastUser = isUser(value) ? value : null;
  } catch {
    lastUser = null;
  }
  return lastUser;
}

/** Stores the caller's own user, as returned by a log-in or a profile update. */
export function storeUser(user: User): void {
  write('user', JSON.stringify(user));
  write('name', user.name ?? '');
  write('bio', user.bio);
  write('username', user.username);
  write('profile_path', user.profile_path);
  write('show_nsfw', String(user.show_nsfw ?? false));
  forgetPendingLogOut();
  listeners.notify();
}

/** What a device keeps, whoever is signed in. */
const deviceChoices: readonly string[] = ['theme', 'data-saver'];

/** Clears local storage, except for what's chosen for the device. */
export function clearSession(): void {
  try {
    for (const key of Object.keys(localStorage)) if (!deviceChoices.includes(key)) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
  listeners.notify();
}

const logOutDue = 'log_out_due';

/** The person logged out, but the server didn't hear about it: their cookie must not sign anyone in until it has. */
export const markLogOutPending = (): void => writeStored(logOutDue, 'true');

/** Whether a log-out hasn't reached the server yet. Logging in settles that. */
export const isLogOutPending = (): boolean => readStored(logOutDue) !== null;

/** The server knows by now. */
export const forgetPendingLogOut = (): void => writeStored(logOutDue, null);

const leaving = createListeners<[userId: string]>();
let logOuts: BroadcastChannel | undefined;

/**
 * The person logs out on purpose, as opposed to an expired session: nothing of theirs stays in this browser.
 * @param user who left: as stored before the server ended the session, because another tab may notice that first and clear the storage
 */
export function leaveSession(user: User | null = storedUser()): void {
  clearSession();
  if (user === null) return;
  leaving.notify(user.user_id);
  logOuts?.postMessage(user.user_id);
}

/** Calls back with the id of a person who logs out, here or in another tab. */
export function subscribeToLogOut(listener: (userId: string) => void): void {
  leaving.subscribe(listener);
  if (logOuts !== undefined) return;
  logOuts = new BroadcastChannel('hubbub-log-out');
  // A tab that was asleep may get the event after the person has logged in again.
  logOuts.onmessage = ({ data }: MessageEvent<string>) => {
    if (storedUser()?.user_id !== data) leaving.notify(data);
  };
}

/** Calls back when the user changes, here or in another tab. Returns the unsubscribe function. */
export function subscribeToSession(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'user' || event.key === null) listener();
  };
  const stop = listeners.subscribe(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
}

/**
 * Keeps one person's data away from the next: calls `reset` whenever someone else, or no one, is signed in. The returned function
 * returns the signed-in user's id; call it before each use, because another tab may have just changed it. Starts with no one.
 */
export function onUserChange(reset: (userId: string | undefined) => void): () => string | undefined {
  let known: string | undefined;
  let isFollowing = false;
  const check = () => {
    const userId = storedUser()?.user_id;
    if (!isFollowing) {
      isFollowing = true;
      subscribeToSession(check);
    }
    if (userId !== known) {
      known = userId;
      reset(userId);
    }
    return userId;
  };
  return check;
}

/** The signed-in user, or null. Kept in sync across tabs. */
export function useStoredUser(): User | null {
  return useSyncExternalStore(subscribeToSession, storedUser, storedUser);
}

/** The signed-in user, for components that are only rendered behind the session guard. */
export function useCurrentUser(): User {
  const user = useStoredUser();
  // During a log-out, screens render once more before the log-in page appears; they get the user who just left.
  const [last, setLast] = useState(user);
  if (user !== null && user !== last) setLast(user);
  const shown = user ?? last;
  if (shown === null) throw new Error('useCurrentUser needs the session guard above it');
  return shown;
}

/** The handle of the last opened community, or null. */
export const storedCommunity = (): string | null => read('currentCommunity');

/** Stores the open community's handle; null clears it. */
export const storeCommunity = (handle: string | null): void => write('currentCommunity', handle);
