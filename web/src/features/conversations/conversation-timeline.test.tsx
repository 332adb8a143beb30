// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { messages } from '@hubbub/contract/platform/messages.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { conversationRoom } from '#features/conversations/conversations.data.ts';
import { MessageBubble, MessageComposer, MessageTimeline } from '#features/rooms/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeMessage, makeSender } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
let own: User;
let rooms = 0;
beforeEach(() => {
  api = fakeApi();
  own = signIn();
});
afterEach(tidy);

/** Opens a conversation with these messages. */
function open({ onSeen = vi.fn() } = {}) {
  rooms += 1;
  const room = conversationRoom(`room${rooms}`);
  const timeline = (
    <MessageTimeline
      room={room}
      message={MessageBubble}
      label="Messages with ada"
      unreadRange={null}
      empty={<p>Nothing yet</p>}
      gone={<p>Not here</p>}
      onSeen={onSeen}
    />
  );
  const drawn = draw(
    <>
      {timeline}
      <MessageComposer room={room} images />
    </>,
  );
  return { ...drawn, room, onSeen };
}

const history = (...texts: string[]) => ({ messages: texts.map((message) => makeMessage({ message })) });
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const enter = (init = {}) => fireEvent.keyDown(field(), { key: 'Enter', ...init });
const list = () => screen.getByRole('region', { name: 'Messages with ada' });
/** The list item with this text. */
const bubble = (text: string) => {
  const found = within(list()).getByText(text).closest<HTMLElement>('[role=listitem]');
  if (found === null) throw new Error(`${text} is not in a list`);
  return found;
};

/** A server that stores each message once per client id. */
function storeMessages() {
  const stored = new Map<unknown, ReturnType<typeof makeMessage>>();
  api.answer(endpoints.sendMessage, ({ body }) => {
    const { content, client_id, conversation } = body as Record<string, string>;
    const message =
      stored.get(client_id) ??
      makeMessage({
        ...(client_id !== undefined && { client_id }),
        ...(conversation !== undefined && { conversation }),
        message: content ?? '',
        sender: { ...makeSender(own.username), _id: own.user_id },
      });
    stored.set(client_id, message);
    return { message };
  });
  return stored;
}

describe('a history', () => {
  it('shows messages in order, and reports the newest message from someone else as seen', async () => {
    const page = history('first', 'second');
    api.answer(endpoints.listMessages, page);
    const { onSeen } = open();
    await screen.findByText('second');
    expect(
      within(list())
        .getAllByRole('listitem')
        .map(({ textContent }) => /first|second/.exec(textContent ?? '')?.[0])
        .filter((text) => text !== undefined),
    ).toEqual(['first', 'second']);
    await waitFor(() => expect(onSeen).toHaveBeenCalledWith(page.messages[1]?._id, false));
  });

  it("says when it's empty, and when it's gone", async () => {
    api.answer(endpoints.listMessages, { messages: [] });
    open().unmount();
    open();
    await screen.findByText('Nothing yet');
    tidy();

    api = fakeApi();
    signIn();
    api.refuse(endpoints.listMessages, 404, 'Not found');
    open();
    await screen.findByText('Not here');
  });

  it("says why it can't be loaded, and loads after trying again", async () => {
    api.disconnect();
    open();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('No connection');
    api.connect();
    api.answer(endpoints.listMessages, history('there it is'));
    fireEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByText('there it is');
  });

  it('requests older messages at its beginning, says when they fail to load, and loads them on retry', async () => {
    const newest = Array.from({ length: limits.message.history }, (_, index) =>
      makeMessage({ message: `line ${index}` }),
    );
    let fails = true;
    api.answer(endpoints.listMessages, ({ query }) => {
      if (query.before === undefined) return { messages: newest };
      if (fails) throw new TypeError('Failed to fetch');
      return { messages: [] };
    });
    open();
    await screen.findAllByText(/^line /);
    const scroller = list();
    scroller.scrollTop = 0;
    fireEvent.scroll(scroller);
    await screen.findByText("Couldn't load older messages.");
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText("Couldn't load older messages.")).toBeNull());
    expect(api.asked(endpoints.listMessages).at(-1)?.query).toEqual({ before: newest[0]?._id });
  });
});

