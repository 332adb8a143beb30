import 'fake-indexeddb/auto';
import { File as ClonableFile } from 'node:buffer';
import {
  markConversationRead,
  sendMessage as storeMessage,
} from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { addMessageReaction, editMessage } from '@hubbub/contract/features/rooms/messages.endpoints.ts';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OutgoingFile } from '#features/rooms/timeline.rules.ts';
import { makeMessage } from '#test/factories.ts';
import { type Asked, fakeApi } from '#test/fake-api.ts';

let turns = new Map<string, Promise<unknown>>();
/** The browser's locks, as far as they're used. */
const locks = {
  request(name: string, work: () => Promise<void>) {
    const turn = (turns.get(name) ?? Promise.resolve()).then(work);
    turns.set(name, turn);
    return turn;
  },
};
class Form {
  #entries: [string, unknown][] = [];
  append = (key: string, value: unknown) => void this.#entries.push([key, value]);
  keys = () => this.#entries.map(([key]) => key);
  getAll = (key: string) => this.#entries.filter(([name]) => name === key).map(([, value]) => value);
}
let api: ReturnType<typeof fakeApi>;
let tabs: (() => void)[] = [];

beforeEach(() => {
  api = fakeApi();
  turns = new Map();
  vi.stubGlobal('indexedDB', new IDBFactory());
  // happy-dom's files can't be stored, and its forms take no others.
  vi.stubGlobal('File', ClonableFile);
  vi.stubGlobal('FormData', Form);
  vi.spyOn(navigator, 'locks', 'get').mockReturnValue(locks as unknown as LockManager);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  localStorage.setItem('user', JSON.stringify({ user_id: '1', username: 'ada' }));
});
afterEach(() => {
  for (const close of tabs) close();
  tabs = [];
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** A tab of the same browser. A closed one does nothing more, as if it had been killed. */
async function openTab() {
  vi.resetModules();
  const channels: BroadcastChannel[] = [];
  const Original = BroadcastChannel;
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Original {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
    },
  );
  const outgoing = await import('#features/rooms/outgoing.ts');
  const outbox = await import('#platform/outbox.ts');
  const session = await import('#platform/session.ts');
  const { forgetRoom, timelineOf } = await import('#features/rooms/timelines.ts');
  vi.stubGlobal('BroadcastChannel', Original);
  outbox.subscribeToWrites(() => undefined);
  const close = () => {
    for (const channel of channels) channel.close();
    const kept = localStorage.getItem('user');
    session.clearSession();
    if (kept !== null) localStorage.setItem('user', kept);
  };
  tabs.push(close);
  return { ...outgoing, ...outbox, forgetRoom, timelineOf, close };
}

type Tab = Awaited<ReturnType<typeof openTab>>;

const roomOf = (id: string) => ({ id, load: async () => ({ messages: [] }), endpoint: storeMessage });
const room = roomOf('room');
const textsIn = (tab: Tab, id = 'room') => tab.outgoingIn(id).map(({ text, status }) => `${text}: ${status}`);
const send = (tab: Tab, ...texts: string[]) => {
  for (const text of texts) tab.sendMessage(room, text, []);
};
/** Whether the browser has stored it all. */
const isKept = async (tab: Tab, count: number) => {
  const { queuedWrites } = await import('#platform/outbox-store.ts');
  await vi.waitFor(async () => expect((await queuedWrites('1')).length).toBe(count));
  return tab;
};

const field = ({ body }: Asked, name: string) => {
  const value = body[name];
  return Array.isArray(value) ? value[0] : value;
};
const answer = (asked: Asked) => ({
  message: makeMessage({
    conversation: String(field(asked, 'conversation')),
    message: String(field(asked, 'content')),
    client_id: String(field(asked, 'client_id')),
  }),
});
const answered = () => api.answer(storeMessage, answer);
const sent = () => api.asked(storeMessage).map((asked) => field(asked, 'content'));
const sentIds = () => api.asked(storeMessage).map((asked) => field(asked, 'client_id'));

const plan = (id: number, name: string): OutgoingFile => ({
  id,
  file: new File([name], name, { type: 'application/pdf' }),
  name,
  type: 'application/pdf',
  url: `blob:${name}`,
  width: 4,
});

it('a message shows right away, is sent once, and is in the chat when it is stored', async () => {
  const tab = await openTab();
  const timeline = tab.timelineOf(room);
  const giveAnswer = api.hold(storeMessage, { message: makeMessage({ conversation: 'room', message: 'Hello' }) });
  send(tab, 'Hello');
  expect(timeline.state().outgoing).toMatchObject([{ text: 'Hello', status: 'sending' }]);
  await vi.waitFor(() => expect(sent()).toEqual(['Hello']));
  giveAnswer();
  await vi.waitFor(() => expect(timeline.state().outgoing).toEqual([]));
  expect(timeline.state().messages.map(({ message }) => message)).toEqual(['Hello']);
  await isKept(tab, 0);
});

it('what is written offline waits, and goes out in order and under one client id once the connection is back', async () => {
  const tab = await openTab();
  api.disconnect();
  send(tab, 'first', 'second');
  await vi.waitFor(() => expect(textsIn(tab)).toEqual(['first: waiting', 'second: waiting']));
  const ids = tab.outgoingIn('room').map(({ clientId }) => clientId);
  answered();
  api.connect();
  await tab.deliver();
  expect(sent()).toEqual(['first', 'second']);
  expect(sentIds()).toEqual(ids);
  expect(textsIn(tab)).toEqual([]);
});

it("a room that has to wait doesn't hold up another", async () => {
  const tab = await openTab();
  api.answer(storeMessage, answer);
  tab.timelineOf(room);
  const calls: unknown[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (to: string, init: RequestInit) => {
    const { conversation } = JSON.parse(String(init.body)) as { conversation: string };
    calls.push(conversation);
    if (conversation === 'other') return fetch(to, init);
    return Promise.resolve(Response.json({ error: 'Slow mode.' }, { status: 429, headers: { 'retry-after': '60' } }));
  });
  send(tab, 'too soon');
  await vi.waitFor(() => expect(textsIn(tab)).toEqual(['too soon: waiting']));
  tab.sendMessage(roomOf('other'), 'elsewhere', []);
  await vi.waitFor(() => expect(sent()).toEqual(['elsewhere']));
  expect(textsIn(tab)).toEqual(['too soon: waiting']);
});

it('a refused message says why, lets the next one go, and can be sent again or dropped', async () => {
  const tab = await openTab();
  answered();
  api.refuse(storeMessage, 422, { content: 'Too long.' });
  send(tab, 'refused', 'refused as well');
  await vi.waitFor(() => expect(textsIn(tab)).toEqual(['refused: failed', 'refused as well: failed']));
  const [first, second] = tab.outgoingIn('room');
  expect(first?.error).toBe('Too long.');
  answered();
  send(tab, 'fine');
  await vi.waitFor(() => expect(sent().at(-1)).toBe('fine'));
  tab.retry('room', first?.clientId ?? '');
  await vi.waitFor(() => expect(sentIds().at(-1)).toBe(first?.clientId));
  tab.discard('room', second?.clientId ?? '');
  await vi.waitFor(() => expect(textsIn(tab)).toEqual([]));
  await isKept(tab, 0);
});

it('files go out in their place after the browser was killed, each message once', async () => {
  const killed = await openTab();
  api.disconnect();
  send(killed, 'first');
  killed.sendMessage(room, '', [plan(1, 'plan.pdf'), plan(2, 'map.pdf')]);
  send(killed, 'last');
  await isKept(killed, 3);
  killed.close();

  const tab = await openTab();
  await vi.waitFor(() => expect(tab.outgoingIn('room')).toHaveLength(3));
  const files = tab.outgoingIn('room')[1]?.files;
  expect(files).toMatchObject([{ name: 'plan.pdf', width: 4 }, { name: 'map.pdf' }]);
  expect(tab.timelineOf(room).state().outgoing).toHaveLength(3);
  answered();
  api.connect();
  await tab.deliver();
  expect(sent()).toEqual(['first', '', 'last']);
  const parts = api.asked(storeMessage)[1]?.body.files as File[];
  expect(parts.map(({ name }) => name)).toEqual(['plan.pdf', 'map.pdf']);
  await isKept(tab, 0);
});

it('what a tab was sending when it was killed is sent by another one, with the same client id', async () => {
  const [first, second] = [await openTab(), await openTab()];
  api.hold(storeMessage, answer({ params: {}, query: {}, body: {} }));
  send(first, 'cut off');
  await vi.waitFor(() => expect(sent()).toEqual(['cut off']));
  answered();
  first.close();
  await vi.waitFor(() => expect(sentIds()).toHaveLength(2));
  expect(sentIds()[1]).toBe(sentIds()[0]);
  await isKept(second, 0);
});

it('two tabs send what was written in both, each once and in order', async () => {
  const [first, second] = [await openTab(), await openTab()];
  api.disconnect();
  const written = Array.from({ length: 10 }, (_, index) => `${index}`);
  for (const [index, text] of written.entries()) {
    const tab = index % 2 === 0 ? first : second;
    send(tab, text);
    await isKept(tab, index + 1);
  }
  answered();
  api.connect();
  await Promise.all([first.deliver(), second.deliver()]);
  await isKept(first, 0);
  expect(sent()).toEqual(written);
  await vi.waitFor(() => expect([...textsIn(first), ...textsIn(second)]).toEqual([]));
});

it('a message goes on without a file that is left out, and is dropped with the last one if it has no text', async () => {
  const tab = await openTab();
  api.disconnect();
  tab.sendMessage(room, '', [plan(1, 'plan.pdf'), plan(2, 'map.pdf')]);
  tab.sendMessage(room, 'With a text', [plan(3, 'song.pdf')]);
  await vi.waitFor(() => expect(textsIn(tab)[1]).toBe('With a text: waiting'));
  const [two, one] = tab.outgoingIn('room');
  tab.discardFile('room', two?.clientId ?? '', 1);
  tab.discardFile('room', one?.clientId ?? '', 3);
  await vi.waitFor(() => expect(tab.outgoingIn('room').map(({ files }) => files.length)).toEqual([1, 0]));
  expect(tab.outgoingIn('room')[0]?.files[0]?.id).toBe(2);
  tab.discardFile('room', two?.clientId ?? '', 2);
  await vi.waitFor(() => expect(tab.outgoingIn('room')).toHaveLength(1));
  answered();
  api.connect();
  await tab.deliver();
  expect(api.asked(storeMessage).map(({ body }) => body)).toMatchObject([{ content: 'With a text' }]);
});

it('dropping a message that is being sent lets the next one go', async () => {
  const tab = await openTab();
  const giveAnswer = api.hold(storeMessage, { message: makeMessage({ conversation: 'room' }) });
  tab.sendMessage(room, 'dropped', [plan(1, 'plan.pdf')]);
  await vi.waitFor(() => expect(sent()).toEqual(['dropped']));
  send(tab, 'next');
  answered();
  tab.discard('room', tab.outgoingIn('room')[0]?.clientId ?? '');
  await vi.waitFor(() => expect(sent()).toEqual(['dropped', 'next']));
  giveAnswer();
});

it('a room that is closed to the person takes what waits for it along', async () => {
  const tab = await openTab();
  api.disconnect();
  send(tab, 'too late');
  await isKept(tab, 1);
  expect(await tab.countUnsent()).toBe(1);
  tab.forgetRoom('room');
  await isKept(tab, 0);
  expect(await tab.countUnsent()).toBe(0);
});

it('where the browser stores nothing, messages are sent from memory', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const tab = await openTab();
  api.disconnect();
  send(tab, 'first', 'second');
  await vi.waitFor(() => expect(textsIn(tab)).toEqual(['first: waiting', 'second: waiting']));
  answered();
  api.connect();
  await tab.deliver();
  expect(sent()).toEqual(['first', 'second']);
  expect(textsIn(tab)).toEqual([]);
});

