import { expect, it } from 'vitest';
import { endOf } from '#features/rooms/room-notify.rules.ts';

it('a choice ends in an hour, tomorrow morning, or never', () => {
  const now = new Date(2026, 10, 30, 23, 15);
  expect(endOf('always', now)).toBeNull();
  expect(endOf('hour', now)).toBe(new Date(2026, 11, 1, 0, 15).toISOString());
  expect(endOf('tomorrow', now)).toBe(new Date(2026, 11, 1, 8).toISOString());
});
