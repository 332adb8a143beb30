import type { KeyboardEvent } from 'react';

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** For a container of stacked links and buttons: arrow keys, Home and End move focus among those with `data-step`. */
export function stepThrough(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-step]')];
  const index = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : -1;
  if (index === -1) return;
  event.preventDefault();
  stops[step(index, stops.length - 1)]?.focus();
}
