import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { expect, test } from 'vitest';
import { createLine, type LineListener } from '#platform/socket-line.ts';

/** A Socket.IO server of the library's own, and a line to it that notes what it is told. */
async function lineTo(options: { refuses?: boolean; holds?: boolean; pingInterval?: number } = {}) {
  const http = createServer();
  const io = new Server(http, {
    transports: ['websocket'],
    pingInterval: options.pingInterval ?? 25_000,
    pingTimeout: 200,
  });
  if (options.refuses) io.use((_, next) => next(new Error('no')));
  if (options.holds) io.use(({ conn }) => void conn.close());
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const told: string[] = [];
  const wanted = new Map<string, () => void>();
  const note = (what: string) => {
    told.push(what);
    wanted.get(what)?.();
  };
  const listener: LineListener = {
    onOpen: () => note('open'),
    onClose: () => note('close'),
    onFailure: (refused) => note(refused ? 'refused' : 'failed'),
    onEvent: (name, payload) => note(`${name} ${JSON.stringify(payload)}`),
  };
  const line = createLine(`ws://127.0.0.1:${(http.address() as AddressInfo).port}`, listener);
  return {
    io,
    line,
    told,
    until: (what: string) =>
      told.includes(what) ? undefined : new Promise<void>((resolve) => wanted.set(what, resolve)),
    async [Symbol.asyncDispose]() {
      line.close();
      await io.close();
    },
  };
}

test('events go both ways, and a question gets its answer', async () => {
  await using server = await lineTo();
  const { io, line, until } = server;
  const said = new Promise((resolve) => {
    io.on('connection', (socket) => {
      socket.on('say', resolve);
      socket.on('add', ([one, other]: [number, number], answer: (sum: unknown) => void) =>
        answer({ sum: one + other }),
      );
      socket.emit('hello', { name: '[é]' });
    });
  });
  line.open();
  await until('open');
  expect(line.isOpen()).toBe(true);
  await until('hello {"name":"[é]"}');
  line.emit('say', { text: 'hi' });
  expect(await said).toEqual({ text: 'hi' });
  expect(await Promise.all([line.ask('add', [1, 2], 5_000), line.ask('add', [3, 4], 5_000)])).toEqual([
    { sum: 3 },
    { sum: 7 },
  ]);
});

test('a question without an answer ends after its time, and at once when the line is lost', async () => {
  await using server = await lineTo();
  const { io, line, until, told } = server;
  line.open();
  await until('open');
  await expect(line.ask('unknown', {}, 50)).rejects.toThrow('No answer came.');
  const asked = line.ask('unknown', {}, 60_000);
  io.disconnectSockets();
  await expect(asked).rejects.toThrow('No answer came.');
  await until('close');
  expect(told).toEqual(['open', 'close']);
  await expect(line.ask('unknown', {}, 50)).rejects.toThrow('The line is closed.');
});

test('a server that says no refuses; one that is not there fails', async () => {
  const server = await lineTo({ refuses: true });
  server.line.open();
  await server.until('refused');
  await server[Symbol.asyncDispose]();
  server.line.open();
  await server.until('failed');
  expect(server.told).toEqual(['refused', 'failed']);
});

test('a server that says nothing and closes the transport refuses, too; nothing is tried again before somebody asks', async () => {
  await using server = await lineTo({ holds: true });
  server.line.open();
  await server.until('refused');
  expect(server.told).toEqual(['refused']);
});

test('a page says that it can be refused, and that it sorts messages by their rooms', async () => {
  await using server = await lineTo();
  const auth = new Promise((resolve) => server.io.on('connection', ({ handshake }) => resolve(handshake.auth)));
  server.line.open();
  expect(await auth).toEqual({ refusals: true, direct: true });
});

test('pings are answered, and a server that falls silent is given up', async () => {
  await using server = await lineTo({ pingInterval: 50 });
  const { io, line, until, told } = server;
  line.open();
  await until('open');
  // Ten of its time-outs: whoever answered no ping would have been thrown out.
  await expect(line.ask('unknown', {}, 2_000)).rejects.toThrow('No answer came.');
  expect(told).toEqual(['open']);
  for (const { conn } of io.of('/').sockets.values()) conn.transport.send = () => undefined;
  await until('close');
});

test('a dropped line says so at once and can be opened again; a closed one says nothing', async () => {
  await using server = await lineTo();
  const { line, until, told } = server;
  line.open();
  await until('open');
  line.drop();
  line.drop();
  expect(told).toEqual(['open', 'close']);
  told.length = 0;
  line.open();
  await until('open');
  line.close();
  expect(told).toEqual(['open']);
});
