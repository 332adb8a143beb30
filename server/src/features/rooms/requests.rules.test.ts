import { expect, test } from 'vitest';
import { receptionOf } from './requests.rules.ts';

const strangers = { haveTalked: false, isKnown: false };

test('A first message arrives, waits as a request, or is refused, as the receiver chose', () => {
  expect(receptionOf('everyone', strangers)).toBe('open');
  expect(receptionOf('known', strangers)).toBe('request');
  expect(receptionOf('nobody', strangers)).toBe('closed');
});

test('People know those they share a community with, and those they follow', () => {
  expect(receptionOf('known', { ...strangers, isKnown: true })).toBe('open');
  expect(receptionOf('nobody', { ...strangers, isKnown: true })).toBe('closed');
});

test('Once two people have talked, a message always arrives', () => {
  for (const from of ['everyone', 'known', 'nobody'] as const) {
    expect(receptionOf(from, { haveTalked: true, isKnown: false })).toBe('open');
  }
});
