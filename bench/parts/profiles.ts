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
