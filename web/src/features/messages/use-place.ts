import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  beginAt,
  endsOwnScroll,
  isAtEnd,
  nearEnd,
  type PlaceEvent,
  placeReducer,
  wantsOlder,
} from '#features/messages/place.rules.ts';
import { estimateRow, type Row } from '#features/messages/rows.rules.ts';
import type { TimelineState } from '#features/messages/timeline.rules.ts';

/** Pixels before the first row and after the last. */
const padding = 12;

/** The visible rows, virtualized over a scrolling element. */
function useLines(rows: readonly Row[], scroller: RefObject<HTMLDivElement | null>, width: number) {
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? 0 : estimateRow(row, width);
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
    paddingStart: padding,
    paddingEnd: padding,
    overscan: 8,
  });
}

/** Calls back with an element's width when its size changes. */
function useResize(element: RefObject<HTMLElement | null>, onResize: (width: number) => void): void {
  const resized = useEffectEvent(onResize);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    const observer = new ResizeObserver(() => resized(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
}

function useOlder(isWanted: boolean, loadOlder: () => void): void {
  useEffect(() => {
    if (isWanted) loadOlder();
  }, [isWanted, loadOlder]);
}

/** Draws a timeline's rows and keeps the reader where `placeReducer` puts them. */
export function usePlace(rows: readonly Row[], state: TimelineState, loadOlder: () => void) {
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  const virtualizer = useLines(rows, scroller, width);

  const newsIndex = rows.findIndex(({ kind }) => kind === 'new');
  const newsKey = rows[newsIndex]?.key;
  const [known, setPlace] = useState(() => beginAt(newsIndex, newsKey));
  const place = placeReducer(known, { type: 'newsChanged', newsKey });
  if (place !== known) setPlace(place);
  // A scroll and a resize may both happen before React renders the first one.
  const latest = useRef(place);
  const tell = (event: PlaceEvent) => {
    latest.current = placeReducer(latest.current, event);
    setPlace((before) => placeReducer(before, event));
  };
  useLayoutEffect(() => {
    latest.current = placeReducer(latest.current, { type: 'newsChanged', newsKey });
  }, [newsKey]);

  const look = (element: HTMLElement) => {
    // The virtualizer may hear about a scroll after this runs.
    const now = isAtEnd(element);
    if (endsOwnScroll(latest.current, now)) virtualizer.cancelScroll();
    tell({ type: 'scrolled', isAtEnd: now });
  };
  const lookAgain = useEffectEvent(() => scroller.current !== null && look(scroller.current));
  const goToNews = useEffectEvent(() => {
    if (newsIndex > 0) virtualizer.scrollToIndex(newsIndex, { align: 'start' });
    else virtualizer.scrollToEnd();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: where it begins is decided once
  useLayoutEffect(() => {
    goToNews();
    // Waits until it's drawn there; before that, the first row would seem to be in view.
    const frame = requestAnimationFrame(() => {
      tell({ type: 'drawn' });
      if (newsIndex > 0) lookAgain();
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  // The available height changes with the message field and a phone's keyboard; a reader at the end stays there.
  useResize(scroller, (next) => {
    setWidth(next);
    if (latest.current.at === 'end') virtualizer.scrollToEnd();
  });

  // Missed messages are inserted before unsent ones. A reader at the end stays there even though the last row is the same, unless more
  // arrived than fits on the screen; then they're taken to the first one.
  const drawn = useRef(rows);
  const keepPlace = useEffectEvent(() => {
    const { at } = latest.current;
    if (at === 'end') virtualizer.scrollToEnd();
    if (at !== 'news') return;
    goToNews();
    // If everything fits, nothing scrolls, and that counts as the end.
    return requestAnimationFrame(lookAgain);
  });
  useLayoutEffect(() => {
    if (drawn.current === rows) return;
    drawn.current = rows;
    const frame = keepPlace();
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [rows]);

  // A person always gets to see what they send.
  const lastOutgoing = state.outgoing.at(-1)?.clientId;
  useLayoutEffect(() => {
    if (lastOutgoing !== undefined) virtualizer.scrollToEnd();
  }, [lastOutgoing, virtualizer]);

  const firstVisible = virtualizer.getVirtualItems()[0]?.index ?? rows.length;
  useOlder(wantsOlder(place, firstVisible, state.older), loadOlder);

  return { scroller, virtualizer, look, isAtEnd: place.at === 'end' };
}
