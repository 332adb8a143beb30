import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  endThreshold,
  hasScrolledUp,
  initialPosition,
  isAtEnd,
  type Position,
  type PositionEvent,
  positionReducer,
  shouldCancelScroll,
  shouldLoadNewer,
  shouldLoadOlder,
} from '#features/rooms/position.rules.ts';
import { estimateRow, type Row } from '#features/rooms/rows.rules.ts';
import type { TimelineState } from '#features/rooms/timeline.rules.ts';

/** Pixels before the first row and after the last. */
const padding = 12;

/** The visible rows, virtualized over a scrolling element. */
function useRowVirtualizer(
  rows: readonly Row[],
  scroller: RefObject<HTMLDivElement | null>,
  width: number,
  isExcerpt: boolean,
) {
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? 0 : estimateRow(row, width);
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    // What's below an excerpt isn't new.
    followOnAppend: !isExcerpt,
    scrollEndThreshold: endThreshold,
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

function useLoad(isWanted: boolean, load: () => void): void {
  useEffect(() => {
    if (isWanted) load();
  }, [isWanted, load]);
}

export type RowVirtualizer = ReturnType<typeof useRowVirtualizer>;

/** Keeps a reader at the end. Scroll events come a frame later: somebody who has just scrolled up must not be taken back. */
function useEnd(scroller: RefObject<HTMLDivElement | null>, virtualizer: RowVirtualizer) {
  const lastTop = useRef(0);
  return {
    hearOfScroll(element: HTMLElement) {
      lastTop.current = element.scrollTop;
    },
    stayAtEnd() {
      if (scroller.current !== null && !hasScrolledUp(scroller.current, lastTop.current)) virtualizer.scrollToEnd();
    },
  };
}

/** A person always gets to see what they send. */
function useScrollToSent(lastOutgoing: string | undefined, virtualizer: RowVirtualizer): void {
  useLayoutEffect(() => {
    if (lastOutgoing !== undefined) virtualizer.scrollToEnd();
  }, [lastOutgoing, virtualizer]);
}

/** The row that somebody has jumped to; -1: there's none. */
function jumpedTo(rows: readonly Row[], { jump }: TimelineState): number {
  if (jump?.status !== 'found') return -1;
  return rows.findIndex((row) => row.kind === 'message' && row.stored?._id === jump.id);
}

/** Shows the row that somebody has jumped to, and lets the keyboard go on from there. */
function useScrollToJump(
  index: number,
  count: number | undefined,
  scroller: RefObject<HTMLDivElement | null>,
  virtualizer: RowVirtualizer,
): void {
  const go = useEffectEvent(() => {
    if (index < 0) return;
    virtualizer.scrollToIndex(index, { align: 'center' });
    return requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true }),
    );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each jump goes there once
  useLayoutEffect(() => {
    const frame = go();
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [count]);
}

/** Where the reader is: for drawing, and as of now. */
function useReaderPosition(startIndex: number, firstNewKey: string | undefined) {
  const [lastPosition, setPosition] = useState(() => initialPosition(startIndex, firstNewKey));
  const position = positionReducer(lastPosition, { type: 'firstNewChanged', firstNewKey });
  if (position !== lastPosition) setPosition(position);
  // A scroll and a resize may both happen before React renders the first one.
  const latest = useRef(position);
  const dispatch = (event: PositionEvent) => {
    latest.current = positionReducer(latest.current, event);
    setPosition((before) => positionReducer(before, event));
  };
  useLayoutEffect(() => {
    latest.current = positionReducer(latest.current, { type: 'firstNewChanged', firstNewKey });
  }, [firstNewKey]);
  return { position, latest, dispatch };
}

interface Loads {
  loadOlder: () => void;
  loadNewer: () => void;
}

/** Loads older and newer messages as the reader gets close to them. */
function useLoads(
  position: Position,
  virtualizer: RowVirtualizer,
  { excerpt, older }: TimelineState,
  loads: Loads,
): void {
  const { count } = virtualizer.options;
  const drawn = virtualizer.getVirtualItems();
  const [first, last] = [drawn[0]?.index ?? count, drawn.at(-1)?.index ?? 0];
  useLoad(shouldLoadOlder(position, first, excerpt?.older ?? older), loads.loadOlder);
  useLoad(shouldLoadNewer(position, count - last, excerpt?.newer), loads.loadNewer);
}

/** Draws a timeline's rows and keeps the reader where `positionReducer` puts them. */
export function usePosition(rows: readonly Row[], state: TimelineState, loads: Loads) {
  const scroller = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  const isExcerpt = state.excerpt !== null;
  const virtualizer = useRowVirtualizer(rows, scroller, width, isExcerpt);

  const firstNewIndex = rows.findIndex(({ kind }) => kind === 'new');
  const firstNewKey = rows[firstNewIndex]?.key;
  const jumpIndex = jumpedTo(rows, state);
  // Coming back from another part of the history leads to the end.
  const [startIndex] = useState(state.part > 0 ? jumpIndex : firstNewIndex);
  const { position, latest, dispatch } = useReaderPosition(startIndex, firstNewKey);

  const { hearOfScroll, stayAtEnd } = useEnd(scroller, virtualizer);
  const handleScroll = (element: HTMLElement) => {
    hearOfScroll(element);
    // The virtualizer may hear about a scroll after this runs.
    const now = isAtEnd(element) && !isExcerpt;
    if (shouldCancelScroll(latest.current, now)) virtualizer.cancelScroll();
    dispatch({ type: 'scrolled', isAtEnd: now });
  };
  const recheckScroll = useEffectEvent(() => scroller.current !== null && handleScroll(scroller.current));
  const scrollToFirstNew = useEffectEvent(() => {
    if (firstNewIndex > 0) virtualizer.scrollToIndex(firstNewIndex, { align: 'start' });
    else virtualizer.scrollToEnd();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: where it begins is decided once
  useLayoutEffect(() => {
    if (state.part === 0) scrollToFirstNew();
    else if (startIndex < 0) virtualizer.scrollToEnd();
    // Waits until it's drawn there; before that, the first row would seem to be in view.
    const frame = requestAnimationFrame(() => {
      dispatch({ type: 'drawn' });
      if (startIndex > 0) recheckScroll();
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  // The available height changes with the message field and a phone's keyboard; a reader at the end stays there.
  useResize(scroller, (next) => {
    setWidth(next);
    if (latest.current.at === 'end') stayAtEnd();
  });

  // Missed messages are inserted before unsent ones. A reader at the end stays there even though the last row is the same, unless more
  // arrived than fits on the screen; then they're taken to the first one.
  const drawn = useRef(rows);
  const keepPosition = useEffectEvent(() => {
    const { at } = latest.current;
    if (at === 'end') stayAtEnd();
    if (at !== 'firstNew') return;
    scrollToFirstNew();
    // If everything fits, nothing scrolls, and that counts as the end.
    return requestAnimationFrame(recheckScroll);
  });
  useLayoutEffect(() => {
    if (drawn.current === rows) return;
    drawn.current = rows;
    const frame = keepPosition();
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [rows]);

  useScrollToSent(state.outgoing.at(-1)?.clientId, virtualizer);
  useScrollToJump(jumpIndex, state.jump?.count, scroller, virtualizer);

  useLoads(position, virtualizer, state, loads);

  return { scroller, virtualizer, handleScroll, isAtEnd: position.at === 'end' };
}
