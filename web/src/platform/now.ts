import { useSyncExternalStore } from 'react';
import { createListeners } from '#platform/listeners.ts';

const step = 30_000;
const listeners = createListeners();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  listeners.notify();
}

function subscribe(listener: () => void): () => void {
  if (listeners.isEmpty()) {
    now = Date.now();
    timer = setInterval(tick, step);
  }
  const stop = listeners.subscribe(listener);
  return () => {
    stop();
    if (listeners.isEmpty()) clearInterval(timer);
  };
}

/** The current time in ms, updated every half minute by one timer shared by all relative times. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
