// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import * as pushEndpoints from '@hubbub/contract/features/notifications/push.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PushSwitch } from '#features/notifications/PushSwitch.tsx';
import { QuietHours } from '#features/notifications/QuietHours.tsx';
import { TypeSettings } from '#features/notifications/TypeSettings.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeNotificationSettings } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
  api.answer(endpoints.readNotificationSettings, { settings: makeNotificationSettings() });
  api.answer(endpoints.updateNotificationSettings, ({ body }) => ({
    settings: makeNotificationSettings(body as { quiet: null }),
  }));
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
  tidy();
});

/** A browser with a service worker, that asks its person and gets this answer. */
function installWorker(permission: NotificationPermission, isSubscribed = false) {
  const subscription = {
    endpoint: 'https://push.example.net/a',
    toJSON: () => ({ endpoint: 'https://push.example.net/a', keys: { p256dh: 'BA', auth: 'AA' } }),
    unsubscribe: vi.fn().mockResolvedValue(true),
  };
  const pushManager = {
    getSubscription: () => Promise.resolve(isSubscribed ? subscription : null),
    subscribe: vi.fn().mockResolvedValue(subscription),
  };
  const value = { ready: Promise.resolve({ pushManager }) };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve(permission) });
  return { pushManager, subscription };
}

const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const asked = () => api.asked(endpoints.updateNotificationSettings).map(({ body }) => body);

it('each kind is chosen for the app and for email, and for pushes where they can arrive', async () => {
  const first = draw(<TypeSettings />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Likes on your posts, email' }));
  await waitFor(() => expect(asked()).toEqual([{ types: { vote: { mail: false } } }]));
  expect(headers()).toEqual(['Kind', 'In app', 'Email']);
  expect(screen.queryByRole('checkbox', { name: 'Messages, in app' })).toBeNull();
  first.unmount();
  installWorker('granted');
  draw(<TypeSettings />);
  expect(await screen.findByRole('columnheader', { name: 'Push' })).toBeTruthy();
  expect(await screen.findByRole('checkbox', { name: 'Messages, push' })).toBeTruthy();
});

it.each([
  { reach: 'neither', changed: [] },
  { reach: 'only the second', changed: ['New followers, email'] },
])('two changes made at once, of which $reach reaches the server, end as what is saved', async ({ changed }) => {
  draw(<TypeSettings />);
  const names = ['Likes on your posts, email', 'New followers, email'];
  await screen.findByRole('checkbox', { name: names[0] ?? '' });
  const off = () =>
    names.filter((name) => screen.getByRole('checkbox', { name }).getAttribute('aria-checked') === 'false');
  expect(off()).toEqual([]);
  const { promise, resolve } = Promise.withResolvers<void>();
  api.answer(endpoints.updateNotificationSettings, async ({ body }) => {
    await promise;
    if (changed.length === 0 || JSON.stringify(body).includes('vote')) throw new TypeError('Failed to fetch');
    const settings = makeNotificationSettings();
    return {
      settings: { ...settings, types: { ...settings.types, follow: { in_app: true, push: true, mail: false } } },
    };
  });
  for (const name of names) fireEvent.click(screen.getByRole('checkbox', { name }));
  await waitFor(() => expect(off()).toEqual(names));
  resolve();
  await waitFor(() => expect(asked()).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole('status').textContent).not.toBe('Saving…'));
  expect(off()).toEqual(changed);
});

it('quiet hours begin as a night where the person is, and each time is saved when it is complete', async () => {
  draw(<QuietHours />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Keep my devices quiet at night' }));
  const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions();
  await waitFor(() => expect(asked()).toEqual([{ quiet: { from: '22:00', to: '07:00', timezone } }]));
  const from = await screen.findByLabelText('From');
  fireEvent.change(from, { target: { value: '23:30' } });
  fireEvent.blur(from);
  await waitFor(() => expect(asked().at(-1)).toEqual({ quiet: { from: '23:30', to: '07:00', timezone } }));
});

it('a browser that nothing can be pushed to is offered nothing', async () => {
  draw(<PushSwitch />);
  await Promise.resolve();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

/** The switch, once the app's worker runs. */
async function readySwitch(): Promise<HTMLButtonElement> {
  const box = await screen.findByRole<HTMLButtonElement>('checkbox', { name: 'Show notifications on this device' });
  await waitFor(() => expect(box.disabled).toBe(false));
  return box;
}

const current = {
  device_id: 'one',
  device: 'Firefox on Android',
  created_at: '2026-11-20T12:00:00Z',
  last_sent_at: null,
  current: true,
};

it('a browser that subscribed in a session that has ended is off, because nothing is pushed to it', async () => {
  installWorker('granted', true);
  api.answer(pushEndpoints.listPushDevices, { devices: [{ ...current, current: false }], closed: [] });
  draw(<PushSwitch />);
  const box = await readySwitch();
  await waitFor(() => expect(box.getAttribute('aria-checked')).toBe('false'));
});

it('the person is asked, and the browser subscribes with the key of the server', async () => {
  const { pushManager, subscription } = installWorker('granted');
  api.answer(pushEndpoints.readPushKey, { key: 'BKEY' });
  api.answer(pushEndpoints.addPushSubscription, {});
  api.answer(pushEndpoints.removePushSubscription, {});
  api.answer(pushEndpoints.listPushDevices, { devices: [current], closed: [] });
  draw(<PushSwitch />);
  const box = await readySwitch();
  fireEvent.click(box);
  await waitFor(() => expect(box.getAttribute('aria-checked')).toBe('true'));
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKEY' });
  expect(api.asked(pushEndpoints.addPushSubscription).map(({ body }) => body)).toEqual([subscription.toJSON()]);
  fireEvent.click(box);
  await waitFor(() => expect(box.getAttribute('aria-checked')).toBe('false'));
  expect(subscription.unsubscribe).toHaveBeenCalled();
});

it('people who blocked notifications learn where to change that', async () => {
  installWorker('denied');
  draw(<PushSwitch />);
  fireEvent.click(await readySwitch());
  expect(await screen.findByText(/Allow them in its settings/)).toBeTruthy();
});
