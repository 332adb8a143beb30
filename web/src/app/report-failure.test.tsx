// @vitest-environment happy-dom
import { updateUser } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { Root } from '#app/Root.tsx';
import { reportFailure } from '#app/report-failure.ts';
import { call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { goOffline, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';
import { StaleVersionError, UnfetchedError } from '#ui/late/fetch-code.ts';
import { ToastHost } from '#ui/toast/ToastHost.tsx';

afterEach(tidy);

function Renaming() {
  const { mutate } = useChange({
    mutationFn: () => call(updateUser, { body: { username: 'ada' } }),
    undone: 'your name stays as it is',
  });
  return (
    <button type="button" onClick={() => mutate()}>
      Rename
    </button>
  );
}

it("says once that a change which doesn't wait for the connection didn't reach the server", async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  signIn();
  const api = fakeApi();
  render(
    <QueryClientProvider client={createQueryClient(reportFailure)}>
      <MemoryRouter>
        <Routes>
          <Route element={<Root />}>
            <Route path="/" element={<Renaming />} />
          </Route>
        </Routes>
      </MemoryRouter>
      <ToastHost />
    </QueryClientProvider>,
  );
  api.disconnect();
  goOffline();
  fireEvent.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByText(/^You're offline, so/)).toBeTruthy();
  expect(screen.getAllByText(/^You're offline/).map(({ textContent }) => textContent)).toEqual([
    "You're offline. Updates will appear when you reconnect.",
    "You're offline, so your name stays as it is.",
  ]);
  expect(api.asked(updateUser)).toEqual([]);
});

it("says why nothing happened if the code for an action couldn't be loaded", async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  render(<ToastHost />);
  reportFailure(new UnfetchedError('Failed to fetch'), { undone: "the conversation wasn't opened" });
  expect(await screen.findByText("Hubbub can't be reached, so the conversation wasn't opened.")).toBeTruthy();
  reportFailure(new StaleVersionError('/assets/a.js is gone'), {});
  expect(await screen.findByText('Hubbub has been updated. Reload the page to continue.')).toBeTruthy();
});

it("people who aren't signed in aren't promised updates, which would cover the log-in form on a phone", () => {
  render(
    <MemoryRouter>
      <Routes>
        <Route element={<Root />}>
          <Route path="/" element={<p>Enter Credentials</p>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  goOffline();
  expect(screen.getByRole('status').textContent).toBe('');
});

it('warns before anything is written in a browser that deletes the data of sites nobody visits', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_6) Safari/604.1');
  signIn();
  render(
    <MemoryRouter>
      <Routes>
        <Route element={<Root />}>
          <Route path="/" element={<p>Home</p>} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
  goOffline();
  expect(await screen.findByText(/deletes unsent changes after seven days without a visit/)).toBeTruthy();
});
