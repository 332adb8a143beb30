import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeInitialData } from '#platform/initial-data.ts';

const address = '/v1/posts?size=5';
let block: { dataset: { call: string; user: string }; textContent: string; remove: () => void } | null;
let stored: string | null;

beforeEach(() => {
  block = {
    dataset: { call: address, user: 'ann' },
    textContent: '{}',
    remove: () => {
      block = null;
    },
  };
  stored = JSON.stringify({ user_id: 'ann', username: 'ann' });
  vi.stubGlobal('document', { getElementById: () => block });
  vi.stubGlobal('localStorage', { getItem: () => stored });
  vi.spyOn(performance, 'now').mockReturnValue(900);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('initial data is used once, by the call that it answers', () => {
  expect(takeInitialData('/v1/posts?size=5&last_id=1')).toBeUndefined();
  expect(takeInitialData(address)).toBe('{}');
  expect(takeInitialData(address)).toBeUndefined();
});

test('hands it only to the person it was made for', () => {
  stored = JSON.stringify({ user_id: 'bob', username: 'bob' });
  expect(takeInitialData(address)).toBeUndefined();
  stored = null;
  expect(takeInitialData(address)).toBeUndefined();
});

test("doesn't hand it out to someone who returns to the page much later", () => {
  vi.mocked(performance.now).mockReturnValue(120_000);
  expect(takeInitialData(address)).toBeUndefined();
});
