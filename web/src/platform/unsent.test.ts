// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/errors.ts';
import { showUnsent, unsentText, useUnsent } from '#platform/unsent.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('says what was lost, and whether the connection or the server is to blame', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(unsentText(new ApiError(0, 'x'), "your vote wasn't saved")).toBe("You're offline, so your vote wasn't saved.");
  vi.stubGlobal('navigator', { onLine: true });
  expect(unsentText(new ApiError(0, 'x'), "your vote wasn't saved")).toBe(
    "Hubbub can't be reached, so your vote wasn't saved.",
  );
  expect(unsentText(new ApiError(429, 'Too often'), "your vote wasn't saved")).toBeNull();
});

it('stays for some seconds after the last', () => {
  vi.useFakeTimers();
  const { result } = renderHook(useUnsent);
  act(() => showUnsent('One'));
  act(() => vi.advanceTimersByTime(5_000));
  act(() => showUnsent('Two'));
  act(() => vi.advanceTimersByTime(5_000));
  expect(result.current).toBe('Two');
  act(() => vi.advanceTimersByTime(5_000));
  expect(result.current).toBeNull();
});
