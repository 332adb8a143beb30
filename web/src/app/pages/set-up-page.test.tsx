// @vitest-environment happy-dom
import { getOwnUser, logIn } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { readSite, setUpSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import LoginPage from '#app/pages/LoginPage.tsx';
import SetUpPage from '#app/pages/SetUpPage.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeSender, makeSite, makeUser } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.refuse(readSite, 503, 'not here');
});
afterEach(tidy);

const app = (
  <Routes>
    <Route path="/setup" element={<SetUpPage />} />
    <Route path="/" element={<LoginPage />} />
    <Route path="*" element={null} />
  </Routes>
);

it("A set-up link's code survives registration and activation, in any tab, until the next log-in", async () => {
  const user = makeUser({ username: 'ada', site_role: null });
  api.answer(logIn, { user });
  const { at, unmount } = draw(app, { at: '/setup?code=abc' });
  const create = await screen.findByRole('link', { name: 'Create Account' });
  screen.getByRole('heading', { name: 'Set up this site' });
  fireEvent.click(create);
  await waitFor(() => expect(at()).toBe('/register'));
  unmount();

  const later = draw(app, { at: '/' });
  fireEvent.change(await screen.findByLabelText('Username or Email'), { target: { value: 'ada' } });
  fireEvent.change(screen.getByLabelText('Password', { selector: 'input' }), { target: { value: 'a long password' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(later.at()).toBe('/setup?code=abc'));

  api.answer(setUpSite, { site_role: 'owner' });
  api.answer(getOwnUser, { user: { ...user, site_role: 'owner' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Become the owner' }));
  await waitFor(() => expect(later.at()).toBe('/site/first-steps'));
  expect(api.asked(setUpSite)[0]?.body).toEqual({ code: 'abc' });
  expect(localStorage.getItem('set_up_code')).toBeNull();
});

it('A used link says so, and one without its code asks for the whole link', async () => {
  signIn({ username: 'ada' });
  api.refuse(setUpSite, 422, { code: 'This set-up link was already used.' });
  const { unmount } = draw(app, { at: '/setup?code=abc' });
  fireEvent.click(await screen.findByRole('button', { name: 'Become the owner' }));
  await screen.findByText('This set-up link was already used.');
  unmount();
  draw(app, { at: '/setup' });
  await screen.findByRole('heading', { name: 'This link is incomplete' });
});

it.each([
  ['somebody who is logged in', 'Go to the feed', '/feed'],
  ['somebody else', 'Log in', '/'],
])(
  'On a site that has an owner, a set-up link says so to %s and offers nothing that would fail',
  async (who, action, to) => {
    if (who === 'somebody who is logged in') signIn({ username: 'ada' });
    api.answer(readSite, { site: makeSite({ run_by: [makeSender('ben')] }) });
    const { at } = draw(app, { at: '/setup?code=abc' });
    await screen.findByRole('heading', { name: 'This site has an owner already' });
    expect(screen.queryByRole('button', { name: 'Become the owner' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Create Account' })).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: action }));
    await waitFor(() => expect(at()).toBe(to));
    expect(localStorage.getItem('set_up_code')).toBeNull();
  },
);
