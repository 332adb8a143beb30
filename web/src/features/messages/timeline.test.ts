import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { createTimeline, type Draft, type Room } from '#features/messages/timeline.ts';
import type { CallOptions } from '#platform/api-client.ts';
import { ApiError } from '#platform/errors.ts';

const stored = (_id: string, message: string, client_id?: string): Message => ({
  _id,
  conversation: 'room',
  sender: { _id: 'ada', username: 'ada', name: 'ada', profile_path: '/x.png' },
  message,
  imageUrl: null,
  image: null,
  createdAt: '2026-01-01T10:00:00.000Z',
  ...(client_id !== undefined && { client_id }),
});

/** A chat whose calls are answered by hand. */
function roomByHand() {
  const loads: PromiseWithResolvers<Message[]>[] = [];
  const sends: (PromiseWithResolvers<Message> & { draft: Draft; options: CallOptions })[] = [];
  const room: Room = {
    id: 'room',
    join: 'joinChannel',
    load: () => {
      const load = Promise.withResolvers<Message[]>();
      loads.push(load);
      return load.promise.then((messages) => ({ messages }));
    },
    send: (draft, options) => {
      const send = { ...Promise.withResolvers<Message>(), draft, options };
      options.signal?.addEventListener('abort', () => send.reject(options.signal?.reason));
      sends.push(send);
      return send.promise;
    },
  };
  const options = {
    restored: [],
    onOutgoing: () => undefined,
    onMessages: () => undefined,
    onUndelivered: () => undefined,
    onRefused: () => undefined,
  };
  return { timeline: createTimeline(room, options), loads, sends };
}

afterEach(() => vi.useRealTimers());

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A chat that's open and has loaded its history. */
async function openRoom(history: Message[] = []) {
  const room = roomByHand();
  room.timeline.open();
  room.loads[0]?.resolve(history);
  await settle();
  return room;
}

it("keeps what's written while the history loads, and stores it afterwards", async () => {
  const { timeline, loads, sends } = roomByHand();
  timeline.open();
  timeline.send('written early', []);
  loads[0]?.resolve([stored('1', 'before')]);
  await settle();
  expect(timeline.state().messages.map(({ message }) => message)).toEqual(['before']);
  expect(timeline.state().outgoing.map(({ text }) => text)).toEqual(['written early']);

  sends[0]?.resolve(stored('2', 'written early', sends[0].draft.clientId));
  await settle();
  expect(timeline.state().messages.map(({ message }) => message)).toEqual(['before', 'written early']);
  expect(timeline.state().outgoing).toEqual([]);
});

it('shows a refusal on the message, even if it was written while the history loads', async () => {
  const { timeline, loads, sends } = roomByHand();
  timeline.open();
  timeline.send('written early', []);
  loads[0]?.resolve([]);
  await settle();
  sends[0]?.reject(new ApiError(422, 'It broke.'));
  await settle();
  expect(timeline.state().outgoing).toMatchObject([{ text: 'written early', status: 'failed', error: 'It broke.' }]);
});

it('holds messages the connection lost, and sends each once under its client id when the network is back', async () => {
  const { timeline, sends } = await openRoom();
  timeline.send('first', []);
  timeline.send('second', []);
  sends[0]?.reject(new ApiError(0, 'No connection.'));
  await settle();
  expect(timeline.state().outgoing.map(({ text, status }) => [text, status])).toEqual([
    ['first', 'waiting'],
    ['second', 'sending'],
  ]);
  timeline.online();
  timeline.online();
  expect(sends).toHaveLength(2);
  expect(sends[1]?.draft.clientId).toBe(sends[0]?.draft.clientId);
  sends[1]?.resolve(stored('1', 'first', sends[1].draft.clientId));
  await settle();
  sends[2]?.resolve(stored('2', 'second', sends[2].draft.clientId));
  await settle();
  expect(sends.map(({ draft }) => draft.text)).toEqual(['first', 'first', 'second']);
  expect(timeline.state().messages.map(({ message }) => message)).toEqual(['first', 'second']);
  expect(timeline.state().outgoing).toEqual([]);
});

