import { sendChannelMessage } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import type { Message } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { expect, it } from 'vitest';
import { createTimeline, type Room } from '#features/rooms/timeline.ts';
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
  const room: Room = {
    id: 'room',
    join: 'joinChannel',
    load: () => {
      const load = Promise.withResolvers<Message[]>();
      loads.push(load);
      return load.promise.then((messages) => ({ messages }));
    },
    endpoint: sendChannelMessage,
  };
  const options = {
    onMessages: () => undefined,
    onUndelivered: () => undefined,
    onRefused: () => undefined,
  };
  return { timeline: createTimeline(room, options), loads };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A chat that's open and has loaded its history. */
async function openRoom(history: Message[] = []) {
  const room = roomByHand();
  room.timeline.open();
  room.loads[0]?.resolve(history);
  await settle();
  return room;
}

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
