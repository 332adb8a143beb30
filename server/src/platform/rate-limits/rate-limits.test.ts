import { describe, expect, it, vi } from 'vitest';
import { accountsLimits } from '#features/accounts/accounts.limits.ts';
import { networkOf, widerNetworkOf } from './address.ts';
import { commonLimits } from './common-limits.ts';
import { createRateLimits, perAddress, perPerson } from './rate-limits.ts';

const tables = [commonLimits, accountsLimits];

const subject = (given: { address?: string; userId?: string | null } = {}) => ({
  address: '192.0.2.1',
  userId: null,
  ...given,
});

describe('what a limit per address counts', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.33', '1:2:3:4::/64'],
  ])('%s by %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each([
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['0:0:0:0::/64', '0:0:0::/48'],
    ['192.0.2.7', '192.0.2.7'],
    ['gone', 'gone'],
  ])('%s is part of %s', (network, wider) => {
    expect(widerNetworkOf(network)).toBe(wider);
  });

  it('Is the same for everyone whose connection is gone', () => {
    expect(networkOf(undefined)).toBe('gone');
  });
});

describe('rate limits', () => {
  const [failures] = accountsLimits['log-in-failures'];

  it('Answer 429 with retry-after once a limit is used up, and report it to the metrics', async () => {
    const onLimited = vi.fn();
    const limits = createRateLimits({ tables, enabled: true, onLimited });
    const rules = [perAddress('log-in-failures')];
    for (let count = 0; count < failures.points; count += 1) await limits.enforce(rules, subject());
    await expect(limits.enforce(rules, subject())).rejects.toMatchObject({
      status: 429,
      body: { error: expect.any(String) },
      retryAfter: failures.seconds,
    });
    expect(onLimited).toHaveBeenCalledWith('log-in-failures');
    await limits.enforce(rules, subject({ address: '192.0.2.2' }));
  });

  it('Start over when their window ends', async () => {
    vi.useFakeTimers();
    try {
      const limits = createRateLimits({ tables, enabled: true });
      const rules = [perAddress('log-in-failures')];
      for (let count = 0; count < failures.points; count += 1) await limits.enforce(rules, subject());
      vi.advanceTimersByTime((failures.seconds - 2) * 1000);
      await expect(limits.enforce(rules, subject())).rejects.toMatchObject({ status: 429, retryAfter: 2 });
      vi.advanceTimersByTime(2001);
      await limits.enforce(rules, subject());
    } finally {
      vi.useRealTimers();
    }
  });

  it('With two windows, enforce the longer one, too', async () => {
    vi.useFakeTimers();
    try {
      const limits = createRateLimits({ tables, enabled: true });
      const [short, long] = accountsLimits['code-check-account'];
      let allowed = 0;
      for (let time = 0; time < long.seconds - short.seconds; time += short.seconds) {
        for (let count = 0; count < short.points + 5; count += 1) {
          if (await limits.allows('code-check-account', 'ada')) allowed += 1;
        }
        vi.advanceTimersByTime(short.seconds * 1000 + 1);
      }
      expect(allowed).toBe(long.points);
    } finally {
      vi.useRealTimers();
    }
  });

  it('Refund what was counted', async () => {
    const limits = createRateLimits({ tables, enabled: true });
    const rules = [perAddress('log-in-failures')];
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < failures.points; count += 1) await limits.enforce(rules, subject());
      await limits.reset(rules, subject());
    }
  });

  it('Two with the same name are refused', () => {
    const twice = () => createRateLimits({ tables: [accountsLimits, accountsLimits], enabled: true });
    expect(twice).toThrow('Two limits are called "log-in".');
  });

  it('Turned off, count nothing', async () => {
    const limits = createRateLimits({ tables, enabled: false });
    for (let count = 0; count < 1000; count += 1) await limits.enforce([perAddress('log-in-failures')], subject());
    expect(await limits.allows('unconfirmed-mail', 'ada')).toBe(true);
  });

  it('Per person, count the person or, without a session, the address', () => {
    const rule = perPerson('writes');
    expect(rule.key(subject({ userId: 'some-id' }))).toBe('some-id');
    expect(rule.key(subject())).toBe('192.0.2.1');
  });

  it('Counted by key, answer 429 once used up, and refund one or all', async () => {
    const limits = createRateLimits({ tables, enabled: true });
    const spend = () => limits.spend('log-in-failures', 'ada');
    for (let count = 0; count < failures.points; count += 1) await spend();
    await expect(spend()).rejects.toMatchObject({ status: 429, retryAfter: failures.seconds });
    await limits.spend('log-in-failures', 'grace');
    await limits.restore('log-in-failures', 'ada');
    for (let count = 0; count < failures.points; count += 1) await spend();
    await limits.restore('log-in-failures', 'ada');
    for (let count = 0; count < failures.points * 2; count += 1) {
      await spend();
      await limits.refund('log-in-failures', 'ada');
    }
  });
});
