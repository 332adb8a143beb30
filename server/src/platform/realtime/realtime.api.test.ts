import { randomBytes } from 'node:crypto';
import { connect, type Socket as NetSocket } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type {} from '#features/rooms/public.ts';
import { JsonText } from '#platform/database/json.ts';
import { notFound } from '#platform/errors/errors.ts';
import { type Person, startWorld, type World } from '../../../test/harness.ts';

/** Both ways of writing events to sockets must pass every test. */
const ways = ['frames', 'library'] as const;

let world: World;
const sockets: Socket[] = [];

const startWith = (way: (typeof ways)[number]) => async () => {
  world = await startWorld({ settings: { SOCKET_DELIVERY: way } });
};
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

function open(cookie: string, headers: Record<string, string> = {}): Socket {
  const socket = io(world.origin, {
    transports: ['websocket'],
    reconnection: false,
    auth: { refusals: true },
    extraHeaders: { ...(cookie ? { cookie } : {}), ...headers },
  });
  sockets.push(socket);
  return socket;
}

const connected = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error) => resolve(`refused: ${error.message}`));
  });

const ended = (socket: Socket) => new Promise<void>((resolve) => socket.once('disconnect', () => resolve()));

const message = (text: string) => new JsonText(JSON.stringify({ message: text }));
const texts = (payloads: { message: string }[]) => payloads.map((payload) => payload.message);

/** A client's text frame (RFC 6455, section 5.2): masked, at most 125 bytes. */
function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const mask = randomBytes(4);
  return Buffer.concat([
    Buffer.from([0x81, 0x80 | payload.length]),
    mask,
    payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)),
  ]);
}

