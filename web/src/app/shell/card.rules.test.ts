import { expect, it } from 'vitest';
import { isPlainClick, usernameIn } from '#app/shell/card.rules.ts';

it('a card shows the person whose profile a link leads to', () => {
  expect(
    ['/profile/ada', '/profile/b%C3%A9a', '/profile/ada/followers', '/profile', '/profile/%'].map(usernameIn),
  ).toEqual(['ada', 'béa', undefined, undefined, undefined]);
});

it('a click with a key, or with another button, follows the link', () => {
  const plain = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  expect(isPlainClick(plain)).toBe(true);
  expect(
    [{ button: 1 }, { ctrlKey: true }, { metaKey: true }].map((more) => isPlainClick({ ...plain, ...more })),
  ).toEqual([false, false, false]);
});
