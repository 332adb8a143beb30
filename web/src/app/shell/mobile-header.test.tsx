// @vitest-environment happy-dom
import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { MobileHeader } from '#app/shell/MobileBars.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeSite } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

afterEach(tidy);

it.each([
  ['a member', null, ['Profile', 'Notifications', 'Saved', 'Settings', 'Log Out']],
  ['the team', 'moderator', ['Profile', 'Notifications', 'Saved', 'Site', 'Settings', 'Log Out']],
] as const)("a phone's header has the search, and the picture opens the menu of %s", async (_, role, wanted) => {
  fakeApi().answer(readSite, { site: makeSite() });
  signIn({ site_role: role });
  const { at } = draw(<MobileHeader />);
  expect(screen.getByRole('link', { name: 'Search' }).getAttribute('href')).toBe('/search');
  fireEvent.click(screen.getByRole('button', { name: 'Your menu' }));
  const items = await screen.findAllByRole('menuitem', undefined, { timeout: 20_000 });
  expect(items.map(({ textContent }) => textContent)).toEqual(wanted);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Profile' }));
  expect(at()).toBe('/profile');
});
