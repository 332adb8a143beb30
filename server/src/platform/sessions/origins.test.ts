import { describe, expect, it } from 'vitest';
import { isFromThisMachine } from './origins.ts';

const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  isFromThisMachine({ raw: { headers: { host: 'localhost:3000', ...headers }, socket: { remoteAddress } } as never });

describe('a request from this machine', () => {
  it.each(['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])('Comes from %s', (address) => {
    expect(from(address)).toBe(true);
  });

  it.each([undefined, '', '192.0.2.1', '10.0.0.1', '::', '::2', '::ffff:192.0.2.1', '2001:db8::1', '1127.0.0.1'])(
    'Never comes from %s',
    (address) => {
      expect(from(address)).toBe(false);
    },
  );

  it('May have the headers that browsers and scripts send', () => {
    const headers = {
      accept: '*/*',
      'accept-language': 'en',
      'cache-control': 'no-cache',
      connection: 'keep-alive',
      cookie: 'hubbub=x',
      dnt: '1',
      'if-none-match': '"x"',
      origin: 'http://localhost:3000',
      referer: 'http://localhost:3000/',
      'sec-ch-ua': '"Chromium"',
      'sec-fetch-site': 'same-origin',
      'sec-gpc': '1',
      'upgrade-insecure-requests': '1',
      'user-agent': 'curl',
      'x-requested-with': 'XMLHttpRequest',
    };
    expect(from('127.0.0.1', headers)).toBe(true);
  });
});
