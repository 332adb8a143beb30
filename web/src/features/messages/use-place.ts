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

/** Pixels before the first line and after the last. */
const padding = 12;

/** The lines that are in sight, drawn over a scrolling element. */
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

/** Calls back with the width of an element when its size changes. */
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

/** Draws the lines of a timeline and keeps its reader where `placeReducer` says that they are. */
export function usePlace(rows: readonly Row[], state: TimelineState, loadOlder: () => void) {
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  const virtualizer = useLines(rows, scroller, width);

  const newsIndex = rows.findIndex(({ kind }) => kind === 'new');
  const newsKey = rows[newsIndex]?.key;
  const [known, setPlace] = useState(() => beginAt(newsIndex, newsKey));
  const place = placeReducer(known, { type: 'newsChanged', newsKey });
  if (place !== known) setPlace(place);
  // A scroll and a new size may come before React has drawn the first of them.
  const latest = useRef(place);
  const tell = (event: PlaceEvent) => {
    latest.current = placeReducer(latest.current, event);
    setPlace((before) => placeReducer(before, event));
  };
  useLayoutEffect(() => {
    latest.current = placeReducer(latest.current, { type: 'newsChanged', newsKey });
  }, [newsKey]);

  const look = (element: HTMLElement) => {
    // The virtualizer may hear of a scroll later than this.
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
    // Drawn there first: before, the first line would seem to be in sight.
    const frame = requestAnimationFrame(() => {
      tell({ type: 'drawn' });
      if (newsIndex > 0) lookAgain();
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  // The room for messages changes with the field below it and with a phone's keyboard: who was at the end stays there.
  useResize(scroller, (next) => {
    setWidth(next);
    if (latest.current.at === 'end') virtualizer.scrollToEnd();
  });

  // What was missed is put in before what waits to be sent: who was at the end stays there, though the last line is the same,
  // unless it's more than they would see; then they're led to the first of it.
  const drawn = useRef(rows);
  const keepPlace = useEffectEvent(() => {
    const { at } = latest.current;
    if (at === 'end') virtualizer.scrollToEnd();
    if (at !== 'news') return;
    goToNews();
    // Where everything fits, nothing scrolls, and it's the end.
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

  // What a person sends themselves is always shown to them.
  const lastOutgoing = state.outgoing.at(-1)?.clientId;
  useLayoutEffect(() => {
    if (lastOutgoing !== undefined) virtualizer.scrollToEnd();
  }, [lastOutgoing, virtualizer]);

  const firstVisible = virtualizer.getVirtualItems()[0]?.index ?? rows.length;
  useOlder(wantsOlder(place, firstVisible, state.older), loadOlder);

  return { scroller, virtualizer, look, isAtEnd: place.at === 'end' };
}
