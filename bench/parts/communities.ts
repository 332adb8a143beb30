import type { Bench, Part } from '../bench.ts';
import { load } from '../children.ts';
import { type Measured, medianOf, summarise } from '../measure.ts';
import { sessionTokenOf } from '../seed.ts';
import { milliseconds, perSecond, plain, type Row } from '../table.ts';
import { crowdId, fillCrowd, handle, visitors } from './crowd.ts';
import { commits, readsOf } from './requests.ts';

/** A few at a time: someone is waiting for each. */
const waiting = 4;
/** Milliseconds. */
const wanted = 50;

const join = `/v1/community/${handle}`;

/** Those in no community: the last of all people. */
const visitorOf = (people: number, index: number) => `hubbub=${sessionTokenOf(people - index)}`;

async function timed(url: string, method: string, cookie: string): Promise<{ time: number; ok: boolean }> {
  const begun = performance.now();
  const response = await fetch(url + join, { method, headers: { cookie } });
  await response.arrayBuffer();
  return { time: performance.now() - begun, ok: response.ok };
}

/** Everyone joins or leaves, this many at a time. */
async function everybody(bench: Bench, method: 'POST' | 'DELETE', atOnce: number, count: number): Promise<Measured> {
  const { size } = await bench.database();
  const { url } = await bench.server();
  const times: number[] = [];
  let failed = 0;
  let next = 0;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let index = next++; index < count; index = next++) {
        const { time, ok } = await timed(url, method, visitorOf(size.people, index));
        times.push(time);
        if (!ok) failed += 1;
      }
    }),
  );
  return summarise(times, (performance.now() - begun) / 1000, failed);
}

const under = (measured: Measured, limit: number) => ({
  wanted: `p99 under ${limit} ms`,
  met: measured.p99 < limit && measured.failed === 0,
});

async function joining(bench: Bench, size: string): Promise<Row[]> {
  const { url } = await bench.server();
  const { size: seeded } = await bench.database();
  const runs: Measured[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    const run = await everybody(bench, 'POST', waiting, visitors);
    // The first round is a warm-up.
    if (round > 0) runs.push(run);
    await everybody(bench, 'DELETE', waiting, visitors);
  }
  // A member joins with the same statement, which can be repeated any number of times.
  const requests = readsOf(Math.floor(seeded.people / 2), join, 400).map((request) => ({
    ...request,
    method: 'POST' as const,
  }));
  const before = await commits(bench);
  const again = await load({ url, connections: waiting, seconds: bench.seconds, requests });
  const transactions = ((await commits(bench)) - before) / again.count;
  const joined = medianOf(runs);
  return [
    {
      what: `Joining a community of ${size} members, ${waiting} at a time`,
      ours: [milliseconds(joined.p50, 'p50'), milliseconds(joined.p99, 'p99'), perSecond(joined.perSecond)],
      ...under(joined, wanted),
    },
    {
      what: 'Joining: database transactions per request',
      ours: plain(transactions),
      wanted: 'one transaction',
      // The server's own background work counts, too.
      met: transactions < 1.1,
    },
  ];
}

async function listing(bench: Bench, size: string): Promise<Row[]> {
  const { size: seeded, query } = await bench.database();
  const { url } = await bench.server();
  const [middle] = await query<{ joined: string }>(
    `select joined from community_members where community_id = ${crowdId} order by joined
     offset (select member_count / 2 from community_sizes where community_id = ${crowdId}) limit 1`,
  );
  const rows: Row[] = [];
  for (const [what, path, limit] of [
    [`Member list of ${size} members, the first 100`, `${join}/members`, wanted],
    ['the same, 100 in the middle', `${join}/members?after=${middle?.joined}`, wanted],
    ['Members by name prefix, a common one', `${join}/members?query=ma`, undefined],
    ['the same, a rare one', `${join}/members?query=person_4711`, undefined],
    ['The ten largest communities', '/v1/communities', undefined],
    ['Searching communities', '/v1/communities/search?query=crowd%20comm', undefined],
    ['Its roles', `${join}/roles`, undefined],
    ['My roles', `${join}/user/roles`, undefined],
    ['My permissions', `${join}/permissions`, undefined],
    ['Its channels', `${join}/channels`, undefined],
  ] as const) {
    bench.say(`measuring: ${what}`);
    // Only members may read it: the first half of the people.
    const requests = readsOf(Math.floor(seeded.people / 2), path, 400);
    const runs: Measured[] = [];
    for (let round = 0; round <= bench.rounds; round += 1) {
      const run = await load({ url, connections: waiting, seconds: bench.seconds / 2, requests });
      if (round > 0) runs.push(run);
    }
    const measured = medianOf(runs);
    rows.push({
      what: `${what}, ${waiting} at a time`,
      ours: [milliseconds(measured.p50, 'p50'), milliseconds(measured.p99, 'p99'), perSecond(measured.perSecond)],
      ...(limit === undefined
        ? measured.failed > 0 && { met: false, wanted: `no failures, there were ${measured.failed}` }
        : under(measured, limit)),
    });
  }
  return rows;
}

/** Many people join at the same time and half of them leave; then the count is compared with the rows. */
async function oneTarget(bench: Bench): Promise<Row> {
  const people = 200;
  const { query } = await bench.database();
  const joined = await everybody(bench, 'POST', people, people);
  const left = await everybody(bench, 'DELETE', people, people / 2);
  const [counted] = await query<{ count: number; rows: number }>(
    `select member_count as count, (
       select count(*)::int from community_members members where members.community_id = sizes.community_id
     ) as rows from community_sizes sizes where community_id = ${crowdId}`,
  );
  await everybody(bench, 'DELETE', waiting, people);
  return {
    what: `${people} join concurrently, half of them leave again: count vs. rows`,
    ours: [plain(counted?.count ?? Number.NaN, 'members'), milliseconds(joined.p99, 'joining p99')],
    limit: plain(counted?.rows ?? Number.NaN, 'rows'),
    wanted: 'equal, all answered',
    met: counted !== undefined && counted.count === counted.rows && joined.failed + left.failed === 0,
  };
}

/** Membership at a size where it could become slow. */
export const communities: Part = {
  name: 'communities',
  meaning: 'joining a large community, its member list, and counts under concurrency',
  peopleOnly: true,
  async run(bench) {
    const count = (await fillCrowd(bench)).toLocaleString('en');
    return [...(await joining(bench, count)), ...(await listing(bench, count)), await oneTarget(bench)];
  },
};
