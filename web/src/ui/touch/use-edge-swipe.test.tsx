// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useEdgeSwipe } from '#ui/touch/use-edge-swipe.ts';

afterEach(cleanup);

function Page({ onBack }: { onBack: () => void }) {
  return <div {...useEdgeSwipe(onBack)}>A chat</div>;
}

it.each([
  ['a swipe from the left edge leads back', [10, 300], [120, 320], 1],
  ['a short one does not', [10, 300], [50, 300], 0],
  ['one that goes down scrolls', [10, 300], [90, 400], 0],
  ['one from further in belongs to what is there', [80, 300], [240, 300], 0],
])('%s', (_, [fromX, fromY], [toX, toY], times) => {
  const onBack = vi.fn();
  render(<Page onBack={onBack} />);
  const page = screen.getByText('A chat');
  fireEvent.touchStart(page, { touches: [{ clientX: fromX, clientY: fromY }] });
  fireEvent.touchEnd(page, { changedTouches: [{ clientX: toX, clientY: toY }] });
  expect(onBack).toHaveBeenCalledTimes(times);
});
