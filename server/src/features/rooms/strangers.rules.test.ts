import { expect, test } from 'vitest';
import { areStrangers, mayWriteToAnother } from './strangers.rules.ts';

test('Two people are strangers until one has written, unless they share a private community', () => {
  expect(areStrangers({ haveWritten: false, sharePrivateCommunity: false })).toBe(true);
  expect(areStrangers({ haveWritten: true, sharePrivateCommunity: false })).toBe(false);
  expect(areStrangers({ haveWritten: false, sharePrivateCommunity: true })).toBe(false);
});

test('A new account can write to at most 10 strangers', () => {
  expect([0, 9, 10].map((writtenTo) => mayWriteToAnother(writtenTo, 10))).toEqual([true, true, false]);
});
