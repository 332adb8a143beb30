// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act, renderHook } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';

const person = (user_id: string) => JSON.stringify({ user_id, username: `user${user_id}` });
const logIn = (user_id: string) => localStorage.setItem('user', person(user_id));
const expire = () => localStorage.clear();

/** The drafts as a page that has just been loaded has them. */
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

/** Resolves once a page that is loaded now would find this. */
async function isKept(name: string, value: unknown): Promise<void> {
  await vi.waitFor(async () => expect(await (await load()).readDraft(name)).toEqual(value));
}

it('keeps what is typed for the next page of the same person, and forgets an empty text', async () => {
  const { writeDraft } = await load();
  writeDraft('post', 'H');
  writeDraft('post', 'Hello');
  writeDraft('profile', { name: 'Ada', bio: '' });
  await isKept('post', 'Hello');
  await isKept('profile', { name: 'Ada', bio: '' });
  writeDraft('post', '');
  await isKept('post', undefined);
});

it('keeps texts of a page that is left before the database has them, and that one was forgotten', async () => {
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

it('shows nothing of one person to the next, and has it again when the first is back', async () => {
  const drafts = await load();
  drafts.writeDraft('post', 'Mine');
  await isKept('post', 'Mine');
  // The session ran out: nobody has logged out.
  expire();
  logIn('2');
  expect(drafts.currentDraft('post')).toBeUndefined();
  expect(await drafts.readDraft('post')).toBeUndefined();
  expire();
  logIn('1');
  expect(await drafts.readDraft('post')).toBe('Mine');
});

it('keeps nothing while nobody is signed in', async () => {
  const drafts = await load();
  expire();
  drafts.writeDraft('post', 'Nobody');
  expect(drafts.currentDraft('post')).toBeUndefined();
});

it('forgets everything of a person who logs out, and nothing of another', async () => {
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

it('shows in two tabs what is typed in one, and is empty in both once it was sent', async () => {
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

it('leaves alone what is typed before the kept draft was read', async () => {
  const before = await load();
  before.writeDraft('post', 'Old');
  await isKept('post', 'Old');
  const drafts = await load();
  drafts.writeDraft('post', 'New');
  expect(await drafts.readDraft('post')).toBe('New');
  await isKept('post', 'New');
});

it('takes what another version has kept for nothing when it is of another kind', async () => {
  const drafts = await load();
  const { result } = renderHook(() => drafts.useTextDraft('post'));
  act(() => drafts.writeDraft('post', { text: 'Hello' }));
  expect(result.current[0]).toBe('');
});
