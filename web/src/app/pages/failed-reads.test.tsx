// @vitest-environment happy-dom
import { readTotp } from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import { listPasskeys } from '@hubbub/contract/features/accounts/passkeys.endpoints.ts';
import { listSecurityLog, listSessions } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { readNotificationSettings } from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { listPushDevices } from '@hubbub/contract/features/notifications/push.endpoints.ts';
import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { onlineManager } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import NotificationSettingsPage from '#app/pages/NotificationSettingsPage.tsx';
import RegisterPasswordPage from '#app/pages/RegisterPasswordPage.tsx';
import SecurityPage from '#app/pages/SecurityPage.tsx';
import { draw, goOffline, signIn, tidy } from '#test/draw.tsx';
import { makeNotificationSettings, makeSite } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});
afterEach(tidy);

it('the security page stays while a list that failed is asked for again', async () => {
  signIn();
  for (const endpoint of [listSessions, listPasskeys, readTotp, listSecurityLog]) api.refuse(endpoint, 500, 'Broken');
  draw(<SecurityPage />);
  const password = await screen.findByRole('heading', { name: 'Password' });
  // Each list asks again when it's drawn.
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(4));
  expect(api.asked(listSessions)).toHaveLength(2);
  const answer = api.hold(listSessions, { sessions: [] });
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(button);
  await waitFor(() => expect(api.asked(listSessions)).toHaveLength(3));
  expect(password.isConnected).toBe(true);
  answer();
});

it("notification settings that can't be loaded are reported once for the whole page, and appear once they're there", async () => {
  signIn();
  api.refuse(readNotificationSettings, 500, 'Broken');
  api.answer(listPushDevices, { devices: [], closed: [] });
  draw(<NotificationSettingsPage />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.queryByRole('heading', { name: 'Quiet hours' })).toBeNull();
  api.answer(readNotificationSettings, { settings: makeNotificationSettings() });
  fireEvent.click(again);
  expect(await screen.findByRole('heading', { name: 'Quiet hours' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('without a connection, the security page says so once, and shows its lists when the connection is back', async () => {
  signIn();
  api.answer(listSessions, { sessions: [] });
  api.answer(listPasskeys, { passkeys: [] });
  api.answer(readTotp, { enabled: false, recovery_codes_left: 0 });
  api.answer(listSecurityLog, { entries: [] });
  goOffline();
  draw(<SecurityPage />);
  expect((await screen.findByRole('alert')).textContent).toContain('No connection');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  vi.restoreAllMocks();
  act(() => {
    onlineManager.setOnline(true);
    window.dispatchEvent(new Event('online'));
  });
  expect(await screen.findByRole('heading', { name: 'Passkeys' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/No connection/)).toBeNull());
});

it('a registration keeps its password while the site, which failed to load, is asked for again', async () => {
  api.refuse(readSite, 500, 'Broken');
  draw(<RegisterPasswordPage />, { at: '/register/password?reg_id=abc' });
  const field = await screen.findByLabelText('Password', { selector: 'input' });
  fireEvent.change(field, { target: { value: 'apple orchard 1912' } });
  await waitFor(() => expect(api.asked(readSite)).toHaveLength(2));
  const answer = api.hold(readSite, { site: makeSite() });
  fireEvent(window, new Event('visibilitychange'));
  await waitFor(() => expect(api.asked(readSite)).toHaveLength(3));
  expect(field.isConnected).toBe(true);
  answer();
});
