import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import { abilitiesOf } from '#features/rooms/abilities.rules.ts';
import type { MessageActions } from '#features/rooms/message-actions.ts';
import type { MessageRow, Row } from '#features/rooms/rows.rules.ts';
import { gestureOf, isReply, pullOf } from '#features/rooms/touch.rules.ts';
import { ignoreTap } from '#ui/touch/ignore-tap.ts';
import { isAtEdge } from '#ui/touch/use-edge-swipe.ts';

/** Milliseconds after which a press opens the message's actions. */
const pressTime = 450;

interface Touch {
  pointer: number;
  x: number;
  y: number;
  row: MessageRow;
  element: HTMLElement;
  is: 'press' | 'swipe';
}

/** Moves a message with the finger, and the sign for a reply into view. */
function pull(element: HTMLElement, hint: HTMLElement | null, dx: number): void {
  const distance = pullOf(dx);
  const [content] = element.children;
  if (content instanceof HTMLElement) {
    content.style.transition = distance === 0 ? 'transform 150ms ease-out' : 'none';
    content.style.transform = distance === 0 ? '' : `translateX(${distance}px)`;
  }
  if (hint === null) return;
  const { top, height } = element.getBoundingClientRect();
  const frame = hint.offsetParent?.getBoundingClientRect().top ?? 0;
  hint.style.top = `${top - frame + height / 2}px`;
  hint.style.opacity = String(Math.min(1, distance / 56));
  hint.dataset.ready = String(isReply(dx));
}

/** A long press on a message opens its actions, a swipe to the right answers it. `hint` shows that it will. */
export function useTouchActions(rows: readonly Row[], actions: MessageActions) {
  const touch = useRef<Touch>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLong = useRef(false);
  const hint = useRef<HTMLSpanElement>(null);
  useEffect(() => () => clearTimeout(timer.current), []);

  const settle = () => {
    clearTimeout(timer.current);
    if (touch.current?.is === 'swipe') pull(touch.current.element, hint.current, 0);
    touch.current = null;
  };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      settle();
      wasLong.current = false;
      if (event.pointerType !== 'touch' || !event.isPrimary || !(event.target instanceof Element)) return;
      const element = event.target.closest<HTMLElement>('[data-index]');
      const row = rows[Number(element?.dataset.index)];
      // Elements that handle sideways swipes themselves.
      if (event.target.closest('video, [role=slider], input') !== null) return;
      if (element === null || row?.kind !== 'message' || row.stored === null || row.stored.deleted) return;
      const { stored } = row;
      touch.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, row, element, is: 'press' };
      timer.current = setTimeout(() => {
        touch.current = null;
        wasLong.current = true;
        ignoreTap();
        navigator.vibrate?.(10);
        actions.open(stored, 'menu');
      }, pressTime);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = touch;
      if (current === null || current.pointer !== event.pointerId) return;
      const dx = event.clientX - current.x;
      if (current.is === 'press') {
        const gesture = gestureOf(dx, event.clientY - current.y);
        if (gesture === 'press') return;
        clearTimeout(timer.current);
        const { own, stored } = current.row;
        if (
          gesture === 'other' ||
          isAtEdge(current.x) ||
          stored === null ||
          !abilitiesOf(stored, { own, ...actions }).respond
        )
          return settle();
        current.is = 'swipe';
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      pull(current.element, hint.current, dx);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const { current } = touch;
      settle();
      if (current?.is !== 'swipe' || current.row.stored === null) return;
      ignoreTap();
      if (isReply(event.clientX - current.x)) actions.reply(current.row.stored);
    },
    onPointerCancel: settle,
    onContextMenu(event: MouseEvent) {
      // What a phone's browser offers after a long press would cover the actions.
      if (touch.current !== null || wasLong.current) event.preventDefault();
    },
  };
  return { handlers, hint };
}
