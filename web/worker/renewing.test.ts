import { afterEach, expect, it, vi } from 'vitest';
import { renewPushes } from './renewing.ts';

const old = { endpoint: 'https://push.example.org/old' };
const renewed = { endpoint: 'https://push.example.org/new', keys: { p256dh: 'p', auth: 'a' } };

afterEach(() => vi.unstubAllGlobals());

/** What the server gets when the browser renews the address, and how often a new one is requested. */
async function told({
  isCurrent,
  isGiven,
  before = old,
}: {
  isCurrent: boolean;
  isGiven: boolean;
  before?: { endpoint: string };
}) {
  const answers: Record<string, unknown> = {
    '/v1/push/subscriptions': { devices: [{ current: false }, { current: isCurrent }] },
    '/v1/push/key': { key: 'the-key' },
  };
  const calls: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method !== undefined) calls.push([method, path, JSON.parse(String(body))]);
    return new Response(JSON.stringify(answers[path]));
  });
  const subscribe = vi.fn(async () => renewed);
  await renewPushes({ subscribe } as unknown as PushManager, {
    oldSubscription: before as PushSubscription,
    newSubscription: isGiven ? (renewed as unknown as PushSubscription) : null,
  });
  return { calls, asked: subscribe.mock.calls };
}

const isTold = [
  ['POST', '/v1/push/subscriptions', renewed],
  ['DELETE', '/v1/push/subscriptions', { endpoint: old.endpoint }],
];

it('the server learns where to push when a browser gives another address', async () => {
  expect(await told({ isCurrent: true, isGiven: true })).toEqual({ calls: isTold, asked: [] });
});

it('a browser that only takes the address back is asked for another', async () => {
  const options = { userVisibleOnly: true, applicationServerKey: 'the-key' };
  expect(await told({ isCurrent: true, isGiven: false })).toEqual({ calls: isTold, asked: [[options]] });
});

it('an address that stays, with other keys, stays with the server', async () => {
  const { calls } = await told({ isCurrent: true, isGiven: true, before: { endpoint: renewed.endpoint } });
  expect(calls).toEqual([['POST', '/v1/push/subscriptions', renewed]]);
});

it('a new push address is sent to the server only for the person who got pushes here before', async () => {
  expect(await told({ isCurrent: false, isGiven: true })).toEqual({ calls: [], asked: [] });
});
