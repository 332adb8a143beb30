import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { decryptPush } from '../../../test/push-service.ts';
import { encryptPush, newVapidSecret, openVapid, pushHeaders, readKeys } from './web-push.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

test("encrypts what RFC 8291's example encrypts, byte by byte", () => {
  const target = {
    p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  const made = {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  };
  const sealed = encryptPush(target, Buffer.from('When I grow up, I want to be a watermelon'), made);
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('what is encrypted is decrypted by its browser alone, and no two are alike', () => {
  const [browser, other] = [createECDH('prime256v1'), createECDH('prime256v1')];
  for (const each of [browser, other]) each.generateKeys();
  const auth = randomBytes(16);
  const target = { p256dh: browser.getPublicKey(), auth };
  const [one, two] = [encryptPush(target, Buffer.from('Hi 👋')), encryptPush(target, Buffer.from('Hi 👋'))];
  expect(decryptPush(one, browser, auth)).toBe('Hi 👋');
  expect(one.equals(two)).toBe(false);
  expect(() => decryptPush(one, other, auth)).toThrow();
  expect(() => decryptPush(one, browser, randomBytes(16))).toThrow();
});

test('a push service can check who pushes, for half a day', () => {
  const vapid = openVapid(newVapidSecret());
  const now = new Date('2026-11-23T12:00:00Z');
  const header = vapid.authorize('https://push.example.net/abc?d=e', 'https://hubbub.example.org', now);
  const [, head = '', body = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(key).toBe(vapid.publicKey);
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(JSON.parse(bytes(body).toString())).toEqual({
    aud: 'https://push.example.net',
    exp: now.getTime() / 1000 + 12 * 60 * 60,
    sub: 'https://hubbub.example.org',
  });
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

test('keys that nothing can be encrypted for are refused', () => {
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
  const [one, same, other] = ['vote:1', 'vote:1', 'vote:2'].map(
    (tag) => pushHeaders({ ttl: 60, urgency: 'low', tag }).topic,
  );
  expect(one).toMatch(/^[\w-]{32}$/);
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
