// @vitest-environment happy-dom
import {
  activateAccount,
  createAccount,
  readActivation,
  readLoginLink,
} from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import ActivationPage from '#app/pages/ActivationPage.tsx';
import ForgotPasswordPage from '#app/pages/ForgotPasswordPage.tsx';
import LoginLinkPage from '#app/pages/LoginLinkPage.tsx';
import LoginPage from '#app/pages/LoginPage.tsx';
import RegisterEmailPage from '#app/pages/RegisterEmailPage.tsx';
import RegisterPasswordPage from '#app/pages/RegisterPasswordPage.tsx';
import { sharedPage } from '#platform/shared.ts';
import { draw, tidy } from '#test/draw.tsx';
import { makeSite, makeUser } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});
afterEach(tidy);

describe('the log-in page', () => {
  it.each([
    ['invitation', "You need an invite to join. Ask someone who's already here."],
    ['closed', 'Registration is closed.'],
  ] as const)('says so in place of "Sign up" while registration is by %s', async (registration, text) => {
    api.answer(readSite, { site: makeSite({ registration }) });
    draw(<LoginPage />);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
    expect(screen.queryByText(/New here/)).toBeNull();
  });

  it('says that what was shared with the app is gone, and has to be shared again', async () => {
    api.answer(readSite, { site: makeSite() });
    draw(<LoginPage />, { at: `/?next=${encodeURIComponent(sharedPage)}` });
    expect(await screen.findByText(/Log in, then share it again\.$/)).toBeTruthy();
  });

  it('offers no registration until it knows whether anybody may join', async () => {
    const answer = api.hold(readSite, { site: makeSite({ registration: 'closed' }) });
    draw(<LoginPage />);
    await screen.findByRole('button', { name: 'Log in' });
    expect(screen.getByText(/New here/).className).toContain('invisible');
    answer();
    expect(await screen.findByText('Registration is closed.')).toBeTruthy();
    expect(screen.queryByText(/New here/)).toBeNull();
  });

  it.each([
    ['open', undefined],
    ['approval', 'The team looks at every registration before you can log in.'],
  ] as const)('offers "Sign up" while registration is %s', async (registration, text) => {
    api.answer(readSite, { site: makeSite({ registration, rules: ['Be kind.'] }) });
    draw(<LoginPage />);
    if (text !== undefined) await screen.findByText(text);
    expect((await screen.findByRole('link', { name: 'Sign up' })).getAttribute('href')).toBe('/register');
  });
});

it('on a new site, log-in and registration say that the first account will own it', async () => {
  api.answer(readSite, { site: makeSite({ first_account_owns: true }) });
  const { unmount } = draw(<LoginPage />);
  await screen.findByText('This site is new: whoever signs up first owns it.');
  expect(screen.getByRole('link', { name: 'Sign up' })).toBeTruthy();
  unmount();
  draw(<RegisterEmailPage />);
  await screen.findByText(/^The first account owns this site\./);
});

it('a forgotten password: whatever people type, the page says whom to ask if they have no email', async () => {
  const olive = { username: 'olive', name: 'Olive Owner', profile_path: '/p.png' };
  api.answer(readSite, { site: makeSite({ run_by: [olive, { ...olive, username: 'otto', name: null }] }) });
  draw(<ForgotPasswordPage />);
  const whom = 'No email on your account? Ask Olive Owner or otto for a new log-in link.';
  await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === whom);
});

it('people who register see right away what the site asks for, and no other screen before', async () => {
  const answer = api.hold(readSite, { site: makeSite({ registration: 'invitation' }) });
  draw(<RegisterEmailPage />);
  expect(await screen.findByText('Loading the form')).toBeTruthy();
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Create Account']);
  expect(screen.queryByRole('textbox')).toBeNull();
  answer();
  expect(await screen.findByRole('heading', { name: 'You need an invite' })).toBeTruthy();
});

