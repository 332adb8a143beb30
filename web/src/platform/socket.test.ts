// @vitest-environment happy-dom
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Window as TestWindow } from 'happy-dom';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const message = { conversation: '1', text: '[é]' };
const lost = { ok: false, error: 'Connection lost. Reconnecting…' };

interface Options {
  refuses?: boolean;
  holds?: boolean;
  pingInterval?: number;
  port?: number;
}

/** A real Socket.IO server that records its handshakes and events. */
async function startServer(options: Options = {}) {
  const http = createServer();
  const io = new Server(http, {
    transports: ['websocket'],
    pingInterval: options.pingInterval ?? 25_000,
    pingTimeout: 200,
  });
  let handshakes = 0;
  io.engine.on('connection', () => {
    handshakes += 1;
  });
  if (options.refuses) io.use((_, next) => next(new Error('no')));
  if (options.holds) io.use(({ conn }) => void conn.close());
  const events: unknown[][] = [];
  io.on('connection', (socket) => socket.onAny((...given) => events.push(given.filter((one) => !isAck(one)))));
  await new Promise<void>((resolve) => http.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  (window as unknown as TestWindow).happyDOM.setURL(`http://127.0.0.1:${port}/feed`);
  return { io, port, events, handshakes: () => handshakes, [Symbol.asyncDispose]: () => io.close() };
}

const isAck = (given: unknown) => typeof given === 'function';

/** A freshly loaded page's connection, and every state it has been in. */
async function loadPage() {
  vi.resetModules();
  const page = await import('#platform/socket.ts');
  const states: string[] = [];
  let refusals = 0;
  page.onConnectionChange(() => states.push(page.connection()));
  page.onConnectionRefused(() => {
    refusals += 1;
  });
  return {
    ...page,
    states,
    refusals: () => refusals,
    /** Waits until the connection has been in this state. */
    until: (state: string) => vi.waitFor(() => expect(states).toContain(state), { interval: 5 }),
  };
}

const signIn = (id = '7') => localStorage.setItem('user', JSON.stringify({ user_id: id, username: 'ada' }));

/** Answers this event from any client. */
function answer(io: Server, event: string, reply: (given: unknown, ack: (answer: unknown) => void) => void) {
  const listen = (socket: Socket) => socket.on(event, reply);
  io.on('connection', listen);
}

beforeEach(() => signIn());
afterEach(async () => {
  vi.useRealTimers();
  localStorage.clear();
  const { clearSession } = await import('#platform/session.ts');
  clearSession();
});

test('sends events both ways and answers a request', async () => {
  await using server = await startServer();
  const { io, events } = server;
  answer(io, 'meetingSay', (given, ack) => ack({ echoed: given }));
  io.on('connection', (socket) => socket.emit('receiveMessage', message));
  const page = await loadPage();
  const received = new Promise((resolve) => page.onServerEvent('receiveMessage', resolve));
  page.openSocket();
  await page.until('online');
  expect(page.connection()).toBe('online');
  expect(await received).toEqual(message);

  const leave = page.holdRoom({ join: 'joinChannel', leave: 'leaveChannel', id: '5' }, {});
  leave();
  await vi.waitFor(() => expect(events).toContainEqual(['leaveChannel', '5']));
  const say = (text: string) => page.request('meetingSay', { key: 'k', text } as never);
  expect(await Promise.all([say('one'), say('two')])).toEqual([
    { echoed: { key: 'k', text: 'one' } },
    { echoed: { key: 'k', text: 'two' } },
  ]);
});

test('a request without an answer fails after ten seconds, or right away when the connection is lost', async () => {
  await using server = await startServer();
  const { io, events } = server;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  const page = await loadPage();
  page.openSocket();
  await page.until('online');
  const ask = () => page.request('meetingSay', { key: 'k', text: 'hi' } as never);
  let answered: unknown;
  const asked = ask().then((given) => {
    answered = given;
  });
  await vi.advanceTimersByTimeAsync(9_000);
  expect(answered).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_500);
  await asked;
  expect(answered).toEqual(lost);
  expect(page.connection()).toBe('online');

  const other = ask();
  await vi.waitFor(() => expect(events).toHaveLength(2));
  io.disconnectSockets();
  expect(await other).toEqual(lost);
  expect(page.states).toEqual(['connecting', 'online', 'retrying']);
  expect(await ask()).toEqual(lost);
});

test("reports a refusal when the server says no, and a failure when it's unreachable", async () => {
  const server = await startServer({ refuses: true });
  const page = await loadPage();
  page.openSocket();
  await vi.waitFor(() => expect(page.refusals()).toBe(1));
  await server[Symbol.asyncDispose]();

  const other = await loadPage();
  other.openSocket();
  // By then its second attempt has failed.
  await other.until('retrying');
  expect(other.refusals()).toBe(0);
});

test('a server that closes the transport without an answer counts as a refusal, and the page waits before retrying', async () => {
  await using server = await startServer({ holds: true });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const random = vi.spyOn(Math, 'random').mockReturnValue(1);
  const page = await loadPage();
  page.openSocket();
  await vi.waitFor(() => expect(page.refusals()).toBe(1));
  await vi.advanceTimersByTimeAsync(499);
  expect(server.handshakes()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(page.refusals()).toBe(2));
  expect(server.handshakes()).toBe(2);
  random.mockRestore();
});

