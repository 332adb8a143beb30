// @vitest-environment happy-dom
import { logIn } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import * as codes from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfirmHost, Disown, LoginForm, SecurityLog, SessionList, TotpCard } from '#features/accounts/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeUser } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

const session = (session_id: string, device: string, current = false) => ({
  session_id,
  created_at: '2026-01-01T10:00:00.000Z',
  last_seen_at: '2026-01-02T10:00:00.000Z',
  device,
  address: '192.0.2.7',
  current,
});

it('lists the devices, and logs one of them out', async () => {
  const own = session('one', 'Firefox on Windows', true);
  api.answer(endpoints.listSessions, { sessions: [own, session('two', 'Safari on iPhone')] });
  api.answer(endpoints.endSession, {});
  draw(<SessionList />);
  const list = await screen.findByRole('list', { name: 'Devices' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  expect(within(list).getByText('This device')).toBeTruthy();
  const button = within(list).getByRole('button', { name: /^Log out Safari on iPhone/ });
  api.answer(endpoints.listSessions, { sessions: [own] });
  fireEvent.click(button);
  await waitFor(() => expect(api.asked(endpoints.endSession)).toMatchObject([{ params: { session_id: 'two' } }]));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Log out all other devices' })).toBeNull();
});

it("a device that wasn't the person's is disowned once that's confirmed, and leads to a new password", async () => {
  api.answer(endpoints.listSessions, {
    sessions: [session('one', 'Chrome on Linux', true), session('two', 'Safari on iPhone')],
  });
  api.refuse(endpoints.disownOwnSession, 422, { confirm: "Confirm that it's you: enter your password." });
  const { at } = draw(
    <>
      <SessionList />
      <ConfirmHost />
    </>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /^This wasn't me: Safari on iPhone/ }));
  const alert = await screen.findByRole('alertdialog', { name: "Wasn't this you?" });
  expect(api.asked(endpoints.disownOwnSession)).toEqual([]);
  fireEvent.click(within(alert).getByRole('button', { name: 'Yes' }));
  const form = await screen.findByRole('dialog', { name: "Confirm that it's you" });
  fireEvent.change(within(form).getByLabelText('Password', { selector: 'input' }), { target: { value: 'mine' } });
  api.answer(codes.confirmSession, {});
  api.answer(endpoints.disownOwnSession, { reset_token: { token: 'fresh', expiry: '2026-01-01T10:00:00.000Z' } });
  fireEvent.click(within(form).getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(at()).toBe('/otp/reset-password?reset_token=fresh'));
  expect(api.asked(endpoints.disownOwnSession).at(-1)).toMatchObject({ params: { session_id: 'two' } });
});

it('asks before it logs out all other devices', async () => {
  api.answer(endpoints.listSessions, { sessions: [session('one', 'Chrome on Linux', true), session('two', 'curl')] });
  api.answer(endpoints.endOtherSessions, {});
  draw(<SessionList />);
  fireEvent.click(await screen.findByRole('button', { name: 'Log out all other devices' }));
  const alert = await screen.findByRole('alertdialog');
  expect(api.asked(endpoints.endOtherSessions)).toEqual([]);
  fireEvent.click(within(alert).getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(api.asked(endpoints.endOtherSessions)).toHaveLength(1));
});

it('says what happened to the account, and shows more on request', async () => {
  const entry = (n: number) => ({
    _id: `entry-${n}`,
    created_at: '2026-01-01T10:00:00.000Z',
    event: 'log_in' as const,
    device: 'Chrome on Linux',
    address: '192.0.2.7',
    current: false,
  });
  api.answer(endpoints.listSecurityLog, ({ query }) => ({
    entries: query.before === undefined ? Array.from({ length: 30 }, (_, n) => entry(n)) : [entry(30)],
  }));
  draw(<SecurityLog />);
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByText('Logged in')).toHaveLength(31));
  expect(api.asked(endpoints.listSecurityLog).at(-1)?.query.before).toBe('entry-29');
});

it('"This wasn\'t me" leads to a new password, or says why it does not', async () => {
  api.refuse(endpoints.disownSession, 422, { token: 'This link has expired or was used.' });
  const { at } = draw(<Disown token="mailed" />);
  fireEvent.click(screen.getByRole('button', { name: "This wasn't me" }));
  await screen.findByText('This link has expired or was used.');
  api.answer(endpoints.disownSession, { reset_token: { token: 'fresh', expiry: '2026-01-01T10:00:00.000Z' } });
  fireEvent.click(screen.getByRole('button', { name: "This wasn't me" }));
  await waitFor(() => expect(at()).toBe('/otp/reset-password?reset_token=fresh'));
});

it('a call that needs confirming asks for the password, and is made again', async () => {
  api.answer(codes.readTotp, { enabled: false, recovery_codes_left: 0 });
  api.refuse(codes.prepareTotp, 422, { confirm: "Confirm that it's you: enter your password." });
  draw(
    <>
      <TotpCard />
      <ConfirmHost />
    </>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Set up one-time codes' }));
  const form = await screen.findByRole('dialog', { name: "Confirm that it's you" });
  within(form).getByText("Enter your password to continue. We won't ask again for 10 minutes.");
  expect(within(form).queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  fireEvent.change(within(form).getByLabelText('Password', { selector: 'input' }), {
    target: { value: 'my password' },
  });
  api.answer(codes.confirmSession, {});
  api.answer(codes.prepareTotp, { secret: 'ABCDEFGH', uri: 'otpauth://totp/Hubbub:ada?secret=ABCDEFGH' });
  fireEvent.click(within(form).getByRole('button', { name: 'Continue' }));
  const setUp = await screen.findByRole('dialog', { name: 'Set up one-time codes' });
  expect(api.asked(codes.confirmSession)).toMatchObject([{ body: { password: 'my password' } }]);
  expect(within(setUp).getByRole('img', { name: 'QR code for your authenticator app' })).toBeTruthy();
  within(setUp).getByText('ABCD EFGH');

  api.answer(codes.enableTotp, { recovery_codes: ['abcd-efgh-ijkm-npqr-stuv-wxyz', 'stuv-wxyz-2345-6789-abcd-efgh'] });
  api.answer(codes.readTotp, { enabled: true, recovery_codes_left: 10 });
  fireEvent.change(within(setUp).getByLabelText('Code'), { target: { value: '123456' } });
  fireEvent.click(within(setUp).getByRole('button', { name: 'Turn on' }));
  await screen.findByText('stuv-wxyz-2345-6789-abcd-efgh');
  fireEvent.click(screen.getByRole('button', { name: "I've saved them" }));
  await screen.findByText(/You have 10 of 10 recovery codes left/);
});

it('closing the password form without an answer refuses the call', async () => {
  api.answer(codes.readTotp, { enabled: false, recovery_codes_left: 0 });
  api.refuse(codes.prepareTotp, 422, { confirm: "Confirm that it's you: enter your password." });
  draw(
    <>
      <TotpCard />
      <ConfirmHost />
    </>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Set up one-time codes' }));
  const form = await screen.findByRole('dialog', { name: "Confirm that it's you" });
  fireEvent.click(within(form).getByRole('button', { name: 'Close' }));
  await screen.findByText("Confirm that it's you: enter your password.");
  expect(screen.queryByRole('dialog', { name: 'Set up one-time codes' })).toBeNull();
});

it('log-in asks for a code once the password was right', async () => {
  api.refuse(logIn, 422, { code: 'Enter the code.' });
  const { at } = draw(<LoginForm goesFirst={() => Promise.resolve(undefined)} />);
  fireEvent.change(screen.getByLabelText('Username or Email'), { target: { value: 'ada' } });
  fireEvent.change(screen.getByLabelText('Password', { selector: 'input' }), { target: { value: 'my password' } });
  expect(screen.queryByLabelText('One-time code')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  const code = await screen.findByLabelText('One-time code');
  expect(api.asked(logIn)[0]?.body).not.toHaveProperty('code');
  api.answer(logIn, { user: makeUser({ username: 'ada' }) });
  fireEvent.change(code, { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(at()).toBe('/feed'));
  expect(api.asked(logIn)[1]?.body).toMatchObject({ username: 'ada', code: '123456' });
});
