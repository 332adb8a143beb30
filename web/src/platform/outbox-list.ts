import { createListeners } from '#platform/listeners.ts';
import { logError } from '#platform/log.ts';
import { type News, outboxChannel } from '#platform/outbox.rules.ts';
import { changeWrite, type QueuedWrite, queuedWrites, removeWrite } from '#platform/outbox-store.ts';
import type { FormEntries } from '#platform/send-call.ts';
import { onUserChange } from '#platform/session.ts';

/** What the signed-in person did that hasn't reached the server yet, as far as this tab knows. */

const none: readonly QueuedWrite[] = [];
/** Those that the browser has stored, as they were read last. */
let stored = none;
/** Those that it hasn't stored yet, or can't: they come last, and live as long as the page. */
let unstored = none;
/** Those that wait or were refused, and that people are told about. */
let waiting = none;
/** Those of them that no page shows by itself. */
let unseen = none;
/** The queues that a page shows itself. */
const shownQueues = new Set<string>();
/** The forms of what was written in this tab: the files that the browser gives back are other objects. */
const ownForms = new Map<string, FormEntries | undefined>();
/** The ids of those that the browser is about to store, by `clientId`. */
const storing = new Map<string, Promise<number | undefined>>();
/** What this tab is about to store of changes and removals, and how many there have been. */
const underWay = new Set<Promise<void>>();
let changes = 0;
/** How much of a write this tab has sent, 0 to 100; null if that's not known. */
const sending = new Map<string, number | null>();
const listeners = createListeners();
const owners = createListeners<[user: string | undefined]>();
let channel: BroadcastChannel | undefined;

/** Whose outbox it is. */
export const owner = onUserChange((user) => {
  [stored, unstored] = [none, none];
  sending.clear();
  ownForms.clear();
  changed();
  owners.notify(user);
});

/** Calls back when somebody else is signed in. */
export const onOwnerChange = owners.subscribe;

function changed(): void {
  const now = Date.now();
  const next = allWrites().filter(
    ({ refusal, heldUntil, key }) => key === undefined && (refusal !== undefined || heldUntil <= now),
  );
  if (next.length > 0 || waiting.length > 0) {
    waiting = next;
    unseen = next.filter(isUnseen);
  }
  listeners.notify();
}

/** A refused change to something that's stored already can't be shown in its place. */
const isUnseen = ({ queue, isAct, refusal }: QueuedWrite): boolean =>
  queue === undefined || !shownQueues.has(queue) || (isAct === true && refusal !== undefined);

/** All of them, in order. */
export const allWrites = (): readonly QueuedWrite[] => (unstored.length === 0 ? stored : [...stored, ...unstored]);

/** Those that wait or were refused, and that people are told about, in order. */
export const waitingWrites = (): readonly QueuedWrite[] => waiting;

/** Those of them that no page shows itself, in order. */
export const unseenWrites = (): readonly QueuedWrite[] => unseen;

/** A page shows what's in a queue itself. @returns ends it */
export function showQueue(queue: string): () => void {
  shownQueues.add(queue);
  changed();
  return () => {
    shownQueues.delete(queue);
    changed();
  };
}

/** Whether a write was made in this tab. */
export const isOwn = ({ clientId }: QueuedWrite): boolean => ownForms.has(clientId);

/** Calls back whenever any of it changes. Returns the unsubscribe function. */
export function subscribeToWrites(listener: () => void): () => void {
  owner();
  return listeners.subscribe(listener);
}

/** Tells the other tabs, and the app's worker, what has become of something, and calls back when they do. */
export function tell(news: News): void {
  channel?.postMessage(news);
}

export function listenToTabs(listener: (news: News) => void): void {
  channel = new BroadcastChannel(outboxChannel);
  channel.onmessage = ({ data }: MessageEvent<News>) => listener(data);
}

/** What the browser has stored, with everything that this tab has changed: what was dropped meanwhile must not be sent anymore. */
async function readStored(user: string): Promise<readonly QueuedWrite[]> {
  for (;;) {
    if (underWay.size > 0) await Promise.all(underWay);
    const before = changes;
    const kept = await queuedWrites(user);
    if (changes === before) return kept;
  }
}

/** Reads again what the browser has stored. @returns all of them */
export async function refresh(): Promise<readonly QueuedWrite[]> {
  const user = owner();
  if (user === undefined) return none;
  try {
    const kept = await readStored(user);
    if (user !== owner()) return none;
    const isEmpty = kept.length === 0 && stored.length === 0;
    stored = kept.map((write) => (isOwn(write) ? { ...write, form: ownForms.get(write.clientId) } : write));
    if (!isEmpty) changed();
  } catch {
    // The browser blocks storage: it has nothing stored.
  }
  return allWrites();
}

/**
 * Shows a write that this tab has made, before the browser has stored it.
 * @param storedId resolves once it has; to undefined if it can't
 */
export function showWrite(write: QueuedWrite, storedId: Promise<number | undefined>): void {
  const { clientId } = write;
  ownForms.set(clientId, write.form);
  unstored = [...unstored, write];
  storing.set(clientId, storedId);
  changed();
  void storedId.then((id) => {
    storing.delete(clientId);
    const shown = find(clientId);
    if (id === undefined || shown === undefined || shown.id > 0) return;
    unstored = unstored.filter((one) => one !== shown);
    stored = [...stored, { ...shown, id }];
    changed();
  });
}

const find = (clientId: string): QueuedWrite | undefined => allWrites().find((one) => one.clientId === clientId);

async function inStore(write: QueuedWrite, use: (user: string, id: number) => Promise<void>): Promise<void> {
  const user = owner();
  const work = async () => {
    const id = write.id > 0 ? write.id : await storing.get(write.clientId);
    if (user === undefined || id === undefined) return;
    try {
      await use(user, id);
    } catch (error) {
      logError("Couldn't store what has changed about what waits", error);
    }
  };
  const done = work();
  underWay.add(done);
  changes += 1;
  await done;
  underWay.delete(done);
}

function hide(clientId: string): void {
  const isOther = (one: QueuedWrite) => one.clientId !== clientId;
  stored = stored.filter(isOther);
  unstored = unstored.filter(isOther);
  changed();
}

/** Takes a write out: the server has done it, or nobody wants it anymore. */
export async function takeOut(clientId: string): Promise<void> {
  const write = find(clientId);
  if (write === undefined) return;
  hide(clientId);
  ownForms.delete(clientId);
  await inStore(write, removeWrite);
}

/** Changes something about a write. */
export async function change(clientId: string, news: Partial<Omit<QueuedWrite, 'id'>>): Promise<void> {
  const write = find(clientId);
  if (write === undefined) return;
  if ('form' in news && ownForms.has(clientId)) ownForms.set(clientId, news.form);
  const next = (one: QueuedWrite) => (one === write ? { ...one, ...news } : one);
  stored = stored.map(next);
  unstored = unstored.map(next);
  changed();
  await inStore(write, (user, id) => changeWrite(user, id, news));
}

/** Records how much of a write this tab has sent; undefined: it isn't sending it. */
export function showProgress(clientId: string, percent: number | null | undefined): void {
  if (percent === undefined) sending.delete(clientId);
  else sending.set(clientId, percent);
  listeners.notify();
}

/** How much of a write this tab has sent, 0 to 100; null if that's not known, undefined if it isn't sending it. */
export const progressOf = (clientId: string): number | null | undefined => sending.get(clientId);
