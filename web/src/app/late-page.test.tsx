// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { latePage } from '#app/late-page.tsx';
import { setSiteName, usePageTitle } from '#platform/page-title.ts';

afterEach(cleanup);

function Settings() {
  usePageTitle('Settings');
  return <h1>Settings</h1>;
}

it("a page whose code can't be loaded doesn't keep the previous page's title", async () => {
  const fetchPage = vi.fn<() => Promise<ComponentType>>();
  fetchPage.mockRejectedValue(new TypeError('Failed to fetch'));
  setSiteName('Elm Street');
  document.title = 'Feed · Elm Street';
  const { Component } = latePage(fetchPage);
  render(
    <Suspense>
      <Component />
    </Suspense>,
  );

  expect((await screen.findByRole('alert')).textContent).toContain("This page couldn't be loaded");
  await waitFor(() => expect(document.title).toBe("This page couldn't be loaded · Elm Street"));
  fetchPage.mockResolvedValue(Settings);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Settings' });
  await waitFor(() => expect(document.title).toBe('Settings · Elm Street'));
});
