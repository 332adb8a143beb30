import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type DeliveryOptions, type RunningServer, runDelivery } from '../../../test/delivery-run.ts';
import { startWorld, type World } from '../../../test/harness.ts';

/** The world only makes the people; the server under test is a process of its own on the same database. */
let world: World;
const children = new Set<ChildProcess>();
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await Promise.all([...children].map(kill));
  await world.close();
});

const root = join(import.meta.dirname, '../../../..');

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function start(): Promise<RunningServer> {
  const [database] = await world.sql<{ name: string }>('select current_database() as name');
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${database?.name}`;
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DATA_DIR: join(inject('scratchFolder'), `delivery-${process.pid}`),
      DATABASE_URL: url.href,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const origin = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /running at (http:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
  return { origin, kill: () => kill(child) };
}

test('a server that is killed again and again loses no message that it acknowledged, and shows none twice', async () => {
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