it('what is done to messages offline shows, also after a restart, and goes out once and in order; the answer stays', async () => {
  const message = makeMessage({ conversation: 'room', message: 'Helo' });
  const talk = { ...room, load: async () => ({ messages: [message] }) };
  const open = async () => {
    const tab = await openTab();
    const timeline = tab.timelineOf(talk);
    timeline.open();
    timeline.joined();
    await vi.waitFor(() => expect(timeline.state().status).toBe('ready'));
    return { tab, shown: () => shownPart(timeline.state()).messages[0], timeline };
  };
  const { shownPart } = await import('#features/rooms/excerpt.rules.ts');
  const first = await open();
  api.disconnect();
  first.timeline.edit(message._id, 'Hello');
  first.timeline.react(message._id, '👍', true);
  const asWanted = { message: 'Hello', reactions: [{ emoji: '👍', count: 1, mine: true }] };
  expect(first.shown()).toMatchObject(asWanted);
  await vi.waitFor(() =>
    expect(first.tab.waitingWrites().map(({ what }) => what)).toEqual(['Your edit', 'Your reaction']),
  );
  expect(first.shown()).toMatchObject(asWanted);
  first.tab.close();

  const second = await open();
  await vi.waitFor(() => expect(second.shown()).toMatchObject(asWanted));
  api.connect();
  api.answer(editMessage, { message: { ...message, message: 'Hello', edited_at: message.createdAt, revision: 'y' } });
  api.answer(addMessageReaction, { reactions: asWanted.reactions, revision: 'z' });
  await second.tab.deliver();
  await isKept(second.tab, 0);
  expect(second.timeline.state().kept).toEqual([]);
  expect(second.shown()).toMatchObject(asWanted);
  expect(api.asked(editMessage)).toHaveLength(1);
});

