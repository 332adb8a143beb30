import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, startWorld } from './harness.ts';
import { type FloodReport, logInFrom } from './log-in-flood.ts';
import { launchServer, type ServerProcess } from './server-process.ts';

const rounds = 3;
const credentials = { username: 'ada', password: 'correct horse battery' };

let database: { url: string; drop(): Promise<void> };
let folder: string;
let server: ServerProcess;
let origin: string;

beforeAll(async () => {
  database = await cloneDatabase();
  folder = await mkdtemp(join(tmpdir(), 'log-in-flood-'));
  const world = await startWorld({ database: { connectionString: database.url } });
  await world.person(credentials.username, { password: credentials.password });
  await world.close();
  // Without limits, so that only the queue holds the flood back.
  server = launchServer({ DATABASE_URL: database.url, DATA_DIR: folder, RATE_LIMITS: 'off', HOST: '127.0.0.1' });
  origin = (await server.origin()).replace('localhost', '127.0.0.1');
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await database?.drop();
  if (folder) await rm(folder, { recursive: true });
});

/** How many milliseconds sequential log-ins from this address take; each must succeed. */
async function timeLogIns(localAddress: string): Promise<number[]> {
  const agent = new Agent({ localAddress });
  const times: number[] = [];
  for (let time = 0; time < 5; time += 1) {
    const start = performance.now();
    expect(await logInFrom(agent, origin, credentials)).toBe(201);
    times.push(performance.now() - start);
  }
  return times;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function startFlood(parallel: number, addresses: string[]): Promise<{ stop(): Promise<FloodReport> }> {
  const child = fork(join(import.meta.dirname, 'log-in-flood.ts'), [origin, String(parallel), ...addresses]);
  await once(child, 'message');
  return {
    async stop() {
      const report = once(child, 'message');
      child.send('stop');
      return (await report)[0] as FloodReport;
    },
  };
}

// Both figures include the machine's own noise, not always the same amount.
test('A flood of log-ins with unknown names from three addresses makes a fourth at most four times slower than normal, and nothing answers 503', {
  retry: 2,
  timeout: 120_000,
}, async () => {
  const quiet: number[] = [];
  const flooded: number[] = [];
  const statuses = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(...(await timeLogIns('127.0.0.9')));
    const flood = await startFlood(590, ['127.0.0.2', '127.0.0.3', '127.0.0.4']);
    flooded.push(...(await timeLogIns('127.0.0.9')));
    for (const status of Object.keys(await flood.stop())) statuses.add(status);
  }

  expect([...statuses].sort()).toEqual(['401', '429']);
  expect(median(flooded) / median(quiet)).toBeLessThanOrEqual(4);
});