test('announces that it handles refusals, sorts messages by room and knows groups', async () => {
  await using server = await startServer();
  const auth = new Promise((resolve) => server.io.on('connection', ({ handshake }) => resolve(handshake.auth)));
  const page = await loadPage();
  page.openSocket();
  expect(await auth).toEqual({ refusals: true, direct: true, groups: true });
});

test('uses a websocket from the start', async () => {
  await using server = await startServer();
  const transport = new Promise((resolve) => server.io.on('connection', ({ handshake }) => resolve(handshake.query)));
  const page = await loadPage();
  page.openSocket();
  expect(await transport).toMatchObject({ EIO: '4', transport: 'websocket' });
});

test('answers pings, and gives up on a server that falls silent', async () => {
  await using server = await startServer({ pingInterval: 50 });
  let pongs = 0;
  server.io.engine.on('connection', (conn) => {
    conn.on('packet', ({ type }: { type: string }) => {
      if (type === 'pong') pongs += 1;
    });
  });
  const page = await loadPage();
  page.openSocket();
  await page.until('online');
  await vi.waitFor(() => expect(pongs).toBeGreaterThan(10));
  expect(page.states).toEqual(['connecting', 'online']);
  for (const { conn } of server.io.of('/').sockets.values()) conn.transport.send = () => undefined;
  await page.until('retrying');
});

test('reports a dropped connection right away and reconnects, but not when the session has ended', async () => {
  await using server = await startServer();
  const page = await loadPage();
  page.openSocket();
  await page.until('online');
  page.dropConnection();
  page.dropConnection();
  expect(page.states).toEqual(['connecting', 'online', 'retrying']);
  page.states.length = 0;
  await page.until('online');
  const { clearSession } = await import('#platform/session.ts');
  clearSession();
  expect(page.states).toEqual(['online', 'off']);
  await vi.waitFor(() => expect(server.io.engine.clientsCount).toBe(0));
  page.retryConnection();
  expect(page.connection()).toBe('off');
});

test('going offline ends the connection before a timeout would, and going online restores it right away', async () => {
  await using server = await startServer();
  const page = await loadPage();
  const onJoined = vi.fn();
  const onLost = vi.fn();
  answer(server.io, 'joinConversation', (_, ack) => ack({ ok: true }));
  page.holdRoom({ join: 'joinConversation', id: '3' }, { onJoined, onLost });
  page.openSocket();
  await vi.waitFor(() => expect(onJoined).toHaveBeenCalledTimes(1));
  window.dispatchEvent(new Event('offline'));
  expect(page.states.at(-1)).toBe('retrying');
  expect(onLost).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(onJoined).toHaveBeenCalledTimes(2));
  expect(server.handshakes()).toBe(2);
});

test('a room that the server had not confirmed yet is lost with the connection, too', async () => {
  await using server = await startServer();
  const page = await loadPage();
  const onLost = vi.fn();
  answer(server.io, 'joinConversation', () => undefined);
  page.holdRoom({ join: 'joinConversation', id: '3' }, { onLost });
  page.openSocket();
  await page.until('online');
  window.dispatchEvent(new Event('offline'));
  expect(onLost).toHaveBeenCalledTimes(1);
});

test('tries again when the network is lost while the connection opens', async () => {
  await using server = await startServer();
  const page = await loadPage();
  page.openSocket();
  await page.until('online');
  page.dropConnection();
  page.states.length = 0;
  page.retryConnection();
  window.dispatchEvent(new Event('offline'));
  await page.until('online');
  expect(server.handshakes()).toBeGreaterThanOrEqual(2);
});

test('after ten failures, waits for the network, the tab, or a person', async () => {
  const server = await startServer();
  await server[Symbol.asyncDispose]();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 100 });
  const page = await loadPage();
  page.openSocket();
  // The real network answers each attempt, so time advances in small steps.
  for (let step = 0; step < 400 && page.connection() !== 'down'; step += 1) await vi.advanceTimersByTimeAsync(500);
  expect(page.states).toEqual(['connecting', 'retrying', 'down']);

  await using back = await startServer({ port: server.port });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(back.handshakes()).toBe(0);
  page.retryConnection();
  await page.until('online');
});

test('without a session, opens no connection and loads no library', async () => {
  await using server = await startServer();
  localStorage.clear();
  vi.resetModules();
  const loaded = vi.fn();
  vi.doMock('socket.io-client', async (original) => {
    loaded();
    return await original();
  });
  const page = await import('#platform/socket.ts');
  page.openSocket();
  page.retryConnection();
  expect(page.connection()).toBe('off');
  await vi.dynamicImportSettled();
  expect(loaded).not.toHaveBeenCalled();
  signIn();
  page.openSocket();
  await vi.waitFor(() => expect(page.connection()).toBe('online'));
  expect(loaded).toHaveBeenCalledTimes(1);
  expect(server.handshakes()).toBe(1);
  vi.doUnmock('socket.io-client');
});