describe('joining', () => {
  const site = makeSite({ rules: ['Be kind.'], pages: ['privacy'], rules_tick: true });
  const at = { route: '/register/password', at: '/register/password?reg_id=abc' };
  const fill = () => {
    for (const label of ['Password', 'Confirm Password'])
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'a long enough password' } });
  };

  it('shows the rules, and sends the tick where the site asks for it', async () => {
    api.answer(readSite, { site });
    api.answer(createAccount, { user: makeUser(), waiting: false });
    draw(<RegisterPasswordPage />, at);
    expect(await screen.findByText('Be kind.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Privacy policy' }).getAttribute('href')).toBe('/about/privacy');
    fill();
    fireEvent.click(screen.getByRole('checkbox', { name: 'I accept the rules' }));
    fireEvent.click(screen.getByRole('button', { name: 'Create Account' }));
    await waitFor(() => expect(api.asked(createAccount)[0]?.body).toMatchObject({ accepts_rules: true }));
  });

  it('shows the rules without a tick where the site asks for none', async () => {
    api.answer(readSite, { site: { ...site, rules_tick: false } });
    draw(<RegisterPasswordPage />, at);
    expect(await screen.findByText('Be kind.')).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: 'I accept the rules' })).toBeNull();
  });

  it('brings the tick once the server asks for it', async () => {
    api.answer(readSite, { site: { ...site, rules_tick: false } });
    api.refuse(createAccount, 422, { rules: 'Accept the rules to join.' });
    draw(<RegisterPasswordPage />, at);
    await screen.findByText('Be kind.');
    fill();
    fireEvent.click(screen.getByRole('button', { name: 'Create Account' }));
    expect(await screen.findByRole('checkbox', { name: 'I accept the rules', hidden: true })).toBeTruthy();
  });

  it('asks for the tick behind a log-in link of somebody who was added', async () => {
    api.answer(readSite, { site });
    api.answer(readLoginLink, { username: 'bo', name: 'Bo', asks_rules: true });
    draw(<LoginLinkPage />, { route: '/w/:code', at: '/w/abcdefghjk' });
    expect(await screen.findByRole('checkbox', { name: 'I accept the rules' })).toBeTruthy();
    expect(await screen.findByText('Be kind.')).toBeTruthy();
  });
});

describe('the activation page', () => {
  const at = { route: '/users/activate', at: '/users/activate?token=abc' };
  const ready = 'One click and your account is ready.';

  it("with a dead link says that it doesn't work, and not that the account is ready", async () => {
    api.refuse(readActivation, 422, { token: 'This activation link is no longer valid.' });
    draw(<ActivationPage />, at);
    expect(await screen.findByText("This link doesn't work anymore.")).toBeTruthy();
    expect(screen.getByText('This activation link is no longer valid.')).toBeTruthy();
    expect(screen.queryByText(ready)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Click Here' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to login' })).toBeTruthy();
  });

  it('says the same of a link that died while the page was open', async () => {
    api.answer(readActivation, { username: 'ada', expires_at: '2026-01-01T00:00:00.000Z' });
    draw(<ActivationPage />, at);
    expect(await screen.findByText(ready)).toBeTruthy();
    for (const endpoint of [activateAccount, readActivation]) api.refuse(endpoint, 422, { token: 'No longer valid.' });
    fireEvent.click(screen.getByRole('button', { name: 'Click Here' }));
    expect(await screen.findByText("This link doesn't work anymore.")).toBeTruthy();
    expect(screen.queryByText(ready)).toBeNull();
  });

  it('uses its link once, however often somebody clicks', async () => {
    api.answer(readActivation, { username: 'ada', expires_at: '2026-01-01T00:00:00.000Z' });
    api.answer(activateAccount, { waiting: false, user: makeUser() });
    draw(<ActivationPage />, at);
    const button = await screen.findByRole('button', { name: 'Click Here' });
    fireEvent.click(button);
    fireEvent.click(button);
    expect(await screen.findByText('Account activated successfully!')).toBeTruthy();
    expect(api.asked(activateAccount)).toHaveLength(1);
  });

  it('can be used if the server could not be asked', async () => {
    api.refuse(readActivation, 500, 'It broke.');
    draw(<ActivationPage />, at);
    expect(await screen.findByText('It broke.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Click Here' })).toBeTruthy();
  });
});
