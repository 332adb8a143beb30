// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useKeyboardInset } from '#ui/touch/use-keyboard-inset.ts';

/** What's seen of a window that's 800 px high. */
let viewport: EventTarget & { height: number; offsetTop: number; scale: number };

beforeEach(() => {
  viewport = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  vi.stubGlobal('innerHeight', 800);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page() {
  useKeyboardInset();
  return null;
}

const inset = () => document.documentElement.style.getPropertyValue('--keyboard-inset');

function show(seen: Partial<typeof viewport>, change = 'resize'): string {
  Object.assign(viewport, seen);
  viewport.dispatchEvent(new Event(change));
  return inset();
}

it('keeps free what a keyboard covers, also after the window was moved, and gives it back', () => {
  const { unmount } = render(<Page />);
  expect(inset()).toBe('');
  expect(show({ height: 464 })).toBe('336px');
  expect(show({ offsetTop: 100 }, 'scroll')).toBe('236px');
  expect(show({ height: 800, offsetTop: 0 })).toBe('');
  show({ height: 464 });
  unmount();
  expect(inset()).toBe('');
});

it('keeps nothing free where the window itself becomes smaller, or two fingers zoom', () => {
  render(<Page />);
  vi.stubGlobal('innerHeight', 464);
  expect(show({ height: 464 })).toBe('');
  vi.stubGlobal('innerHeight', 800);
  expect(show({ height: 400, scale: 2 })).toBe('');
});
