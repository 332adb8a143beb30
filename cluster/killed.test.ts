import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Cluster, startCluster } from './support/cluster.ts';
import { startLoad } from './support/load.ts';

// Each process takes seconds to start again, and more on a busy machine.
vi.setConfig({ testTimeout: 600_000 });

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.close());

const kills = 20;

test('processes are killed 20 times under load: what was acknowledged is stored once, and everyone has it', async () => {
  const load = await startLoad(cluster, { commenting: false });
  const [one, two] = cluster.api;
  const turns = [one, two, cluster.worker];
  for (let kill = 0; kill < kills; kill += 1) {
    await load.more(40);
    const member = turns[kill % turns.length] as typeof one;
    await member.kill();
    // A supervisor takes a moment, during which the other one is alone.
    await load.more(20);
    await member.start();
  }
  await load.more(40);
  const faults = await load.end();
  const retries = load.clients.reduce((sum, client) => sum + client.retries, 0);
  console.log(`kill -9: ${kills} kills, ${load.acknowledged()} writes acknowledged, ${retries} of them sent again`);
  expect(faults).toEqual([]);
});
