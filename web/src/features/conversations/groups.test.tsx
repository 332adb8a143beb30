// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import * as search from '@hubbub/contract/features/user-search/user-search.endpoints.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConversationList } from '#features/conversations/ConversationList.tsx';
import { ConversationPane } from '#features/conversations/ConversationPane.tsx';
import { GroupDialog } from '#features/conversations/GroupDialog.tsx';
import { NewGroupDialog } from '#features/conversations/NewGroupDialog.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeConversation, makeGroup, makeMessage, makeSender } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
let own: User;
beforeEach(() => {
  api = fakeApi();
  own = signIn();
});
afterEach(tidy);

const nothing = vi.fn();

it('a group is called by its name or its members, and its preview says who wrote', async () => {
  const named = makeGroup(['bob', 'cleo'], own, { name: 'Trip', last_message: 'Off we go' });
  const line = { kind: 'added' as const, actor: { ...makeSender('me'), _id: own.user_id }, user: makeSender('dan') };
  const unnamed = makeGroup(['dan', 'eve'], own, { last_message: '', last_message_system: line });
  api.answer(endpoints.listConversations, { conversations: [named, unnamed], next: null });
  draw(<ConversationList selectedId={null} requests={false} onClosed={nothing} />);
  const trip = await screen.findByRole('link', { name: /Trip/ });
  const bob = named.members[0]?.name;
  expect(trip.textContent).toContain(`${bob}: Off we go`);
  const [dan, eve] = unnamed.members.map(({ name }) => name);
  const other = screen.getByRole('link', { name: new RegExp(`${dan}, ${eve}`) });
  expect(other.textContent).toContain(`You added ${dan}`);
});

it('the timeline says who wrote and what happened, and how many members there are', async () => {
  const group = makeGroup(['bob', 'cleo'], own, { name: 'Trip' });
  const bob = makeSender('bob');
  const said = makeMessage({ conversation: group._id, sender: bob, message: 'Hello' });
  const happened = makeMessage({
    conversation: group._id,
    sender: bob,
    message: '',
    system: { kind: 'renamed', actor: bob, name: 'Trip' },
  });
  api.answer(endpoints.listConversations, { conversations: [group], next: null });
  api.answer(endpoints.readConversation, { conversation: group });
  api.answer(endpoints.listMessages, { messages: [happened, said] });
  draw(<ConversationPane conversationId={group._id} onBack={nothing} onClosed={nothing} />);
  const timeline = await screen.findByRole('region', { name: 'Messages with Trip' });
  await within(timeline).findByText(`${bob.name} renamed the group to “Trip”`);
  expect(within(timeline).getByRole('link', { name: bob.name })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Trip.*3 members/ })).toBeTruthy();
});

it('a new group takes people from a search and by keyboard, and then a name', async () => {
  const cleo = makeConversation('cleo', own);
  api.answer(endpoints.listConversations, { conversations: [cleo], next: null });
  const found = makeSender('bob');
  api.answer(search.searchUsers, {
    users: [{ username: 'bob', name: 'Bob', profile_path: found.profile_path, mobileNumber: '' }],
  });
  const group = makeGroup(['bob', 'cleo'], own, { name: 'Trip' });
  api.answer(endpoints.openConversation, { newConversation: group });
  const onMade = vi.fn();
  draw(
    <>
      <ConversationList selectedId={null} requests={false} onClosed={nothing} />
      <NewGroupDialog onClose={nothing} onMade={onMade} />
    </>,
  );
  const next = screen.getByRole('button', { name: 'Next' });
  const people = screen.getByRole('list', { name: 'People' });
  fireEvent.click(await within(people).findByRole('button', { name: /cleo/ }));
  expect(next.hasAttribute('disabled')).toBe(true);
  const field = screen.getByRole('textbox', { name: 'Search for people' });
  fireEvent.change(field, { target: { value: 'bo' } });
  await within(people).findByRole('button', { name: /bob/ });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.getByRole('button', { name: 'Remove Bob' })).toBeTruthy();
  fireEvent.keyDown(field, { key: 'Backspace' });
  expect(screen.queryByRole('button', { name: 'Remove Bob' })).toBeNull();
  fireEvent.change(field, { target: { value: 'bob' } });
  fireEvent.click(await within(people).findByRole('button', { name: /bob/ }));
  fireEvent.click(next);
  fireEvent.change(await screen.findByRole('textbox', { name: 'Group name' }), { target: { value: 'Trip' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create group' }));
  await waitFor(() => expect(onMade).toHaveBeenCalledWith(group._id));
  expect(api.asked(endpoints.openConversation)[0]?.body).toEqual({ usernames: ['cleo', 'bob'], name: 'Trip' });
});

it('only the owner removes members, after a confirmation', async () => {
  const group = makeGroup(['bob', 'cleo'], own, { name: 'Trip' });
  const mine = { ...group, owner: { username: own.username, name: own.name, profile_path: own.profile_path } };
  api.answer(endpoints.readConversation, { conversation: group });
  const { unmount } = draw(<GroupDialog groupId={group._id} onClose={nothing} />);
  await screen.findByRole('list', { name: 'Members' });
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  unmount();
  api.answer(endpoints.readConversation, { conversation: mine });
  api.answer(endpoints.removeGroupMember, {});
  draw(<GroupDialog groupId={group._id} onClose={nothing} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove bob' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove bob' })).toBeNull());
  expect(api.asked(endpoints.removeGroupMember)[0]?.params).toMatchObject({ username: 'bob' });
});
