import { limits, uploadLimits } from '@hubbub/contract/platform/limits.ts';
import { useCallback, useSyncExternalStore } from 'react';
import { type Draft, deleteDraftsOf, draftsOf, putDrafts } from '#platform/draft-store.ts';
import { logError } from '#platform/log.ts';
import { onUserChange } from '#platform/session.ts';
import { clearTabDrafts, readTabDraft, writeTabDraft } from '#platform/tab-drafts.ts';

/** A message from one tab to the others in the same browser. */
interface DraftMessage {
  owner: string;
  name: string;
  value: unknown;
}

/**
 * The signed-in person's drafts: the same in all tabs, and saved in IndexedDB a moment after each change. localStorage can't hold files
 * and reaches the disk seconds later; sessionStorage belongs to one tab. Logging out deletes the drafts, an expired session doesn't,
 * and abandoned drafts are deleted after 30 days.
 */
let values = new Map<string, unknown>();
/** Changed here before the saved drafts had been read. */
let changed = new Set<string>();
let ready: Promise<void> = Promise.resolve();
const listeners = new Map<string, Set<() => void>>();
/** The values of drafts by name prefix, as they were last requested. */
const lists = new Map<string, readonly unknown[]>();
const followers = new Map<string, Set<(value: unknown) => void>>();
let channel: BroadcastChannel | undefined;

/** Changes that aren't in the database yet: waiting, and being written. */
const waiting = new Map<string, Draft>();
let writing: readonly Draft[] = [];
let isWriting = false;
/** The last values of drafts that were deleted before the database had them, by name. */
const undone = new Map<string, Draft>();
/** How many bytes of files are kept for one person, as many as a post can have; more of them live only as long as the page. */
const maxBytes = limits.post.files * uploadLimits.media;

/**
 * The tab's own copy of those without files, so that a page that's reloaded at this very moment doesn't lose them. Files have to wait
 * for the database.
 */
const unwritten = 'unwritten';

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether there are no files in it, so that JSON says it all. */
function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return !(value instanceof Blob) && Object.values(value).every(isPlain);
}

/**
 * What the tab remembers of changes that are saved together. What moves to a draft with files stays where it was, as it was, until the
 * database has both.
 */
function plainOf(batch: readonly Draft[]): Draft[] {
  const isMoving = batch.some(({ value }) => !isPlain(value));
  return batch.flatMap((draft) => {
    if (!isPlain(draft.value)) return [];
    if (!isMoving || draft.value !== undefined) return [draft];
    return undone.get(draft.name) ?? [];
  });
}

function keepUnwritten(): void {
  const kept = [...plainOf(writing), ...plainOf([...waiting.values()])];
  writeTabDraft(unwritten, kept.length === 0 ? '' : JSON.stringify(kept));
}

