import { describe, expect, it } from 'vitest';
import { memberPage, pathTo, safeNext } from '#platform/paths.ts';

describe('pathTo', () => {
  it('fills parameters and appends the query, encoded', () => {
    expect(pathTo('feed')).toBe('/feed');
    expect(pathTo('profile', { username: 'a/b?c' })).toBe('/profile/a%2Fb%3Fc');
    expect(pathTo('communitySettings', { handle: 'cats' })).toBe('/community/cats/settings');
    expect(pathTo('otp', {}, { username: 'ada@example.org' })).toBe('/otp?username=ada%40example.org');
  });
});

const evil = 'evil.example';

/** A hundred ways to write a URL that leads out of the app, or that something along the way may interpret so. */
const tricks = [
  // Two slashes, in every disguise.
  `//${evil}`,
  `///${evil}`,
  `////${evil}/feed`,
  `//${evil}/feed`,
  `//${evil}:443/feed`,
  `//user:pass@${evil}/feed`,
  `//feed@${evil}`,
  `//[::1]/feed`,
  `//2130706433/feed`,
  `//0x7f.1/feed`,
  `//${evil}%2Ffeed`,
  `//${evil}#/feed`,
  `//${evil}?/feed`,
  `/%2F${evil}`,
  `/%2F%2F${evil}`,
  `%2F%2F${evil}`,
  `/%252F${evil}`,
  `//%65vil.example`,
  `//evil%E3%80%82example`,
  `//evil。example`,
  // Dots that disappear when the path is normalized.
  `/.//${evil}/login`,
  `/.//${evil}`,
  `/./${evil}`,
  `/././/${evil}`,
  `/..//${evil}`,
  `/../..//${evil}`,
  `/.///${evil}`,
  `/%2e//${evil}`,
  `/%2E//${evil}`,
  `/%2e%2e//${evil}`,
  `/.%2e//${evil}`,
  `/feed/..//${evil}`,
  `/feed/../..//${evil}`,
  `/feed/%2e%2e//${evil}`,
  `/posts/1/../..//${evil}`,
  `/profile/ada/..//..//${evil}`,
  `/feed//${evil}/..//..//..//${evil}`,
  `/x/..//${evil}/feed`,
  `/;//${evil}`,
  `/;/..//${evil}`,
  // Backslashes, which browsers treat as slashes.
  `/\\${evil}`,
  `\\\\${evil}`,
  `\\/${evil}`,
  `/\\/${evil}`,
  `/\\\\${evil}`,
  `/./\\${evil}`,
  `/feed\\..\\\\${evil}`,
  `/%5C${evil}`,
  `/%5C%5C${evil}`,
  `/.%5C${evil}`,
  `/feed?next=\\\\${evil}`,
  `/feed#\\\\${evil}`,
  // Characters that URL parsers drop.
  `/\t/${evil}`,
  `/\n/${evil}`,
  `/\r/${evil}`,
  `/\r\n/${evil}`,
  `\t//${evil}`,
  `\n//${evil}`,
  ` //${evil}`,
  `//${evil} `,
  `/\u0000/${evil}`,
  `/\u0085/${evil}`,
  `/\u00a0/${evil}`,
  `/\u2028/${evil}`,
  `/\u3000/${evil}`,
  `\ufeff//${evil}`,
  `/\u200b/${evil}`,
  `/.\t//${evil}`,
  `/.\n//${evil}`,
  `/feed\r\nlocation: https://${evil}`,
  `/%09/${evil}`,
  `/%0a/${evil}`,
  `/%0d%0a/${evil}`,
  `/%00/${evil}`,
  // Characters that look like a slash, or become one.
  `/\uff0f${evil}`,
  `\uff0f\uff0f${evil}`,
  `/\u2044${evil}`,
  `/\u2215${evil}`,
  `/\u29f8${evil}`,
  `/%c0%af${evil}`,
  `/%ef%bc%8f${evil}`,
  // Other schemes, and URLs with their own origin.
  `https://${evil}`,
  `https:${evil}`,
  `https:/${evil}`,
  `http:///${evil}`,
  `HTTPS://${evil}/feed`,
  `http://app.invalid/feed`,
  `http://app.invalid@${evil}/feed`,
  `javascript:alert(1)`,
  `JaVaScRiPt:alert(1)`,
  `java\nscript:alert(1)`,
  `/javascript:alert(1)`,
  `data:text/html,<script>alert(1)</script>`,
  `blob:https://${evil}/1`,
  `filesystem:https://${evil}/1`,
  `about:blank`,
  `view-source:https://${evil}`,
  `mailto:ada@${evil}`,
  // Not a page behind log-in.
  `feed`,
  `/feed@${evil}`,
];

describe('where to go after log-in', () => {
  const origin = 'https://hubbub.example';

  it.each([
    '/posts/1?from=mail#comments',
    '/profile/ada_1',
    '/communities?community=cats&channel=7',
    '/vc/join/AbC1234',
    '/invite/AbCdEfGh234567',
    '/meet/join?room=a%2Fb&avatar=https%3A%2F%2Fhubbub.example%2Fmedia%2F1.jpg',
    '/feed?from=//there',
  ])('is the page the person wanted: %s', (next) => {
    expect(safeNext(next)).toBe(next);
  });

  it("is the feed when no page was requested, or none that's behind log-in", () => {
    for (const next of [
      null,
      '',
      '/',
      '/?next=/',
      '/nothing',
      '/register',
      '/users/activate?token=1',
      '/otp',
      '/v1/user',
    ])
      expect(safeNext(next), String(next)).toBe('/feed');
    expect(safeNext(`/feed?${'a'.repeat(3000)}`)).toBe('/feed');
  });

  it('is tested with a hundred different tricks', () => {
    expect(new Set(tricks).size).toBe(100);
  });

  it.each(tricks)('is the feed, and never another origin: %j', (next) => {
    expect(memberPage(next)).toBeNull();
    expect(safeNext(next)).toBe('/feed');
  });

  it("resolves an accepted URL to the same page, however often it's resolved", () => {
    for (const before of ['', '/', '/.', '/..', '/feed/..', '/%2e', '/x/y/../..'])
      for (const after of [
        '/feed',
        '/posts/1',
        '//feed',
        '/./feed',
        '/feed/',
        '/feed//',
        '/profile//x',
        '/profile/..',
      ]) {
        const given = safeNext(before + after);
        expect(safeNext(given)).toBe(given);
        expect(new URL(given, origin).href).toBe(origin + given);
      }
  });
});
