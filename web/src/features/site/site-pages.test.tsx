// @vitest-environment happy-dom
import {
  readDataLocations,
  readSite,
  readSitePage,
  updateSite,
} from '@hubbub/contract/features/site/site.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { About, DataLocations, SitePageText, SiteSettings } from '#features/site/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeSite } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});
afterEach(tidy);

const noPage = () => api.refuse(readSitePage, 404, "This site hasn't written this page.");

it('the privacy policy is drawn as Markdown, and HTML in it stays text', async () => {
  api.answer(readSite, { site: makeSite({ pages: ['imprint', 'privacy'] }) });
  api.answer(readSitePage, {
    page: { content: '## What we keep\n\n<script>alert(1)</script>\n\n[Bad](javascript:alert(1))' },
  });
  const { container } = draw(<SitePageText page="privacy" />);
  expect(await screen.findByRole('heading', { level: 2, name: 'What we keep' })).toBeTruthy();
  expect(container.querySelector('script')).toBeNull();
  expect(screen.getByText('<script>alert(1)</script>')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Bad' })).toBeNull();
  expect((await screen.findByRole('link', { name: 'Imprint' })).getAttribute('href')).toBe('/about/imprint');
  expect(screen.queryByRole('link', { name: 'Privacy policy' })).toBeNull();
});

it("a page that isn't written says so, and isn't linked", async () => {
  api.answer(readSite, { site: makeSite() });
  noPage();
  draw(<SitePageText page="imprint" />);
  expect(await screen.findByText("This site hasn't written this page.")).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Privacy policy' })).toBeNull();
});

it('an admin starts with the template, sees it drawn, and saves it', async () => {
  const site = makeSite({ name: 'Elm Street', contact: 'elm@example.org' });
  api.answer(readSite, { site });
  noPage();
  draw(<SiteSettings />);
  fireEvent.click(await screen.findByRole('button', { name: 'Start with a template' }));
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Privacy policy' });
  expect(area.value).toContain('Elm Street is run by');
  expect(area.value).toContain('write to elm@example.org');
  expect(area.value).not.toContain('{');
  expect(screen.queryByRole('button', { name: 'Start with a template' })).toBeNull();
  const { value } = area;

  fireEvent.click(screen.getAllByRole('radio', { name: 'Preview' }).at(-1) as HTMLElement);
  expect(await screen.findByRole('heading', { name: 'What we keep' })).toBeTruthy();

  api.answer(updateSite, { site: { ...site, pages: ['privacy'] } });
  const form = screen.getByRole('heading', { name: 'What we keep' }).closest('form') as HTMLFormElement;
  fireEvent.submit(form);
  await waitFor(() => expect(api.asked(updateSite)[0]?.body).toEqual({ privacy: value }));
  expect(await screen.findByRole('link', { name: 'See the page' })).toBeTruthy();
});

it('which data goes where is what the server says', async () => {
  api.answer(readSite, { site: makeSite() });
  api.answer(readDataLocations, {
    places: [{ kind: 'mail', title: 'Email', text: 'Sent by example.com.', services: ['example.com'] }],
  });
  draw(<DataLocations />);
  expect(await screen.findByRole('heading', { name: 'Email' })).toBeTruthy();
  expect(screen.getByText('Sent by example.com.')).toBeTruthy();
});

it('leaving the settings with something unsaved asks first, once for all of it, and not after saving', async () => {
  const site = makeSite();
  signIn();
  api.answer(readSite, { site });
  noPage();
  const { at } = draw(<SiteSettings />);
  const leave = () => fireEvent.click(screen.getByRole('link', { name: 'Go through the first steps again' }));
  const imprint = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Imprint' });
  fireEvent.change(imprint, { target: { value: 'Ann Lee, 1 Elm Street' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Contact' }), { target: { value: 'ann@example.org' } });
  leave();
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect([imprint.value, at()]).toEqual(['Ann Lee, 1 Elm Street', '/']);

  api.answer(updateSite, { site: { ...site, contact: 'ann@example.org', pages: ['imprint'] } });
  fireEvent.submit(screen.getByRole('textbox', { name: 'Contact' }).closest('form') as HTMLFormElement);
  await waitFor(() => expect(api.asked(updateSite)).toHaveLength(1));
  leave();
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

  fireEvent.submit(imprint.closest('form') as HTMLFormElement);
  await waitFor(() => expect(api.asked(updateSite)).toHaveLength(2));
  await screen.findByRole('link', { name: 'See the page' });
  leave();
  await waitFor(() => expect(at()).toBe('/site/first-steps'));
});

it('what was typed into the settings is discarded after confirmation', async () => {
  signIn();
  api.answer(readSite, { site: makeSite() });
  noPage();
  const { at } = draw(<SiteSettings />);
  fireEvent.change(await screen.findByRole('textbox', { name: 'Rule 1' }), { target: { value: 'Be kind' } });
  fireEvent.click(screen.getByRole('link', { name: 'Go through the first steps again' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(at()).toBe('/site/first-steps'));
});

it('the page about the site says who runs it, or that nobody does yet', async () => {
  const runner = { username: 'ada', name: 'Ada', profile_path: '/profiles/default.png' };
  api.answer(readSite, { site: makeSite({ run_by: [runner] }) });
  const { unmount } = draw(<About>{null}</About>);
  expect(await screen.findByText('Ada')).toBeTruthy();
  expect(screen.queryByText('Nobody yet.')).toBeNull();
  unmount();
  api.answer(readSite, { site: makeSite({ run_by: [] }) });
  draw(<About>{null}</About>);
  expect(await screen.findByText('Nobody yet.')).toBeTruthy();
});
