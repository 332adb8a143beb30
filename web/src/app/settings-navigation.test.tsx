// @vitest-environment happy-dom
import { pageEntries } from '@hubbub/contract/platform/pages.ts';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { settingsPages } from '#app/settings-pages.ts';
import { SettingsNavigation } from '#app/shell/SettingsNavigation.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';

afterEach(tidy);

const marked = () => screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'));

it('one link is marked on each page of the settings', () => {
  signIn();
  for (const [, { path }] of pageEntries.filter(([, { layout }]) => layout === 'settings')) {
    const { unmount } = draw(<SettingsNavigation />, { at: path });
    expect(marked(), path).toHaveLength(1);
    const [link] = marked();
    expect(link?.getAttribute('aria-current'), path).toBe(link?.getAttribute('href') === path ? 'page' : 'true');
    unmount();
  }
});

it('every page of the navigation exists', () => {
  const paths = pageEntries.map(([, { path }]) => path as string);
  for (const { to, below = [] } of settingsPages) expect(paths).toEqual(expect.arrayContaining([to, ...below]));
});
