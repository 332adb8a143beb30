import { describe, expect, test } from 'vitest';
import { fullBudget, hasToWait, isForAnotherNamespace, noteClosing, spend } from './budgets.ts';

describe('What a socket may send', () => {
  test('is 1,300 packets at once, and twenty a second after that', () => {
    const budget = fullBudget(0);
    for (let packet = 0; packet < 1_300; packet += 1) expect(spend(budget, 1, 0)).toBe(true);
    expect(spend(budget, 1, 0)).toBe(false);
    const later = fullBudget(0);
    for (let packet = 0; packet < 1_300; packet += 1) spend(later, 1, 0);
    for (let packet = 0; packet < 20; packet += 1) expect(spend(later, 1, 1_000)).toBe(true);
    expect(spend(later, 1, 1_000)).toBe(false);
  });

  test('is 256 KB at once, and 32 KB a second after that', () => {
    const budget = fullBudget(0);
    for (let packet = 0; packet < 4; packet += 1) expect(spend(budget, 64 * 1024, 0)).toBe(true);
    expect(spend(budget, 32 * 1024, 1_000)).toBe(true);
    expect(spend(budget, 1, 1_000)).toBe(false);
  });

  test('is never more after a quiet time, nor less after the clock went back', () => {
    const budget = fullBudget(0);
    expect(spend(budget, 256 * 1024, 60 * 60_000)).toBe(true);
    expect(spend(budget, 1, 0)).toBe(false);
  });
});

describe('After a connection was closed for sending too much', () => {
  const seconds = (count: number) => count * 1_000;

  test('its owner can return at once the first time, and then waits twice as long each time, at most half a minute', () => {
    expect(hasToWait('often', seconds(1))).toBe(false);
    noteClosing('often', seconds(1));
    expect(hasToWait('often', seconds(1))).toBe(false);
    let now = seconds(1);
    for (const pause of [2, 4, 8, 16, 30, 30]) {
      noteClosing('often', now);
      expect(hasToWait('often', now + seconds(pause) - 1)).toBe(true);
      expect(hasToWait('somebody else', now)).toBe(false);
      now += seconds(pause);
      expect(hasToWait('often', now)).toBe(false);
    }
  });

  test('starts over a minute after the last time', () => {
    for (let count = 0; count < 6; count += 1) noteClosing('once', seconds(0));
    expect(hasToWait('once', seconds(29))).toBe(true);
    noteClosing('once', seconds(90));
    expect(hasToWait('once', seconds(90))).toBe(false);
  });
});

test.each([
  ['40', false],
  ['40{"groups":true}', false],
  ['40/,{}', false],
  ['42["joinChannel","/a"]', false],
  ['4213["typing","a"]', false],
  ['3', false],
  ['2probe', false],
  ['', false],
  ['40/admin', true],
  ['40/admin,{"token":"a"}', true],
  ['42/admin,["a"]', true],
  ['451-/admin,["a",{"_placeholder":true,"num":0}]', true],
])('%s is for another namespace: %s', (packet, expected) => {
  expect(isForAnotherNamespace(Buffer.from(packet))).toBe(expected);
});
