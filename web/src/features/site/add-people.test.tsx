// @vitest-environment happy-dom
import { addPeople } from '@hubbub/contract/features/site/people.endpoints.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AddPeople } from '#features/site/AddPeople.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  signIn();
});
afterEach(tidy);

it('keeps a class that somebody is pasting, and then its log-in links until they have them', async () => {
  const onDone = vi.fn();
  const field = () => screen.findByLabelText<HTMLTextAreaElement>(/^One person per line/);
  const first = draw(<AddPeople onDone={onDone} />);
  fireEvent.change(await field(), { target: { value: 'Ada, ada' } });
  first.unmount();

  const second = draw(<AddPeople onDone={onDone} />);
  expect((await field()).value).toBe('Ada, ada');
  const login_url = 'https://hub.example.org/welcome?token=t';
  api.answer(addPeople, { people: [{ username: 'ada', name: 'Ada', login_url }] });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  await screen.findByText('1 person added');
  second.unmount();

  const third = draw(<AddPeople onDone={onDone} />);
  await screen.findByText('1 person added');
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  fireEvent.click(await screen.findByRole('button', { name: /^(OK|Yes|Continue|Confirm)/ }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
  third.unmount();

  draw(<AddPeople onDone={onDone} />);
  expect((await field()).value).toBe('');
});
