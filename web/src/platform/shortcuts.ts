import { useEffect, useEffectEvent } from 'react';

/** Section "Access" of the interface: all of the app's shortcuts, in the order of the help dialog. */
export const shortcuts = [
  { key: '?', text: 'Show keyboard shortcuts' },
  { key: 'Ctrl K', text: 'Go to a person, a room or a page' },
  { key: 'Ctrl F', text: 'Search in the open room' },
  { key: '/', text: 'Search people' },
  { key: 'n', text: 'Write a new post' },
  { key: 'j', text: 'Next post' },
  { key: 'k', text: 'Previous post' },
  { key: 'Esc', text: "Close what's open" },
] as const;

export type ShortcutKey = Exclude<(typeof shortcuts)[number]['key'], 'Esc' | `Ctrl ${string}`>;

/** Whether key presses belong to the focused element: a field, or an open dialog or menu. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (
    target.closest(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="menu"]',
    ) !== null
  )
    return true;
  return document.querySelector('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]') !== null;
}

/** Calls `action` when a person presses `key` outside of fields, dialogs and menus. */
export function useShortcut(key: ShortcutKey, action: () => void): void {
  const run = useEffectEvent(action);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key !== key ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        isBusy(event.target)
      )
        return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [key]);
}
