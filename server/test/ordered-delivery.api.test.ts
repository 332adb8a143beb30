import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from './community.ts';
import { compareWithStored, DependableClient, type Room, type Target } from './dependable-client.ts';
import { startWorld } from './harness.ts';
import { createRedis, noRedis } from './redis.ts';
import { launchServer, type ServerProcess } from './server-process.ts';
import { talkIn } from './talk.ts';

/** How many messages are sent, and how often a process is killed (SIGKILL) meanwhile. */
const sends = 80;
const kills = 2;

/** How many milliseconds clients wait for missing messages when everything has been sent. */
const timeoutMs = 60_000;

test.skipIf(noRedis)(
  'With two processes, one of which is killed now and then, ids arrive in ascending order, and no one misses a message by catching up from the last one they saw',
  async () => {
    const redis = await createRedis();
    onTestFinished(redis.kill);
    await redis.start();
    const world = await startWorld();
    onTestFinished(world.close);
    const folder = await mkdtemp(join(inject('scratchFolder'), 'ordered-'));
    const launch = () =>
      launchServer({ DATA_DIR: folder, DATABASE_URL: world.databaseUrl, REDIS_URL: redis.url, RATE_LIMITS: 'off' });
    const servers: ServerProcess[] = [launch(), launch()];
    onTestFinished(async () => {
      for (const server of servers) await server.end('SIGKILL');
    });
    const targets: Target[] = [];
    for (const server of servers) targets.push({ origin: await server.origin() });

    const people = await Promise.all(['ada', 'bob', 'cyd', 'dan'].map((name) => world.person(name)));
    const [ada, bob, ...others] = people;
    if (!ada || !bob) throw new Error('nobody is there');
    const { communityId, user } = await createClub(world, ada, [bob, ...others]);
    const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
    const general: Room = { id: channel, path: '/v1/channel/chats' };
    const direct: Room = { id: await talkIn(() => world).open(ada, bob), path: '/v1/chats' };

    // Each client has its own server, and switches to the other one when that is killed.
    const at = people.map((_, index) => ({ origin: targets[index % 2]?.origin ?? '' }));
    const clients = people.map(({ cookie }, index) => new DependableClient(cookie, at[index] as Target));
    for (const [index, client] of clients.entries()) client.rooms.push(general, ...(index < 2 ? [direct] : []));
    const connected = clients.map((client) => client.stayConnected());
    await expect.poll(() => clients.every(({ connections }) => connections > 0), { timeout: timeoutMs }).toBe(true);

    let begun = 0;
    let sent = 0;
    const work = async (client: DependableClient) => {
      while (begun < sends) {
        begun += 1;
        await client.send(client.rooms[begun % client.rooms.length] as Room, `Number ${begun}`);
        sent += 1;
      }
    };
    const working = Promise.all(clients.flatMap((client) => [work(client), work(client)]));
    for (let kill = 1; kill <= kills; kill += 1) {
      const [killed, left] = kill % 2 ? [0, 1] : [1, 0];
      while (sent < (sends * kill) / (kills + 1)) await Promise.race([working, sleep(1)]);
      await servers[killed]?.end('SIGKILL');
      for (const target of at)
        if (target.origin === targets[killed]?.origin) target.origin = targets[left]?.origin ?? '';
      servers[killed] = launch();
      targets[killed] = { origin: (await servers[killed]?.origin()) ?? '' };
      // Half of the clients move back, so they stay connected when the remaining process is killed next.
      for (const [index, target] of at.entries())
        if (index % 2 === killed) target.origin = targets[killed]?.origin ?? '';
    }
    await working;

    const acknowledged = new Map(clients.flatMap((client) => [...client.acknowledged]));
    const isComplete = (client: DependableClient, { id }: Room) => {
      const known = new Set(clients.flatMap(({ shown }) => [...(shown.get(id)?.keys() ?? [])]));
      return client.shown.get(id)?.size === known.size;
    };
    await expect
      .poll(() => clients.every((client) => client.rooms.every((room) => isComplete(client, room))), {
        timeout: timeoutMs,
      })
      .toBe(true);
    for (const client of clients) client.end();
    await Promise.all(connected);
    expect(clients.flatMap(({ faults }) => faults)).toEqual([]);
    expect(await compareWithStored(clients, acknowledged)).toEqual([]);
    expect(acknowledged.size).toBe(sends);
  },
  300_000,
);
