import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptPush } from '../../../test/push-service.ts';
import { newVapidSecret, openVapid, pushRequest, readKeys } from './web-push.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

const options = { ttl: 60, urgency: 'low', tag: 'vote:1', subject: 'https://hubbub.example.org' } as const;

const browserWith = (auth: Buffer) => {
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys();
  return { browser, target: { endpoint: 'https://push.example.net/abc?d=e', p256dh, auth } };
};

test('only its browser can decrypt a push, and no two are alike', () => {
  const vapid = openVapid(newVapidSecret());
  const auth = randomBytes(16);
  const [{ browser, target }, { browser: other }] = [browserWith(auth), browserWith(auth)];
  const [one, two] = [1, 2].map(() => pushRequest(vapid, target, 'Hi 👋', options).body) as [Buffer, Buffer];
  expect(decryptPush(one, browser, auth)).toBe('Hi 👋');
  expect(one.equals(two)).toBe(false);
  expect(() => decryptPush(one, other, auth)).toThrow();
  expect(() => decryptPush(one, browser, randomBytes(16))).toThrow();
});

test('a push service can verify the sender, for at most a day', () => {
  const vapid = openVapid(newVapidSecret());
  const { headers } = pushRequest(vapid, browserWith(randomBytes(16)).target, 'Hi', options);
  const [, head = '', body = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(vapid.publicKey);
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
  const { exp, ...claims } = JSON.parse(bytes(body).toString());
  expect(claims).toEqual({ aud: 'https://push.example.net', sub: 'https://hubbub.example.org' });
  expect(exp - Date.now() / 1000).toBeGreaterThan(60 * 60);
  expect(exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 60 * 60);
  const point = bytes(key);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const check = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${body}`), check, bytes(signature))).toBe(true);
});

test('a key pair is the same whenever it is opened', () => {
  const secret = newVapidSecret();
  expect(bytes(secret)).toHaveLength(32);
  expect(openVapid(secret).publicKey).toBe(openVapid(secret).publicKey);
});

test('invalid keys are refused', () => {
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys();
  const auth = randomBytes(16).toString('base64url');
  expect(readKeys({ p256dh: p256dh.toString('base64url'), auth })?.p256dh.equals(p256dh)).toBe(true);
  const offCurve = Buffer.from(p256dh).fill(7, 1);
  for (const bad of [p256dh.subarray(0, 64), offCurve, browser.getPublicKey(null, 'compressed'), Buffer.alloc(0)]) {
    expect(readKeys({ p256dh: bad.toString('base64url'), auth })).toBeUndefined();
  }
  expect(
    readKeys({ p256dh: p256dh.toString('base64url'), auth: randomBytes(15).toString('base64url') }),
  ).toBeUndefined();
});

test('pushes about the same thing have the same topic, which says nothing about it', () => {
  const vapid = openVapid(newVapidSecret());
  const { target } = browserWith(randomBytes(16));
  const [one, same, other] = ['vote:1', 'vote:1', 'vote:2'].map(
    (tag) => pushRequest(vapid, target, 'Hi', { ...options, tag }).headers.topic,
  );
  expect(one).toMatch(/^[\w-]{32}$/);
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
