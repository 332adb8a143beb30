import { useCallback, useSyncExternalStore } from 'react';
import { type Draft, deleteDraftsOf, draftsOf, putDrafts } from '#platform/draft-store.ts';
import { logError } from '#platform/log.ts';
import { followUser } from '#platform/session.ts';
import { clearTabDrafts, readTabDraft, writeTabDraft } from '#platform/tab-drafts.ts';

/** What a tab tells the others of the same browser. */
interface Told {
  owner: string;
  name: string;
  value: unknown;
}

/**
 * The drafts of the person who is signed in: the same in all tabs, and in IndexedDB a moment after each change. localStorage can't
 * hold files and reaches the disk seconds later; sessionStorage belongs to one tab. A logout deletes them, an expired session
 * doesn't, and drafts that nobody came back to are deleted after 30 days.
 */
let values = new Map<string, unknown>();
/** Changed here before what was kept had been read. */
let changed = new Set<string>();
let ready: Promise<void> = Promise.resolve();
const listeners = new Map<string, Set<() => void>>();
const followers = new Map<string, Set<(value: unknown) => void>>();
let channel: BroadcastChannel | undefined;

/** Changes that are not in the database yet: those that wait, and those that are on their way. */
const waiting = new Map<string, Draft>();
let writing: readonly Draft[] = [];

/** Where the tab keeps the texts among them: a page that is left at this very moment must not lose them. Files have to wait for the database. */
const unwritten = 'unwritten';

const isText = (value: unknown): value is string => typeof value === 'string';

function isTexts(value: unknown): boolean {
  if (value === undefined || isText(value)) return true;
  return typeof value === 'object' && value !== null && Object.values(value).every(isText);
}

function keepUnwritten(): void {
  const texts = [...writing, ...waiting.values()].filter(({ value }) => isTexts(value));
  writeTabDraft(unwritten, texts.length === 0 ? '' : JSON.stringify(texts));
}

function readUnwritten(user: string): Draft[] {
  try {
    const kept: unknown = JSON.parse(readTabDraft(unwritten) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((draft) => draft?.owner === user && isText(draft.name) && isTexts(draft.value));
  } catch {
    return [];
  }
}

function announce(name: string): void {
  for (const listener of listeners.get(name) ?? []) listener();
}

function follow(name: string, value: unknown): void {
  announce(name);
  for (const follower of followers.get(name) ?? []) follower(value);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function set(name: string, value: unknown): void {
  if (isEmpty(value)) values.delete(name);
  else values.set(name, value);
}

async function readKept(user: string): Promise<void> {
  try {
    const kept = await draftsOf(user);
    if (user !== owner()) return;
    for (const { name, value } of kept) {
      if (changed.has(name)) continue;
      set(name, value);
      announce(name);
    }
  } catch (error) {
    logError('Drafts could not be read', error);
  }
}

function listen(): BroadcastChannel {
  const opened = new BroadcastChannel('hubbub-drafts');
  opened.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data.owner !== owner()) return;
    changed.add(data.name);
    set(data.name, data.value);
    follow(data.name, data.value);
  };
  return opened;
}

function forget(): void {
  values = new Map();
  changed = new Set();
}

const owner = followUser((user) => {
  forget();
  if (user === undefined) return;
  channel ??= listen();
  for (const draft of readUnwritten(user)) {
    changed.add(draft.name);
    set(draft.name, draft.value);
    waiting.set(draft.name, draft);
  }
  ready = readKept(user);
  void writeAll();
});

/** The drafts of whoever is signed in now; those of another aren't in memory anymore. */
function mine(): Map<string, unknown> {
  owner();
  return values;
}

async function writeAll(): Promise<void> {
  if (writing.length > 0) return;
  try {
    while (waiting.size > 0) {
      writing = [...waiting.values()];
      waiting.clear();
      await putDrafts(writing);
    }
  } catch (error) {
    // The browser keeps nothing, or its disk is full: drafts live as long as the page.
    logError('A draft could not be kept', error);
  } finally {
    writing = [];
    keepUnwritten();
  }
}

/** What the person has written under `name`, as far as it's known at this moment. */
export function currentDraft(name: string): unknown {
  return mine().get(name);
}

/** What the person has written under `name`, here, in another tab or before the browser ended; undefined when there is nothing. */
export async function readDraft(name: string): Promise<unknown> {
  mine();
  await ready;
  return mine().get(name);
}

/**
 * Keeps what the person writes under `name`: a text, files, or whatever the browser can clone. It outlives the tab and the browser, shows in all tabs,
 * and goes at log-out. Nothing, an empty text or list, forgets it. Never give it a password.
 */
export function writeDraft(name: string, value: unknown): void {
  const userId = owner();
  const known = values;
  if (
    userId === undefined ||
    known.get(name) === value ||
    (isEmpty(value) && isEmpty(known.get(name)) && changed.has(name))
  )
    return;
  changed.add(name);
  set(name, value);
  announce(name);
  channel?.postMessage({ owner: userId, name, value } satisfies Told);
  waiting.set(name, { owner: userId, name, value: isEmpty(value) ? undefined : value });
  keepUnwritten();
  void writeAll();
}

/** Calls back when a draft is changed in another tab. Returns what stops it. */
export function followDraft(name: string, follower: (value: unknown) => void): () => void {
  mine();
  const known = followers.get(name) ?? new Set();
  followers.set(name, known.add(follower));
  return () => known.delete(follower);
}

/** Forgets everything that a person has written in this browser: they have logged out. */
export async function forgetDrafts(user: string): Promise<void> {
  clearTabDrafts();
  for (const [name, draft] of waiting) if (draft.owner === user) waiting.delete(name);
  if (user === owner()) forget();
  try {
    await deleteDraftsOf(user);
  } catch (error) {
    logError('Drafts could not be removed', error);
  }
}

/**
 * A draft as the state of a component.
 * @param is tells whether what was kept is of the right kind: another version of the app may have written it
 */
export function useDraft<T>(name: string, empty: T, is: (value: unknown) => value is T) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known.add(listener));
      return () => known.delete(listener);
    },
    [name],
  );
  const read = () => {
    const value = currentDraft(name);
    return is(value) ? value : empty;
  };
  const write = useCallback((value: T) => writeDraft(name, value === empty ? undefined : value), [name, empty]);
  return [useSyncExternalStore(subscribe, read), write] as const;
}

/** A text that somebody writes, as the state of its field. */
export function useTextDraft(name: string) {
  return useDraft(name, '', isText);
}

/** The files among what was kept under a name. */
export function filesOf(value: unknown): File[] {
  return Array.isArray(value) ? value.filter((one) => one instanceof File) : [];
}

/** The draft of some fields of a form, kept together under `name`. */
export function formDraft(name: string, fields: readonly string[]) {
  const textsOf = (value: unknown): Record<string, string> => {
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter(([key, text]) => fields.includes(key) && typeof text === 'string'),
    );
  };
  return {
    read: async () => textsOf(await readDraft(name)),
    write: (given: Record<string, unknown>) =>
      writeDraft(name, Object.fromEntries(fields.map((field) => [field, given[field] ?? '']))),
    follow: (listener: (texts: Record<string, string>) => void) =>
      followDraft(name, (value) => listener(textsOf(value))),
    forget: () => writeDraft(name, undefined),
  };
}
