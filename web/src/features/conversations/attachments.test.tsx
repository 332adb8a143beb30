// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import * as endpoints from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { messagesAround } from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import type { Attachment } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import type { User } from '@hubbub/contract/platform/shapes.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { conversationRoom } from '#features/conversations/conversations.data.ts';
import { HeldPictures, MessageBubble, MessageComposer, MessageTimeline } from '#features/rooms/public.ts';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeMessage, makeSender } from '#test/factories.ts';
import { type Asked, fakeApi } from '#test/fake-api.ts';

let api: ReturnType<typeof fakeApi>;
let own: User;
let rooms = 0;
beforeEach(() => {
  api = fakeApi();
  own = signIn();
});
afterEach(tidy);

function open({ held = false } = {}) {
  rooms += 1;
  const room = conversationRoom(`files${rooms}`);
  draw(
    <HeldPictures value={held}>
      <MessageTimeline
        room={room}
        message={MessageBubble}
        label="Messages with ada"
        unreadRange={null}
        empty={<p>Nothing yet</p>}
        gone={<p>Not here</p>}
        onSeen={() => undefined}
      />
      <MessageComposer room={room} images />
    </HeldPictures>,
  );
}

const picture = (id: number): Attachment => ({
  file_id: `${id}`,
  path: `/private/${id}.jpg`,
  name: `IMG_${id}.jpg`,
  type: 'image/jpeg',
  size: 1_000,
  width: 800,
  height: 600,
  state: 'ready',
});
const plan: Attachment = {
  file_id: 'plan',
  path: '/private/plan.pdf',
  name: 'Plan.pdf',
  type: 'application/pdf',
  size: 2_440_000,
  state: 'ready',
};

const show = (attachments: Attachment[], given = {}) =>
  api.answer(endpoints.listMessages, { messages: [makeMessage({ message: 'Look', attachments })], ...given });
const paste = (...files: File[]) =>
  fireEvent.paste(screen.getByRole('textbox', { name: 'Message' }), { clipboardData: { files } });
/** The names of the files that were sent. */
const namesOf = (asked: Asked | undefined) => ((asked?.body.files ?? []) as File[]).map(({ name }) => name);
const textFile = (name: string) => new File(['text'], name, { type: 'text/plain' });

describe("a message's files", () => {
  it('are a grid of up to four pictures, which says how many more there are, and documents that download', async () => {
    show([...Array.from({ length: 6 }, (_, index) => picture(index)), plan]);
    open();
    expect(await screen.findByRole('button', { name: 'Open picture 4 of 6 from ada, and 2 more' })).toBeTruthy();
    expect(screen.getAllByRole('img', { name: /^picture/ })).toHaveLength(4);
    const link = screen.getByRole('link', { name: /^Download.*Plan\.pdf.*2\.4 MB$/ });
    expect(link.getAttribute('download')).toBe('Plan.pdf');
    expect(link.getAttribute('href')).toMatch(/\/private\/plan\.pdf$/);
  });

  it("aren't fetched from strangers until somebody asks for them", async () => {
    show([picture(1), plan]);
    open({ held: true });
    fireEvent.click(await screen.findByRole('button', { name: 'Show 2 files' }));
    expect(await screen.findByRole('img', { name: 'picture from ada' })).toBeTruthy();
  });

  it("can't be played while they're processed", async () => {
    show([{ ...plan, name: 'voice-message.webm', type: 'audio/webm', state: 'processing' }]);
    open();
    const play = await screen.findByRole<HTMLButtonElement>('button', { name: 'Play voice message from ada' });
    expect(play.disabled).toBe(true);
    expect(screen.getByText('Preparing…')).toBeTruthy();
  });
});

describe("a message's video", () => {
  const film: Attachment = { ...plan, file_id: 'film', name: 'film.mov', path: '/private/film.mp4', type: 'video/mp4' };

  it("that browsers can't play says so, and can be downloaded", async () => {
    show([{ ...film, state: 'failed', unplayable: true, poster: null }]);
    open();
    expect(await screen.findByText("This video can't be played here. Download it to watch it.")).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Download' });
    expect(link.getAttribute('href')).toMatch(/\/private\/film\.mp4$/);
    expect(link.getAttribute('download')).toBe('film.mov');
  });

  it('shows its sender how far its conversion is', async () => {
    const sender = { ...makeSender(own.username), _id: own.user_id };
    const message = makeMessage({
      message: 'Look',
      sender,
      attachments: [{ ...film, state: 'processing', progress: null }],
    });
    api.answer(endpoints.listMessages, { messages: [message] });
    const now = { ...message, attachments: [{ ...film, state: 'processing' as const, progress: 70 }] };
    const around = { messages: [now], has_earlier: false, has_later: false, revision: '1'.padStart(16, '0') };
    api.answer(messagesAround, around);
    open();
    const bar = await screen.findByRole('progressbar', { name: /^Converting/ });
    expect(bar.getAttribute('aria-valuenow')).toBe('70');
  });
});

describe('files chosen for a message', () => {
  beforeEach(() => api.answer(endpoints.listMessages, { messages: [makeMessage({ message: 'hello' })] }));

  it('are sent with the text, in their order, and are gone from the field', async () => {
    api.answer(endpoints.sendMessage, ({ body }) => ({
      message: makeMessage({
        message: 'two lists',
        sender: { ...makeSender(own.username), _id: own.user_id },
        client_id: String((body.client_id as string[])[0]),
        attachments: [plan],
      }),
    }));
    open();
    await screen.findByText('hello');
    paste(textFile('first.txt'), textFile('second.txt'));
    const tray = await screen.findByRole('list', { name: 'Files of this message' });
    await within(tray).findByText('second.txt');
    const field = screen.getByRole('textbox', { name: 'Message' });
    fireEvent.change(field, { target: { value: 'two lists' } });
    await waitFor(() => expect(within(tray).queryByText('Preparing file')).toBeNull());
    fireEvent.keyDown(field, { key: 'Enter' });
    await waitFor(() => expect(api.asked(endpoints.sendMessage)).toHaveLength(1));
    const [sent] = api.asked(endpoints.sendMessage);
    expect(sent?.body.content).toEqual(['two lists']);
    expect(namesOf(sent)).toEqual(['first.txt', 'second.txt']);
    expect(screen.queryByRole('list', { name: 'Files of this message' })).toBeNull();
  });

  it('stay when the server refuses them: one can be left out, and the rest sent again', async () => {
    api.refuse(endpoints.sendMessage, 422, { files: 'This file is too large.' });
    open();
    await screen.findByText('hello');
    paste(textFile('fine.txt'), textFile('large.txt'));
    const tray = await screen.findByRole('list', { name: 'Files of this message' });
    await waitFor(() => expect(within(tray).queryByText('Preparing file')).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Not sent. This file is too large.')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Remove large.txt' }));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(api.asked(endpoints.sendMessage)).toHaveLength(2));
    const [, again] = api.asked(endpoints.sendMessage);
    expect(namesOf(again)).toEqual(['fine.txt']);
  });
});