it('what is done to messages and what is written in a room go out in the order in which it was wanted', async () => {
  const tab = await openTab();
  const timeline = tab.timelineOf(room);
  api.disconnect();
  timeline.edit('7', 'Hello');
  await vi.waitFor(() => expect(timeline.state().kept).toHaveLength(1));
  tab.sendMessage(room, 'And then', []);
  await isKept(tab, 2);
  timeline.react('7', '👍', true);
  await isKept(tab, 3);
  const order: string[] = [];
  const did = <T,>(what: string, answer: T) => {
    order.push(what);
    return answer;
  };
  api.connect();
  api.answer(editMessage, () => did('edit', { message: makeMessage({ _id: '7', conversation: 'room' }) }));
  api.answer(storeMessage, (asked) => did('message', answer(asked)));
  api.answer(addMessageReaction, () => did('reaction', { reactions: [], revision: 'z' }));
  await tab.deliver();
  await isKept(tab, 0);
  expect(order).toEqual(['edit', 'message', 'reaction']);
});

it('a message that is written while another is being edited goes out as soon as that is done', async () => {
  const tab = await openTab();
  const giveAnswer = api.hold(editMessage, { message: makeMessage({ _id: '7', conversation: 'room' }) });
  answered();
  tab.timelineOf(room).edit('7', 'Hello');
  await vi.waitFor(() => expect(api.asked(editMessage)).toHaveLength(1));
  send(tab, 'And then');
  await isKept(tab, 2);
  expect(sent()).toEqual([]);
  giveAnswer();
  await vi.waitFor(() => expect(sent()).toEqual(['And then']));
  await isKept(tab, 0);
});

