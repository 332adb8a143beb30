// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, renderHook } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';

const person = (user_id: string) => JSON.stringify({ user_id, username: `user${user_id}` });
const logIn = (user_id: string) => localStorage.setItem('user', person(user_id));
const expire = () => localStorage.clear();

/** The drafts as a freshly loaded page sees them. */
async function load() {
  vi.resetModules();
  return await import('#platform/drafts.ts');
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  localStorage.clear();
  sessionStorage.clear();
  logIn('1');
});

/** Lets nobody read or write the database until the returned function is called. */
async function holdDatabase(): Promise<() => void> {
  const opened = await openDB('hubbub-drafts');
  const { store } = opened.transaction('drafts', 'readwrite');
  let isHeld = true;
  const hold = async () => {
    // A transaction ends when nothing is asked of it.
    while (isHeld) await store.count();
    opened.close();
  };
  void hold();
  return () => {
    isHeld = false;
  };
}

/** Resolves once a freshly loaded page would find this. */
async function isKept(name: string, value: unknown): Promise<void> {
  await vi.waitFor(async () => expect(await (await load()).readDraft(name)).toEqual(value));
}

it("keeps what's typed for the same person's next page, and forgets an empty text", async () => {
  const { writeDraft } = await load();
  writeDraft('post', 'H');
  writeDraft('post', 'Hello');
  writeDraft('profile', { name: 'Ada', bio: '' });
  await isKept('post', 'Hello');
  await isKept('profile', { name: 'Ada', bio: '' });
  writeDraft('post', '');
  await isKept('post', undefined);
});

it('keeps texts and deletions if the page closes before they reach the database', async () => {
  const first = await load();
  first.writeDraft('settings', { username: 'typed' });
  await isKept('settings', { username: 'typed' });
  const left = await load();
  await left.readDraft('settings');
  left.writeDraft('post', 'Hello');
  left.writeDraft('settings', undefined);
  const next = await load();
  expect(next.currentDraft('post')).toBe('Hello');
  expect(await next.readDraft('settings')).toBeUndefined();
});

it("while the database doesn't answer, what's typed is there at once and stays when the saved drafts come", async () => {
  const first = await load();
  first.writeDraft('post', 'Before');
  first.writeDraft('profile', 'Kept');
  await isKept('profile', 'Kept');
  const answerNow = await holdDatabase();
  const drafts = await load();
  expect(drafts.currentDraft('profile')).toBeUndefined();
  drafts.writeDraft('post', 'Typed meanwhile');
  expect(drafts.currentDraft('post')).toBe('Typed meanwhile');
  answerNow();
  await vi.waitFor(() => expect(drafts.currentDraft('profile')).toBe('Kept'));
  expect(drafts.currentDraft('post')).toBe('Typed meanwhile');
  await isKept('post', 'Typed meanwhile');
});

it("hides one person's drafts from the next, and shows them again when the first is back", async () => {
  const drafts = await load();
  drafts.writeDraft('post', 'Mine');
  await isKept('post', 'Mine');
  // The session expired: no one logged out.
  expire();
  logIn('2');
  expect(drafts.currentDraft('post')).toBeUndefined();
  expect(await drafts.readDraft('post')).toBeUndefined();
  expire();
  logIn('1');
  expect(await drafts.readDraft('post')).toBe('Mine');
});

it('keeps nothing while no one is signed in', async () => {
  const drafts = await load();
  expire();
  drafts.writeDraft('post', 'Nobody');
  expect(drafts.currentDraft('post')).toBeUndefined();
});

it("forgets everything when a person logs out, but nothing of anyone else's", async () => {
  const drafts = await load();
  drafts.writeDraft('post', 'Mine');
  await isKept('post', 'Mine');
  logIn('2');
  drafts.writeDraft('post', 'Theirs');
  await isKept('post', 'Theirs');
  expire();
  await drafts.forgetDrafts('2');
  await isKept('post', undefined);
  logIn('1');
  await isKept('post', 'Mine');
});

it("shows in two tabs what's typed in one, and clears both once it's sent", async () => {
  const one = await load();
  const other = await load();
  const { result } = renderHook(() => other.useTextDraft('message:7'));
  one.writeDraft('message:7', 'Hello');
  await vi.waitFor(() => expect(result.current[0]).toBe('Hello'));
  act(() => result.current[1]('Hello there'));
  await vi.waitFor(() => expect(one.currentDraft('message:7')).toBe('Hello there'));
  one.writeDraft('message:7', '');
  await vi.waitFor(() => expect(result.current[0]).toBe(''));
  await isKept('message:7', undefined);
});

