// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import * as push from '@hubbub/contract/features/notifications/push.endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PushDevices } from '#features/notifications/PushDevices.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeNotificationSettings } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';
import { currentToasts } from '#ui/toast/toasts.ts';

let api: ReturnType<typeof fakeApi>;
const device = {
  device_id: 'one',
  device: 'Firefox on Android',
  created_at: '2026-11-20T12:00:00Z',
  last_sent_at: null,
  current: true,
};
const other = { ...device, device_id: 'two', device: 'Chrome on Windows', current: false };

beforeEach(() => {
  api = fakeApi();
  signIn();
  api.answer(endpoints.readNotificationSettings, { settings: makeNotificationSettings() });
  api.answer(push.listPushDevices, { devices: [device, other], closed: [] });
});
afterEach(tidy);

it('shows nothing while no device takes pushes', async () => {
  api.answer(push.listPushDevices, { devices: [], closed: [] });
  draw(<PushDevices />);
  await waitFor(() => expect(api.asked(push.listPushDevices)).toHaveLength(1));
  expect(screen.queryByRole('heading')).toBeNull();
});

it("lists the person's devices, of which others can be turned off", async () => {
  api.answer(push.removePushDevice, {});
  draw(<PushDevices />);
  const list = await screen.findByRole('list', { name: 'Devices with notifications' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  const [button, ...more] = within(list).getAllByRole('button');
  expect(more).toEqual([]);
  fireEvent.click(button as HTMLElement);
  await waitFor(() => expect(api.asked(push.removePushDevice)).toMatchObject([{ params: { device_id: 'two' } }]));
  await waitFor(() => expect(api.asked(push.listPushDevices)).toHaveLength(2));
});

it('sends a test, and says how many devices got it', async () => {
  api.answer(push.testPushes, { sent: 2 });
  draw(<PushDevices />);
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test' }));
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain('Sent to 2 devices'));
});

it('lets the person keep names and texts out of notifications', async () => {
  api.answer(endpoints.updateNotificationSettings, { settings: makeNotificationSettings({ previews: false }) });
  draw(<PushDevices />);
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Say who wrote what' }));
  await waitFor(() =>
    expect(api.asked(endpoints.updateNotificationSettings)).toMatchObject([{ body: { previews: false } }]),
  );
});
