import { sendMessage } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { append, progressOf, writesIn } from '#platform/outbox.ts';
import { clearSession } from '#platform/session.ts';
import { signIn } from '#test/draw.tsx';

/** A form that's on its way. */
class Upload extends EventTarget {
  static all: Upload[] = [];
  readonly upload = new EventTarget();
  isAborted = false;
  open = () => undefined;
  setRequestHeader = () => undefined;
  send = () => void Upload.all.push(this);
  abort() {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  progress(percent: number) {
    const event = new Event('progress');
    Object.assign(event, { lengthComputable: true, loaded: percent, total: 100 });
    this.upload.dispatchEvent(event);
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  Upload.all = [];
  vi.stubGlobal('XMLHttpRequest', Upload);
  vi.stubGlobal('indexedDB', undefined);
  signIn();
});
afterEach(() => {
  clearSession();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Begins to send a picture. */
async function begin(): Promise<Upload> {
  const input = { form: { content: '', files: [new File(['x'], 'x.jpg')] } };
  append({ endpoint: sendMessage, input, queue: 'room', clientId: 'a', what: 'Your message', shown: {} });
  await vi.waitFor(() => expect(Upload.all).toHaveLength(1));
  return Upload.all[0] as Upload;
}
const isWaiting = () => writesIn('room').every(({ heldUntil }) => heldUntil === 0);

it('an upload that makes progress is never given up, and stays with its tab; one that stalls is sent again', async () => {
  const upload = await begin();
  for (const percent of [10, 20, 30, 40]) {
    await vi.advanceTimersByTimeAsync(15_000);
    upload.progress(percent);
  }
  expect(upload.isAborted).toBe(false);
  expect(progressOf('a')).toBe(40);
  expect(writesIn('room')[0]?.heldUntil).toBeGreaterThan(Date.now());
  await vi.advanceTimersByTimeAsync(20_001);
  expect(upload.isAborted).toBe(true);
  expect(isWaiting()).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(Upload.all).toHaveLength(2);
});

it('the server has time once everything is uploaded, because it has work to do then', async () => {
  const upload = await begin();
  upload.progress(100);
  await vi.advanceTimersByTimeAsync(90_000);
  expect(upload.isAborted).toBe(false);
  await vi.advanceTimersByTimeAsync(40_000);
  expect(upload.isAborted).toBe(true);
});

it("a browser that goes offline doesn't wait for what's under way", async () => {
  const upload = await begin();
  window.dispatchEvent(new Event('offline'));
  await vi.waitFor(() => expect(isWaiting()).toBe(true));
  expect(upload.isAborted).toBe(true);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(Upload.all).toHaveLength(2));
});
