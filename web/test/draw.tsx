import type { User } from '@hubbub/contract/platform/shapes.ts';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Route, Router, Routes } from 'react-router';
import { vi } from 'vitest';
import { reportFailure } from '#app/report-failure.ts';
import {
  type Arrival,
  currentEntry,
  firstArrival,
  subscribeToArrivals,
  navigator as tab,
} from '#platform/navigation.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { clearSession, storeUser } from '#platform/session.ts';
import { makeUser } from '#test/factories.ts';
import { AlertHost } from '#ui/alerts/AlertHost.tsx';
import { answerAlert, currentAlert } from '#ui/alerts/alerts.ts';

/**
 * Fakes the browser's layout so that lists draw what's in view. Every element is as large as a screen, and every list row is 40 pixels
 * high.
 */
function layOut(): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(function (this: HTMLElement) {
    const [content] = this.children;
    const height = content instanceof HTMLElement ? Number.parseFloat(content.style.height) : 0;
    return Math.max(600, height || 0);
  });
}

const clients = new Set<ReturnType<typeof createQueryClient>>();

/** Signs in a new person. */
export function signIn(given: Partial<User> = {}): User {
  const user = makeUser(given);
  storeUser(user);
  return user;
}

/** Follows the tab's history, like the app. */
function Tab({ children }: { children: ReactNode }) {
  const [{ location, action }, setArrival] = useState<Arrival>(firstArrival);
  useLayoutEffect(() => subscribeToArrivals(setArrival), []);
  return (
    <Router location={location} navigationType={action} navigator={tab}>
      {children}
    </Router>
  );
}

/**
 * Renders part of a page as the app would. `at` returns the current path; `failures` has the failed calls that nothing else reports. A
 * page that reads its path gets its `route` and starts at `at`.
 */
export function draw(what: ReactNode, { route = '*', at: start = '/' } = {}) {
  layOut();
  // Failures that a test causes would be logged.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const failures: { error: Error; undone: string | undefined }[] = [];
  const client = createQueryClient((error, how) => {
    if (how.fails === undefined) failures.push({ error, undone: how.undone });
    else reportFailure(error, how);
  });
  client.setDefaultOptions({
    ...client.getDefaultOptions(),
    queries: { ...client.getDefaultOptions().queries, retryDelay: 0 },
  });
  clients.add(client);
  const page = (
    <>
      {what}
      <AlertHost />
    </>
  );
  tab.replace(start);
  const drawn = render(
    <QueryClientProvider client={client}>
      <Tab>
        <Routes>
          <Route path={route} element={page} />
          {route !== '*' && <Route path="*" element={null} />}
        </Routes>
      </Tab>
    </QueryClientProvider>,
  );
  const at = () => currentEntry().pathname + currentEntry().search;
  return { ...drawn, client, failures, at };
}

/** From now on the browser knows it's offline. */
export function goOffline(): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => {
    onlineManager.setOnline(false);
    window.dispatchEvent(new Event('offline'));
  });
}

/** Removes everything that a test has rendered and stored. */
export function tidy(): void {
  for (let alert = currentAlert(); alert !== undefined; alert = currentAlert()) answerAlert(alert, 'declined');
  cleanup();
  onlineManager.setOnline(true);
  clearSession();
  for (const client of clients) client.clear();
  clients.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
}
