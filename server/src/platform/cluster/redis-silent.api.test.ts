import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type {} from '#features/rooms/public.ts';
import { type LiveSocket, type Person, startWorld, type World } from '../../../test/harness.ts';
import { createRedis, noRedis, type TestRedis } from '../../../test/redis.ts';
import { startStopwatch } from '../../../test/stopwatch.ts';
import { talkIn } from '../../../test/talk.ts';
import { startTwoProcesses, type TwoProcesses } from '../../../test/two-processes.ts';

/** A Redis that accepts connections but doesn't answer is worse than none: every request to it waits. */

/** Milliseconds a call may take while Redis is silent: 250 for the one command that detects it, the rest is work. */
const bound = 1_000;

const texts = (socket: LiveSocket) => socket.all('receiveMessage').map(({ message }) => message);

/** Calls everything that uses rate limits or other processes; returns how long each took. */
async function liveOn(world: World, person: Person, conversation: string, post: string): Promise<number[]> {
  const { username, password } = person.user;
  const calls: (() => Promise<number>)[] = [
    async () => (await world.stranger().post('/v1/tokens/authentication', { username, password })).status,
    async () => (await person.post('/v1/chats', { conversation, content: 'Written without an answer' })).status,
    async () => (await person.post(`/v1/posts/${post}/votes`, { vote_type: 1 })).status,
    async () => (await person.post(`/v1/posts/${post}/comments`, { content: 'Good' })).status,
    async () => (await person.get('/v1/users?q=ada')).status,
    async () => (await person.get('/v1/posts')).status,
    async () => {
      const socket = await world.socketOf(person.cookie);
      socket.close();
      return 200;
    },
  ];
  const took: number[] = [];
  for (const call of calls) {
    const elapsed = startStopwatch();
    expect(await call()).toBeLessThan(300);
    took.push(elapsed());
  }
  return took;
}

async function share(person: Person): Promise<string> {
  const form = new FormData();
  form.append('content', 'Vote for this');
  return (await person.upload('/v1/posts', form)).body.post.post_id;
}

