// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { canAutofillPasskeys, canUsePasskeys, passkeyFault } from '#features/accounts/passkeys.rules.ts';

afterEach(() => vi.unstubAllGlobals());

it('passkeys need a browser that knows them, and https', () => {
  vi.stubGlobal('isSecureContext', true);
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  expect(canUsePasskeys()).toBe(false);
  vi.stubGlobal('PublicKeyCredential', class {});
  expect([canUsePasskeys(), canAutofillPasskeys()]).toEqual([true, false]);
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: () => Promise.resolve(true) });
  expect(canAutofillPasskeys()).toBe(true);
  vi.stubGlobal('isSecureContext', false);
  expect([canUsePasskeys(), canAutofillPasskeys()]).toEqual([false, false]);
});

const fault = (name: string, code?: string) => Object.assign(new Error(name), { name, code });

it("the browser's errors say what to do", () => {
  expect(passkeyFault(fault('NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'))).toMatch(/canceled/);
  expect(passkeyFault(fault('SecurityError', 'ERROR_INVALID_DOMAIN'))).toMatch(/https/);
  expect(passkeyFault(fault('UnknownError', 'ERROR_AUTHENTICATOR_GENERAL_ERROR'))).toMatch(/another device/);
});

it('a request that was replaced by another one shows no error, and other errors are passed on', () => {
  expect(passkeyFault(fault('AbortError', 'ERROR_CEREMONY_ABORTED'))).toBeNull();
  expect(passkeyFault(fault('TypeError'))).toBeUndefined();
  expect(passkeyFault('text')).toBeUndefined();
});
