import pg from 'pg';
import { type RawJob, summarise } from './measure.ts';

/** `children.ts` starts it: it takes a RawJob from its parent and answers a Measured: what the database achieves without HTTP in front. */

process.once('message', async (job: RawJob) => {
  const clients = await Promise.all(
    Array.from({ length: job.connections }, async () => {
      const client = new pg.Client({ connectionString: job.databaseUrl, pipeline: true });
      await client.connect();
      return client;
    }),
  );
  const times: number[] = [];
  let next = Math.floor(Math.random() * job.values.length);
  let failed = 0;
  const began = performance.now();
  const end = began + job.seconds * 1000;
  const worker = async (index: number) => {
    const client = clients[index % clients.length] as pg.Client;
    while (performance.now() < end) {
      next = (next + 1) % job.values.length;
      const started = performance.now();
      try {
        await client.query({ ...job.statement, values: job.values[next] ?? [] });
        times.push(performance.now() - started);
      } catch {
        failed += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: job.inFlight }, (_, index) => worker(index)));
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  process.send?.(summarise(times, seconds, failed), () => process.exit(0));
});
