// @vitest-environment happy-dom
import { addPeople } from '@hubbub/contract/features/site/people.endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AddPeople } from '#features/site/AddPeople.tsx';
import { ReviewPeople } from '#features/site/ReviewPeople.tsx';
import * as socket from '#platform/socket.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { fakeApi } from '#test/fake-api.ts';

vi.mock('#platform/socket.ts', { spy: true });

const tryPeople = { ...addPeople, answer: { status: 200, body: addPeople.dryRun } } as const;

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
  await screen.findByDisplayValue('Ada, ada');
  const planned = { line: 1, name: 'Ada', username: 'ada', email: null, fault: null };
  api.answer(tryPeople, { people: [planned] });
  fireEvent.click(screen.getByRole('button', { name: 'Check the list' }));
  fireEvent.change(await screen.findByLabelText('Username in line 1'), { target: { value: 'ada_l' } });
  second.unmount();

  const reloaded = draw(<AddPeople onDone={onDone} />);
  expect((await screen.findByLabelText<HTMLInputElement>('Username in line 1')).value).toBe('ada_l');
  const login_url = 'https://hub.example.org/w/k3m9x2p7qa';
  api.answer(addPeople, { people: [{ username: 'ada_l', name: 'Ada', login_url }] });
  fireEvent.click(screen.getByRole('button', { name: 'Add 1 person' }));
  await screen.findByText('1 person added');
  expect(screen.getByRole('list', { name: 'Log-in links' }).textContent).toContain('hub.example.org/w/k3m9x2p7qa');
  expect(screen.getAllByText('/w/k3m9x2p7qa').length, 'the code stands in one line').toBeGreaterThan(0);
  await waitFor(() =>
    expect(document.activeElement?.textContent, 'what comes next is in view, and read out').toBe('1 person added'),
  );
  reloaded.unmount();

  const third = draw(<AddPeople onDone={onDone} />);
  await screen.findByText('1 person added');
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  fireEvent.click(await screen.findByRole('button', { name: /^(OK|Yes|Continue|Confirm)/ }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
  third.unmount();

  draw(<AddPeople onDone={onDone} />);
  expect((await field()).value).toBe('');
});

it('shows each mistake once, at its line, and adds nobody until all are corrected', async () => {
  draw(<AddPeople onDone={vi.fn()} />);
  fireEvent.change(await screen.findByLabelText(/^One person per line/), { target: { value: 'Ada, a b\nBo, bo' } });
  const people = [
    { line: 1, name: 'Ada', username: 'a b', email: null, fault: 'No spaces.' },
    { line: 2, name: 'Bo', username: 'bo_1', email: 'bo@example.org', fault: null },
  ];
  api.answer(tryPeople, { people });
  fireEvent.click(screen.getByRole('button', { name: 'Check the list' }));
  expect((await screen.findByText(/Line 1: No spaces/)).textContent).toBe(
    'Nobody has been added yet.\nLine 1: No spaces.',
  );
  api.answer(tryPeople, { people: people.map((person) => ({ ...person, fault: null })) });
  fireEvent.click(screen.getByRole('button', { name: 'Check the list' }));
  await screen.findByRole('checkbox', { name: 'Email the link to the 1 person with an address' });
  api.refuse(addPeople, 422, { 2: 'The username bo_1 is taken.' });
  fireEvent.click(screen.getByRole('button', { name: 'Add 2 people' }));
  expect(await screen.findAllByText('The username bo_1 is taken.')).toHaveLength(1);
});

it('says how many of a long list are written, and to screen readers at each quarter', async () => {
  let tell: (progress: { done: number; total: number }) => void = () => undefined;
  vi.mocked(socket.onServerEvent).mockImplementation((event, listener) => {
    if (event === 'peopleProgress') tell = listener as typeof tell;
    return () => undefined;
  });
  const people = Array.from({ length: 40 }, (_, index) => ({
    line: index + 1,
    name: null,
    username: `pupil_${index}`,
    email: null,
    fault: null,
  }));
  api.hold(addPeople, { people: [] });
  draw(<ReviewPeople people={people} onType={vi.fn()} onBack={vi.fn()} onAdded={vi.fn()} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Add 40 people' }));
  expect((await screen.findByRole('status')).textContent).toBe('Adding 40 people. All are added, or none.');
  act(() => tell({ done: 24, total: 40 }));
  screen.getByText('Adding 24 of 40 people. All are added, or none.');
  screen.getByText('60 %');
  expect(screen.getByRole('status').textContent).toBe('Adding 20 of 40 people. All are added, or none.');
});
