import type { Endpoint, EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { useSyncExternalStore } from 'react';
import { type AnyInput, addressOf, type CallInput, call } from '#platform/api-client.ts';
import { mayPass, SessionEnded, Waiting } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { logError } from '#platform/log.ts';
import { leaveWrite } from '#platform/outbox-left.ts';
import {
  allWrites,
  change,
  owner,
  refresh,
  showWrite,
  subscribeToWrites,
  takeOut,
  tell,
  unseenWrites,
  waitingWrites,
} from '#platform/outbox-list.ts';
import { deliver, deliverQueue, heldMs, holder, stopSending } from '#platform/outbox-sender.ts';
import {
  addWrite,
  changeWrite,
  deleteOutbox,
  type QueuedWrite,
  queuedWrites,
  removeWrite,
} from '#platform/outbox-store.ts';

export { progressOf, showQueue, subscribeToWrites, waitingWrites } from '#platform/outbox-list.ts';
export { deliver, deliverQueue, subscribeToAnswers, subscribeToSent } from '#platform/outbox-sender.ts';
export type { QueuedWrite } from '#platform/outbox-store.ts';

/** What's done once, however often it's sent: by the call's name for the attempt, or by a message's. */
type Repeatable = Endpoint & ({ repeatable: true } | { multipart: { fields: { shape: { client_id: unknown } } } });

/** What `callQueued` can do besides. */
interface QueueOptions extends Pick<QueuedWrite, 'key' | 'shown' | 'queue'> {
  /** The attempt's name, if the call's own fields have it, too. */
  clientId?: string;
  /** Aborted, the call isn't made, now or later. */
  signal?: AbortSignal;
  /** Of a form: percentage of the body sent. */
  onProgress?: (percent: number) => void;
  /** The browser has stored it: it goes out even if the tab is closed now. */
  onQueued?: () => void;
}

/**
 * Makes a call that isn't lost if there's no connection, the tab is closed or the browser ends: it's queued first, and goes out later, once
 * and in order. Where the browser keeps nothing, it's an ordinary call.
 * @param what people read about it: "Your vote"
 * @throws {Waiting} if it's queued for later; otherwise as `call`
 */
export async function callQueued<E extends Repeatable>(
  endpoint: E,
  input: CallInput<E>,
  what: string,
  { signal, onProgress, onQueued, clientId = newId(), ...more }: QueueOptions = {},
): Promise<EndpointAnswer<E>> {
  const queued = await keep(endpoint, input as AnyInput, { ...more, clientId, what });
  const hold =
    queued && holder(queued.heldUntil, (heldUntil) => void changeWrite(queued.user, queued.id, { heldUntil }));
  const onMoved = (percent: number) => {
    onProgress?.(percent);
    hold?.();
  };
  const { queue } = more;
  const options = { clientId, signal, onProgress: onMoved };
  const make = () => (call as (...given: unknown[]) => Promise<EndpointAnswer<E>>)(endpoint, input, options);
  if (queued === undefined) return await make();
  onQueued?.();
  const { user, id } = queued;
  if (queued.isBehind) throw await wait(user, id);
  // The next page doesn't have to wait until this one is known to be gone.
  const leave = () => leaveWrite(user, id);
  window.addEventListener('pagehide', leave);
  try {
    const answer = await make();
    await done(queued, queue);
    return answer;
  } catch (error) {
    if (mayPass(error)) throw await wait(user, id);
    // It goes out once the person has logged in again.
    if (error instanceof SessionEnded) await changeWrite(user, id, { heldUntil: 0 });
    else await done(queued, queue);
    throw error;
  } finally {
    window.removeEventListener('pagehide', leave);
  }
}

/** Removes a write that this page made itself, and continues with its queue. */
async function done({ user, id }: { user: string; id: number }, queue: string | undefined): Promise<void> {
  await removeWrite(user, id);
  if (queue !== undefined) void goOn(queue);
}

async function goOn(queue: string): Promise<void> {
  await refresh();
  tell('changed');
  await deliverQueue(queue);
}

async function keep(
  { method, path, takesUploads }: Endpoint,
  input: AnyInput,
  { clientId, ...more }: Pick<QueuedWrite, 'clientId' | 'what' | 'key' | 'shown' | 'queue'>,
): Promise<{ user: string; id: number; heldUntil: number; isBehind: boolean } | undefined> {
  const user = owner();
  if (user === undefined || typeof indexedDB === 'undefined') return undefined;
  try {
    const at = Date.now();
    const heldUntil = at + heldMs;
    const { body, form } = input;
    const sent = { clientId, method, takesUploads, address: addressOf(path, input), body, form };
    const isAct = more.queue === undefined ? undefined : true;
    const { id } = await addWrite(user, { ...sent, ...more, isAct, at, heldUntil });
    const { queue } = more;
    // In the shared queue, tabs don't wait for what others are sending.
    const holdsUp = (one: QueuedWrite) =>
      queue === undefined ? waitsIn(queue, one) : one.queue === queue && one.refusal === undefined;
    const isBehind = (await queuedWrites(user)).some((one) => one.id < id && holdsUp(one));
    return { user, id, heldUntil, isBehind };
  } catch (error) {
    logError("Couldn't keep what was done", error);
    return undefined;
  }
}

async function wait(user: string, id: number): Promise<Waiting> {
  await changeWrite(user, id, { heldUntil: 0 });
  await refresh();
  tell('changed');
  void deliver();
  return new Waiting();
}

/** Whether a write waits in a queue, and holds up what comes after it. */
const waitsIn = (queue: string | undefined, write: QueuedWrite): boolean =>
  write.queue === queue && write.refusal === undefined && write.heldUntil <= Date.now();

/** Something to send, in a queue of its own. */
export interface Appended {
  endpoint: Pick<Endpoint, 'method' | 'path' | 'takesUploads'>;
  input: AnyInput;
  queue: string;
  /** The input has it as well. */
  clientId: string;
  /** What people read about it: "Your message". */
  what: string;
  /** What pages need to show it, besides what is sent. */
  shown: unknown;
}

let unstoredId = 0;

/** Adds a write to a queue: it shows right away, and goes out after those before it, now or later, from this tab or another one. */
export function append({ endpoint, input, queue, clientId, what, shown }: Appended): void {
  const user = owner();
  if (user === undefined) return;
  const { method, path, takesUploads } = endpoint;
  const at = Date.now();
  const heldUntil = allWrites().some((one) => waitsIn(queue, one)) ? 0 : at + heldMs;
  const sent = { clientId, method, takesUploads, address: addressOf(path, input), body: input.body, form: input.form };
  const write = { ...sent, queue, what, shown, at, heldUntil };
  unstoredId -= 1;
  const store = async () => {
    try {
      return typeof indexedDB === 'undefined' ? undefined : (await addWrite(user, write)).id;
    } catch (error) {
      logError("Couldn't keep what was done", error);
      return undefined;
    }
  };
  const storedId = store();
  showWrite({ ...write, id: unstoredId }, storedId);
  void storedId.then(() => {
    tell('changed');
    return deliverQueue(queue);
  });
}

/** Changes a write, and continues with its queue. */
async function changeWith({ clientId, queue }: QueuedWrite, news: Partial<Omit<QueuedWrite, 'id'>>): Promise<void> {
  stopSending(clientId);
  await change(clientId, news);
  tell({ changed: clientId });
  await deliverQueue(queue);
}

/** Sends a refused write again. @param content its changed text */
export async function sendAgain(write: QueuedWrite, content?: string): Promise<void> {
  const { body, form, queue, isAct } = write;
  const text = content === undefined ? {} : { content };
  await changeWith(write, {
    refusal: undefined,
    ...(form === undefined
      ? { body: typeof body === 'object' ? { ...body, ...text } : body }
      : { form: { ...form, ...text } }),
    // In a queue of its own, the input has it as well.
    ...(queue === undefined ? { clientId: newId() } : { heldUntil: isAct ? 0 : Date.now() + heldMs }),
  });
}

/** Changes what's sent; what was refused isn't sent before it's wanted. */
export const changeAppended = (
  write: QueuedWrite,
  { input, shown }: Pick<Appended, 'input' | 'shown'>,
): Promise<void> => changeWith(write, { body: input.body, form: input.form, shown });

/** Drops a write. */
export async function drop({ clientId, queue }: QueuedWrite): Promise<void> {
  stopSending(clientId);
  await takeOut(clientId);
  tell({ changed: clientId });
  await deliverQueue(queue);
}

/** What's to be added to a queue, in order. */
export const writesIn = (queue: string): readonly QueuedWrite[] =>
  allWrites().filter((one) => one.queue === queue && !one.isAct);

/** The text that somebody wrote, if a write has one. */
export function contentOf({ body, form }: QueuedWrite): string | undefined {
  const sent = form ?? body;
  const content = typeof sent === 'object' && sent !== null && 'content' in sent ? sent.content : undefined;
  return typeof content === 'string' ? content : undefined;
}

/** The files that a write sends. */
export const filesOf = ({ form = {} }: QueuedWrite): readonly File[] =>
  Object.values(form).flatMap((value) => (typeof value === 'object' ? value : []));

/** How many of the signed-in person's writes haven't reached the server. */
export async function countUnsent(): Promise<number> {
  const all = await refresh();
  // Calls that this tab is sending don't count: they report a failure as usual.
  return all.filter((one) => (one.queue !== undefined && !one.isAct) || waitingWrites().includes(one)).length;
}

/** Deletes what a person who has logged out hadn't sent. */
export async function forgetOutbox(user: string): Promise<void> {
  if (typeof indexedDB === 'undefined') return;
  try {
    await deleteOutbox(user);
  } catch (error) {
    logError("Couldn't remove what wasn't sent", error);
  }
}

/** What the signed-in person did that waits or was refused, in order. */
export function useOutbox(): readonly QueuedWrite[] {
  return useSyncExternalStore(subscribeToWrites, waitingWrites);
}

/** Those of them that no page shows itself. */
export function useUnseenOutbox(): readonly QueuedWrite[] {
  return useSyncExternalStore(subscribeToWrites, unseenWrites);
}
