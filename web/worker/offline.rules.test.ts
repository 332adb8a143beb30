import { expect, test } from 'vitest';
import { isPicture, windowFor } from './offline.rules.ts';

test('pictures are kept to be seen offline, but not those that an invite shows', () => {
  expect(isPicture('/media/posts/a.webp')).toBe(true);
  expect(isPicture('/media/invites/abc')).toBe(false);
  expect(isPicture('/icons/192.png')).toBe(false);
});

test("a notification's place opens in the window with the app that has the focus, never in place of a picture or of the documentation", () => {
  const at = (path: string, focused = false) => ({ url: `https://hubbub.example.org${path}`, focused });
  const others = [at('/media/posts/a.webp', true), at('/docs', true), at('/media/5', true)];
  const [feed, chat] = [at('/feed'), at('/chat?conversation=1', true)];
  expect(windowFor(others)).toBeUndefined();
  expect(windowFor([...others, feed])).toBe(feed);
  expect(windowFor([...others, feed, chat])).toBe(chat);
});
