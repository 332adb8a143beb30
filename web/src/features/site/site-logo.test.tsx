// @vitest-environment happy-dom
import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SiteLogo } from '#features/site/public.ts';
import { draw, tidy } from '#test/draw.tsx';
import { makeSite } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});
afterEach(tidy);

it("a site's own name and logo are in the header, and never another name before them", async () => {
  const answer = api.hold(readSite, { site: makeSite({ name: 'Elm Street School', logo_path: '/site/logo.png' }) });
  const { container } = draw(<SiteLogo />);
  expect(container.textContent).toBe('');
  answer();
  // Where it's cut, all of it shows on hover.
  expect((await screen.findByText('Elm Street School')).title).toBe('Elm Street School');
  expect(container.querySelector('img')?.getAttribute('src')).toContain('/site/logo.png');
  expect(screen.queryByText('Hubbub')).toBeNull();
});

it("a site without a name of its own shows the product's, and so does one that can't be reached", async () => {
  api.answer(readSite, { site: makeSite() });
  const { unmount } = draw(<SiteLogo />);
  expect(await screen.findByText('Hubbub')).toBeTruthy();
  unmount();
  tidy();
  api = fakeApi();
  api.refuse(readSite, 503, 'Not now.');
  draw(<SiteLogo />);
  await waitFor(() => expect(screen.getByText('Hubbub')).toBeTruthy());
});
