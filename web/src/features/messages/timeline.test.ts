import type { Message } from '@hubbub/contract/features/messages/messages.shapes.ts';
import { expect, it } from 'vitest';
import { createTimeline, type Draft, type Room } from '#features/messages/timeline.ts';
import { ApiError } from '#platform/errors.ts';

const stored = (_id: string, message: string, client_id?: string): Message => ({
  _id,
  conversation: 'room',
  sender: { _id: 'ada', username: 'ada', name: null, profile_path: '/x.png' },
  message,
  imageUrl: null,
  image: null,
  createdAt: '2026-01-01T10:00:00.000Z',
  ...(client_id !== undefined && { client_id }),
});

/** A room whose calls are answered by hand. */
function roomByHand() {
  const loads: PromiseWithResolvers<Message[]>[] = [];
  const sends: (PromiseWithResolvers<Message> & { draft: Draft })[] = [];
  const room: Room = {
    id: 'room',
    join: 'joinChannel',
    load: () => {
      const load = Promise.withResolvers<Message[]>();
      loads.push(load);
      return load.promise;
    },
    send: (draft) => {
      const send = { ...Promise.withResolvers<Message>(), draft };
      sends.push(send);
      return send.promise;
    },
  };
  const options = { restored: [], onOutgoing: () => undefined, onUnheard: () => undefined };
  return { timeline: createTimeline(room, options), loads, sends };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

it('what is written while the history loads stays, and is stored after it', async () => {
  const { timeline, loads, sends } = roomByHand();
  timeline.open();
  timeline.send('written early', null);
  loads[0]?.resolve([stored('1', 'before')]);
  await settle();
  expect(timeline.state().messages.map(({ message }) => message)).toEqual(['before']);
  expect(timeline.state().outgoing.map(({ text }) => text)).toEqual(['written early']);

  sends[0]?.resolve(stored('2', 'written early', sends[0].draft.clientId));
  await settle();
  expect(timeline.state().messages.map(({ message }) => message)).toEqual(['before', 'written early']);
  expect(timeline.state().outgoing).toEqual([]);
});

it('a refusal of what was written while the history loads is shown at it', async () => {
  const { timeline, loads, sends } = roomByHand();
  timeline.open();
  timeline.send('written early', null);
  loads[0]?.resolve([]);
  await settle();
  sends[0]?.reject(new ApiError(422, 'It broke.'));
  await settle();
  expect(timeline.state().outgoing).toMatchObject([{ text: 'written early', status: 'failed', error: 'It broke.' }]);
});
