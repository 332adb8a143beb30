import { ApiError, errorTexts, ProxyAnswer, SessionEnded } from '#platform/errors.ts';
import {
  lockOf,
  type News,
  nextWrite,
  outboxChannel,
  stallTime,
  stallTimeAfterUpload,
} from '#platform/outbox.rules.ts';
import { fateOf } from '#platform/outbox-fate.ts';
import { changeWrite, outboxOwners, type QueuedWrite, queuedWrites, removeWrite } from '#platform/outbox-store.ts';
import { errorHeaders, parse, type RawAnswer, unreachable } from '#platform/raw-answer.ts';
import {
  attemptHeaders,
  type FormEntries,
  failureIn,
  filesIn,
  formOf,
  largestInForm,
  sendText,
  sentIn,
} from '#platform/send-call.ts';
import { showsApp } from './offline.rules.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * The person whose session the browser holds: queued writes may be somebody else's, and only the server knows.
 * @throws {ApiError} if it can't be asked
 */
async function signedIn(): Promise<string | undefined> {
  const { status, text } = await sendText('GET', '/v1/user', {}, { signal: AbortSignal.timeout(stallTime) });
  const answered = parse(text) as { user?: { user_id?: string } } | undefined;
  if (answered !== undefined && (status === 401 || status === 403)) return undefined;
  const id = answered?.user?.user_id;
  if (id === undefined) throw new ApiError(0, unreachable);
  return id;
}

/**
 * Visible windows send what's waiting themselves, and people may log out in them. A phone freezes windows in the background, so those don't
 * count; if one of them sends anyway, the lock makes it wait.
 */
async function isAnySeen(): Promise<boolean> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return windows.some((window) => window.visibilityState === 'visible' && showsApp(window));
}

/** Whether a person's writes may still be sent from here: a log-out deletes them all. */
const maySend = async (user: string): Promise<boolean> =>
  !(await isAnySeen()) && (await outboxOwners()).includes(user) && (await signedIn()) === user;

/** Whose write it is, and what ends the attempt. */
interface Sending {
  user: string;
  signal: AbortSignal;
}

/** Aborts after so many milliseconds, or with the other one. */
function within(time: number, other: AbortSignal): AbortSignal {
  const controller = new AbortController();
  for (const signal of [other, AbortSignal.timeout(time)])
    signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return controller.signal;
}

async function sendForm(
  { method, address, clientId }: QueuedWrite,
  form: FormEntries,
  sending: Sending,
): Promise<RawAnswer> {
  try {
    const headers = { accept: 'application/json', ...attemptHeaders({ clientId, doneBy: sending.user }) };
    // A window that opens meanwhile waits for the lock, so it mustn't take forever.
    const signal = within(stallTimeAfterUpload, sending.signal);
    const answer = await fetch(address, { method, credentials: 'include', headers, body: formOf(form), signal });
    const text = await answer.text();
    return { status: answer.status, text, ...errorHeaders((name) => answer.headers.get(name)), sent: sentIn(form) };
  } catch {
    throw new ApiError(0, unreachable);
  }
}

/** Large files are uploaded in pieces, which only a page can do. */
const takesApp = ({ takesUploads, form }: QueuedWrite): boolean =>
  takesUploads === true && filesIn(form ?? {}).some(({ size }) => size > largestInForm);

async function send(write: QueuedWrite, sending: Sending): Promise<void> {
  const { method, address, body, form, clientId } = write;
  const signal = within(stallTime, sending.signal);
  const options = { clientId, doneBy: sending.user, signal };
  const answer = form ? await sendForm(write, form, sending) : await sendText(method, address, { body }, options);
  const answered = parse(answer.text);
  if (answer.status < 300 && answered !== undefined) return;
  const failure = failureIn(answer, answered);
  const { status, error } = failure;
  const isOver = !(failure instanceof ProxyAnswer) && (status === 401 || status === 403);
  throw isOver ? new SessionEnded(status, error) : failure;
}

/** What's being sent, by `clientId`. */
const attempts = new Map<string, AbortController>();

/** @returns what went wrong, if something did; 'changed': a window has changed or dropped it meanwhile */
async function attempt(user: string, write: QueuedWrite): Promise<unknown> {
  const controller = new AbortController();
  attempts.set(write.clientId, controller);
  try {
    await send(write, { user, signal: controller.signal });
    return undefined;
  } catch (failure) {
    return controller.signal.aborted ? 'changed' : failure;
  } finally {
    attempts.delete(write.clientId);
  }
}

/** Sends what waits in a queue, in order. @returns false: something has to wait */
async function deliver(user: string, queue: string | undefined, tell: () => void): Promise<boolean> {
  while (await maySend(user)) {
    // Nobody sees the tab that holds it, if it's still there.
    const write = nextWrite(await queuedWrites(user), queue, { now: Number.POSITIVE_INFINITY, isOurs: () => true });
    if (write === undefined || takesApp(write)) return true;
    const failure = await attempt(user, write);
    if (failure === 'changed') continue;
    // A window that has opened meanwhile may have ended the session, and deleted what waited.
    if (!(await outboxOwners()).includes(user)) return true;
    const fate = failure === undefined ? 'done' : fateOf(write, failure);
    if (fate === 'waits') return false;
    if (fate === 'done') await removeWrite(user, write.id);
    else await changeWrite(user, write.id, { refusal: errorTexts(failure).join('\n') });
    tell();
  }
  return true;
}

/**
 * Sends what the signed-in person did without a connection, once and in order, if there's no visible window to do it.
 * @throws if something has to wait: the browser tries again
 */
export async function sendOutbox(): Promise<void> {
  const channel = new BroadcastChannel(outboxChannel);
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (typeof data === 'object') attempts.get(data.changed)?.abort();
  };
  let isDone = true;
  try {
    for (const user of await outboxOwners()) {
      if (!(await maySend(user))) continue;
      for (const queue of new Set((await queuedWrites(user)).map((write) => write.queue))) {
        const work = () => deliver(user, queue, () => channel.postMessage('sent'));
        isDone = (await navigator.locks.request(lockOf(user, queue), work)) && isDone;
      }
    }
  } finally {
    channel.close();
  }
  if (!isDone) throw new ApiError(0, unreachable);
}
