import { useSyncExternalStore } from 'react';
import { readStoredJson, writeStored } from '#platform/browser-storage.ts';
import { forgetsUnused, isInstalled } from '#platform/device.ts';
import { createListeners } from '#platform/listeners.ts';
import { storedUser, subscribeToSession } from '#platform/session.ts';

/** The visit at which installing is offered: the fourth, so the person has come back three times. */
const enoughVisits = 4;
/** Milliseconds after which opening the app counts as another visit. */
const visitGap = 30 * 60_000;
const key = 'visits';

interface Visits {
  count: number;
  /** When the last one was, in ms. */
  at: number;
  /** Installing was offered. */
  isOffered: boolean;
}

/** Not in the types of TypeScript: browsers that can install fire it. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** The visits of this browser, by anybody. */
function read(): Visits {
  return { count: 0, at: 0, isOffered: false, ...(readStoredJson(key) as Partial<Visits> | null) };
}

const write = (visits: Visits): void => writeStored(key, JSON.stringify(visits));

let prompt: InstallPrompt | undefined;
let isClosed = false;
/** It's on the screen, so that it stays there until it's answered. */
let isShown = false;
const listeners = createListeners();

/** Counts the visit, and keeps the browser's own offer to install until it's time. */
export function followVisits(): void {
  const visits = read();
  const now = Date.now();
  if (now - visits.at > visitGap) write({ ...visits, count: visits.count + 1, at: now });
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
    listeners.notify();
  });
  window.addEventListener('appinstalled', closeInstallHint);
  listeners.notify();
}

export type InstallHint = 'button' | 'steps';

/** How installing can be offered now: by a button, or by the steps it takes on iPhones and iPads; null: not at all. */
function currentHint(): InstallHint | null {
  if (isClosed || isInstalled() || storedUser() === null) return null;
  const { count, isOffered } = read();
  if ((isOffered && !isShown) || count < enoughVisits) return null;
  if (prompt !== undefined) return 'button';
  return forgetsUnused() && navigator.maxTouchPoints > 0 ? 'steps' : null;
}

function subscribe(listener: () => void): () => void {
  const stops = [listeners.subscribe(listener), subscribeToSession(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

export const useInstallHint = (): InstallHint | null => useSyncExternalStore(subscribe, currentHint);

/** It's on the screen, and isn't offered again in this browser. */
export function noteInstallHint(): void {
  isShown = true;
  write({ ...read(), isOffered: true });
}

/** It was answered. */
export function closeInstallHint(): void {
  isClosed = true;
  noteInstallHint();
  listeners.notify();
}

/** Has the browser ask. */
export async function install(): Promise<void> {
  await prompt?.prompt();
  closeInstallHint();
}
