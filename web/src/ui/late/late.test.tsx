// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StaleVersionError } from '#ui/late/fetch-code.ts';
import { late, lateOverlay } from '#ui/late/late.tsx';
import { endFirstScreen, preloadIdleCode } from '#ui/late/late-code.ts';

const Comments = ({ post = '' }: { post?: string }) => <p>The comments {post}</p>;
const fetchCode = vi.fn<() => Promise<ComponentType<{ post?: string }>>>();
const offline = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => {
  vi.useFakeTimers();
  fetchCode.mockReset();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Renders a page that contains a lazy component. */
async function draw() {
  const Late = late(fetchCode, { name: 'Comments' });
  render(
    <>
      <h1>The feed</h1>
      <Late post="7" />
    </>,
  );
  await act(async () => undefined);
}

it('renders the component once its code has loaded', async () => {
  fetchCode.mockResolvedValue(Comments);
  await draw();
  expect(screen.getByText('The comments 7')).toBeTruthy();
});

it('loads after the first screen what something stands in for', async () => {
  fetchCode.mockResolvedValue(Comments);
  const Late = late(fetchCode, { name: 'Comments', afterFirstScreen: true, waiting: () => <p>Soon</p> });
  render(<Late />);
  await act(async () => undefined);
  expect(screen.getByText('Soon')).toBeTruthy();
  expect(fetchCode).not.toHaveBeenCalled();

  await act(async () => endFirstScreen());
  expect(screen.getByText('The comments')).toBeTruthy();
});

it('loads nothing by being drawn if it comes on demand', async () => {
  fetchCode.mockResolvedValue(Comments);
  const Late = late(fetchCode, { name: 'Comments', onDemand: true, waiting: () => <p>Soon</p> });
  render(<Late />);
  await act(async () => undefined);
  expect(fetchCode).not.toHaveBeenCalled();
  expect(screen.getByText('Soon')).toBeTruthy();

  await act(() => Late.load());
  expect(screen.getByText('The comments')).toBeTruthy();
});

it('shows a failure in its own place with a retry button; the rest of the page stays', async () => {
  fetchCode.mockImplementationOnce(offline).mockResolvedValueOnce(Comments);
  await draw();
  expect(screen.getByRole('heading', { name: 'The feed' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain("Comments couldn't be loaded");

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(async () => undefined);
  expect(screen.getByText('The comments 7')).toBeTruthy();
  expect(fetchCode).toHaveBeenCalledTimes(2);
});

it('recovers on its own when the connection is back', async () => {
  fetchCode.mockImplementationOnce(offline).mockResolvedValueOnce(Comments);
  await draw();
  window.dispatchEvent(new Event('online'));
  await act(async () => undefined);
  expect(screen.getByText('The comments 7')).toBeTruthy();
});

it('keeps retrying while something waits, at growing intervals, and stops when nothing does', async () => {
  fetchCode.mockImplementation(offline);
  await draw();
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(fetchCode).toHaveBeenCalledTimes(2);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(fetchCode).toHaveBeenCalledTimes(2);
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(fetchCode).toHaveBeenCalledTimes(3);
  cleanup();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetchCode).toHaveBeenCalledTimes(3);
});

it('asks to reload the page when a new version has replaced it', async () => {
  fetchCode.mockRejectedValue(new StaleVersionError('gone'));
  await draw();
  expect(screen.getByRole('alert').textContent).toContain('Hubbub has been updated');
});

it('can be closed if it would cover the page', async () => {
  const onClose = vi.fn();
  const Late = lateOverlay<{ onClose: () => void }>(offline, 'Comments');
  render(<Late onClose={onClose} />);
  await act(async () => undefined);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('fetches small pieces ahead once the page has settled, stays silent if that fails, and runs them when they are drawn', async () => {
  fetchCode.mockImplementationOnce(offline).mockResolvedValue(Comments);
  const Late = late(fetchCode, { name: 'Comments', whenIdle: true });
  const begun = preloadIdleCode();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(fetchCode).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  await begun;
  expect(fetchCode).toHaveBeenCalledTimes(1);

  window.dispatchEvent(new Event('online'));
  await vi.runAllTimersAsync();
  expect(fetchCode).toHaveBeenCalledTimes(2);
  render(<Late post="8" />);
  await act(async () => undefined);
  expect(screen.getByText('The comments 8')).toBeTruthy();
});
