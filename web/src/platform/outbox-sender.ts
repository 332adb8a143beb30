import { sendQueued } from '#platform/api-client.ts';
import { ApiError, errorTexts } from '#platform/errors.ts';
import { createListeners } from '#platform/listeners.ts';
import { logError } from '#platform/log.ts';
import { lockOf, nextWrite, resendDelay, stallTime, stallTimeAfterUpload } from '#platform/outbox.rules.ts';
import { fateOf } from '#platform/outbox-fate.ts';
import { releaseLeft } from '#platform/outbox-left.ts';
import {
  allWrites,
  change,
  isOwn,
  listenToTabs,
  onOwnerChange,
  owner,
  refresh,
  showProgress,
  takeOut,
  tell,
} from '#platform/outbox-list.ts';
import type { QueuedWrite } from '#platform/outbox-store.ts';

/** How long the tab where something was done sends it itself, in ms. If the tab is gone by then, another one does. */
export const heldMs = 20_000;
/** How often a tab checks whether something can be sent by now, in ms. */
const lookEvery = 15_000;

type Queue = string | undefined;

const attempts = new Map<string, AbortController>();
const deliveries = new Map<Queue, { isWantedAgain: boolean; done: Promise<void> }>();
/** Consecutive temporary failures, and the timer of the next attempt. */
const pauses = new Map<Queue, { failures: number; timer: ReturnType<typeof setTimeout> }>();
const sent = createListeners();
const answers = createListeners<[write: QueuedWrite, answer: unknown]>();
let hasBegun = false;

onOwnerChange((user) => {
  abortAll();
  endPauses();
  if (user === undefined) return;
  if (!hasBegun) begin();
  void refresh().then(deliver);
  void releaseLeft(user).then((isAny) => (isAny ? look() : undefined));
});

/** Continues with what's waiting: another tab may have added something, or the connection may be back. */
function begin(): void {
  hasBegun = true;
  listenToTabs((news) => {
    // What's sent instead is stored by now.
    if (typeof news === 'object') stopSending(news.changed);
    void look();
    if (news === 'sent') sent.notify();
  });
  window.addEventListener('online', () => {
    endPauses();
    void deliver();
  });
  // Calls in flight won't get through.
  window.addEventListener('offline', abortAll);
  setInterval(() => {
    if (allWrites().length > 0) void look();
  }, lookEvery);
}

/** Starts the backoff over: earlier failures say nothing about the connection now. */
function endPauses(): void {
  for (const { timer } of pauses.values()) clearTimeout(timer);
  pauses.clear();
}

function abortAll(): void {
  for (const controller of attempts.values()) controller.abort();
}

/** Sends what's been added, except to queues that are backing off. */
async function look(): Promise<void> {
  const queues = new Set((await refresh()).map(({ queue }) => queue));
  await Promise.all([...queues].filter((queue) => !pauses.has(queue)).map(deliverQueue));
}

/** Calls back after something that waited in the shared queue was sent, here or in another tab: what pages show may have changed. */
export const subscribeToSent = sent.subscribe;

/** Calls back with the answer to something that waited and this tab has sent, while it's still in the outbox. */
export const subscribeToAnswers = answers.subscribe;

/** Sends what waits, each queue one after another. Resolves once nothing waits, or nothing can be sent now. */
export async function deliver(): Promise<void> {
  const queues = new Set(allWrites().map(({ queue }) => queue));
  await Promise.all([...queues].map(deliverQueue));
}

/** Sends what waits in a queue, one after another; of all tabs, one at a time. */
export function deliverQueue(queue: Queue): Promise<void> {
  const known = deliveries.get(queue);
  if (known !== undefined) {
    known.isWantedAgain = true;
    return known.done;
  }
  const one = { isWantedAgain: false, done: Promise.resolve() };
  deliveries.set(queue, one);
  const work = async () => {
    try {
      do {
        one.isWantedAgain = false;
        await deliverInTurn(queue);
      } while (one.isWantedAgain);
    } catch (error) {
      logError("Couldn't send what waits", error);
    } finally {
      deliveries.delete(queue);
    }
  };
  one.done = work();
  return one.done;
}

const isOurs = (write: QueuedWrite): boolean => navigator.locks !== undefined || isOwn(write);
const nextOf = (writes: readonly QueuedWrite[], queue: Queue) => nextWrite(writes, queue, { now: Date.now(), isOurs });

