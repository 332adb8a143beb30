// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { getOwnUser } from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import * as codes from '@hubbub/contract/features/accounts/confirmation.endpoints.ts';
import * as emails from '@hubbub/contract/features/accounts/email.endpoints.ts';
import * as names from '@hubbub/contract/features/accounts/usernames.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ConfirmEmail, ConfirmHost, EmailCard, UndoEmail, UsernamesCard } from '#features/accounts/public.ts';
import { storedUser } from '#platform/session.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
let user: User;
beforeEach(() => {
  api = fakeApi();
  user = signIn();
});
afterEach(tidy);

const newEmail = () => screen.getByLabelText<HTMLInputElement>('New email');

it('asks for the password before it asks for another address, keeps what was typed, and says where the link went', async () => {
  api.answer(codes.confirmSession, {});
  api.refuse(emails.requestEmailChange, 422, { confirm: "Confirm that it's you: enter your password." });
  draw(
    <>
      <EmailCard />
      <ConfirmHost />
    </>,
  );
  fireEvent.change(newEmail(), { target: { value: 'new@example.org' } });
  fireEvent.click(screen.getByRole('button', { name: 'Change email' }));
  const dialog = await screen.findByRole('dialog', { name: "Confirm that it's you" });
  expect(newEmail().value).toBe('new@example.org');
  api.answer(emails.requestEmailChange, {});
  fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'my password' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('new@example.org'));
  expect(api.asked(emails.requestEmailChange).at(-1)).toMatchObject({ body: { email: 'new@example.org' } });
  expect(newEmail().value).toBe('');
});

it("opening the link changes nothing; the button does, and this browser's person has the new address", async () => {
  api.answer(emails.completeEmailChange, {});
  api.answer(getOwnUser, { user: { ...user, email: 'new@example.org' } });
  let done = 0;
  draw(<ConfirmEmail token="secret" onDone={() => (done += 1)} />);
  expect(api.asked(emails.completeEmailChange)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Confirm this email' }));
  await waitFor(() => expect(done).toBe(1));
  expect(api.asked(emails.completeEmailChange)).toMatchObject([{ body: { token: 'secret' } }]);
  expect(storedUser()?.email).toBe('new@example.org');
});

it('undoing a change leads to a new password', async () => {
  api.answer(emails.undoEmailChange, { reset_token: { token: 'fresh', expiry: '2026-01-01T10:00:00.000Z' } });
  const { at } = draw(<UndoEmail token="secret" />);
  expect(api.asked(emails.undoEmailChange)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: "This wasn't me" }));
  await waitFor(() => expect(at()).toContain('/otp/reset-password'));
});

it('old usernames are listed, and freed when they are turned off', async () => {
  const until = '2026-03-01T10:00:00.000Z';
  api.answer(names.readUsernames, {
    usernames: { keep: true, changeable_at: until, former: [{ username: 'earlier', until }] },
  });
  api.answer(names.keepUsernames, { usernames: { keep: false, changeable_at: until, former: [] } });
  draw(<UsernamesCard />);
  const list = await screen.findByRole('list', { name: 'Old usernames' });
  expect(list.textContent).toContain('@earlier');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Keep my old usernames' }));
  await waitFor(() => expect(screen.queryByRole('list')).toBeNull());
  expect(api.asked(names.keepUsernames)).toMatchObject([{ body: { keep: false } }]);
});
