// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { QueryObserver } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConversationList } from '#features/conversations/ConversationList.tsx';
import { applyChange, applyMessage, conversationOptions } from '#features/conversations/conversations.data.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeConversation, makeMessage } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
let own: User;
beforeEach(() => {
  api = fakeApi();
  own = signIn();
});
afterEach(tidy);

const open = (selectedId: string | null = null, onClosed = vi.fn()) => ({
  ...draw(<ConversationList selectedId={selectedId} requests={false} onClosed={onClosed} />),
  onClosed,
});
const names = () => screen.getAllByRole('link').map(({ textContent }) => /bob|cleo/.exec(textContent ?? '')?.[0]);

it('shows the latest activity first, with the start of the last message and the number of unread ones', async () => {
  const [bob, cleo] = [makeConversation('bob', own, { unread: 120 }), makeConversation('cleo', own)];
  api.answer(endpoints.listConversations, { conversations: [bob, cleo], next: null });
  const { at } = open();
  await screen.findByText('Hello from bob');
  expect(names()).toEqual(['cleo', 'bob']);
  expect(screen.getByText('120 unread messages')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: /bob/ }));
  expect(at()).toBe(`/chat?conversation=${bob._id}`);
});

it('the open conversation has nothing unread', async () => {
  const bob = makeConversation('bob', own, { unread: 2 });
  api.answer(endpoints.listConversations, { conversations: [bob], next: null });
  open(bob._id);
  const link = await screen.findByRole('link', { name: /bob/ });
  expect(link.getAttribute('aria-current')).toBe('true');
  expect(screen.queryByText('2 unread messages')).toBeNull();
});

it('loads one page after another automatically', async () => {
  const [bob, cleo] = [makeConversation('bob', own), makeConversation('cleo', own)];
  api.answer(endpoints.listConversations, ({ query: { before } }) =>
    before === undefined ? { conversations: [cleo], next: 'second' } : { conversations: [bob], next: null },
  );
  open();
  await screen.findByText('Hello from bob');
  expect(names()).toEqual(['cleo', 'bob']);
  expect(api.asked(endpoints.listConversations).map(({ query }) => query)).toEqual([
    { groups: 'true' },
    { before: 'second', groups: 'true' },
  ]);
});

it('a message that arrives while the list is being loaded is not missed', async () => {
  const bob = makeConversation('bob', own);
  const release = api.hold(endpoints.listConversations, { conversations: [bob], next: null });
  const { client } = open();
  await waitFor(() => expect(api.asked(endpoints.listConversations)).toHaveLength(1));
  applyMessage(client, makeMessage({ conversation: bob._id, message: 'And hello again' }), own.user_id);
  api.answer(endpoints.listConversations, {
    conversations: [{ ...bob, last_message: 'And hello again' }],
    next: null,
  });
  release();
  await screen.findByText('And hello again');
});

it('a message that arrives while its conversation closes brings the conversation into the list', async () => {
  const bob = makeConversation('bob', own, { last_message: 'And hello again' });
  api.answer(endpoints.listConversations, { conversations: [makeConversation('cleo', own)], next: null });
  const { client } = open();
  await screen.findByText('Hello from cleo');
  const release = api.hold(endpoints.readConversation, { conversation: bob });
  const page = new QueryObserver(client, { ...conversationOptions(bob._id), enabled: false });
  const close = page.subscribe(() => undefined);
  applyMessage(client, makeMessage({ conversation: bob._id, message: 'And hello again' }), own.user_id);
  await waitFor(() => expect(api.asked(endpoints.readConversation)).toHaveLength(1));
  close();
  release();
  await screen.findByText('And hello again');
});

it('a conversation that was made unread on another device is unread here, from the same message on', async () => {
  const bob = makeConversation('bob', own);
  const unread = { ...bob, unread: 3, read_id: '1' };
  api.answer(endpoints.listConversations, { conversations: [bob], next: null });
  api.answer(endpoints.readConversation, { conversation: unread });
  const { client } = open();
  await screen.findByText('Hello from bob');
  const change = { conversation: bob._id, unread: 3, last_message_id: bob.last_message_id };
  applyChange(client, { ...change, changed: 'read' });
  await screen.findByText('3 unread messages');
  expect(client.getQueryData(conversationOptions(bob._id).queryKey)).toEqual(unread);
});

it('says where to find people when there are no conversations', async () => {
  api.answer(endpoints.listConversations, { conversations: [], next: null });
  open();
  await screen.findByText('No conversations yet');
});

it.each([
  ['without a connection', () => api.disconnect(), 'No connection'],
  ['when the server fails', () => api.refuse(endpoints.listConversations, 500, 'It broke.'), 'It broke.'],
])('%s, it says so, and trying again loads the list', async (_, fail, text) => {
  fail();
  open();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(text);
  api.connect();
  api.answer(endpoints.listConversations, { conversations: [makeConversation('bob', own)], next: null });
  fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByText('Hello from bob');
});

it("deletes a conversation only after a confirmation, and closes it if it's open", async () => {
  const bob = makeConversation('bob', own);
  api.answer(endpoints.listConversations, { conversations: [bob], next: null });
  api.answer(endpoints.deleteConversation, {});
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  const { onClosed } = open(bob._id);
  const ask = async () => {
    fireEvent.click(await screen.findByRole('button', { name: 'Delete conversation with bob' }));
    return await screen.findByRole('alertdialog');
  };
  const question = await ask();
  expect(question.textContent).toContain(messages.confirmDeleteConversation);
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(api.asked(endpoints.deleteConversation)).toEqual([]);

  fireEvent.click(within(await ask()).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(onClosed).toHaveBeenCalledOnce());
  expect(api.asked(endpoints.deleteConversation).map(({ params }) => params.conversation_id)).toEqual([bob._id]);
  await screen.findByText('No conversations yet');
});

it("a conversation that couldn't be deleted stays, and an alert says so", async () => {
  const bob = makeConversation('bob', own);
  api.answer(endpoints.listConversations, { conversations: [bob], next: null });
  api.refuse(endpoints.deleteConversation, 500, 'It broke.');
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  const { onClosed } = open(bob._id);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete conversation with bob' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toContain(messages.deleteConversationFailed));
  expect(onClosed).not.toHaveBeenCalled();
});

it('without hover, a long press opens a menu that deletes the conversation after a confirmation', async () => {
  api.answer(endpoints.listConversations, { conversations: [makeConversation('bob', own)], next: null });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  open();
  await screen.findByRole('link', { name: /bob/ });
  expect(screen.queryByRole('button', { name: 'Delete conversation with bob' })).toBeNull();
  // The one that's there now: when the menu's code arrives, it draws its own.
  fireEvent.contextMenu(screen.getByRole('link', { name: /bob/ }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete conversation' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain(messages.confirmDeleteConversation);
});
