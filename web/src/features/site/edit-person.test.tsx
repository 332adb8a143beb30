// @vitest-environment happy-dom
import { changePerson } from '@hubbub/contract/features/site/managing.endpoints.ts';
import type { SitePerson } from '@hubbub/contract/features/site/people.endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EditPersonDialog } from '#features/site/EditPersonDialog.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeUser } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
const onClose = vi.fn();
const user = makeUser({ username: 'eve' });
const person = { user, email: 'eve@example.org' } as SitePerson;

beforeEach(() => {
  api = fakeApi();
  signIn();
  onClose.mockClear();
  draw(<EditPersonDialog person={person} onClose={onClose} />);
});
afterEach(tidy);

const type = (label: string, value: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value } });
  return field as HTMLInputElement;
};
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

it('sends what changed, and what was emptied as missing', async () => {
  api.answer(changePerson, { user, email: null });
  type('Email', ' ');
  save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(api.asked(changePerson)[0]?.body).toEqual({ email: null });
});

it("says what the server refuses once, at the field, which has the focus and keeps what's typed", async () => {
  api.refuse(changePerson, 422, { username: 'That name is taken.' });
  const field = type('Username', 'ada');
  save();
  const said = await screen.findByText('That name is taken.');
  expect(said.closest('[role=alert]')?.id).toBe(`${field.id}-error`);
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('ada');
  expect(onClose).not.toHaveBeenCalled();
});

it('says above the button what is wrong with none of its fields', async () => {
  api.refuse(changePerson, 404, 'There is nobody of that name.');
  type('Name', 'Eve E.');
  save();
  expect(await screen.findByText('There is nobody of that name.')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
