import { describe, expect, it } from 'vitest';
import { pathTo, safeNext } from '#platform/paths.ts';

describe('pathTo', () => {
  it('fills parameters and appends the query, encoded', () => {
    expect(pathTo('feed')).toBe('/feed');
    expect(pathTo('profile', { username: 'a/b?c' })).toBe('/profile/a%2Fb%3Fc');
    expect(pathTo('communitySettings', { handle: 'cats' })).toBe('/community/cats/settings');
    expect(pathTo('otp', {}, { username: 'ada@example.org' })).toBe('/otp?username=ada%40example.org');
  });
});

describe('where to go after log-in', () => {
  it('is where the person wanted to go', () => {
    expect(safeNext('/posts/1?from=mail#comments')).toBe('/posts/1?from=mail#comments');
  });

  it('is the feed when nothing was wanted, or log-in itself', () => {
    expect(safeNext(null)).toBe('/feed');
    expect(safeNext('')).toBe('/feed');
    expect(safeNext('/?next=/')).toBe('/feed');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'feed',
  ])('is never another origin: %j', (next) => {
    expect(safeNext(next)).toBe('/feed');
  });
});
