// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Tooltip } from '#ui/tooltip/Tooltip.tsx';
import { TooltipBubble } from '#ui/tooltip/TooltipBubble.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const word = () => document.querySelector('[data-radix-popper-content-wrapper] [aria-hidden="true"]');
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function draw() {
  render(<button type="button">Close</button>);
  const button = screen.getByRole('button');
  render(<TooltipBubble trigger={button} text="Close" side="bottom" />);
  return button;
}

it('appears once a mouse has rested on the element, and Esc hides it', async () => {
  const button = draw();
  fireEvent.pointerMove(button, { pointerType: 'mouse' });
  await wait(400);
  expect(word()).toBeNull();
  await wait(200);
  expect(word()?.textContent).toContain('Close');
  fireEvent.keyDown(document, { key: 'Escape' });
  await wait(0);
  expect(word()).toBeNull();
});

it("doesn't appear on touch, and disappears on press", async () => {
  const button = draw();
  fireEvent.pointerMove(button, { pointerType: 'touch' });
  await wait(1_000);
  expect(word()).toBeNull();
  fireEvent.pointerMove(button, { pointerType: 'mouse' });
  await wait(600);
  expect(word()).not.toBeNull();
  fireEvent.pointerDown(button);
  await wait(0);
  expect(word()).toBeNull();
});

it('keeps the element with its name and its focus when the code arrives', async () => {
  render(
    <Tooltip text="Close">
      <button type="button" aria-label="Close" />
    </Tooltip>,
  );
  const button = screen.getByRole('button', { name: 'Close' });
  button.focus();
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  await vi.dynamicImportSettled();
  await wait(600);
  expect(screen.getByRole('button', { name: 'Close' })).toBe(button);
  expect(document.activeElement).toBe(button);
});
