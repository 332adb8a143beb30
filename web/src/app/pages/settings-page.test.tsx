// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { getOwnUser, updateUser } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { getProfile } from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Route, Routes, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import ChangePasswordPage from '#app/pages/ChangePasswordPage.tsx';
import EditProfilePage from '#app/pages/EditProfilePage.tsx';
import SettingsPage from '#app/pages/SettingsPage.tsx';
import { unreachable } from '#platform/raw-answer.ts';
import { storedUser, storeUser } from '#platform/session.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeUser } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';
import { currentToasts } from '#ui/toast/toasts.ts';

let api: ReturnType<typeof fakeApi>;
let user: User;
beforeEach(() => {
  api = fakeApi();
  user = signIn();
  api.answer(getOwnUser, { user });
});
afterEach(tidy);

function Pages() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => void navigate(-1)}>
        Browser's Back
      </button>
      <Routes>
        <Route path="/settings" element={<SettingsPage />} />
        <Route path="/settings/password" element={<ChangePasswordPage />} />
        <Route path="/profile/update" element={<EditProfilePage />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  );
}

const click = (role: string, name: string) => fireEvent.click(screen.getByRole(role, { name }));

it('the links lead where they say, and back', async () => {
  api.answer(getProfile, { user, stats: { posts_count: 0 }, posts: [] } as never);
  const { at } = draw(<Pages />, { at: '/settings' });
  click('link', 'Update Profile');
  await screen.findByRole('heading', { name: 'Update Profile' });
  click('button', "Browser's Back");
  await screen.findByRole('link', { name: 'About Us' });
  click('link', 'About Us');
  await waitFor(() => expect(at()).toBe('/about'));
  click('button', "Browser's Back");
  await screen.findByRole('link', { name: 'Change Password' });
  click('link', 'Change Password');
  await waitFor(() => expect(at()).toBe('/settings/password'));
  fireEvent.click(await screen.findByRole('link', { name: 'Back to settings' }));
  await waitFor(() => expect(at()).toBe('/settings'));
  fireEvent.click(await screen.findByRole('link', { name: 'Back to the feed' }));
  await waitFor(() => expect(at()).toBe('/feed'));
});

const username = () => screen.getByLabelText<HTMLInputElement>('Username');
const nsfw = () => screen.getByRole('checkbox', { name: 'Show NSFW Content' });
const type = (text: string) => fireEvent.change(username(), { target: { value: text } });

/** Reloads the page: nothing is left but what the browser has stored. */
async function reload({ unmount }: ReturnType<typeof draw>) {
  unmount();
  const own = storedUser();
  await act(async () => storeUser(makeUser()));
  await act(async () => own && storeUser(own));
  return draw(<SettingsPage />);
}

it('a connection lost in the middle of a change loses nothing', async () => {
  let drawn = draw(<SettingsPage />);
  type('later');
  fireEvent.click(nsfw());
  api.disconnect();
  click('button', 'Apply Changes');
  const alert = await screen.findByRole('alertdialog', { name: unreachable });
  fireEvent.click(within(alert).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(username().value).toBe('later');
  expect(nsfw().getAttribute('aria-checked')).toBe('true');
  expect(storedUser()).toMatchObject({ username: user.username, show_nsfw: false });

  api.connect();
  api.answer(updateUser, ({ body }) => ({ user: { ...user, ...body } }));
  click('button', 'Apply Changes');
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toContain('Changes saved'));
  expect(storedUser()).toMatchObject({ username: 'later', show_nsfw: true });

  type('typed');
  drawn = await reload(drawn);
  await waitFor(() => expect(username().value, 'a reload loses nothing, either').toBe('typed'));
  type('later');
  await reload(drawn);
  await waitFor(() => expect(username().value).toBe('later'));
});
