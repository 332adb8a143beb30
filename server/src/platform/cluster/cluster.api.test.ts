import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type {} from '#features/rooms/public.ts';
import type { LiveSocket, Person, World } from '../../../test/harness.ts';
import { noRedis, type TestRedis } from '../../../test/redis.ts';
import { startStopwatch } from '../../../test/stopwatch.ts';
import { talkIn } from '../../../test/talk.ts';
import { startTwoProcesses, type TwoProcesses } from '../../../test/two-processes.ts';

describe.skipIf(noRedis)(noRedis ?? 'two processes with one database and one Redis', () => {
  let processes: TwoProcesses;
  let redis: TestRedis;
  let one: World;
  let two: World;

  beforeAll(async () => {
    processes = await startTwoProcesses();
    ({ redis, one, two } = processes);
  });
  afterAll(() => processes?.close());

  const { acquainted, write } = talkIn(() => one);

  /** The same user, connected to the other process. */
  const atTwo = (person: Person) => two.withCookie(person.cookie);
  const socketAtTwo = (person: Person) => two.socketOf(person.cookie);
  const messages = (socket: LiveSocket) => socket.all('receiveMessage').map(({ message }) => message);
  /** Resolves once both processes hear each other: what one sends reaches the other's sockets. */
  const together = async (ada: Person, bob: LiveSocket, conversation: string) => {
    for (let n = 0; messages(bob).length === 0; n += 1) {
      expect((await write(ada, conversation, `are you there ${n}`)).status).toBe(201);
      await Promise.race([bob.first('receiveMessage'), sleep(500)]);
    }
  };

  it('a message stored by one process reaches a socket on the other, exactly once and in order', async () => {
    const [ada, bob, conversation] = await acquainted();
    const socket = await socketAtTwo(bob);
    for (let n = 0; n < 50; n += 1) expect((await write(ada, conversation, `message ${n}`)).status).toBe(201);
    await socket.count('receiveMessage', 50);
    expect(messages(socket)).toEqual(Array.from({ length: 50 }, (_, n) => `message ${n}`));
  });

  it('a log-out on one process closes the socket on the other within a second', async () => {
    const ada = await one.person('ada_log_out');
    const socket = await socketAtTwo(ada);
    const elapsed = startStopwatch();
    expect((await ada.post('/v1/users/logout')).status).toBe(200);
    await socket.closed;
    expect(elapsed()).toBeLessThan(1000);
  });

  it('a user removed from a room on one process no longer gets its events on the other', async () => {
    const [ada, eve] = [await one.person('ada_rooms'), await one.person('eve_rooms')];
    two.platform.realtime.on('test-join', z.string(), (caller, room) => caller.joinIf(room, async () => undefined));
    const [first, second] = [await socketAtTwo(ada), await socketAtTwo(eve)];
    for (const socket of [first, second]) expect(await socket.send('test-join', 'test:1')).toEqual({ ok: true });
    const { realtime } = one.platform;
    realtime.removeFromRoom('test:1', [eve.user_id]);
    realtime.toRoom('test:1', 'channelClosed', { channel_id: 'for those who stay' });
    realtime.toUsers([eve.user_id], 'channelClosed', { channel_id: 'for who was taken out' });
    expect(await first.first('channelClosed')).toEqual({ channel_id: 'for those who stay' });
    expect(await second.first('channelClosed')).toEqual({ channel_id: 'for who was taken out' });
    expect(second.all('channelClosed')).toHaveLength(1);
  });

  it('both processes share rate-limit counts', async () => {
    const key = crypto.randomUUID();
    const allowed = async (world: World) => await world.platform.limits.allows('unconfirmed-mail', key);
    expect([await allowed(one), await allowed(two), await allowed(one)]).toEqual([true, true, true]);
    expect([await allowed(one), await allowed(two)]).toEqual([false, false]);
  });

  it('a rate limit refunded by one process can be used on the other', async () => {
    const key = crypto.randomUUID();
    const limits = [one, two].map((world) => world.platform.limits);
    for (let count = 0; count < 10; count += 1) await limits[count % 2]?.spend('log-in-failures', key);
    await limits[0]?.refund('log-in-failures', key);
    await limits[1]?.spend('log-in-failures', key);
    await expect(limits[0]?.spend('log-in-failures', key)).rejects.toMatchObject({ status: 429 });
    await limits[0]?.restore('log-in-failures', key);
    for (let count = 0; count < 10; count += 1) await limits[1]?.spend('log-in-failures', key);
    await expect(limits[1]?.spend('log-in-failures', key)).rejects.toMatchObject({ status: 429 });
  });

  it("without Redis, requests keep working, pages are asked to refetch, and everything recovers when it's back", async () => {
    const [ada, bob, conversation] = await acquainted();
    const [here, there] = [await ada.socket(), await socketAtTwo(bob)];
    await redis.kill();
    await Promise.all([here.first('resync'), there.first('resync')]);
    const elapsed = startStopwatch();
    for (const text of ['one', 'two']) expect((await write(ada, conversation, text)).status).toBe(201);
    expect(elapsed()).toBeLessThan(2000);
    // Repeated, because nothing else announces others' messages.
    await there.count('resync', there.all('resync').length + 2);
    const { body } = await atTwo(bob).get(`/v1/chats/${conversation}`);
    expect(body.messages.map((each: { message: string }) => each.message)).toEqual(['one', 'two']);

    const ended = await one.person('ada_ended');
    const stale = await socketAtTwo(ended);
    expect((await ended.post('/v1/users/logout')).status).toBe(200);
    await redis.start();
    // The other process wasn't notified of the log-out: it checks on its own.
    await stale.closed;
    await together(ada, there, conversation);
    const known = messages(there).length;
    expect((await write(ada, conversation, 'three')).status).toBe(201);
    await there.count('receiveMessage', known + 1);
    expect(messages(there).filter((text) => text === 'three')).toHaveLength(1);
  });

  it('emptying Redis loses no messages', async () => {
    const [ada, bob, conversation] = await acquainted();
    const socket = await socketAtTwo(bob);
    await write(ada, conversation, 'before');
    expect(await redis.command('FLUSHALL')).toContain('OK');
    await write(ada, conversation, 'after');
    await socket.count('receiveMessage', 2);
    expect(messages(socket)).toEqual(['before', 'after']);
  });
});
