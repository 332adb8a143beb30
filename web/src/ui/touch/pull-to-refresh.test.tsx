// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PullToRefresh } from '#ui/touch/PullToRefresh.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Moves a finger down over the list, by steps, and lifts it. */
function pull(down: number, { right = 0, fingers = 1 } = {}): void {
  const list = screen.getByText('A list');
  const at = (part: number) =>
    Array.from({ length: fingers }, () => ({ clientX: 100 + right * part, clientY: 100 + down * part }));
  fireEvent.touchStart(list, { touches: at(0) });
  for (const part of [0.25, 0.5, 0.75, 1]) fireEvent.touchMove(list, { touches: at(part) });
  fireEvent.touchEnd(list, { touches: [] });
}

function drawList({ isOn = true, scrolled = 0, onRefresh = vi.fn(() => Promise.resolve()) } = {}) {
  render(
    <PullToRefresh isOn={isOn} onRefresh={onRefresh}>
      <div data-testid="scroller">
        <p>A list</p>
      </div>
    </PullToRefresh>,
  );
  screen.getByTestId('scroller').scrollTop = scrolled;
  return onRefresh;
}

it('a pull down at the top refreshes once, vibrates, and says so until it is done', async () => {
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', { vibrate });
  const { promise, resolve } = Promise.withResolvers<void>();
  const onRefresh = drawList({ onRefresh: vi.fn(() => promise) });
  pull(200);
  expect(onRefresh).toHaveBeenCalledTimes(1);
  expect(vibrate).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status').textContent).toBe('Refreshing');
  pull(200);
  expect(onRefresh).toHaveBeenCalledTimes(1);
  await act(async () => resolve());
  expect(screen.queryByRole('status')).toBeNull();
  pull(200);
  expect(onRefresh).toHaveBeenCalledTimes(2);
});

it.each([
  ['a short pull does nothing', 80, {}, {}],
  ['a pull of a list that is scrolled down scrolls it', 200, {}, { scrolled: 40 }],
  ['a move to the side belongs to what is there', 60, { right: 200 }, {}],
  ['two fingers zoom', 200, { fingers: 2 }, {}],
  ['where the browser refreshes, this does not', 200, {}, { isOn: false }],
])('%s', async (_, down, how, list) => {
  const onRefresh = drawList(list);
  pull(down, how);
  expect(onRefresh).not.toHaveBeenCalled();
  expect(screen.queryByRole('status')).toBeNull();
});

it('without a connection, a pull refreshes nothing', () => {
  vi.stubGlobal('navigator', { onLine: false });
  const onRefresh = drawList();
  pull(200);
  expect(onRefresh).not.toHaveBeenCalled();
  expect(screen.queryByRole('status')).toBeNull();
});
