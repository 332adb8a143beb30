// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PrivacySettings } from '#features/notifications/PrivacySettings.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeNotificationSettings } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
  api.answer(endpoints.readNotificationSettings, { settings: makeNotificationSettings() });
});
afterEach(tidy);

const stateOf = (role: string, name: string) => screen.getByRole(role, { name }).getAttribute('aria-checked');

it('each choice is saved right away, and the heading says so', async () => {
  api.answer(endpoints.updateNotificationSettings, ({ body }) => ({ settings: makeNotificationSettings(body) }));
  draw(<PrivacySettings />);
  fireEvent.click(await screen.findByRole('radio', { name: 'People you know' }));
  await screen.findByText('Saved');
  expect(stateOf('radio', 'People you know')).toBe('true');
  fireEvent.click(screen.getByRole('checkbox', { name: "Show when you're online" }));
  await waitFor(() =>
    expect(api.asked(endpoints.updateNotificationSettings).map(({ body }) => body)).toEqual([
      { messages_from: 'known' },
      { presence: false },
    ]),
  );
});

it("a choice that can't be saved goes back, and says why", async () => {
  draw(<PrivacySettings />);
  const box = await screen.findByRole('checkbox', { name: "Show what you've read" });
  api.disconnect();
  fireEvent.click(box);
  expect(await screen.findByText(/Check your connection/)).toBeTruthy();
  expect(stateOf('checkbox', "Show what you've read")).toBe('true');
});

it('settings that failed to load can be loaded again', async () => {
  api.refuse(endpoints.readNotificationSettings, 500, 'Out of order');
  draw(<PrivacySettings />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  api.answer(endpoints.readNotificationSettings, { settings: makeNotificationSettings() });
  fireEvent.click(again);
  expect(await screen.findByRole('radio', { name: 'Everyone' })).toBeTruthy();
});
