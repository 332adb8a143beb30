import { useEffect, useSyncExternalStore } from 'react';
import { CodeReplaced } from '#ui/late/fetch-code.ts';

/** Milliseconds until what failed is tried again by itself while somebody waits for it; twice as long after each failure, up to the last. */
const firstPause = 3_000;
const longestPause = 60_000;

interface LateState<T> {
  /** Undefined until it has been loaded. */
  value: T | undefined;
  failed: boolean;
  /** It's being loaded for somebody who waits. */
  pending: boolean;
  /** A new version is there: only loading the page again helps. */
  replaced: boolean;
}

/** Code that is loaded after the first screen, and how far that has come. */
export interface LateCode<T> {
  state(): LateState<T>;
  subscribe(listener: () => void): () => void;
  /** Loads it, or tries again. Never rejects: `state` says what became of it. */
  load(): Promise<void>;
}

const pieces = new Set<() => Promise<unknown>>();

/**
 * Code that comes later. While somebody waits for what could not be loaded it is tried again by itself: when the connection is back, and now and then.
 * @param fetchCode a function around import()
 * @param options.whenIdle it's small and often needed: `loadPieces` brings it before somebody asks for it
 */
export function lateCode<T>(fetchCode: () => Promise<T>, { whenIdle = false } = {}): LateCode<T> {
  let state: LateState<T> = { value: undefined, failed: false, pending: false, replaced: false };
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = firstPause;
  const listeners = new Set<() => void>();

  const set = (next: Partial<LateState<T>>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const retry = () => {
    if (state.failed) void load();
  };
  const watch = () => {
    window.addEventListener('online', retry);
    if (!state.failed || state.replaced) return;
    clearTimeout(timer);
    timer = setTimeout(retry, pause);
    pause = Math.min(pause * 2, longestPause);
  };
  const rest = () => {
    window.removeEventListener('online', retry);
    clearTimeout(timer);
  };
  const load = () => {
    if (state.value !== undefined) return Promise.resolve();
    running ??= fetchCode()
      .then(
        (value) => set({ value, failed: false, pending: false }),
        (error: unknown) => set({ failed: true, pending: false, replaced: error instanceof CodeReplaced }),
      )
      .finally(() => {
        running = undefined;
        if (listeners.size > 0) watch();
      });
    if (!state.pending) set({ pending: true });
    return running;
  };
  // Nobody waits for it yet, so that it can't be had now is nobody's concern.
  if (whenIdle)
    pieces.add(async () => {
      if (state.value === undefined) set({ value: await fetchCode() });
    });

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      watch();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        rest();
        pause = firstPause;
      };
    },
    load,
  };
}

/** How far the code has come; it's loaded as soon as somebody asks. */
export function useLateCode<T>(code: LateCode<T>): LateState<T> {
  const state = useSyncExternalStore(code.subscribe, code.state);
  useEffect(() => void code.load(), [code]);
  return state;
}

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, 200);
  });

let loading = false;

/** Loads the small pieces one by one while the browser has nothing else to do, unless the person saves data. What fails comes when the connection is back. */
export async function loadPieces(): Promise<void> {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (loading || connection?.saveData === true) return;
  loading = true;
  for (const piece of pieces) {
    await idle();
    await piece().then(
      () => pieces.delete(piece),
      () => undefined,
    );
  }
  loading = false;
  if (pieces.size > 0) window.addEventListener('online', () => void loadPieces(), { once: true });
}
