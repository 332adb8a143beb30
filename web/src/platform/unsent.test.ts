// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '#platform/errors.ts';
import { offlineNotice, showOfflineNotice, useUnsent } from '#platform/unsent.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('says what was lost, and whether the connection or the server is to blame', () => {
  vi.stubGlobal('navigator', { onLine: false });
  expect(offlineNotice(new ApiError(0, 'x'), "your vote wasn't saved")).toBe(
    "You're offline, so your vote wasn't saved.",
  );
  vi.stubGlobal('navigator', { onLine: true });
  expect(offlineNotice(new ApiError(0, 'x'), "your vote wasn't saved")).toBe(
    "Hubbub can't be reached, so your vote wasn't saved.",
  );
  expect(offlineNotice(new ApiError(429, 'Too often'), "your vote wasn't saved")).toBeNull();
});

it('stays for several seconds after the last failure', () => {
  vi.useFakeTimers();
  const { result } = renderHook(useUnsent);
  act(() => showOfflineNotice('One'));
  act(() => vi.advanceTimersByTime(5_000));
  act(() => showOfflineNotice('Two'));
  act(() => vi.advanceTimersByTime(5_000));
  expect(result.current).toBe('Two');
  act(() => vi.advanceTimersByTime(5_000));
  expect(result.current).toBeNull();
});
