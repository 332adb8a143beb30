import { expect, test } from 'vitest';
import { isPicture } from './offline.rules.ts';

test('pictures are kept to be seen offline, but not those that an invite shows', () => {
  expect(isPicture('/media/posts/a.webp')).toBe(true);
  expect(isPicture('/media/invites/abc')).toBe(false);
  expect(isPicture('/icons/192.png')).toBe(false);
});
