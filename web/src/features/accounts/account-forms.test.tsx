// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/accounts/accounts.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LoginForm, RegisterEmailForm } from '#features/accounts/public.ts';
import { draw, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});
afterEach(tidy);

/** The app's own alert with exactly this text; dismisses it. */
async function dismissAlert(text: string): Promise<void> {
  const alert = await screen.findByRole('alertdialog', { name: text });
  fireEvent.click(within(alert).getByRole('button', { name: 'OK' }));
}

it('broken rules appear as alerts, one per message, and nothing typed is lost', async () => {
  const { unmount } = draw(<RegisterEmailForm />);
  const email = screen.getByLabelText<HTMLInputElement>('Email', { selector: 'input' });
  fireEvent.change(email, { target: { value: 'not an email' } });
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await dismissAlert(messages.emailInvalid);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(email.value).toBe('not an email');
  unmount();

  draw(<LoginForm goesFirst={() => Promise.resolve(undefined)} />);
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await dismissAlert(messages.identifierRequired);
  await dismissAlert(messages.passwordRequired);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(api.asked(endpoints.logIn)).toEqual([]);
});

it('what an alert says appears at its field once the alert is closed, not at the same time', async () => {
  draw(<LoginForm goesFirst={() => Promise.resolve(undefined)} />);
  const username = screen.getByLabelText<HTMLInputElement>(/Username or email/i, { selector: 'input' });
  fireEvent.change(username, { target: { value: 'ana' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  const alert = await screen.findByRole('alertdialog', { name: messages.passwordRequired });
  expect(screen.getAllByText(messages.passwordRequired)).toEqual(within(alert).getAllByText(messages.passwordRequired));
  await dismissAlert(messages.passwordRequired);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(await screen.findByText(messages.passwordRequired)).toBeTruthy();
});

it('two clicks before a form is drawn as pending send it once', async () => {
  api.answer(endpoints.registerEmail, { reg_id: 'one' });
  draw(<RegisterEmailForm />);
  const email = screen.getByLabelText<HTMLInputElement>('Email', { selector: 'input' });
  fireEvent.change(email, { target: { value: 'ana@example.org' } });
  const next = screen.getByRole('button', { name: 'Next' });
  act(() => {
    next.click();
    next.click();
  });
  await waitFor(() => expect(api.asked(endpoints.registerEmail)).not.toEqual([]));
  expect(api.asked(endpoints.registerEmail)).toHaveLength(1);
});
