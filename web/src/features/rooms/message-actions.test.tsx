// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as channels from '@hubbub/contract/features/channels/channels.endpoints.ts';
import * as conversations from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import * as endpoints from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FlatMessage, MessageComposer, MessageTimeline } from '#features/rooms/public.ts';
import type { Room } from '#features/rooms/timeline.ts';
import { call } from '#platform/api-client.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeMessage, makeSender } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';
import { currentToasts } from '#ui/toast/toasts.ts';

let api: ReturnType<typeof fakeApi>;
let own: User;
let rooms = 0;

/** Whether something can be pointed at; a phone can't. */
function canPoint(can: boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: can && query.includes('hover: hover'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

beforeEach(() => {
  api = fakeApi();
  own = signIn();
  canPoint(true);
});
afterEach(tidy);

const mine = (message: string, given: Partial<Message> = {}) =>
  makeMessage({ message, sender: { ...makeSender(own.username), _id: own.user_id }, ...given });

/** Opens a chat with these messages. */
async function open(messages: Message[], { closed = false, moderates = false, pins = false, threads = false } = {}) {
  rooms += 1;
  const id = `room of actions ${rooms}`;
  const stored = messages.map((message) => ({ ...message, conversation: id }));
  api.answer(conversations.listMessages, { messages: stored });
  const room: Room = {
    id,
    load: (query) => call(conversations.listMessages, { params: { conversation_id: id }, query }),
    endpoint: channels.sendChannelMessage,
  };
  draw(
    <>
      <MessageTimeline
        room={room}
        message={FlatMessage}
        flat
        label="Messages"
        unreadRange={null}
        closed={closed}
        moderates={moderates}
        pins={pins}
        threads={threads}
        empty={null}
        gone={null}
        onSeen={() => undefined}
      />
      <MessageComposer room={room} />
    </>,
  );
  await screen.findByRole('region', { name: 'Messages' });
  await waitFor(() => expect(screen.getAllByRole('listitem').length).toBeGreaterThan(0));
  return { room, stored };
}

const item = async (text: string) => {
  const region = screen.getByRole('region', { name: 'Messages' });
  const found = (await within(region).findByText(text)).closest<HTMLElement>('[data-index]');
  if (found === null) throw new Error(`${text} is not in the list`);
  return found;
};
const field = (name = 'Message') => screen.findByRole<HTMLTextAreaElement>('textbox', { name });

/** Opens a message's menu by keyboard. */
async function menuOf(text: string) {
  const message = await item(text);
  message.focus();
  fireEvent.keyDown(message, { key: 'Enter' });
  return within(await screen.findByRole('menu'));
}

describe('the menu', () => {
  it('offers what makes sense: others may be answered, and only the author edits', async () => {
    await open([makeMessage({ message: 'theirs' }), mine('my own')]);
    const labels = async (text: string) => {
      const menu = await menuOf(text);
      const found = menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
      fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
      return found;
    };
    expect(await labels('theirs')).toEqual(['Reply', 'Forward', 'Copy text', 'Copy link', 'Save', 'Mark as unread']);
    expect(await labels('my own')).toEqual(['Reply', 'Forward', 'Copy text', 'Copy link', 'Save', 'Edit', 'Delete']);
  });

  it('lets channel moderators delete what others wrote', async () => {
    const { stored } = await open([makeMessage({ message: 'spam' })], { moderates: true });
    api.answer(endpoints.deleteMessage, {});
    fireEvent.click((await menuOf('spam')).getByRole('menuitem', { name: 'Delete' }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await screen.findByText('This message was deleted');
    await waitFor(() => expect(api.asked(endpoints.deleteMessage)).toHaveLength(1));
    expect(api.asked(endpoints.deleteMessage)[0]?.params).toEqual({ message_id: stored[0]?._id });
  });

  it('only copies and marks where nobody can write', async () => {
    await open([makeMessage({ message: 'theirs' })], { closed: true });
    const menu = await menuOf('theirs');
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Forward',
      'Copy text',
      'Copy link',
      'Save',
      'Mark as unread',
    ]);
  });

  it('marks a message and what came after it as unread, and copies its link', async () => {
    const message = makeMessage({ message: 'theirs' });
    const marked: unknown[] = [];
    api.answer(endpoints.setRoomRead, ({ body }) => {
      marked.push(body);
      return { unread: 1 };
    });
    await open([message]);
    fireEvent.click((await menuOf('theirs')).getByRole('menuitem', { name: 'Mark as unread' }));
    const before = String(Number(message._id) - 1).padStart(16, '0');
    await waitFor(() => expect(marked).toEqual([{ up_to: Number(before) === 0 ? null : before }]));
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    fireEvent.click((await menuOf('theirs')).getByRole('menuitem', { name: 'Copy link' }));
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(`${location.origin}/messages/${message._id}`));
  });

  it('lets people with the permission pin and unpin, and everyone save and unsave', async () => {
    const by = { username: 'ada', name: null, profile_path: '' };
    const pinned = { by, at: '2026-11-28T12:00:00.000Z' };
    const kept = makeMessage({ message: 'kept', pinned });
    await open([makeMessage({ message: 'theirs' }), kept], { pins: true });
    for (const endpoint of [endpoints.pinMessage, endpoints.unpinMessage, endpoints.bookmarkMessage])
      api.answer(endpoint, {});
    expect(screen.getByRole('img', { name: 'Pinned by ada' })).toBeDefined();
    const choose = async (text: string, name: string) =>
      fireEvent.click((await menuOf(text)).getByRole('menuitem', { name }));
    await choose('theirs', 'Pin');
    await waitFor(() => expect(api.asked(endpoints.pinMessage)).toHaveLength(1));
    await choose('kept', 'Unpin');
    await waitFor(() => expect(api.asked(endpoints.unpinMessage)).toHaveLength(1));
    await choose('kept', 'Save');
    await waitFor(() => expect(api.asked(endpoints.bookmarkMessage)).toHaveLength(1));
    api.answer(endpoints.removeMessageBookmark, {});
    await choose('kept', 'Remove from saved');
    await waitFor(() => expect(api.asked(endpoints.removeMessageBookmark)).toHaveLength(1));
  });

  it('asks whether a message was saved earlier once its menu opens', async () => {
    const message = makeMessage({ message: 'kept' });
    await open([message]);
    const room = { kind: 'group', room_id: '1', name: 'Tea', community_handle: null, channel_id: null } as const;
    api.answer(endpoints.getMessage, { message, room, saved: true });
    api.answer(endpoints.removeMessageBookmark, {});
    const menu = await menuOf('kept');
    expect(api.asked(endpoints.getMessage)).toHaveLength(1);
    fireEvent.click(await menu.findByRole('menuitem', { name: 'Remove from saved' }));
    await waitFor(() => expect(api.asked(endpoints.removeMessageBookmark)).toHaveLength(1));
  });

  it('opens the thread of a message where there are threads, which says how many replies it has', async () => {
    const thread = { room_id: '9', reply_count: 2, last_at: '2026-11-28T12:00:00.000Z', authors: [] };
    await open([makeMessage({ message: 'lunch?' }), makeMessage({ message: 'dinner?', thread })], { threads: true });
    const room = { room_id: '9', kind: 'thread' as const, name: 'green', community_handle: 'club', channel_id: '8' };
    api.answer(endpoints.startThread, { room });
    fireEvent.click((await menuOf('lunch?')).getByRole('menuitem', { name: 'Reply in thread' }));
    await waitFor(() => expect(api.asked(endpoints.startThread)).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: /^2 replies/ }));
    await waitFor(() => expect(api.asked(endpoints.startThread)).toHaveLength(2));
  });

  it("has nothing for what's deleted", async () => {
    await open([mine('', { deleted: true }), mine('next')]);
    fireEvent.keyDown(await item('This message was deleted'), { key: 'Enter' });
    await item('next');
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

describe('a reaction', () => {
  const reacted = (mineToo: boolean) =>
    makeMessage({ message: 'hello', reactions: [{ emoji: '👍', count: mineToo ? 2 : 1, mine: mineToo }] });
  const chip = () => screen.findByRole('button', { name: /👍/ });

  it('is chosen undisturbed, whatever arrives meanwhile', async () => {
    await open([reacted(false)]);
    const answer = api.hold(endpoints.addMessageReaction, {
      reactions: [{ emoji: '👍', count: 5, mine: true }],
      revision: '9'.repeat(16),
    });
    fireEvent.click(await chip());
    const message = await item('hello');
    message.focus();
    fireEvent.keyDown(message, { key: '+' });
    const choice = await screen.findByRole('dialog', { name: 'Reactions' });
    fireEvent.click(within(choice).getByRole('button', { name: 'More emoji' }));
    answer();
    await waitFor(() => expect(within(message).getByText('5')).toBeTruthy());
    expect(choice.isConnected).toBe(true);
    expect(screen.queryByRole('button', { name: 'More emoji' })).toBeNull();
  });

  it('is added with a click, and shows before the server answers', async () => {
    const { stored } = await open([reacted(false)]);
    const reactions = [{ emoji: '👍', count: 5, mine: true }];
    const answer = api.hold(endpoints.addMessageReaction, { reactions, revision: '9'.repeat(16) });
    fireEvent.click(await chip());
    expect((await chip()).getAttribute('aria-pressed')).toBe('true');
    expect((await chip()).textContent).toContain('2');
    answer();
    await waitFor(async () => expect((await chip()).textContent).toContain('5'));
    expect(api.asked(endpoints.addMessageReaction)[0]?.params).toEqual({ message_id: stored[0]?._id, emoji: '👍' });
  });

  it("is taken back, and stays if the server doesn't know about it", async () => {
    await open([reacted(true)]);
    api.refuse(endpoints.removeMessageReaction, 500, 'It broke.');
    fireEvent.click(await chip());
    await waitFor(() => expect(currentToasts().at(-1)?.text).toMatch(/^We couldn't take back your reaction/));
    expect((await chip()).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('a reply', () => {
  it('says what it answers, is sent with it, and can be canceled', async () => {
    const { stored } = await open([makeMessage({ message: 'how are you?' })]);
    const message = await item('how are you?');
    message.focus();
    fireEvent.keyDown(message, { key: 'r' });
    await screen.findByText('Replying to ada');
    expect(document.activeElement).toBe(await field());
    fireEvent.keyDown(await field(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByText('Replying to ada')).toBeNull());

    fireEvent.keyDown(message, { key: 'r' });
    await screen.findByText('Replying to ada');
    api.hold(channels.sendChannelMessage, { message: mine('fine') });
    fireEvent.change(await field(), { target: { value: 'fine' } });
    fireEvent.keyDown(await field(), { key: 'Enter' });
    const sent = await item('fine');
    expect(within(sent).getByRole('button', { name: /Reply to ada how are you/ })).toBeTruthy();
    await waitFor(() =>
      expect(api.asked(channels.sendChannelMessage)[0]?.body).toMatchObject({ reply_to: stored[0]?._id }),
    );
    expect(screen.queryByText('Replying to ada')).toBeNull();
  });
});

describe('an edit', () => {
  it('starts with the arrow up in an empty field, and leaves the draft of a new message alone', async () => {
    await open([mine('frist'), makeMessage({ message: 'theirs' })]);
    await item('frist');
    fireEvent.keyDown(await field(), { key: 'ArrowUp' });
    const edit = await field('Edit message');
    expect(edit.value).toBe('frist');
    api.answer(endpoints.editMessage, ({ body }) => ({
      message: mine(String(body.content), { edited_at: '2026-11-21T12:00:00.000Z' }),
    }));
    fireEvent.change(edit, { target: { value: 'first' } });
    fireEvent.keyDown(edit, { key: 'Enter' });
    const edited = await item('first');
    expect(within(edited).getByText('edited').title).toMatch(/^Edited /);
    expect((await field()).value).toBe('');
  });

  it('that the server refuses is back in the field, with its text', async () => {
    await open([mine('old')]);
    await item('old');
    api.refuse(endpoints.editMessage, 422, { content: 'Not like this.' });
    fireEvent.keyDown(await field(), { key: 'ArrowUp' });
    fireEvent.change(await field('Edit message'), { target: { value: 'precious words' } });
    fireEvent.keyDown(await field('Edit message'), { key: 'Enter' });
    await waitFor(() => expect(currentToasts().at(-1)?.text).toMatch(/^We couldn't save your changes/));
    expect((await field('Edit message')).value).toBe('precious words');
    await item('old');
  });
});

it('a phone has a sheet instead of a bar', async () => {
  canPoint(false);
  await open([makeMessage({ message: 'hello' })]);
  fireEvent.click(within(await item('hello')).getByRole('button', { name: /^Menu of/ }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByRole('button', { name: 'React with red heart' })).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Reply' }));
  await screen.findByText('Replying to ada');
  expect(screen.queryByRole('dialog')).toBeNull();
});
