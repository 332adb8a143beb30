// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AudioPlayer } from '#features/posts/AudioPlayer.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const cannot = "This sound can't be played here.";

it.each([
  ['stopped before it began can be played again', 'AbortError', false],
  ['in a format that the browser lacks says so', 'NotSupportedError', true],
])('a sound %s', async (_, reason, isBroken) => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('', reason));
  render(<AudioPlayer src="/media/a.mp3" duration={3} title="A bell" />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Play' });
  await act(async () => fireEvent.click(button));
  expect(screen.queryByText(cannot) !== null).toBe(isBroken);
  expect(button.disabled).toBe(isBroken);
});
