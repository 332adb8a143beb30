// @vitest-environment happy-dom
import { activateAccount, readActivation } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import ActivationPage from '#app/pages/ActivationPage.tsx';
import LoginPage from '#app/pages/LoginPage.tsx';
import { draw, tidy } from '#test/draw.tsx';
import { makeSite } from '#test/factories.ts';
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

  it('can be used if the server could not be asked', async () => {
    api.refuse(readActivation, 500, 'It broke.');
    draw(<ActivationPage />, at);
    expect(await screen.findByText('It broke.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Click Here' })).toBeTruthy();
  });
});