describe.skipIf(noRedis)(noRedis ?? 'a Redis that hangs, with two processes', () => {
  let processes: TwoProcesses;
  let redis: TestRedis;
  let one: World;
  let two: World;
  const { acquainted, write } = talkIn(() => one);
  const socketAtTwo = (person: Person) => two.socketOf(person.cookie);

  beforeAll(async () => {
    processes = await startTwoProcesses();
    ({ redis, one, two } = processes);
  });
  afterEach(() => redis.thaw());
  afterAll(() => processes?.close());

  it("delays no call, log-in or handshake: the first to ask Redis waits at most 250 ms, and later ones don't wait", async () => {
    const [ada, , conversation] = await acquainted();
    const post = await share(ada);
    await liveOn(one, ada, conversation, post);
    redis.freeze();
    for (const world of [one, two]) {
      const person = { ...ada, ...world.withCookie(ada.cookie) };
      for (const took of [
        await liveOn(world, person, conversation, post),
        await liveOn(world, person, conversation, post),
      ]) {
        expect(Math.max(...took)).toBeLessThan(bound);
      }
    }
  });

  it('makes pages fetch, loses and repeats nothing that was written, and is live again when Redis resumes', async () => {
    const [ada, bob, conversation] = await acquainted();
    const there = await socketAtTwo(bob);
    expect((await write(ada, conversation, 'before')).status).toBe(201);
    await there.first('receiveMessage');
    redis.freeze();
    const written = Array.from({ length: 20 }, (_, n) => `while it hangs ${n}`);
    for (const text of written) expect((await write(ada, conversation, text)).status).toBe(201);
    // Repeated: later messages aren't received live either.
    await there.count('resync', 2);
    const { body } = await two.withCookie(bob.cookie).get(`/v1/chats/${conversation}`);
    expect(body.messages.map(({ message }: { message: string }) => message)).toEqual(['before', ...written]);

    redis.thaw();
    // Notices in transit may arrive late or never; once the bus is connected, everything arrives.
    await expect.poll(() => one.platform.realtime.isConnected && two.platform.realtime.isConnected).toBe(true);
    expect((await write(ada, conversation, 'after')).status).toBe(201);
    await there.first('receiveMessage', ({ message }) => message === 'after');
    expect(texts(there)).toEqual([...new Set(texts(there))]);
    expect(texts(there)).toEqual(['before', ...written, 'after'].filter((text) => texts(there).includes(text)));
  });

  it('keeps no one connected whose session or permission has ended: each process checks on its own', async () => {
    const [ada, bob] = [await one.person('ada_hangs'), await one.person('bob_hangs')];
    const form = new FormData();
    for (const [name, value] of Object.entries({ name: 'Hangs', handle: 'hangs' })) form.append(name, value);
    await ada.upload('/v1/communities', form);
    const { roles } = (await ada.get('/v1/community/hangs/roles')).body;
    const role = roles.find(({ name }: { name: string }) => name === 'user').role_id;
    const { body } = await ada.post('/v1/community/hangs/channels', { name: 'general', roles: [role] });
    const channel = body.channel.channel_id;
    await bob.post('/v1/community/hangs');
    const [ended, kept] = [await one.person('cyd_hangs'), await socketAtTwo(bob)];
    const stale = await socketAtTwo(ended);
    expect(await kept.send('joinChannel', channel)).toEqual({ ok: true });
    expect(two.platform.realtime.usersIn(`channel:${channel}`).size).toBe(1);
    redis.freeze();
    await Promise.all([one, two].map(({ platform }) => expect.poll(() => platform.realtime.isConnected).toBe(false)));
    // While the bus is disconnected, not just once it's back.
    expect((await ended.post('/v1/users/logout')).status).toBe(200);
    const taken = { role_id: role, username: bob.user.username };
    expect((await ada.delete('/v1/community/hangs/roles/user', taken)).status).toBe(200);
    await stale.closed;
    await expect.poll(() => two.platform.realtime.usersIn(`channel:${channel}`).size).toBe(0);
  });
});

describe("a Redis that can't be used from the start", () => {
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  it.each([
    ['takes connections and never says a word', (server: Server) => server],
    ['ends each connection at once', (server: Server) => server.on('connection', (socket) => socket.destroy())],
  ])('and %s: the server starts within seconds, works, and reports it at /readyz', async (_, prepare) => {
    const server = prepare(createServer()).listen(0, '127.0.0.1');
    servers.push(server.unref());
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const world = await startWorld({ settings: { REDIS_URL: `redis://127.0.0.1:${port}`, RATE_LIMITS: 'on' } });
    try {
      const [ada, , conversation] = await talkIn(() => world).acquainted();
      const took = await liveOn(world, ada, conversation, await share(ada));
      expect(Math.max(...took)).toBeLessThan(bound);
      const { status, body } = await world.stranger().get('/readyz');
      expect(status).toBe(200);
      expect(body).toMatchObject({ status: 'ready', others: expect.stringContaining('REDIS_URL') });
    } finally {
      await world.close();
    }
  });

  it.skipIf(noRedis)(
    'asks for another password: requests keep working, and Redis is used as soon as the password is right',
    async () => {
      const redis = await createRedis('the right one');
      await redis.start();
      const settings = { REDIS_URL: redis.url.replace('//', '//:wrong@'), RATE_LIMITS: 'on' };
      const world = await startWorld({ settings });
      try {
        const [ada, , conversation] = await talkIn(() => world).acquainted();
        const took = await liveOn(world, ada, conversation, await share(ada));
        expect(Math.max(...took)).toBeLessThan(bound);
        expect((await world.stranger().get('/readyz')).body).toHaveProperty('others');
        expect(await redis.command('AUTH "the right one"\r\nCONFIG SET requirepass wrong')).toContain('OK');
        await expect.poll(() => world.platform.realtime.isConnected).toBe(true);
        expect((await world.stranger().get('/readyz')).body).toEqual({ status: 'ready' });
      } finally {
        await world.close();
        await redis.kill();
      }
    },
  );
});
