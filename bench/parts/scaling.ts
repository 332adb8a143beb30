import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Bench, Part } from '../bench.ts';
import { load, startServer } from '../children.ts';
import { perSecond, type Row } from '../table.ts';
import { inTurn } from './feed.ts';
import { feedReads, newestPosts, post } from './requests.ts';

const connections = 32;

/** Several processes beside one, on one database, by the same load. */
async function scale(bench: Bench): Promise<Row[]> {
  const { url: databaseUrl, size } = await bench.database();
  const start = (processes: number) =>
    startServer(join(bench.folder, `server-of-${processes}`), {
      DATABASE_URL: databaseUrl,
      PROCESSES: String(processes),
    });
  const several = await start(bench.processes);
  const single = await start(1);
  const posts = await newestPosts(bench, size.posts / 2, size.posts / 2000);
  const loads = {
    'Feed page of 5': feedReads(size.people, posts, 8000),
    Comment: posts.map((id) => post(size.people, `/v1/posts/${id}/comments`, { content: 'One more word.' })),
  };
  const rows: Row[] = [];
  for (const [what, requests] of Object.entries(loads)) {
    const run = (url: string) => (seconds: number) => load({ url, connections, seconds, requests });
    const { one, other, ratio } = await inTurn(bench, run(several.url), run(single.url));
    rows.push({
      what: `${what}: ${bench.processes} processes beside one, on ${cpus().length} cores with database and load`,
      ours: perSecond(one.perSecond),
      limit: perSecond(other.perSecond),
      ratio,
      wanted: 'the scaling factor; every request answered',
      met: one.failed === 0 && other.failed === 0,
    });
  }
  await several.stop();
  await single.stop();
  return rows;
}

export const scaling: Part = {
  name: 'scaling',
  meaning: 'several processes on one port beside one (--processes N)',
  run: scale,
};