/** A client that connects and then reads nothing. */
async function connectAndStall(cookie: string): Promise<NetSocket> {
  const { port } = new URL(world.origin);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n` +
      `Cookie: ${cookie}\r\n\r\n`,
  );
  let seen = '';
  await new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      seen += chunk.toString('latin1');
      if (seen.includes('pingInterval') && !seen.includes('40{')) socket.write(clientFrame('40'));
      if (!seen.includes('40{')) return;
      socket.off('data', read);
      socket.pause();
      resolve();
    };
    socket.on('data', read);
  });
  return socket;
}

describe.each(ways)('live events, written as %s:', (way) => {
  beforeAll(startWith(way));
  afterAll(() => world.close());

  describe('a client event', () => {
    let ada: Person;
    const calls: unknown[] = [];
    beforeAll(async () => {
      ada = await world.person('ada_events');
      world.platform.realtime.on('test-number', z.number({ error: 'Send a number.' }), async (caller, payload) => {
        calls.push([caller.userId, payload]);
      });
      world.platform.realtime.on('test-refused', z.unknown(), async () => {
        throw notFound('There is no such thing.');
      });
      world.platform.realtime.on('test-broken', z.unknown(), async () => {
        throw new Error('a secret');
      });
      world.platform.realtime.on('test-forever', z.unknown(), () => new Promise(() => undefined));
    });

    it("is validated, handled for the session's user, and acknowledged", async () => {
      const socket = await ada.socket();
      expect(await socket.send('test-number', 5)).toEqual({ ok: true });
      expect(calls).toEqual([[ada.user_id, 5]]);
      expect(await socket.send('test-number', 'five')).toEqual({ ok: false, error: 'Send a number.' });
      expect(await socket.send('test-number')).toEqual({ ok: false, error: 'Send a number.' });
      expect(calls).toHaveLength(1);
    });

    it("is acknowledged with a sentence if it's refused, fails or doesn't exist", async () => {
      const socket = await ada.socket();
      expect(await socket.send('test-refused', 1)).toEqual({ ok: false, error: 'There is no such thing.' });
      const broken = { ok: false, error: 'Something went wrong on the server. Try again in a moment.' };
      expect(await socket.send('test-broken', 1)).toEqual(broken);
      expect(await socket.send('constructor', 1)).toEqual({ ok: false, error: "There's no such event." });
    });

    it('sendMessage is acknowledged, and relays nothing', async () => {
      const eve = await world.person('eve_events');
      const [target, forger] = [await ada.socket(), await eve.socket()];
      world.platform.realtime.on('test-join', z.string(), (caller, room) =>
        caller.joinIf(room, () => Promise.resolve()),
      );
      for (const socket of [target, forger]) await socket.send('test-join', 'forged');
      const forged = { _id: '1', conversation: 'forged', message: 'I was never stored' };
      for (const room of ['forged', `person:${ada.user_id}`, '', null]) {
        expect(await forger.send('sendMessage', room, forged)).toEqual({ ok: true });
      }
      world.platform.realtime.toRoom('forged', 'receiveMessage', message('true'));
      await target.first('receiveMessage');
      expect(target.received).toEqual([{ event: 'receiveMessage', payload: { message: 'true' } }]);
    });

    it("closes the socket if it's larger than any of ours", async () => {
      const socket = await ada.socket();
      void socket.send('test-number', 'x'.repeat(70_000));
      expect(await socket.closed).toBe('transport close');
    });

    it('closes the socket if more than fifty events are waiting for their answers', async () => {
      const socket = await ada.socket();
      for (let count = 0; count < 51; count += 1) void socket.send('test-forever');
      expect(await socket.closed).toBe('transport close');
    });

    it("isn't even parsed once its socket has sent too much, and the connection ends", async () => {
      const person = await world.person('loud');
      const socket = await person.socket();
      const parsed = vi.spyOn(JSON, 'parse');
      const nested = `${'['.repeat(25_000)}${']'.repeat(25_000)}`;
      for (let count = 0; count < 30; count += 1) void socket.send('test-number', nested);
      expect(await socket.closed).toBe('transport close');
      const frames = parsed.mock.calls.filter(([text]) => text.includes('test-number')).length;
      expect(frames).toBeGreaterThan(0);
      expect(frames).toBeLessThan(7);
      parsed.mockClear();
      const back = await person.socket();
      void back.send('test-number', nested);
      expect(await back.closed).toBe('transport close');
      expect(parsed.mock.calls.filter(([text]) => text.includes('test-number'))).toEqual([]);
      const many = await (await world.person('many')).socket();
      for (let count = 0; count < 5_000; count += 1) void many.send('test-nothing');
      expect(await many.closed).toBe('transport close');
      expect(parsed.mock.calls.filter(([text]) => text.includes('test-nothing')).length).toBeLessThan(1_400);
      parsed.mockRestore();
    });

    it('ends the connection if it is for another namespace, or if it goes on after many were refused', async () => {
      const person = await world.person('elsewhere');
      const client = io(world.origin, {
        transports: ['websocket'],
        reconnection: false,
        extraHeaders: { cookie: person.cookie },
      });
      await new Promise<void>((resolve) => client.once('connect', resolve));
      const closed = new Promise((resolve) => client.once('disconnect', resolve));
      client.io.socket('/admin').connect();
      expect(await closed).toBe('transport close');
      const limited = await startWorld({ settings: { RATE_LIMITS: 'on' } });
      const socket = await (await limited.person('ada')).socket();
      void (async () => {
        for (;;) await socket.send('test');
      })();
      expect(await socket.closed).toBe('transport close');
      await limited.close();
    });

    it('is limited per person, and the answer says so', async () => {
      const limited = await startWorld({ settings: { RATE_LIMITS: 'on' } });
      const socket = await (await limited.person('ada')).socket();
      limited.platform.realtime.on('test', z.unknown(), () => Promise.resolve());
      const answers = [];
      for (let count = 0; count < 1_250; count += 1) answers.push(await socket.send('test'));
      expect(answers[0]).toEqual({ ok: true });
      expect(answers.at(-1)).toEqual({ ok: false, error: 'Too many events at once. Wait a moment.' });
      const other = await (await limited.person('bob')).socket();
      expect(await other.send('test')).toEqual({ ok: true });
      await limited.close();
    });
  });

  describe('a room', () => {
    it('is joined only if the rule allows it before and after', async () => {
      const ada = await world.person('ada_rooms');
      const socket = await ada.socket();
      let asked = 0;
      world.platform.realtime.on('test-rule', z.number(), (caller, allowedTimes) =>
        caller.joinIf('ruled', async () => {
          asked += 1;
          if (asked > allowedTimes) throw notFound("There's no such room.");
        }),
      );
      expect(await socket.send('test-rule', 0)).toEqual({ ok: false, error: "There's no such room." });
      asked = 0;
      expect(await socket.send('test-rule', 1)).toEqual({ ok: false, error: "There's no such room." });
      expect(world.platform.realtime.usersIn('ruled').size).toBe(0);
      asked = 0;
      expect(await socket.send('test-rule', 2)).toEqual({ ok: true });
      expect([...world.platform.realtime.usersIn('ruled')]).toEqual([ada.user_id]);
    });

    it('gets each event exactly once and in one order, no matter how often members are in it', async () => {
      const [ada, bob] = [await world.person('ada_once'), await world.person('bob_once')];
      const sockets = await Promise.all([ada.socket(), ada.socket(), bob.socket()]);
      const { realtime } = world.platform;
      realtime.on('test-enter', z.string(), (caller, room) => caller.joinIf(room, () => Promise.resolve()));
      for (const socket of sockets) {
        for (const room of ['once', 'once', 'other']) await socket.send('test-enter', room);
      }
      const sent = Array.from({ length: 200 }, (_, number) => `Number ${number}`);
      for (const [index, text] of sent.entries()) {
        if (index % 3 === 0) realtime.toUsers([ada.user_id, bob.user_id, ada.user_id], 'receiveMessage', message(text));
        else realtime.toRoom(index % 3 === 1 ? 'once' : 'other', 'receiveMessage', message(text));
      }
      realtime.toRoom('once', 'channelClosed', { channel_id: 'end' });
      for (const socket of sockets) {
        await socket.first('channelClosed');
        expect(texts(socket.all('receiveMessage'))).toEqual(sent);
      }
    });

    it("sends nothing more to a person who was removed, or to anyone once it's emptied", async () => {
      const [ada, bob] = [await world.person('ada_removed'), await world.person('bob_removed')];
      const { realtime } = world.platform;
      realtime.on('test-in', z.string(), (caller, room) => caller.joinIf(room, () => Promise.resolve()));
      const [mine, theirs] = [await ada.socket(), await bob.socket()];
      for (const socket of [mine, theirs]) await socket.send('test-in', 'closing');
      realtime.toRoom('closing', 'receiveMessage', message('for nobody who is removed now'));
      realtime.removeFromRoom('closing', [ada.user_id]);
      realtime.toRoom('closing', 'receiveMessage', message('for bob'));
      await theirs.count('receiveMessage', 2);
      realtime.emptyRoom('closing');
      realtime.toRoom('closing', 'receiveMessage', message('for nobody'));
      realtime.toUsers([ada.user_id, bob.user_id], 'channelClosed', { channel_id: 'closing' });
      for (const socket of [mine, theirs]) await socket.first('channelClosed');
      expect(mine.all('receiveMessage')).toEqual([]);
      expect(theirs.all('receiveMessage')).toHaveLength(2);
    });
  });

  describe('the metrics', () => {
    it('report connections, rooms, deliveries and latency', async () => {
      const ada = await world.person('ada_metrics');
      const socket = await ada.socket();
      world.platform.realtime.toUsers([ada.user_id], 'receiveMessage', message('counted'));
      await socket.first('receiveMessage');
      const { body } = await world.stranger().get('/metrics');
      expect(body).toMatch(/^hubbub_socket_connections [1-9]/m);
      expect(body).toMatch(/^hubbub_socket_rooms [1-9]/m);
      expect(body).toMatch(/^hubbub_socket_deliveries_total [1-9]/m);
      expect(body).toMatch(/^hubbub_socket_latency_seconds_count [1-9]/m);
    });
  });
});

describe('sockets:', () => {
  beforeAll(startWith('frames'));
  afterAll(() => world.close());

  describe('a socket', () => {
    it('connects with a session', async () => {
      const ada = await world.person('ada_socket');
      expect(await connected(open(ada.cookie))).toBe('connected');
    });

    it('is refused without a session, if its client can handle a refusal', async () => {
      expect(await connected(open(''))).toBe('refused: Log in to continue.');
      expect(await connected(open('hubbub=not-a-session'))).toBe('refused: Log in to continue.');
    });

    it("is refused to another origin's page, whatever its session", async () => {
      const eve = await world.person('eve_socket');
      expect(await connected(open(eve.cookie, { origin: 'https://evil.example' }))).toMatch(/^refused/);
    });

    it('is limited to one per connection, however often and fast a client asks', async () => {
      const dan = await world.person('dan_socket');
      const answers: string[] = [];
      const packets = new WebSocket(`${world.origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
        headers: { cookie: dan.cookie, origin: world.origin },
      } as never);
      const over = new Promise((resolve) => packets.addEventListener('close', resolve));
      packets.addEventListener('message', ({ data }) => {
        const packet = String(data);
        if (packet.startsWith('0')) for (const ask of ['40', '40', '40']) packets.send(ask);
        else answers.push(packet);
        if (answers.length === 3) packets.send('40');
      });
      await over;
      expect(answers.filter((answer) => answer.startsWith('40'))).toHaveLength(1);
      expect(answers.filter((answer) => answer.includes('has its socket already'))).toHaveLength(2);
      expect(await connected(open(dan.cookie))).toBe('connected');
    });

    it('is closed, like no other, when its session ends by log-out', async () => {
      const bob = await world.person('bob_socket');
      const other = world.withCookie(
        `hubbub=${await world.platform.sessions.create(world.platform.db.kysely, bob.user_id)}`,
      );
      const [here, there] = [open(bob.cookie), open(other.cookie)];
      await Promise.all([connected(here), connected(there)]);
      const gone = ended(here);
      expect((await bob.post('/v1/users/logout')).status).toBe(200);
      await gone;
      expect(there.connected).toBe(true);
    });

    it('is closed when the account is deleted', async () => {
      const cyd = await world.person('cyd_socket');
      const socket = open(cyd.cookie);
      await connected(socket);
      const gone = ended(socket);
      expect((await cyd.delete('/v1/users')).status).toBe(200);
      await gone;
    });
  });

  describe("a client that doesn't read", () => {
    it('is cut off when its buffer is full; the others get everything', async () => {
      const ada = await world.person('ada_slow');
      const [stalled, reader] = [await connectAndStall(ada.cookie), await ada.socket()];
      const ended = new Promise((resolve) => stalled.once('close', resolve));
      stalled.on('error', () => undefined);
      const { platform } = world;
      const tooSlow = async () => (await platform.metrics.socketsTooSlow.get()).values[0]?.value ?? 0;
      const before = await tooSlow();
      const big = 'x'.repeat(60_000);
      let sent = 0;
      while ((await tooSlow()) === before) {
        platform.realtime.toUsers([ada.user_id], 'receiveMessage', message(`${big}${sent}`));
        sent += 1;
        await reader.count('receiveMessage', sent);
      }
      stalled.resume();
      await ended;
      expect(texts(await reader.count('receiveMessage', sent)).map((text) => Number(text.slice(big.length)))).toEqual(
        Array.from({ length: sent }, (_, index) => index),
      );
      // The kernel's buffers come before ours.
      expect(sent * big.length).toBeLessThan(50 * 1024 * 1024);
      expect([...platform.realtime.usersIn(`person:${ada.user_id}`)]).toEqual([ada.user_id]);
    });
  });

  describe('one person', () => {
    it('opens at most three hundred sockets a minute, and gets an error beyond that', async () => {
      const limited = await startWorld({ settings: { RATE_LIMITS: 'on' } });
      const ada = await limited.person('ada');
      for (let count = 0; count < 300; count += 1) {
        const socket = await ada.socket();
        socket.close();
        await socket.closed;
      }
      await expect(ada.socket()).rejects.toThrow('Too many connections at once. Wait a moment.');
      await limited.close();
    });

    it('has at most a hundred sockets', async () => {
      const ada = await world.person('ada_many');
      const sockets = await Promise.all(Array.from({ length: 100 }, () => ada.socket()));
      await expect(ada.socket()).rejects.toThrow('Too many pages are open. Close some of them.');
      sockets[0]?.close();
      await sockets[0]?.closed;
    });
  });

  describe('a server that shuts down', () => {
    it('closes its sockets in a way that makes clients reconnect, and accepts no new ones', async () => {
      const ending = await startWorld();
      const ada = await ending.person('ada');
      const socket = await ada.socket();
      ending.platform.realtime.close();
      expect(await socket.closed).toBe('transport close');
      await expect(ada.socket()).rejects.toThrow();
      await ending.close();
    });
  });
});
