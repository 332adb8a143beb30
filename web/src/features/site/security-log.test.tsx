// @vitest-environment happy-dom
import type { SiteSecurityEntry } from '@hubbub/contract/features/site/security.endpoints.ts';
import { listSiteSecurity, siteSecurityEvents } from '@hubbub/contract/features/site/security.endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventChoices, isSuspicious, siteEventTexts } from '#features/site/event-texts.ts';
import { SiteSecurityLog } from '#features/site/SiteSecurityLog.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn({ username: 'olive', site_role: 'admin' });
});
afterEach(tidy);

const entry = (given: Partial<SiteSecurityEntry>): SiteSecurityEntry => ({
  _id: '0193',
  created_at: '2026-11-01T12:00:00.000Z',
  last_at: '2026-11-01T12:40:00.000Z',
  times: 1,
  event: 'log_in',
  user: null,
  device: 'Firefox on Windows',
  network: '192.0.2.1',
  request_id: 'a1-b2',
  action: null,
  ...given,
});
const eve = { username: 'eve', name: 'Eve', profile_path: '/profiles/default.png' };
const items = async () => within(await screen.findByRole('list', { name: 'Security log' })).getAllByRole('listitem');

it('says who, what, how often, from where and with which request', async () => {
  api.answer(listSiteSecurity, {
    entries: [
      entry({ _id: '3', event: 'log_in_failed', times: 12 }),
      entry({ _id: '2', user: eve }),
      entry({
        _id: '1',
        event: 'team_action',
        device: null,
        network: null,
        request_id: null,
        action: {
          _id: '1',
          created_at: '2026-11-01T12:00:00.000Z',
          actor: { username: 'olive', name: 'Olive', profile_path: '/profiles/default.png' },
          on_server: false,
          action: 'sessions.ended',
          subject: { kind: 'user', id: 'u1', name: 'eve', url: '/profile/eve' },
          text: null,
        },
      }),
    ],
  });
  draw(<SiteSecurityLog />);
  const [failed, entered, done] = await items();
  expect(failed?.textContent).toMatch(
    /^Unknown account · Wrong password at log-in, 12 times.* to .*Firefox on Windows · 192\.0\.2\.1 · Request a1-b2$/,
  );
  expect(entered?.textContent).toMatch(/^Eve · Logged in/);
  expect(done?.textContent).toMatch(/^Olive logged out eve/);
});

it('asks for one person and one event', async () => {
  api.answer(listSiteSecurity, { entries: [] });
  draw(<SiteSecurityLog />);
  await screen.findByText('Log-ins and refusals show up here.');
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search by username' }), { target: { value: '@eve ' } });
  fireEvent.change(screen.getByRole('combobox', { name: 'Event' }), { target: { value: 'log_in_failed' } });
  await screen.findByText('Check the whole username, or choose another event.');
  await waitFor(() =>
    expect(api.asked(listSiteSecurity).at(-1)?.query).toEqual({ size: '30', username: 'eve', event: 'log_in_failed' }),
  );
});

it('fetches the page after the last entry', async () => {
  const page = Array.from({ length: 30 }, (_, n) => entry({ _id: `id-${n}` }));
  api.answer(listSiteSecurity, ({ query }) => ({
    entries: query.before === 'id-29' ? [entry({ _id: 'last' })] : page,
  }));
  draw(<SiteSecurityLog />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(async () => expect(await items()).toHaveLength(31));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('every event has a text of its own, and can be chosen', () => {
  expect(new Set(siteSecurityEvents.map((event) => siteEventTexts[event])).size).toBe(siteSecurityEvents.length);
  expect(eventChoices).toHaveLength(siteSecurityEvents.length + 1);
  expect(siteSecurityEvents.filter(isSuspicious)).toContain('team_refused');
});
