// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChangePasswordForm, RegisterPasswordForm } from '#features/accounts/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

beforeEach(() => void fakeApi());
afterEach(tidy);

/** Chooses a password in the open form. */
function type(password: string): void {
  const input = screen.getByLabelText('Password', { selector: 'input' });
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: password } });
}

it('a new password is measured in words that are announced, and nothing is blocked', async () => {
  draw(<RegisterPasswordForm regId="1" siteName="Elm Street" />);
  type('password');
  const said = await screen.findByText("Easy to guess: it's one of the most common passwords.");
  expect(said.closest('[role="status"]')).not.toBeNull();
  expect(screen.getByRole('button', { name: 'Create Account' }).hasAttribute('disabled')).toBe(false);
  type('orbit walnut seldom 7 paintings');
  await screen.findByText('Very strong.');
  expect(screen.queryByText(/Easy to guess/)).toBeNull();
});

it("the person's own names and the site's make a password easier to guess", async () => {
  signIn({ username: 'zebulonquartermain', name: 'Zeb' });
  draw(<ChangePasswordForm siteName="Elm Street" />);
  type('zebulonquartermain');
  await screen.findByText("Easy to guess: it has a name of yours or the site's.");
});
