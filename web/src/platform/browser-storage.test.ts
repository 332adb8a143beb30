// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { readStored, readStoredJson, textsIn, writeStored } from '#platform/browser-storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it("a text is stored for all tabs or for one, until it's deleted", () => {
  writeStored('key', 'for all');
  writeStored('key', 'for one', 'session');
  expect([readStored('key'), readStored('key', 'session')]).toEqual(['for all', 'for one']);
  writeStored('key', null);
  expect([readStored('key'), readStored('key', 'session')]).toEqual([null, 'for one']);
});

it.each(['getItem', 'setItem', 'removeItem'])(
  'nothing is stored, and nothing fails, where %s is refused',
  (refused) => {
    const refuse = () => {
      throw new DOMException('The storage is blocked', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, [refused]: refuse });
    writeStored('key', 'text');
    expect(readStored('key')).toBeNull();
    writeStored('key', null);
  },
);

it("what's stored but isn't JSON, or isn't a list of texts, counts as nothing", () => {
  writeStored('key', '{');
  expect(readStoredJson('key')).toBeNull();
  expect([textsIn(null), textsIn('{'), textsIn('"text"'), textsIn('["one",2]')]).toEqual([[], [], [], ['one']]);
});