it("doesn't overwrite what's typed before the saved draft has been read", async () => {
  const before = await load();
  before.writeDraft('post', 'Old');
  await isKept('post', 'Old');
  const drafts = await load();
  drafts.writeDraft('post', 'New');
  expect(await drafts.readDraft('post')).toBe('New');
  await isKept('post', 'New');
});

it('ignores a draft of the wrong type, saved by another version', async () => {
  const drafts = await load();
  const { result } = renderHook(() => drafts.useTextDraft('post'));
  act(() => drafts.writeDraft('post', { text: 'Hello' }));
  expect(result.current[0]).toBe('');
});

it('keeps no more files than a browser should hold, but hands them on', async () => {
  const drafts = await load();
  const huge = new File(['x'], 'huge.mp4');
  Object.defineProperty(huge, 'size', { value: 2 ** 40 });
  drafts.writeDraft('huge', [huge]);
  drafts.writeDraft('post', 'Hello');
  await isKept('post', 'Hello');
  expect(drafts.currentDraft('huge')).toEqual([huge]);
  expect(await (await load()).readDraft('huge')).toBeUndefined();
});

it('keeps a text if the browser refuses the files beside it', async () => {
  const drafts = await load();
  const put = IDBObjectStore.prototype.put;
  const refusing = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, draft) {
    if (Array.isArray(draft.value)) throw new DOMException('No space left.', 'QuotaExceededError');
    return put.call(this, draft);
  });
  drafts.writeDraft('chosen', [new File(['x'], 'plan.pdf')]);
  drafts.writeDraft('post', 'Hello');
  await isKept('post', 'Hello');
  expect(drafts.currentDraft('chosen')).toHaveLength(1);
  expect(await (await load()).readDraft('chosen')).toBeUndefined();
  refusing.mockRestore();
});

it('files that move from one draft to another are in the first until the second is saved', async () => {
  const drafts = await load();
  const file = new File(['x'], 'plan.pdf');
  drafts.writeDraft('chosen', [file]);
  await vi.waitFor(async () => expect(await (await load()).readDraft('chosen')).toHaveLength(1));
  const page = await load();
  await page.readDraft('chosen');
  page.writeDraft('chosen', []);
  page.writeDraft('sending', [file]);
  // The page closes right now: the tab remembers no deletion that the database doesn't have.
  expect(sessionStorage.getItem('draft:unwritten')).toBeNull();
  await vi.waitFor(async () => {
    const next = await load();
    expect(await next.readDraft('sending')).toHaveLength(1);
    expect(await next.readDraft('chosen')).toBeUndefined();
  });
});

it('a text that moves into a draft of its own is in one of the two places even if the page is reloaded right now', async () => {
  const page = await load();
  page.writeDraft('post', 'Hello');
  await isKept('post', 'Hello');
  const kept = { id: '1', at: 1, text: 'Hello', files: [], alts: [] };
  const left = await load();
  await left.readDraft('post');
  left.writeDraft('post', '');
  left.writeDraft('post-draft:1', kept);
  const next = await load();
  expect([next.currentDraft('post'), next.currentDraft('post-draft:1')]).toEqual([undefined, kept]);
});

it('a text that moves to a draft with files stays where it was until the database has both', async () => {
  const page = await load();
  const file = new File(['x'], 'plan.pdf');
  page.writeDraft('post', 'Hello');
  page.writeDraft('post', '');
  page.writeDraft('post-draft:1', { id: '1', at: 1, text: 'Hello', files: [file], alts: [] });
  expect(JSON.parse(sessionStorage.getItem('draft:unwritten') ?? '[]')).toEqual([
    { owner: '1', name: 'post', value: 'Hello' },
  ]);
  await vi.waitFor(() => expect(sessionStorage.getItem('draft:unwritten')).toBeNull());
  const next = await load();
  expect(await next.readDraft('post-draft:1')).toMatchObject({ text: 'Hello', files: [{ name: 'plan.pdf' }] });
  expect(next.currentDraft('post')).toBeUndefined();
});