it("keeps a refused message's text, moves on to the next one, and lets it be resent or discarded", async () => {
  const { timeline, sends } = await openRoom();
  timeline.send('refused', []);
  timeline.send('fine', []);
  sends[0]?.reject(new ApiError(500, 'It broke.'));
  await settle();
  sends[1]?.resolve(stored('1', 'fine', sends[1].draft.clientId));
  await settle();
  const [failed] = timeline.state().outgoing;
  expect(failed).toMatchObject({ text: 'refused', status: 'failed', error: 'It broke.' });
  timeline.retry(failed?.clientId ?? '');
  expect(sends[2]?.draft).toEqual(sends[0]?.draft);
  sends[2]?.reject(new ApiError(422, 'Still not.'));
  await settle();
  timeline.discard(failed?.clientId ?? '');
  expect(timeline.state().outgoing).toEqual([]);
});

it('catches up after every reconnect, without duplicating what arrives meanwhile', async () => {
  const { timeline, loads } = await openRoom([stored('1', 'one')]);
  timeline.joined();
  loads[1]?.resolve([stored('1', 'one')]);
  await settle();
  timeline.lost();
  timeline.joined();
  timeline.receive(stored('4', 'four'));
  loads[2]?.resolve([stored('1', 'one'), stored('2', 'two'), stored('3', 'three'), stored('4', 'four')]);
  await settle();
  expect(timeline.state().messages.map(({ message }) => message)).toEqual(['one', 'two', 'three', 'four']);
  expect(timeline.state().syncedTo).toBe('4');
  expect(loads).toHaveLength(3);
});

it('marks what arrived while disconnected as new, but not what arrives live after it', async () => {
  const { timeline, loads } = await openRoom([stored('1', 'one')]);
  timeline.joined();
  loads[1]?.resolve([stored('1', 'one')]);
  await settle();
  expect(timeline.state().missed).toBeNull();
  timeline.lost();
  timeline.joined();
  loads[2]?.resolve([stored('1', 'one'), stored('2', 'two'), stored('3', 'three')]);
  await settle();
  timeline.receive(stored('4', 'four'));
  expect(timeline.state().missed).toEqual({ after: '1', upTo: '3' });
  timeline.lost();
  timeline.joined();
  loads[3]?.resolve([stored('4', 'four')]);
  await settle();
  expect(timeline.state().missed, 'nothing was missed').toEqual({ after: '1', upTo: '3' });
  timeline.close();
  expect(timeline.state().missed).toBeNull();
});

it('puts the divider before the first missed message when the connection is lost again during a catch-up', async () => {
  const { timeline, loads } = await openRoom([stored('1', 'one')]);
  timeline.joined();
  loads[1]?.resolve([]);
  await settle();
  timeline.lost();
  timeline.joined();
  timeline.lost();
  timeline.joined();
  loads[2]?.resolve([stored('2', 'two')]);
  await settle();
  loads[3]?.resolve([stored('2', 'two'), stored('3', 'three')]);
  await settle();
  expect(timeline.state().missed).toEqual({ after: '1', upTo: '3' });
});

it("shows messages from someone who deletes their account as the deleted user's", async () => {
  const { timeline, loads } = roomByHand();
  timeline.open();
  const theirs = {
    ...stored('2', 'two'),
    sender: { _id: 'bob', username: 'bob', name: 'bob', profile_path: '/x.png' },
  };
  loads[0]?.resolve([stored('1', 'one'), theirs]);
  await settle();
  timeline.deleted('bob');
  expect(timeline.state().messages.map(({ message, sender }) => [message, sender.username])).toEqual([
    ['one', 'ada'],
    ['two', 'deleted_user'],
  ]);
});

it('loads a history that failed to load once the connection is back', async () => {
  const { timeline, loads } = roomByHand();
  timeline.open();
  loads[0]?.reject(new ApiError(0, 'No connection.'));
  await settle();
  expect(timeline.state()).toMatchObject({ status: 'failed', offline: true });
  timeline.joined();
  loads[1]?.resolve([stored('1', 'one')]);
  await settle();
  expect(timeline.state()).toMatchObject({ status: 'ready' });
  timeline.close();
});

