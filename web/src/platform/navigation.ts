import { type Location, NavigationType, type Navigator, UNSAFE_createBrowserHistory } from 'react-router';
import { arriveAmongLayers, fromPage, step } from '#platform/layer-entries.ts';

/** An entry of the tab's history that has become the current one, and how. */
export interface Arrival {
  location: Location;
  action: NavigationType;
}

/** Something on the page that may be lost by leaving it. */
interface Hold {
  /** Whether the person must be asked now. */
  holds(): boolean;
  /** Asks, and calls `leave` if they agree. */
  ask(leave: () => void): void;
}

/**
 * Gives this visit's first history entry its own key. It would be called 'default', like any other URL opened in this tab from outside,
 * and pages would mix up their scroll positions.
 */
function nameFirstEntry(): void {
  const state: { key?: string } | null = window.history.state;
  if (state?.key === undefined) window.history.replaceState({ ...state, key: Math.random().toString(36).slice(2) }, '');
}

let known: ReturnType<typeof UNSAFE_createBrowserHistory> | undefined;

/** The library's own; its router with data around it would weigh as much again as all the rest of it. */
function tabHistory() {
  if (known === undefined) {
    nameFirstEntry();
    known = UNSAFE_createBrowserHistory({ v5Compat: true });
  }
  return known;
}

/** Several parts of a page may hold navigation at the same time. */
const holds = new Set<Hold>();
const holding = (): Hold | undefined => [...holds].find((hold) => hold.holds());
/** A navigation that the person agreed to. */
let isAgreed = false;
/** Steps through the history that only take back one that was held. */
let takenBack = 0;

function leave(go: () => void): void {
  const hold = isAgreed ? undefined : holding();
  if (hold === undefined) {
    go();
    return;
  }
  hold.ask(() => {
    isAgreed = true;
    go();
    isAgreed = false;
  });
}

/** Moves through the tab's history, unless the page is held. */
export const navigator: Navigator = {
  createHref: (to) => tabHistory().createHref(to),
  encodeLocation: (to) => tabHistory().encodeLocation(to),
  push: (to, state) => leave(() => fromPage(() => tabHistory().push(to, state))),
  replace: (to, state) => leave(() => fromPage(() => tabHistory().replace(to, state))),
  // Held when the browser reports it, like the browser's own Back.
  go: (delta) => fromPage(() => tabHistory().go(delta)),
};

/** The current entry of the tab's history. The page on screen may still be the one before. */
export const currentEntry = (): Location => tabHistory().location;

/** How a visit's first page is reached. */
export const firstArrival = (): Arrival => ({ location: currentEntry(), action: NavigationType.Pop });

/** Calls the listener whenever another entry becomes the current one. There's one listener at a time. */
export function subscribeToArrivals(listener: (arrival: Arrival) => void): () => void {
  return tabHistory().listen(({ location, action, delta }) => {
    if (action !== NavigationType.Pop) return listener({ location, action });
    if (arriveAmongLayers(delta === 0)) return;
    if (delta === null || delta === 0) return listener({ location, action });
    if (takenBack > 0) {
      takenBack -= 1;
      return;
    }
    const hold = isAgreed ? undefined : holding();
    if (hold === undefined) {
      isAgreed = false;
      return listener({ location, action });
    }
    // The browser has already moved.
    takenBack += 1;
    step(-delta);
    hold.ask(() => {
      isAgreed = true;
      fromPage(() => step(delta));
    });
  });
}

/** Holds every navigation within the app while `holds` says so. Returns the end of it. */
export function holdNavigation(next: Hold): () => void {
  holds.add(next);
  return () => void holds.delete(next);
}