it('what is done offline to a message and refused later is as it was, and says why', async () => {
  const tab = await openTab();
  const timeline = tab.timelineOf(room);
  api.disconnect();
  timeline.react('7', '👍', true);
  await vi.waitFor(() => expect(timeline.state().kept).toHaveLength(1));
  api.connect();
  api.refuse(addMessageReaction, 422, 'Too many.');
  await tab.deliver();
  expect(timeline.state()).toMatchObject({ kept: [], acts: [] });
  expect(tab.waitingWrites().map(({ refusal }) => refusal)).toEqual(['Too many.']);
});

it("of what was read offline, only the newest mark goes out, and people don't see it waiting", async () => {
  const tab = await openTab();
  const { callQueued } = tab;
  const read = (id: string, key: string) =>
    callQueued(markConversationRead, { params: { conversation_id: key }, body: { message_id: id } }, 'What you read', {
      key,
    });
  api.disconnect();
  for (const [id, key] of [
    ['1', 'a'],
    ['2', 'b'],
    ['3', 'a'],
  ] as const)
    await expect(read(id, key)).rejects.toThrow();
  expect(tab.waitingWrites()).toEqual([]);
  expect(await tab.countUnsent()).toBe(0);
  await isKept(tab, 2);
  api.connect();
  api.answer(markConversationRead, { unread: 0 });
  await tab.deliver();
  expect(api.asked(markConversationRead).map(({ body }) => body.message_id)).toEqual(['2', '3']);
  await isKept(tab, 0);
});
