import { type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from 'react';
import { abilitiesOf } from '#features/rooms/abilities.rules.ts';
import type { Active } from '#features/rooms/MessageExtras.tsx';
import type { MessageActions, Opened } from '#features/rooms/message-actions.ts';
import type { MessageRow, Row } from '#features/rooms/rows.rules.ts';

/** The element of the row that something happened in. */
const rowElement = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;

interface ActiveOptions {
  rows: readonly Row[];
  actions: MessageActions;
  opened: { id: string; what: Opened } | null;
  /** Scrolls to a row that may not be drawn yet. */
  show: (index: number) => void;
}

const steps: Record<string, 1 | -1> = { ArrowUp: -1, ArrowDown: 1 };

/** The index of the next message in a direction. */
function nextMessage(rows: readonly Row[], from: number, step: 1 | -1): number | undefined {
  for (let index = from + step; index >= 0 && index < rows.length; index += step) {
    if (rows[index]?.kind === 'message') return index;
  }
  return undefined;
}

/** What a key does to the message that has the focus; undefined: nothing. */
function shortcut(event: KeyboardEvent, { own, stored }: MessageRow, actions: MessageActions) {
  if (stored === null || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const { respond, copy, edit, remove } = abilitiesOf(stored, { own, ...actions });
  const keys: Record<string, false | (() => void)> = {
    Enter: !stored.deleted && (() => actions.open(stored, 'menu')),
    ContextMenu: !stored.deleted && (() => actions.open(stored, 'menu')),
    F10: event.shiftKey && !stored.deleted && (() => actions.open(stored, 'menu')),
    '+': respond && (() => actions.open(stored, 'picker')),
    r: respond && (() => actions.reply(stored)),
    c: copy && (() => actions.copy(stored)),
    e: edit && (() => actions.edit(stored)),
    Delete: remove && (() => actions.remove(stored)),
  };
  return keys[event.key] || undefined;
}

/** Which message is pointed at or focused, and how the keyboard moves among them: one of them takes the focus with Tab. */
export function useActiveMessage({ rows, actions, opened, show }: ActiveOptions) {
  const [pointed, setPointed] = useState<string>();
  const [focused, setFocused] = useState<string>();
  const [last, setLast] = useState<string>();
  const rowOf = (element: HTMLElement | null) => rows[Number(element?.dataset.index)];

  const focusRow = (list: HTMLElement, index: number) => {
    const find = () => list.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (find() === null) show(index);
    // What isn't drawn yet is in the next frame.
    const element = find();
    if (element === null) requestAnimationFrame(() => find()?.focus());
    else element.focus();
  };

  return {
    active({ key, stored }: MessageRow): Active {
      if (opened !== null) return opened.id === stored?._id ? opened.what : null;
      return key === pointed || (pointed === undefined && key === focused) ? 'bar' : null;
    },
    /** The key of the row that Tab reaches, among those that are drawn. */
    tabbable: (drawn: readonly Row[]): string | undefined =>
      drawn.some(({ key }) => key === last) ? last : drawn.findLast(({ kind }) => kind === 'message')?.key,
    handlers: {
      onPointerOver(event: PointerEvent) {
        if (event.pointerType !== 'mouse') return;
        const row = rowOf(rowElement(event.target));
        if (row !== undefined) setPointed(row.key);
      },
      onPointerLeave: () => setPointed(undefined),
      onFocus({ target }: FocusEvent) {
        const row = rowOf(rowElement(target));
        if (row === undefined) return;
        setLast(row.key);
        if (target.matches(':focus-visible')) setFocused(row.key);
      },
      onBlur({ relatedTarget, currentTarget }: FocusEvent) {
        if (!currentTarget.contains(relatedTarget)) setFocused(undefined);
      },
      onKeyDown(event: KeyboardEvent<HTMLElement>) {
        const element = rowElement(event.target);
        const row = rowOf(element);
        // Buttons and links within a message have keys of their own.
        if (element !== event.target || row?.kind !== 'message') return;
        const step = steps[event.key];
        const index = step && nextMessage(rows, Number(element.dataset.index), step);
        const act = index === undefined ? shortcut(event, row, actions) : () => focusRow(event.currentTarget, index);
        if (act === undefined) return;
        event.preventDefault();
        act();
      },
    },
  };
}
