// @vitest-environment happy-dom
import { readTotp } from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import { listPasskeys } from '@hubbub/contract/features/accounts/passkeys.endpoints.ts';
import { listSecurityLog, listSessions } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { readSite } from '@hubbub/contract/features/site/site.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import RegisterPasswordPage from '#app/pages/RegisterPasswordPage.tsx';
import SecurityPage from '#app/pages/SecurityPage.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeSite } from '#test/factories.ts';
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
