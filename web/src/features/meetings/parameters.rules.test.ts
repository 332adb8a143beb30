import { expect, test } from 'vitest';
import { parametersIn } from '#features/meetings/parameters.rules.ts';

const read = (query: string) => parametersIn(new URLSearchParams(query));

test('turns audio and video off with audio=0 and video=0, and on otherwise', () => {
  expect(read('room=a')).toEqual({
    room: 'a',
    audio: true,
    video: true,
    screen: false,
    hide: false,
    notify: true,
    duration: null,
  });
  expect(read('room=a&audio=0&video=0&screen=1&hide=1&notify=0')).toMatchObject({
    audio: false,
    video: false,
    screen: true,
    hide: true,
    notify: false,
  });
});

test('reads a duration as hours, minutes and seconds, or unlimited', () => {
  expect(read('room=a&duration=unlimited')?.duration).toBeNull();
  expect(read('room=a&duration=1:30:00')?.duration).toBe(5_400_000);
  expect(read('room=a&duration=05:00')?.duration).toBe(300_000);
  expect(read('room=a&duration=soon')?.duration).toBeNull();
});

test('returns no meeting without a valid room', () => {
  expect(read('')).toBeNull();
  expect(read('room=+')).toBeNull();
  expect(read(`room=${'x'.repeat(65)}`)).toBeNull();
});
