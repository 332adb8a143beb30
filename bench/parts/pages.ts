import type { Part } from '../bench.ts';
import { load } from '../children.ts';
import { type Measured, medianOf } from '../measure.ts';
import { milliseconds, perSecond } from '../table.ts';
import { anyCookie } from './requests.ts';

const connections = 32;

export const profiles: Part = {
  name: 'profiles',
  meaning: 'profile pages',
  async run(bench) {
    const { size } = await bench.database();
    const { url } = await bench.server();
    const requests = Array.from({ length: 4000 }, (_, index) => ({
      method: 'GET',
      path: `/v1/users/person_${1 + ((index * 7919) % size.people)}`,
      headers: { cookie: anyCookie(size.people) },
    }));
    const runs: Measured[] = [];
    for (let round = 0; round < bench.rounds; round += 1)
      runs.push(await load({ url, connections, seconds: bench.seconds, requests }));
    const { perSecond: rate, p50, p99, failed } = medianOf(runs);
    return [
      {
        what: `Profile with its page of posts, ${connections} connections`,
        ours: `${perSecond(rate)}, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`,
        ...(failed > 0 ? { met: false, wanted: `no failures, there were ${failed}` } : {}),
      },
    ];
  },
};

/** What people type: letters one after the other, whole names, names with a slip. */
const typed = [
  'ma',
  'jo',
  'vida',
  'marina',
  'person_4711',
  'elson',
  'lura',
  'maja',
  'sopela',
  'rino',
  'te',
  'galeson',
  'nitason',
  'peha',
  'virda',
  'soraka',
];
/** Few at a time: a person waits for one. */
const searchers = 4;

export const search: Part = {
  name: 'search',
  meaning: 'search for people',
  async run(bench) {
    const { size, query } = await bench.database();
    const { url } = await bench.server();
    const names = await query<{ name: string }>('select name from users tablesample system_rows(100)').catch(() =>
      query<{ name: string }>('select name from users order by id limit 100'),
    );
    const words = [
      ...typed,
      ...names.flatMap(({ name }) => [name, name.slice(0, 4), name.toLowerCase().replace('a', 'o')]),
    ];
    const requests = words.map((word) => ({
      method: 'GET',
      path: `/v1/users?query=${encodeURIComponent(word)}&size=10`,
      headers: { cookie: anyCookie(size.people) },
    }));
    const {
      perSecond: rate,
      p50,
      p95,
      failed,
    } = await load({ url, connections: searchers, seconds: bench.seconds, requests });
    return [
      {
        what: `Search among ${size.people.toLocaleString('en')} people, ${searchers} at a time`,
        ours: `p50 ${milliseconds(p50)}, p95 ${milliseconds(p95)}, ${perSecond(rate)}`,
        ...(failed > 0 ? { met: false, wanted: `no failures, there were ${failed}` } : {}),
      },
    ];
  },
};
