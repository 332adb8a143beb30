// @vitest-environment happy-dom
import { readUnread } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { listPushDevices } from '@hubbub/contract/features/notifications/push.endpoints.ts';
import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { unreadOptions } from '#features/channels/public.ts';
import { useShown } from '#features/notifications/use-shown.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  tidy();
});

/** A browser that shows pushes with these tags. */
function installWorker(...tags: string[]) {
  const shown = new Map(tags.map((tag) => [tag, { tag, close: () => void shown.delete(tag) }]));
  const getNotifications = ({ tag }: { tag?: string } = {}) =>
    Promise.resolve([...shown.values()].filter((one) => tag === undefined || one.tag === tag));
  const value = { getRegistration: () => Promise.resolve({ getNotifications }) };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value });
  return shown;
}

function Shown() {
  useShown();
  return null;
}

/** Opens the app. @param total how much is unread */
function open(total: number) {
  const api = fakeApi();
  signIn();
  api.answer(readUnread, { notifications: total, conversations: 0, channels: [], threads: [], total });
  return { api, ...draw(<Shown />) };
}

it('what was read elsewhere is closed as soon as the app opens, and the rest stays', async () => {
  const shown = installWorker('room:1', 'room:2');
  const { api } = open(1);
  api.answer(listPushDevices, { devices: [], closed: ['room:1', 'room:3'] });
  await waitFor(() => expect([...shown.keys()]).toEqual(['room:2']));
});

it("while this device shows no notifications, the server isn't asked which to close", async () => {
  const getRegistration = vi.fn(() => Promise.resolve({ getNotifications: () => Promise.resolve([]) }));
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { getRegistration } });
  const { api } = open(1);
  await waitFor(() => expect(getRegistration).toHaveBeenCalled());
  expect(api.asked(listPushDevices)).toEqual([]);
});

it("the app's icon shows what's unread, and nothing once everything is read", async () => {
  const badge = { set: vi.fn(() => Promise.resolve()), clear: vi.fn(() => Promise.resolve()) };
  Object.assign(navigator, { setAppBadge: badge.set, clearAppBadge: badge.clear });
  const { client } = open(3);
  await waitFor(() => expect(badge.set).toHaveBeenCalledWith(3));
  act(() => void client.setQueryData(unreadOptions.queryKey, (known) => known && { ...known, total: 0 }));
  await waitFor(() => expect(badge.clear).toHaveBeenCalled());
  for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
});
