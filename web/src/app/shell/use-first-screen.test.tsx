// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useFirstScreenDone } from '#app/shell/use-first-screen.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

function open() {
  const queries = new QueryClient();
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return { queries, screen: renderHook(() => useFirstScreenDone(), { wrapper }).result };
}

it('is over shortly after the page has nothing left to load', async () => {
  const { screen } = open();
  await pass(250);
  expect(screen.current).toBe(false);
  await pass(100);
  expect(screen.current).toBe(true);
});

it('waits for the data of the page', async () => {
  const { queries, screen } = open();
  const { promise, resolve } = Promise.withResolvers<string>();
  void queries.fetchQuery({ queryKey: ['posts'], queryFn: () => promise });
  await pass(2_000);
  expect(screen.current).toBe(false);
  resolve('posts');
  await pass(400);
  expect(screen.current).toBe(true);
});

it('is over after three seconds at most', async () => {
  const { queries, screen } = open();
  void queries.fetchQuery({ queryKey: ['posts'], queryFn: () => new Promise(() => undefined) });
  await pass(2_950);
  expect(screen.current).toBe(false);
  await pass(100);
  expect(screen.current).toBe(true);
});
