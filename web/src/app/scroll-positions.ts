import { useEffect, useLayoutEffect } from 'react';
import { type Location, useLocation } from 'react-router';
import { readStoredJson, writeStored } from '#platform/browser-storage.ts';

const storageKey = 'scroll-positions';

/** How far down each entry of the tab's history was scrolled, in CSS pixels, by the entry's key. */
let positions: Record<string, number> | undefined;

function knownPositions(): Record<string, number> {
  positions ??= (readStoredJson(storageKey, 'session') ?? {}) as Record<string, number>;
  return positions;
}

/** Remembers how far down the page on screen is scrolled. Called before another one takes its place. */
export function rememberScroll({ key }: Location): void {
  knownPositions()[key] = window.scrollY;
}

/** Shows a page where the person left it: after Back, and after a reload. Other pages start at the top, or at the URL's fragment. */
export function useScrollPositions(): void {
  const location = useLocation();

  useEffect(() => {
    const own = () => {
      window.history.scrollRestoration = 'manual';
    };
    const store = () => {
      rememberScroll(location);
      writeStored(storageKey, JSON.stringify(positions), 'session');
      window.history.scrollRestoration = 'auto';
    };
    own();
    window.addEventListener('pageshow', own);
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pageshow', own);
      window.removeEventListener('pagehide', store);
    };
  }, [location]);

  useLayoutEffect(() => {
    const known = knownPositions()[location.key];
    const part = document.getElementById(location.hash.slice(1));
    if (known === undefined && part !== null) part.scrollIntoView();
    else window.scrollTo(0, known ?? 0);
  }, [location]);
}
