import { ApiError, errorTexts, ProxyAnswer, SessionEnded } from '#platform/errors.ts';
import { fateOf, lockOf, nextWrite, outboxChannel } from '#platform/outbox.rules.ts';
import { changeWrite, type KeptWrite, keptWrites, outboxOwners, removeWrite } from '#platform/outbox-store.ts';
import { errorHeaders, parse, type RawAnswer, unreachable } from '#platform/raw-answer.ts';
import { failureIn, filesIn, formOf, largestInForm, sendText } from '#platform/send-call.ts';

declare const self: ServiceWorkerGlobalScope;

/** Whose session the browser holds: what waits may be somebody else's, and only the server knows. @throws {ApiError} if it can't be asked */
async function signedIn(): Promise<string | undefined> {
  const { status, text } = await sendText('GET', '/v1/user', {});
  if (status === 401 || status === 403) return undefined;
  const id = (parse(text) as { user?: { user_id?: string } } | undefined)?.user?.user_id;
  if (id === undefined) throw new ApiError(0, unreachable);
  return id;
}

/** Windows send what waits themselves, and in them people may log out. */
async function isAnyOpen(): Promise<boolean> {
  return (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length > 0;
}

/** Whether a person's writes may still be sent from here: a log-out deletes them all. */
const maySend = async (user: string): Promise<boolean> =>
  !(await isAnyOpen()) && (await outboxOwners()).includes(user) && (await signedIn()) === user;

async function sendForm({ method, address }: KeptWrite, form: FormData): Promise<RawAnswer> {
  try {
    const headers = { accept: 'application/json' };
    const answer = await fetch(address, { method, credentials: 'include', headers, body: form });
    const text = await answer.text();
    return { status: answer.status, text, ...errorHeaders((name) => answer.headers.get(name)) };
  } catch {
    throw new ApiError(0, unreachable);
  }
}

/** Large files go in pieces, which takes the app. */
const takesApp = ({ takesUploads, form }: KeptWrite): boolean =>
  takesUploads === true && filesIn(form ?? {}).some(({ size }) => size > largestInForm);

async function send(write: KeptWrite): Promise<void> {
  const { method, address, body, form, clientId } = write;
  const answer = form ? await sendForm(write, formOf(form)) : await sendText(method, address, { body }, { clientId });
  const answered = parse(answer.text);
  if (answer.status < 300 && answered !== undefined) return;
  const failure = failureIn(answer, answered);
  const { status, error } = failure;
  const isOver = !(failure instanceof ProxyAnswer) && (status === 401 || status === 403);
  throw isOver ? new SessionEnded(status, error) : failure;
}

/** Sends what waits in a queue, in order. @returns false: something has to wait */
async function deliver(user: string, queue: string | undefined, tell: () => void): Promise<boolean> {
  while (await maySend(user)) {
    // No tab is there to send what it holds.
    const write = nextWrite(await keptWrites(user), queue, { now: Number.POSITIVE_INFINITY, isOurs: () => true });
    if (write === undefined || takesApp(write)) return true;
    const failure = await send(write).catch((error: unknown) => error);
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
 * Sends what people did without a connection and no window is left to send: of whoever is signed in, once and in order.
 * @throws if something has to wait: the browser tries again
 */
export async function sendOutbox(): Promise<void> {
  const channel = new BroadcastChannel(outboxChannel);
  let isDone = true;
  for (const user of await outboxOwners()) {
    if (!(await maySend(user))) continue;
    for (const queue of new Set((await keptWrites(user)).map((write) => write.queue))) {
      const work = () => deliver(user, queue, () => channel.postMessage('sent'));
      isDone = (await navigator.locks.request(lockOf(user, queue), work)) && isDone;
    }
  }
  channel.close();
  if (!isDone) throw new ApiError(0, unreachable);
}
