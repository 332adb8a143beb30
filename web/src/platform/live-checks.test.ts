// @vitest-environment happy-dom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Live, readLive } from '@hubbub/contract/features/notifications/live.endpoints.ts';
import type { Window as TestWindow } from 'happy-dom';
import { Server } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signIn, tidy } from '#test/draw.tsx';
import { makeMessage } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

const RealSocket = WebSocket;
const nothing: Live = {
  messages: [],
  changed: [],
  revision: null,
  unread: { notifications: 0, conversations: 0, channels: [], threads: [], total: 0 },
  notifications: [],
  newer: 0,
};

/** A server behind a proxy that refuses upgrades until it's allowed. */
async function startBlocked() {
  const http = createServer();
  const io = new Server({ transports: ['websocket'] });
  let refused = 0;
  let isAllowed = false;
  const refuse = (_request: unknown, socket: import('node:stream').Duplex) => {
    refused += 1;
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
  };
  http.on('upgrade', refuse);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  (window as unknown as TestWindow).happyDOM.setURL(`http://127.0.0.1:${port}/feed`);
  return {
    io,
    refused: () => refused,
    allow() {
      isAllowed = true;
      http.off('upgrade', refuse);
      io.attach(http);
    },
    async [Symbol.asyncDispose]() {
      if (isAllowed) await io.close();
      http.close();
    },
  };
}

let stop: () => void = () => undefined;

/** A freshly loaded page. */
async function loadPage() {
  vi.resetModules();
  const [page, checks] = [await import('#platform/socket.ts'), await import('#platform/live-checks.ts')];
  stop = checks.followByHttp();
  return { ...page, ...checks };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true }));
afterEach(async () => {
  stop();
  vi.useRealTimers();
  await tidy();
});

const until = (ready: () => void) => vi.waitFor(ready, { interval: 20 });

test('after the second failed connection, the page asks by HTTP, and its rooms count as joined', async () => {
  await using server = await startBlocked();
  const api = fakeApi();
  vi.stubGlobal('WebSocket', RealSocket);
  signIn();
  api.answer(readLive, nothing);
  const page = await loadPage();
  const [onJoined, onResync, onRoomNews] = [vi.fn(), vi.fn(), vi.fn()];
  page.openSocket();
  page.holdRoom({ join: 'joinChannel', id: '5' }, { onJoined });
  page.onResync(onResync);
  page.onRoomNews(onRoomNews);
  let known = { after: '1', changed_since: '3' };
  page.watchRoom({ id: '5', known: () => known });
  await until(() => expect(page.connection()).toBe('checking'));
  expect(server.refused()).toBe(2);
  expect(onJoined).toHaveBeenCalledTimes(1);
  expect(api.asked(readLive)[0]?.query).toEqual({ room: '5', after: '1', changed_since: '3' });
  // What was missed before the first answer.
  await until(() => expect(onResync).toHaveBeenCalledTimes(1));

  api.answer(readLive, { ...nothing, messages: [makeMessage({ conversation: '5' })] });
  await vi.advanceTimersByTimeAsync(3_000);
  await until(() => expect(onRoomNews).toHaveBeenCalledWith('5'));
  expect(onResync).toHaveBeenCalledTimes(1);

  known = { after: '2', changed_since: '4' };
  api.answer(readLive, { ...nothing, unread: { ...nothing.unread, conversations: 1, total: 1 } });
  await vi.advanceTimersByTimeAsync(3_500);
  await until(() => expect(onResync).toHaveBeenCalledTimes(2));
  expect(api.asked(readLive).at(-1)?.query).toMatchObject(known);
});

test("it's back on the socket within half a minute once that's possible, and catches up", async () => {
  await using server = await startBlocked();
  const api = fakeApi();
  vi.stubGlobal('WebSocket', RealSocket);
  signIn();
  api.answer(readLive, nothing);
  server.io.on('connection', (socket) => socket.on('joinChannel', (_id, ack) => ack({ ok: true })));
  const page = await loadPage();
  const [onJoined, onLost] = [vi.fn(), vi.fn()];
  page.openSocket();
  page.holdRoom({ join: 'joinChannel', id: '5' }, { onJoined, onLost });
  await until(() => expect(page.connection()).toBe('checking'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.connection()).toBe('checking');
  onLost.mockClear();
  server.allow();
  await vi.advanceTimersByTimeAsync(10_000);
  await until(() => expect(page.connection()).toBe('online'));
  await until(() => expect(onJoined).toHaveBeenCalledTimes(2));
  expect(onLost).not.toHaveBeenCalled();
  const asked = api.asked(readLive).length;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(api.asked(readLive)).toHaveLength(asked);
});

test("if the server doesn't answer by HTTP either, the connection counts as lost", async () => {
  await using _server = await startBlocked();
  const api = fakeApi();
  vi.stubGlobal('WebSocket', RealSocket);
  signIn();
  api.answer(readLive, nothing);
  const page = await loadPage();
  const onLost = vi.fn();
  page.openSocket();
  page.holdRoom({ join: 'joinChannel', id: '5' }, { onLost });
  await until(() => expect(page.connection()).toBe('checking'));
  onLost.mockClear();
  api.refuse(readLive, 502, 'The proxy is here, Hubbub is not');
  await vi.advanceTimersByTimeAsync(3_000);
  await until(() => expect(page.connection()).toBe('retrying'));
  expect(onLost).toHaveBeenCalled();
});

test('being rate limited is no failure: it waits as long as the server says', async () => {
  await using _server = await startBlocked();
  const api = fakeApi();
  vi.stubGlobal('WebSocket', RealSocket);
  signIn();
  api.refuse(readLive, 429, 'Too many requests');
  const page = await loadPage();
  page.openSocket();
  await until(() => expect(page.connection()).toBe('checking'));
  const asked = api.asked(readLive).length;
  await vi.advanceTimersByTimeAsync(2_000);
  await until(() => expect(api.asked(readLive).length).toBeGreaterThan(asked));
  expect(page.connection()).toBe('checking');
});

test('a page that nobody sees asks every half minute, and right away once it is seen', async () => {
  await using _server = await startBlocked();
  const api = fakeApi();
  vi.stubGlobal('WebSocket', RealSocket);
  signIn();
  api.answer(readLive, nothing);
  const page = await loadPage();
  page.openSocket();
  await until(() => expect(page.connection()).toBe('checking'));
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(3_000);
  const asked = api.asked(readLive).length;
  await vi.advanceTimersByTimeAsync(25_000);
  expect(api.asked(readLive)).toHaveLength(asked);
  visible.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await until(() => expect(api.asked(readLive)).toHaveLength(asked + 1));
  visible.mockRestore();
});