describe('a sent message', () => {
  beforeEach(() => api.answer(endpoints.listMessages, history('hello')));

  it("appears right away and is marked as sent once it's stored; Shift+Enter breaks the line", async () => {
    const stored = storeMessages();
    open();
    await screen.findByText('hello');
    type('hi there');
    enter({ shiftKey: true });
    expect(field().value).toBe('hi there');
    enter();
    expect(field().value).toBe('');
    expect(within(bubble('hi there')).getByText('Sending')).toBeTruthy();
    await waitFor(() => expect(within(bubble('hi there')).getByText('Sent')).toBeTruthy());
    expect([...stored.values()].map(({ message }) => message)).toEqual(['hi there']);
  });

  it('is sent after those written before it, one at a time', async () => {
    storeMessages();
    open();
    await screen.findByText('hello');
    for (const text of ['one', 'two', 'three']) {
      type(text);
      enter();
    }
    await waitFor(() => expect(within(bubble('three')).getByText('Sent')).toBeTruthy());
    expect(api.asked(endpoints.sendMessage).map(({ body }) => body.content)).toEqual(['one', 'two', 'three']);
  });

  it('keeps its text and the reason if the server rejects it; Retry sends it with the same client id, Discard removes it', async () => {
    api.refuse(endpoints.sendMessage, 422, 'They are gone.');
    open();
    await screen.findByText('hello');
    type('keep me');
    enter();
    await screen.findByText('Not sent. They are gone.');
    const [first] = api.asked(endpoints.sendMessage);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(api.asked(endpoints.sendMessage)).toHaveLength(2));
    expect(api.asked(endpoints.sendMessage)[1]?.body).toEqual(first?.body);
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByText('keep me')).toBeNull();
  });

  it('waits and says so without a connection, and is sent once when the network is back', async () => {
    open();
    await screen.findByText('hello');
    api.disconnect();
    type('later');
    enter();
    await waitFor(() => expect(within(bubble('later')).getByText('Waiting to reconnect')).toBeTruthy());
    const stored = storeMessages();
    api.connect();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(within(bubble('later')).getByText('Sent')).toBeTruthy());
    expect([...stored.values()].map(({ message }) => message)).toEqual(['later']);
  });
});

describe('a message being written', () => {
  beforeEach(() => api.answer(endpoints.listMessages, history('hello')));

  it("isn't sent if it's blank: an alert asks for text or a picture", async () => {
    open();
    await screen.findByText('hello');
    type('  ');
    enter();
    expect((await screen.findByRole('alertdialog')).textContent).toContain(messages.messageOrImage);
    expect(api.asked(endpoints.sendMessage)).toEqual([]);
  });

  it('is sent once by a double click, or by Enter held down, and nothing asks for text afterwards', async () => {
    storeMessages();
    open();
    await screen.findByText('hello');
    type('by clicks');
    const button = screen.getByRole('button', { name: 'Send' });
    fireEvent.click(button, { detail: 1 });
    fireEvent.click(button, { detail: 2 });
    type('by keys');
    enter();
    enter({ repeat: true });
    await waitFor(() => expect(api.asked(endpoints.sendMessage)).toHaveLength(2));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it("isn't sent if it's too long, and the field says by how much", async () => {
    open();
    await screen.findByText('hello');
    type('x'.repeat(limits.message.text + 2));
    enter();
    expect(screen.getByText('2 over the limit')).toBeTruthy();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(api.asked(endpoints.sendMessage)).toEqual([]);
  });

  it("is kept for each conversation until it's sent, and not shown to anyone else", async () => {
    const { room, unmount } = open();
    type('not yet');
    unmount();
    const again = draw(<MessageComposer room={room} images />);
    expect(field().value).toBe('not yet');
    again.unmount();
    draw(<MessageComposer room={conversationRoom('another')} images />).unmount();
    signIn();
    draw(<MessageComposer room={room} images />);
    expect(field().value).toBe('');
  });

  it("can't have a file that isn't a picture: an alert says so", async () => {
    open();
    const file = new File(['text'], 'notes.txt', { type: 'text/plain' });
    fireEvent.change(screen.getByLabelText('Image'), { target: { files: [file] } });
    expect((await screen.findByRole('alertdialog')).textContent).toContain(messages.imageOnly);
  });
});
