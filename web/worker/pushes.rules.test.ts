import { expect, test } from 'vitest';
import { callOf, type PushPayload, placeOf, shownOf, unreadable } from './pushes.rules.ts';

const message: PushPayload = {
  notification: {
    title: 'Ana',
    body: 'Hello',
    navigate: 'https://hubbub.example.org/chat?conversation=1',
    tag: 'room:1',
    lang: 'en',
    silent: false,
  },
  app_badge: 1,
  hubbub: { kind: 'message', room_id: '1', message_id: '7' },
};
const data = { navigate: message.notification.navigate, roomId: '1', messageId: '7' };

test("a message can be answered, marked as read and muted from its notification, and takes the place of its room's", () => {
  const { title, options } = shownOf(message);
  expect(title).toBe('Ana');
  expect(options).toMatchObject({ body: 'Hello', tag: 'room:1', renotify: true, data });
  expect(options.actions.map(({ action }) => action)).toEqual(['reply', 'read', 'mute']);
  expect(shownOf(unreadable).options.actions).toEqual([]);
});

test('a click leads to the place, and Reply to its field', () => {
  const origin = 'https://hubbub.example.org';
  expect(placeOf(data, '', origin)).toBe('/chat?conversation=1');
  expect(placeOf(data, 'reply', origin)).toBe('/chat?conversation=1#reply');
  expect(placeOf({ navigate: 'https://elsewhere.example/chat' }, '', origin)).toBe('/chat');
});

test('marking as read and muting are calls, and everything else opens the app', () => {
  expect(callOf(data, 'read', 0)).toEqual({ method: 'PUT', path: '/v1/rooms/1/read', body: { up_to: '7' } });
  expect(callOf(data, 'mute', 0)).toEqual({
    method: 'PUT',
    path: '/v1/rooms/1/notify',
    body: { notify: 'none', until: '1970-01-01T01:00:00.000Z' },
  });
  for (const action of ['', 'reply']) expect(callOf(data, action, 0)).toBeUndefined();
  expect(callOf({ navigate: '/notifications' }, 'read', 0)).toBeUndefined();
});

test('a call stays, and can be answered and declined from its notification', () => {
  const call: PushPayload = { ...message, hubbub: { kind: 'call', room_id: '1', call_id: '9' } };
  const { options } = shownOf(call);
  expect(options.requireInteraction).toBe(true);
  expect(options.actions.map(({ action }) => action)).toEqual(['answer', 'decline']);
  expect(placeOf(options.data, 'answer', 'https://hubbub.example.org')).toBe('/chat?conversation=1#answer');
  expect(callOf(options.data, 'decline', 0)).toEqual({ method: 'POST', path: '/v1/calls/9/decline', body: {} });
  expect(callOf(options.data, 'answer', 0)).toBeUndefined();
});