async function deliverInTurn(queue: Queue): Promise<void> {
  const user = owner();
  if (user === undefined || nextOf(allWrites(), queue) === undefined) return;
  const work = async () => {
    let isSent = false;
    while (owner() === user && (await deliverNext(user, queue))) isSent = true;
    if (!isSent) return;
    const isShared = queue === undefined;
    tell(isShared ? 'sent' : 'changed');
    if (isShared) sent.notify();
  };
  // Plain HTTP on a local network has no Web Locks. There, tabs may send the same write, and the server does it once.
  if (!navigator.locks) await work();
  else await navigator.locks.request(lockOf(user, queue), work);
}

/** @returns whether there may be more to send */
async function deliverNext(user: string, queue: Queue): Promise<boolean> {
  const next = nextOf(await refresh(), queue);
  if (next === undefined) return false;
  const { clientId } = next;
  const controller = new AbortController();
  try {
    const answer = await attempt(next, controller);
    if (owner() !== user) return false;
    clearTimeout(pauses.get(queue)?.timer);
    pauses.delete(queue);
    answers.notify(next, answer);
    await takeOut(clientId);
    return true;
  } catch (error) {
    if (owner() !== user) return false;
    // It was dropped or changed meanwhile.
    if (controller.signal.reason === changedMeanwhile) return true;
    return await afterFailure(next, error);
  }
}

const changedMeanwhile = new DOMException('Changed meanwhile.', 'AbortError');

/** Stops sending a write: it's changed or dropped. */
export function stopSending(clientId: string): void {
  attempts.get(clientId)?.abort(changedMeanwhile);
}

/**
 * Keeps a write, while this tab sends it, from being sent by another one: to be called whenever there's progress.
 * @param set stores until when it's held, in ms
 */
export function holder(heldFrom: number, set: (heldUntil: number) => unknown): () => void {
  let heldUntil = heldFrom;
  return () => {
    if (heldUntil === 0 || Date.now() < heldUntil - heldMs / 2) return;
    heldUntil = Date.now() + heldMs;
    set(heldUntil);
  };
}

/** Calls `onStall` when there's been no progress for a while. */
function watchForStall(onStall: () => void) {
  let timer = setTimeout(onStall, stallTime);
  const end = () => clearTimeout(timer);
  const moved = (percent: number) => {
    end();
    timer = setTimeout(onStall, percent < 100 ? stallTime : stallTimeAfterUpload);
  };
  return { moved, end };
}

async function attempt(write: QueuedWrite, controller: AbortController): Promise<unknown> {
  const { clientId } = write;
  const { signal } = controller;
  const watch = watchForStall(() => controller.abort());
  const hold = holder(write.heldUntil, (heldUntil) => void change(clientId, { heldUntil }));
  const onProgress = (percent: number) => {
    if (signal.aborted) return;
    watch.moved(percent);
    showProgress(clientId, percent);
    hold();
  };
  attempts.set(clientId, controller);
  showProgress(clientId, null);
  try {
    return await sendQueued(write, { signal, onProgress });
  } finally {
    watch.end();
    attempts.delete(clientId);
    showProgress(clientId, undefined);
  }
}

/** @returns whether what comes after it may be sent */
async function afterFailure(write: QueuedWrite, error: unknown): Promise<boolean> {
  const { clientId, queue } = write;
  const fate = fateOf(write, error);
  if (fate === 'waits') {
    const known = error instanceof ApiError ? error : undefined;
    pause(queue, known?.retryAfter ?? null);
    // Stopped because the connection went, it has no answer either.
    if (known?.isOffline !== false) void askWorker();
    const behind = allWrites().filter(
      (one) => one.queue === queue && (queue !== undefined || one.clientId === clientId),
    );
    for (const { clientId: id, heldUntil } of behind) if (heldUntil > 0) await change(id, { heldUntil: 0 });
    tell('changed');
    return false;
  }
  if (fate === 'done') await takeOut(clientId);
  else await change(clientId, { refusal: errorTexts(error).join('\n') });
  return true;
}

/** Has the worker send what waits once there's a connection, should no page be open by then. Not every browser can. */
async function askWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (registration as Registration | undefined)?.sync?.register('outbox').catch(() => undefined);
}

/** Background Sync, which the types don't have. */
type Registration = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } };

function pause(queue: Queue, retryAfter: number | null): void {
  const before = pauses.get(queue);
  clearTimeout(before?.timer);
  const failures = (before?.failures ?? 0) + 1;
  const again = () => void deliverQueue(queue);
  pauses.set(queue, { failures, timer: setTimeout(again, resendDelay(failures, retryAfter)) });
}
