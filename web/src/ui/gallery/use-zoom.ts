import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  afterDrag,
  closeUp,
  fitted,
  type Point,
  type Size,
  type View,
  wholeView,
  withinFrame,
  zoomedAt,
} from '#ui/gallery/gallery.rules.ts';

/** Milliseconds in which a second tap makes a double tap. */
const tapTime = 250;
/** Pixels a finger may move and still tap. */
const tapSlop = 8;

const middle = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

function distance([one, other]: readonly Point[]): number {
  return one === undefined || other === undefined ? 0 : Math.hypot(one.x - other.x, one.y - other.y);
}

/** The frame's middle on the screen, and its size. */
function frameOf(stage: HTMLElement | null): { center: Point; frame: Size } {
  const { left, top, width, height } = stage?.getBoundingClientRect() ?? new DOMRect();
  return { center: { x: left + width / 2, y: top + height / 2 }, frame: { width, height } };
}

/** Calls back with the factor by which the wheel zooms. */
function useWheel(stage: RefObject<HTMLElement | null>, onZoom: (factor: number, event: WheelEvent) => void): void {
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    onZoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), event);
  });
  useEffect(() => {
    const element = stage.current;
    // React's own listener couldn't keep the page from zooming.
    const listener = (event: WheelEvent) => onWheel(event);
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [stage]);
}

/** Tells two quick taps from one. */
function useTaps({ onOne, onTwo }: { onOne: () => void; onTwo: (at: Point) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (at: Point) => {
    const isSecond = timer.current !== undefined;
    clearTimeout(timer.current);
    timer.current = undefined;
    if (isSecond) {
      onTwo(at);
      return;
    }
    timer.current = setTimeout(() => {
      timer.current = undefined;
      onOne();
    }, tapTime);
  };
}

interface ZoomOptions {
  stage: RefObject<HTMLElement | null>;
  picture: RefObject<HTMLImageElement | null>;
  onTurn: (step: 1 | -1) => void;
  onClose: () => void;
}

/**
 * Zooming and moving a picture with fingers, the mouse and its wheel: pinch, double tap, drag. A picture that's shown whole is swiped
 * sideways to the next one, pulled down to close, or tapped to close.
 */
export function useZoom({ stage, picture, onTurn, onClose }: ZoomOptions) {
  const [view, setView] = useState<View>(wholeView);
  /** How far a picture that's shown whole has been dragged. */
  const [pulled, setPulled] = useState<Point>({ x: 0, y: 0 });
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Point>(null);
  const moved = useRef(false);

  const fit = (next: View): View => {
    const { frame } = frameOf(stage.current);
    const { naturalWidth = 0, naturalHeight = 0 } = picture.current ?? {};
    return withinFrame(next, fitted({ width: naturalWidth, height: naturalHeight }, frame), frame);
  };
  const zoom = (factor: number, at: Point = { x: 0, y: 0 }) => setView((now) => fit(zoomedAt(now, factor, at)));
  const reset = () => setView(wholeView);
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { center } = frameOf(stage.current);
    return { x: clientX - center.x, y: clientY - center.y };
  };

  useWheel(stage, (factor, event) => zoom(factor, fromMiddle(event)));
  const onTap = useTaps({
    onOne: () => view.scale === 1 && onClose(),
    onTwo: (at) => (view.scale > 1 ? reset() : zoom(closeUp, at)),
  });
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointers.current.set(event.pointerId, fromMiddle(event));
      if (pointers.current.size > 1) {
        moved.current = true;
        setPulled({ x: 0, y: 0 });
        return;
      }
      start.current = fromMiddle(event);
      moved.current = false;
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!pointers.current.has(event.pointerId)) return;
      const before = [...pointers.current.values()];
      pointers.current.set(event.pointerId, fromMiddle(event));
      const after = [...pointers.current.values()];
      const from = middle(before);
      const to = middle(after);
      if (start.current !== null && Math.hypot(to.x - start.current.x, to.y - start.current.y) > tapSlop)
        moved.current = true;
      if (after.length === 1 && view.scale === 1) {
        if (moved.current && start.current !== null)
          setPulled({ x: to.x - start.current.x, y: to.y - start.current.y });
        return;
      }
      const factor = after.length > 1 && distance(before) > 0 ? distance(after) / distance(before) : 1;
      setView((now) => fit(zoomedAt({ ...now, x: now.x + to.x - from.x, y: now.y + to.y - from.y }, factor, to)));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const wasDown = pointers.current.delete(event.pointerId);
      if (!wasDown || pointers.current.size > 0) return;
      setPulled({ x: 0, y: 0 });
      if (!moved.current) {
        onTap(fromMiddle(event));
        return;
      }
      if (view.scale > 1 || (pulled.x === 0 && pulled.y === 0)) return;
      const what = afterDrag(pulled, frameOf(stage.current).frame);
      if (what === 'close') onClose();
      else if (what !== 'stay') onTurn(what === 'next' ? 1 : -1);
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      pointers.current.delete(event.pointerId);
      setPulled({ x: 0, y: 0 });
    },
  };
  const isMoving = pulled.x !== 0 || pulled.y !== 0;
  const move = (by: Point) => setView((now) => fit({ ...now, x: now.x + by.x, y: now.y + by.y }));
  return { view, pulled, isMoving, zoom, reset, move, handlers };
}
