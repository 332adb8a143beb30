import type { Endpoint, EndpointAnswer } from '@hubbub/contract/platform/endpoint.ts';
import { useSyncExternalStore } from 'react';
import { type AnyInput, addressOf, type CallInput, call, sendKept } from '#platform/api-client.ts';
import { ApiError, errorTexts, mayPass, SessionEnded, Waiting } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import {
  addWrite,
  changeWrite,
  deleteOutbox,
  type KeptWrite,
  keptWrites,
  removeWrite,
} from '#platform/outbox-store.ts';
import { onUserChange } from '#platform/session.ts';

export type { KeptWrite } from '#platform/outbox-store.ts';

/** How long the tab where something was done sends it itself, in ms. If the tab is gone by then, another one does. */
const heldMs = 20_000;
/** How often a tab looks whether something waits that can be sent, in ms. */
const lookEvery = 15_000;

const none: readonly KeptWrite[] = [];
/** The signed-in person's, as far as it waits or was refused. */
let list = none;
/** Whether there's something that a tab is sending itself. */
let isHeld = false;
const listeners = new Set<() => void>();
const sentListeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

function show(kept: readonly KeptWrite[]): void {
  const next = kept.filter(({ refusal, heldUntil }) => refusal !== undefined || heldUntil <= Date.now());
  isHeld = next.length < kept.length;
  if (next.length === 0 && list.length === 0) return;
  list = next;
  for (const listener of listeners) listener();
}

const owner = onUserChange((user) => {
  show(none);
  if (user === undefined) return;
  if (channel === undefined) begin();
  void refresh().then(deliver);
});

/** Goes on with what waits: another tab may have added something, or the connection may be back. */
function begin(): void {
  channel = new BroadcastChannel('hubbub-outbox');
  channel.onmessage = ({ data }: MessageEvent<'changed' | 'sent'>) => {
    void refresh().then(deliver);
    if (data === 'sent') announceSent();
  };
  window.addEventListener('online', () => void deliver());
  setInterval(() => {
    if (list.length > 0 || isHeld) void refresh().then(deliver);
  }, lookEvery);
}

function announceSent(): void {
  for (const listener of sentListeners) listener();
}

/** Reads again what waits, and tells the other tabs if it has changed. */
async function refresh(told?: 'changed' | 'sent'): Promise<void> {
  const user = owner();
  if (told !== undefined) channel?.postMessage(told);
  if (user === undefined) return;
  try {
    const kept = await keptWrites(user);
    if (user === owner()) show(kept);
  } catch {
    // The browser blocks storage: nothing was kept.
  }
}

const waits = ({ refusal, heldUntil }: KeptWrite): boolean => refusal === undefined && heldUntil <= Date.now();

/**
 * Makes a call that isn't lost if there's no connection, the tab is closed or the browser ends: it's kept first, and goes out later, once
 * and in order. Where the browser keeps nothing, it's an ordinary call.
 * @param what people read about it: "Your vote"
 * @throws {Waiting} if it's kept for later; otherwise as `call`
 */
export async function callKept<E extends Endpoint & { repeatable: true }>(
  endpoint: E,
  input: CallInput<E>,
  what: string,
): Promise<EndpointAnswer<E>> {
  const clientId = crypto.randomUUID();
  const make = () => (call as (...given: unknown[]) => Promise<EndpointAnswer<E>>)(endpoint, input, { clientId });
  const kept = await keep(endpoint, input as AnyInput, { clientId, what });
  if (kept === undefined) return await make();
  const { user, id } = kept;
  if (kept.isBehind) throw await wait(user, id);
  try {
    const answer = await make();
    await removeWrite(user, id);
    return answer;
  } catch (error) {
    if (mayPass(error)) throw await wait(user, id);
    // It goes out once the person has logged in again.
    if (error instanceof SessionEnded) await changeWrite(user, id, { heldUntil: 0 });
    else await removeWrite(user, id);
    throw error;
  }
}

async function keep(
  { method, path }: Endpoint,
  input: AnyInput,
  { clientId, what }: Pick<KeptWrite, 'clientId' | 'what'>,
): Promise<{ user: string; id: number; isBehind: boolean } | undefined> {
  const user = owner();
  if (user === undefined || typeof indexedDB === 'undefined') return undefined;
  try {
    const at = Date.now();
    const address = addressOf(path, input);
    const write = { clientId, method, address, body: input.body, what, at, heldUntil: at + heldMs };
    const { id } = await addWrite(user, write);
    const isBehind = (await keptWrites(user)).some((one) => one.id < id && waits(one));
    return { user, id, isBehind };
  } catch (error) {
    logError("Couldn't keep what was done", error);
    return undefined;
  }
}

async function wait(user: string, id: number): Promise<Waiting> {
  await changeWrite(user, id, { heldUntil: 0 });
  await refresh('changed');
  void deliver();
  return new Waiting();
}

let delivering: Promise<void> | undefined;

/** Sends what waits, one after another; of all tabs, one at a time. Resolves once nothing waits, or nothing can be sent now. */
export function deliver(): Promise<void> {
  delivering ??= deliverAll().finally(() => {
    delivering = undefined;
  });
  return delivering;
}

async function deliverAll(): Promise<void> {
  const user = owner();
  if (user === undefined || !list.some(waits)) return;
  const work = async () => {
    let isSent = false;
    try {
      while (owner() === user && (await deliverFirst(user))) isSent = true;
    } catch (error) {
      logError("Couldn't send what waits", error);
    }
    await refresh(isSent ? 'sent' : undefined);
    if (isSent) announceSent();
  };
  // Plain HTTP on a local network has no locks: there, tabs may send the same, which the server does once.
  if (!navigator.locks) await work();
  else await navigator.locks.request(`hubbub-outbox-${user}`, work);
}

/** @returns whether there may be more to send */
async function deliverFirst(user: string): Promise<boolean> {
  const first = (await keptWrites(user)).find(waits);
  if (first === undefined) return false;
  try {
    await sendKept(first);
    await removeWrite(user, first.id);
  } catch (error) {
    const isBusy = error instanceof ApiError && error.status === 429;
    if (mayPass(error) || isBusy || error instanceof SessionEnded || !(error instanceof ApiError)) return false;
    // What should be gone is gone.
    if (first.method === 'DELETE' && error.status === 404) await removeWrite(user, first.id);
    else await changeWrite(user, first.id, { refusal: errorTexts(error).join('\n') });
  }
  return true;
}

/** Sends a refused write again. @param content its changed text */
export async function sendAgain({ id, body }: KeptWrite, content?: string): Promise<void> {
  const user = owner();
  if (user === undefined) return;
  const changed = content === undefined ? body : { ...(body as object), content };
  await changeWrite(user, id, { refusal: undefined, body: changed, clientId: crypto.randomUUID() });
  await refresh('changed');
  await deliver();
}

/** Drops a write. */
export async function drop({ id }: KeptWrite): Promise<void> {
  const user = owner();
  if (user === undefined) return;
  await removeWrite(user, id);
  await refresh('changed');
}

/** How much of the signed-in person's hasn't reached the server. */
export async function countUnsent(): Promise<number> {
  await refresh();
  return list.length;
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

/** Calls back after something that waited was sent, here or in another tab: what pages show may have changed. */
export function subscribeToSent(listener: () => void): void {
  sentListeners.add(listener);
}

function subscribe(listener: () => void): () => void {
  owner();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the signed-in person did that hasn't reached the server, in order. */
export function useOutbox(): readonly KeptWrite[] {
  return useSyncExternalStore(subscribe, () => list);
}
