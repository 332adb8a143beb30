import { expect, test } from 'vitest';
import { clientDataOf, mayBeFrom, partyOf } from './passkeys.rules.ts';

test("A passkey is bound to the public address's host, and used from its origin only", () => {
  expect(partyOf('https://hubbub.example.org')).toEqual({
    rpId: 'hubbub.example.org',
    origin: 'https://hubbub.example.org',
  });
  expect(partyOf('http://localhost:4000')).toEqual({ rpId: 'localhost', origin: 'http://localhost:4000' });
});

const said = (data: unknown) => Buffer.from(JSON.stringify(data)).toString('base64url');

test("The challenge in a browser's answer is read if possible", () => {
  expect(clientDataOf(said({ challenge: 'abc' }))).toEqual({ challenge: 'abc', crossOrigin: false });
  expect(clientDataOf(said({ challenge: 'abc', crossOrigin: true }))).toEqual({ challenge: 'abc', crossOrigin: true });
  for (const text of ['AAAA', said(null), said([]), said({}), said({ challenge: 1 })]) {
    expect(clientDataOf(text)).toBeUndefined();
  }
});

test('Somebody confirms with a passkey of their own, and logs in with what the authenticator keeps of the account', () => {
  const passkey = { user_id: 'ana', user_handle: Buffer.from('handle') };
  const userHandle = passkey.user_handle.toString('base64url');
  const other = Buffer.from('another').toString('base64url');
  expect(mayBeFrom(passkey, { userId: 'ana', userHandle: undefined })).toBe(true);
  expect(mayBeFrom(passkey, { userId: 'ana', userHandle })).toBe(true);
  expect(mayBeFrom(passkey, { userId: 'ana', userHandle: other })).toBe(false);
  expect(mayBeFrom(passkey, { userId: 'bob', userHandle })).toBe(false);
  expect(mayBeFrom(passkey, { userId: undefined, userHandle })).toBe(true);
  expect(mayBeFrom(passkey, { userId: undefined, userHandle: other })).toBe(false);
  expect(mayBeFrom(passkey, { userId: undefined, userHandle: undefined })).toBe(false);
});
