import { securityEvents } from '@hubbub/contract/features/accounts/security.endpoints.ts';
import { expect, it } from 'vitest';
import { eventTexts, isHandheld, isWorrying } from '#features/accounts/security.rules.ts';

it('every event has a text of its own', () => {
  expect(new Set(securityEvents.map((event) => eventTexts[event])).size).toBe(securityEvents.length);
});

it('failures and new devices deserve a second look', () => {
  expect(securityEvents.filter(isWorrying)).toEqual([
    'new_device',
    'log_in_failed',
    'log_in_locked',
    'disowned',
    'password_refused',
    'code_refused',
    'codes_tried',
    'passkey_refused',
  ]);
});

it('phones and tablets fit in a hand', () => {
  expect(['Safari on iPhone', 'Chrome on Android', 'Firefox on Windows', 'curl'].map(isHandheld)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
