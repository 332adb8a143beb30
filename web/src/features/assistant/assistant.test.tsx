// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { askAssistant, getAssistant } from '@hubbub/contract/features/assistant/assistant.endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Assistant } from '#features/assistant/public.ts';
import { unreachable } from '#platform/raw-answer.ts';
import { storedUser, storeUser } from '#platform/session.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeUser } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(getAssistant, { configured: true, model: 'test', settings: null });
  signIn();
});
afterEach(tidy);

const conversation = async () => within(await screen.findByRole('list', { name: 'Conversation' }));

async function ask(text: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: 'Your question' });
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: 'Enter' });
}

it('stopping an answer keeps what was written, also after a reload', async () => {
  const answer = api.stream(askAssistant);
  const { unmount, at } = draw(<Assistant />);
  await ask('Please hold');
  await act(async () => answer.write({ text: 'This is only the beginning' }));
  expect(await (await conversation()).findByText('This is only the beginning')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await (await conversation()).findByText('You stopped this answer.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Send' })).toBeTruthy();
  expect(answer.isAborted()).toBe(true);

  const chat = at();
  unmount();
  const own = storedUser();
  act(() => storeUser(makeUser()));
  act(() => own !== null && storeUser(own));
  draw(<Assistant />, { at: chat });
  expect(await (await conversation()).findByText('This is only the beginning')).toBeTruthy();
});

it('a failure says what happened and keeps the question, and retrying answers it', async () => {
  api.refuse(askAssistant, 503, "The assistant can't be used right now.");
  draw(<Assistant />);
  await ask('Refuse me once');
  expect((await (await conversation()).findByRole('alert')).textContent).toContain("can't be used right now");
  expect((await conversation()).getByText('Refuse me once')).toBeTruthy();

  const answered = api.stream(askAssistant);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(async () => answered.write({ text: 'You asked: Refuse me once' }, { end: { complete: true } }));
  expect(await (await conversation()).findByText('You asked: Refuse me once')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  answered.end();

  await screen.findByRole('button', { name: 'Send' });
  api.disconnect();
  await ask('Are you there?');
  expect((await (await conversation()).findByRole('alert')).textContent).toContain(unreachable);
  api.connect();
  const again = api.stream(askAssistant);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await act(async () => again.write({ text: 'You asked: Are you there?' }, { end: { complete: true } }));
  again.end();
  expect(await (await conversation()).findByText('You asked: Are you there?')).toBeTruthy();
});
