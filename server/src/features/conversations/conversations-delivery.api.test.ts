import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type DeliveryOptions, type RunningServer, runDelivery } from '../../../test/delivery-run.ts';
import { startWorld, type World } from '../../../test/harness.ts';
import { launchServer, type ServerProcess } from '../../../test/server-process.ts';

/** The world only creates the people; the server under test is a separate process on the same database. */
let world: World;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await Promise.all(servers.map(({ end }) => end('SIGKILL')));
  await world.close();
});

async function start(): Promise<RunningServer> {
  const [database] = await world.sql<{ name: string }>('select current_database() as name');
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database?.name}`;
  const server = launchServer({
    DATA_DIR: join(inject('scratchFolder'), `delivery-${process.pid}`),
    DATABASE_URL: url.href,
    RATE_LIMITS: 'off',
  });
  servers.push(server);
  return { origin: await server.origin(), kill: async () => void (await server.end('SIGKILL')) };
}

test('a server that is killed repeatedly loses no acknowledged message and shows none twice', async () => {
  const people: DeliveryOptions['people'][number][] = [];
  for (const name of ['ada', 'bob', 'cyd', 'dan']) {
    const { cookie, user } = await world.person(name);
    people.push({ cookie, username: user.username });
  }
  const report = await runDelivery({ start, people, sends: 150, kills: 3 });
  expect(report.faults).toEqual([]);
  expect(report).toMatchObject({ acknowledged: 150, kills: 3 });
  expect(report.connections).toBeGreaterThanOrEqual(4 * people.length);
}, 300_000);
