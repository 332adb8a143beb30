import { expect, it } from 'vitest';
import { feedIn, keepFeed } from '#features/posts/chosen-feed.ts';

const of = (search: string) => feedIn(new URLSearchParams(search));

it('the feed is the one that the address asks for, or else the one that was open last', () => {
  expect([of(''), of('feed=following'), of('feed=communities&order=top')]).toEqual(['everyone', 'following', 'top']);
  keepFeed('top');
  expect([of(''), of('feed=nonsense'), of('feed=everyone')]).toEqual(['top', 'top', 'everyone']);
});
