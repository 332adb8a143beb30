import type { User } from '@hubbub/contract/platform/shapes.ts';
import { useState, useSyncExternalStore } from 'react';

/** Specification, section 3: the keys of the local storage. `user` is JSON; the others repeat parts of it as text. */
const keys = ['user', 'name', 'bio', 'username', 'profile_path', 'show_nsfw', 'currentCommunity'] as const;
type StorageKey = (typeof keys)[number];

const listeners = new Set<() => void>();
let lastText: string | null = null;
let lastUser: User | null = null;

function read(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full: the session lasts as long as this page.
  }
}

function isUser(value: unknown): value is User {
  return typeof value === 'object' && value !== null && 'username' in value && typeof value.username === 'string';
}

/** The stored user, or null when nobody is signed in. The same object as long as the storage says the same. */
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

function announce(): void {
  for (const listener of listeners) listener();
}

/** Keeps the caller's own user, as a log-in or a changed profile answered it. */
export function storeUser(user: User): void {
  write('user', JSON.stringify(user));
  write('name', user.name ?? '');
  write('bio', user.bio);
  write('username', user.username);
  write('profile_path', user.profile_path);
  write('show_nsfw', String(user.show_nsfw ?? false));
  try {
    localStorage.removeItem(logOutDue);
  } catch {
    // Storage is blocked: nothing was kept.
  }
  announce();
}

/** Section 4: clears all local storage. The theme of the open page stays until it is loaded anew. */
export function clearSession(): void {
  try {
    localStorage.clear();
  } catch {
    // Storage is blocked: nothing was kept.
  }
  announce();
}

const logOutDue = 'log_out_due';

/** The person has left, but the server didn't hear of it: their cookie must not sign anybody in before it has. */
export function oweLogOut(): void {
  try {
    localStorage.setItem(logOutDue, 'true');
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

/** Whether somebody left without the server hearing of it. A log-in settles that. */
export function isLogOutDue(): boolean {
  try {
    return localStorage.getItem(logOutDue) !== null;
  } catch {
    return false;
  }
}

const logOutListeners = new Set<(userId: string) => void>();

/** The person leaves for good, unlike one whose session has run out: nothing of theirs stays in this browser. */
export function leaveSession(): void {
  const user = storedUser();
  clearSession();
  if (user !== null) for (const listener of logOutListeners) listener(user.user_id);
}

/** Calls back with the id of a person who logs out in this tab. */
export function subscribeToLogOut(listener: (userId: string) => void): void {
  logOutListeners.add(listener);
}

/** Calls back when the user changes here or in another tab. Returns what stops it. */
export function subscribeToSession(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === 'user' || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/**
 * Keeps what one person has seen or written away from the next: calls `reset` whenever somebody else is signed in, or nobody. The returned
 * function says who is signed in; call it before each use, because another tab may have changed that a moment ago. It begins with nobody.
 */
export function followUser(reset: (userId: string | undefined) => void): () => string | undefined {
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

/** The signed-in user, or null. Several tabs stay in step. */
export function useStoredUser(): User | null {
  return useSyncExternalStore(subscribeToSession, storedUser);
}

/** The signed-in user, for components that only stand behind the guard. */
export function useCurrentUser(): User {
  const user = useStoredUser();
  // While a log-out is on its way to the log-in page, screens are drawn once more: they get the user that just left.
  const [last, setLast] = useState(user);
  if (user !== null && user !== last) setLast(user);
  const shown = user ?? last;
  if (shown === null) throw new Error('useCurrentUser needs the session guard above it');
  return shown;
}

/** The handle of the community that was opened last, or null. */
export function storedCommunity(): string | null {
  return read('currentCommunity');
}

/** Keeps the handle of the open community; null forgets it. */
export function storeCommunity(handle: string | null): void {
  if (handle !== null) write('currentCommunity', handle);
  else {
    try {
      localStorage.removeItem('currentCommunity');
    } catch {
      // Storage is blocked: nothing was kept.
    }
  }
}
