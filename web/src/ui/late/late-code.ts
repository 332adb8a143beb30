import { useEffect, useSyncExternalStore } from 'react';
import { savesData } from '#ui/data-saver/data-saver.ts';
import { fetchAhead, StaleVersionError } from '#ui/late/fetch-code.ts';

/**
 * Milliseconds before a failed load is retried automatically while something waits for it; doubled after each failure, up to the
 * maximum.
 */
const firstPause = 3_000;
const longestPause = 60_000;

interface LateState<T> {
  /** Undefined until loaded. */
  value: T | undefined;
  failed: boolean;
  /** It's being loaded because something waits for it. */
  pending: boolean;
  /** There's a new version, so only reloading the page helps. */
  replaced: boolean;
}

/** Code that's loaded after the first screen, and its loading state. */
export interface LateCode<T> {
  state(): LateState<T>;
  subscribe(listener: () => void): () => void;
  /** Loads it, or retries. Never rejects: check `state` for the outcome. */
  load(): Promise<void>;
  /** Using it starts loading only after the first screen. */
  waits: boolean;
  /** Using it loads nothing: something calls `load` once it's wanted. */
  onDemand: boolean;
}

const pieces = new Set<() => Promise<unknown>>();

/**
 * Lazily loaded code. While something is waiting for it, a failed load is retried automatically: when the connection is back, and at
 * increasing intervals.
 * @param fetchCode wraps an import()
 * @param options.whenIdle it's small and often needed: `preloadIdleCode` fetches its files ahead
 * @param options.afterFirstScreen something stands in for it, so it leaves the connection to the first screen
 * @param options.onDemand something stands in for it until somebody calls `load`
 */
export function lazyCode<T>(
  fetchCode: () => Promise<T>,
  { whenIdle = false, afterFirstScreen = false, onDemand = false } = {},
): LateCode<T> {
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
        (error: unknown) => set({ failed: true, pending: false, replaced: error instanceof StaleVersionError }),
      )
      .finally(() => {
        running = undefined;
        if (listeners.size > 0) watch();
      });
    if (!state.pending) set({ pending: true });
    return running;
  };
  // Nothing waits for it yet, so a failure doesn't need to be reported.
  if (whenIdle)
    pieces.add(async () => {
      if (state.value === undefined) await fetchAhead(fetchCode);
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
    waits: afterFirstScreen,
    onDemand,
  };
}

let isFirstScreenOver = false;
const waiting = new Set<() => void>();

/** Starts loading what waits for the end of the first screen. */
export function endFirstScreen(): void {
  isFirstScreenOver = true;
  for (const start of waiting) start();
  waiting.clear();
}

const noneNeeded: LateState<never> = { value: undefined, failed: false, pending: false, replaced: false };
const withoutCode: Pick<LateCode<never>, 'state' | 'subscribe'> = {
  state: () => noneNeeded,
  subscribe: () => () => undefined,
};

/** The code's loading state; using it starts loading. Undefined: none is needed. */
export function useLazyCode<T>(code: LateCode<T> | undefined): LateState<T> {
  const { subscribe, state: current }: Pick<LateCode<T>, 'state' | 'subscribe'> = code ?? withoutCode;
  const state = useSyncExternalStore(subscribe, current);
  useEffect(() => {
    if (code === undefined || code.onDemand) return;
    const start = () => void code.load();
    if (!code.waits || isFirstScreenOver) {
      start();
      return;
    }
    waiting.add(start);
    return () => void waiting.delete(start);
  }, [code]);
  return state;
}

/** Milliseconds before anything is fetched ahead: people who leave a page right away don't need it. */
const settleMs = 5_000;
const pauseMs = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 5_000 });
    else setTimeout(resolve, 200);
  });

let loading = false;

/**
 * Fetches the files of the small pieces ahead, one by one while the browser is idle, unless the person saves data. Failures are retried when
 * the connection is back.
 */
export async function preloadIdleCode(): Promise<void> {
  if (loading || savesData()) return;
  loading = true;
  await pauseMs(settleMs);
  for (const piece of pieces) {
    await idle();
    await piece().then(
      () => pieces.delete(piece),
      () => undefined,
    );
  }
  loading = false;
  if (pieces.size > 0) window.addEventListener('online', () => void preloadIdleCode(), { once: true });
}