it('catches up when the server says something may be missing, and inserts late messages where they belong', async () => {
  const { timeline, loads } = roomByHand();
  timeline.open();
  loads[0]?.resolve([stored('1', 'one')]);
  timeline.joined();
  await settle();
  loads[1]?.resolve([]);
  await settle();
  // One of several servers broadcast its message before another did, and the other message was lost.
  timeline.receive(stored('3', 'three'));
  timeline.doubt();
  await settle();
  loads[2]?.resolve([stored('2', 'two'), stored('3', 'three')]);
  await settle();
  expect(timeline.state().messages.map(({ message }) => message)).toEqual(['one', 'two', 'three']);
  expect(loads).toHaveLength(3);
});

it("doesn't catch up in a chat that isn't open when something may be missing", async () => {
  const { timeline, loads } = await openRoom();
  timeline.close();
  timeline.doubt();
  await settle();
  expect(loads).toHaveLength(1);
});

it('never gives up on an upload that makes progress, and resends one that stalls', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { timeline, sends } = await openRoom();
  timeline.send('', [{ id: 1, file: new File(['x'], 'x.jpg'), name: 'x.jpg', type: 'image/jpeg', url: 'blob:x' }]);
  for (const percent of [10, 20, 30, 40]) {
    vi.advanceTimersByTime(15_000);
    sends[0]?.options.onProgress?.(percent);
  }
  await settle();
  expect(sends[0]?.options.signal?.aborted).toBe(false);
  expect(timeline.state().outgoing).toMatchObject([{ status: 'sending', percent: 40 }]);

  vi.advanceTimersByTime(21_000);
  await settle();
  expect(sends[0]?.options.signal?.aborted).toBe(true);
  expect(timeline.state().outgoing).toMatchObject([{ status: 'waiting' }]);
  vi.advanceTimersByTime(60_000);
  expect(sends[1]?.draft).toEqual(sends[0]?.draft);
});

it('gives the server time once everything is uploaded, because it has work to do then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { timeline, sends } = await openRoom();
  timeline.send('', [{ id: 1, file: new File(['x'], 'x.mp4'), name: 'x.mp4', type: 'video/mp4', url: 'blob:x' }]);
  sends[0]?.options.onProgress?.(100);
  vi.advanceTimersByTime(90_000);
  await settle();
  expect(sends[0]?.options.signal?.aborted).toBe(false);
  vi.advanceTimersByTime(40_000);
  await settle();
  expect(sends[0]?.options.signal?.aborted).toBe(true);
});

it('stops an upload that the person cancels, and sends what comes after it', async () => {
  const { timeline, sends } = await openRoom();
  timeline.send('', [{ id: 1, file: new File(['x'], 'x.pdf'), name: 'x.pdf', type: 'application/pdf', url: 'blob:x' }]);
  timeline.send('next', []);
  expect(sends).toHaveLength(1);
  timeline.discardFile(sends[0]?.draft.clientId ?? '', 1);
  expect(sends[0]?.options.signal?.aborted).toBe(true);
  expect(sends[1]?.draft.text).toBe('next');
  await settle();
  expect(timeline.state().outgoing.map(({ text }) => text)).toEqual(['next']);
});

it('messages from before a reload that get their files late are sent in order, and not again if they are stored', async () => {
  const { timeline, sends } = await openRoom([stored('1', 'arrived', 'a')]);
  const before = { files: [], status: 'waiting' as const, error: null, percent: null };
  timeline.send('written since', []);
  timeline.restore([
    { ...before, clientId: 'a', text: 'arrived', createdAt: '2026-01-01T10:00:00.000Z' },
    { ...before, clientId: 'b', text: 'missing', createdAt: '2026-01-01T10:00:01.000Z' },
  ]);
  expect(timeline.state().outgoing.map(({ text }) => text)).toEqual(['missing', 'written since']);
  expect(sends.map(({ draft }) => draft.text)).toEqual(['written since']);
  sends[0]?.resolve(stored('2', 'written since', sends[0].draft.clientId));
  await settle();
  expect(sends.map(({ draft }) => draft.clientId)).toEqual([sends[0]?.draft.clientId, 'b']);
});
