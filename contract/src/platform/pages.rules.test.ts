import { expect, test } from 'vitest';
import { isPagePath } from './pages.ts';

test.each([
  ['/', true],
  ['/feed', true],
  ['/messages/123', true],
  ['/developers', true],
  ['/v1/posts', false],
  ['/media/posts/a.webp', false],
  ['/docs', false],
  ['/dev/mail', false],
  ['/openapi.json', false],
  ['/worker.js', false],
  ['/manifest.webmanifest', false],
])('%s is the path of a page: %s', (path, expected) => {
  expect(isPagePath(path)).toBe(expected);
});
