// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readableOffline } from '#features/rooms/stored-messages.ts';
import type { Page, Room } from '#features/rooms/timeline.ts';
import { storeAnswers, storedAnswer } from '#platform/answer-store.ts';
import { NotFound } from '#platform/errors.ts';
import { patience } from '#platform/stored-answers.ts';
import { signIn, tidy } from '#test/draw.tsx';
import { makeMessage } from '#test/factories.ts';

const page: Page = { messages: [makeMessage({ message: 'Read before' })] };
let user: string;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  user = signIn().user_id;
  await storeAnswers(user, [{ key: 'messages 7', at: 1, text: JSON.stringify(page) }]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  tidy();
});

const roomThat = (load: Room['load']): Room => ({ id: '7', load, endpoint: { method: 'POST', path: '/v1/chats' } });

it("on a network that takes requests and doesn't answer, what was read before shows after a moment", async () => {
  const loading = readableOffline(roomThat(() => new Promise(() => undefined))).load({});
  await vi.advanceTimersByTimeAsync(patience);
  expect(await loading).toEqual(page);
});

it("what the server refuses after that moment isn't kept", async () => {
  const answer = Promise.withResolvers<Page>();
  const loading = readableOffline(roomThat(() => answer.promise)).load({});
  await vi.advanceTimersByTimeAsync(patience);
  await loading;
  answer.reject(new NotFound('Gone'));
  vi.useRealTimers();
  await vi.waitFor(async () => expect(await storedAnswer(user, 'messages 7')).toBeUndefined());
});

it("if no messages are stored, the server's answer is waited for, however slow the network is", async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const answer = Promise.withResolvers<Page>();
  const loading = readableOffline(roomThat(() => answer.promise)).load({});
  await vi.advanceTimersByTimeAsync(patience);
  answer.resolve({ messages: [] });
  expect(await loading).toEqual({ messages: [] });
});
