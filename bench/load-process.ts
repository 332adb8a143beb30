import autocannon, { type Request } from 'autocannon';
import { type LoadJob, summarise } from './measure.ts';

/** `children.ts` starts it: it takes a LoadJob from its parent and answers a Measured. */

/** Requests per connection; building them takes time. */
const requestsEach = 250;

const sample = (requests: Request[]): Request[] => {
  if (requests.length <= requestsEach) {
    const start = Math.floor(Math.random() * requests.length);
    return [...requests.slice(start), ...requests.slice(0, start)];
  }
  return Array.from({ length: requestsEach }, () => requests[Math.floor(Math.random() * requests.length)] as Request);
};

process.once('message', async (job: LoadJob) => {
  const times: number[] = [];
  let opened = 0;
  const partOf = ({ requests, connections }: LoadJob): Request[] => {
    const length = Math.floor(requests.length / connections);
    const start = opened * length;
    opened += 1;
    return requests.slice(start, start + length);
  };
  const began = performance.now();
  const run = autocannon({
    url: job.url,
    connections: job.connections,
    duration: job.seconds,
    setupClient: (client) => client.setRequests(job.isDivided ? partOf(job) : sample(job.requests)),
  });
  run.on('response', (_client: unknown, _status: number, _bytes: number, time: number) => {
    times.push(time);
  });
  const result = await run;
  const failed = result.errors + result.timeouts + result.non2xx;
  process.send?.(summarise(times, (performance.now() - began) / 1000, failed), () => process.exit(0));
});