function readUnwritten(user: string): Draft[] {
  try {
    const kept: unknown = JSON.parse(readTabDraft(unwritten) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((draft) => draft?.owner === user && isText(draft.name));
  } catch {
    return [];
  }
}

/** What the names of drafts of one kind begin with, if there may be many of them. */
const prefixOf = (name: string): string => name.slice(0, name.indexOf(':') + 1);

function announce(name: string): void {
  const prefix = prefixOf(name);
  lists.delete(prefix);
  for (const listener of listeners.get(name) ?? []) listener();
  for (const listener of listeners.get(prefix) ?? []) listener();
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

async function readStored(user: string): Promise<void> {
  try {
    const kept = await draftsOf(user);
    if (user !== owner()) return;
    for (const { name, value } of kept) {
      if (changed.has(name)) continue;
      set(name, value);
      announce(name);
    }
  } catch (error) {
    logError("Couldn't read drafts", error);
  }
}

function listen(): BroadcastChannel {
  const opened = new BroadcastChannel('hubbub-drafts');
  opened.onmessage = ({ data }: MessageEvent<DraftMessage>) => {
    if (data.owner !== owner()) return;
    changed.add(data.name);
    set(data.name, data.value);
    follow(data.name, data.value);
  };
  return opened;
}

function forget(): void {
  lists.clear();
  values = new Map();
  changed = new Set();
}

const owner = onUserChange((user) => {
  forget();
  if (user === undefined) return;
  channel ??= listen();
  for (const draft of readUnwritten(user)) {
    changed.add(draft.name);
    set(draft.name, draft.value);
    waiting.set(draft.name, draft);
  }
  ready = readStored(user);
  void writeAll();
});

/** The drafts of whoever is signed in now; anyone else's are no longer in memory. */
function mine(): Map<string, unknown> {
  owner();
  return values;
}

async function writeAll(): Promise<void> {
  if (isWriting) return;
  isWriting = true;
  // What belongs together is written at the same moment, and saved together.
  await undefined;
  while (waiting.size > 0) {
    writing = [...waiting.values()];
    waiting.clear();
    await save(writing);
  }
  isWriting = false;
  writing = [];
  undone.clear();
  keepUnwritten();
}

/** Saves drafts together; if the browser refuses, each for itself, because files may be too large where texts aren't. */
async function save(drafts: readonly Draft[]): Promise<void> {
  try {
    await putDrafts(drafts);
  } catch (error) {
    // The browser blocks storage, or its disk is full: drafts live only as long as the page.
    if (drafts.length === 1) logError("Couldn't save a draft", error);
    else for (const draft of drafts) await save([draft]);
  }
}

/** Bytes of a draft's files, which are the draft or its `files`. */
function sizeOf(value: unknown): number {
  const files = typeof value === 'object' && value !== null && 'files' in value ? value.files : value;
  return filesOf(files).reduce((sum, { size }) => sum + size, 0);
}

/** Whether there's room for a draft besides the others. @param leaving the names of drafts that will be deleted */
export function isKeepable(name: string, value: unknown, leaving: readonly string[] = []): boolean {
  const size = sizeOf(value);
  if (size === 0) return true;
  const others = [...values].filter(([other]) => other !== name && !leaving.includes(other));
  return others.reduce((sum, [, kept]) => sum + sizeOf(kept), size) <= maxBytes;
}

/** What the person has written under `name`, as far as it's known right now. */
export function currentDraft(name: string): unknown {
  return mine().get(name);
}

/** The values of all drafts whose names begin with `prefix`, which ends with a colon; the same list until one changes. */
export function namedDrafts(prefix: string): readonly unknown[] {
  const drafts = mine();
  const known = lists.get(prefix);
  if (known !== undefined) return known;
  const found = [...drafts].flatMap(([name, value]) => (prefixOf(name) === prefix ? [value] : []));
  lists.set(prefix, found);
  return found;
}

/** The same, as component state. */
export function useDraftsNamed(prefix: string): readonly unknown[] {
  const subscribe = useCallback((listener: () => void) => listenTo(prefix, listener), [prefix]);
  return useSyncExternalStore(subscribe, () => namedDrafts(prefix));
}

function listenTo(name: string, listener: () => void): () => void {
  const known = listeners.get(name) ?? new Set();
  listeners.set(name, known.add(listener));
  return () => known.delete(listener);
}

/** What the person has written under `name` here, in another tab, or before the browser was closed; undefined if there's nothing. */
export async function readDraft(name: string): Promise<unknown> {
  mine();
  await ready;
  return mine().get(name);
}

/**
 * Saves what the person writes under `name`: a text, files, or anything the browser can clone. It survives closing the tab and the
 * browser, is shared by all tabs, and is deleted on log-out. Nothing, or an empty text or list, deletes it. Never pass a password.
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
  channel?.postMessage({ owner: userId, name, value } satisfies DraftMessage);
  const before = waiting.get(name) ?? writing.find((one) => one.name === name);
  if (before?.owner === userId && before.value !== undefined && isPlain(before.value)) undone.set(name, before);
  waiting.set(name, { owner: userId, name, value: isEmpty(value) || !isKeepable(name, value) ? undefined : value });
  keepUnwritten();
  void writeAll();
}

/** Calls back when another tab changes a draft. Returns the unsubscribe function. */
export function followDraft(name: string, follower: (value: unknown) => void): () => void {
  mine();
  const known = followers.get(name) ?? new Set();
  followers.set(name, known.add(follower));
  return () => known.delete(follower);
}

/** Deletes everything a person has written in this browser, because they've logged out. */
export async function forgetDrafts(user: string): Promise<void> {
  clearTabDrafts();
  undone.clear();
  for (const [name, draft] of waiting) if (draft.owner === user) waiting.delete(name);
  if (user === owner()) forget();
  try {
    await deleteDraftsOf(user);
  } catch (error) {
    logError("Couldn't remove drafts", error);
  }
}

/**
 * A draft as component state.
 * @param is checks that the saved value has the right type: another version of the app may have written it
 */
export function useDraft<T>(name: string, empty: T, is: (value: unknown) => value is T) {
  const subscribe = useCallback((listener: () => void) => listenTo(name, listener), [name]);
  const read = () => {
    const value = currentDraft(name);
    return is(value) ? value : empty;
  };
  const write = useCallback((value: T) => writeDraft(name, value === empty ? undefined : value), [name, empty]);
  return [useSyncExternalStore(subscribe, read), write] as const;
}

/** A text draft, as state for its field. */
export function useTextDraft(name: string) {
  return useDraft(name, '', isText);
}

/** The files in a saved value. */
export function filesOf(value: unknown): File[] {
  return Array.isArray(value) ? value.filter((one) => one instanceof File) : [];
}

/** The draft of some of a form's fields, saved together under `name`. */
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
