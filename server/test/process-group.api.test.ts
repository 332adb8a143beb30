import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { processStart } from '#operations/embedded-postgres/instance-lock.ts';
import { cloneDatabase } from './harness.ts';
import { launchServer } from './server-process.ts';

/** A parent with two processes for people and a worker, as started by `npm start -- --processes 2`. */

const all = ['api-1', 'api-2', 'parent', 'worker'];
const needsLinux =
  process.platform === 'linux' ? undefined : 'only Linux tells which process is which, so run these there';

let folder: string;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let parent: ChildProcess;
let origin: string;

/** Each child's pid by its name. */
function pidsOfChildren(): Record<string, number> {
  const pids = execFileSync('ps', ['-o', 'pid=', '--ppid', String(parent.pid)], { encoding: 'utf8' });
  const named = pids.split('\n').flatMap((line) => {
    const pid = Number(line);
    const name = pid && /(?:^|\0)HUBBUB_PROCESS=([^\0]+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1];
    return name ? [[name, pid] as const] : [];
  });
  return Object.fromEntries(named);
}

/** Without an agent, each request uses a new connection: whichever process answers, all are shown. */
async function scrape(agent: Agent | false = false): Promise<string[]> {
  const [answer] = (await once(get(`${origin}/metrics`, { agent }), 'response')) as [IncomingMessage];
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0.0.4/);
  return (await text(answer)).split('\n');
}

/** A metric's values by process, for the series with these labels. */
function valuesOf(lines: string[], name: string, labels: Record<string, string> = {}): Record<string, number> {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return Object.fromEntries(
    lines
      .filter((line) => line.startsWith(`${name}{`) && wanted.every((label) => line.includes(label)))
      .map((line) => [/process="([^"]+)"/.exec(line)?.[1], Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

const up = async () => valuesOf(await scrape(), 'hubbub_process_up');
const allUp = Object.fromEntries(all.map((name) => [name, 1]));

describe.skipIf(needsLinux)(`the processes of one machine${needsLinux ? ` (${needsLinux})` : ''}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(inject('scratchFolder'), 'family-'));
    database = await cloneDatabase();
    const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url };
    const server = launchServer(settings, { args: ['--processes', '2'] });
    parent = server.child;
    origin = await server.origin();
  });
  afterAll(async () => {
    // Its children exit with it.
    parent?.kill('SIGKILL');
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  test('whichever process answers at /metrics shows all of them, including the worker and the parent', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const lines = await scrape();
      expect(valuesOf(lines, 'hubbub_process_up')).toEqual(allUp);
      expect(Object.keys(valuesOf(lines, 'hubbub_process_resident_memory_bytes')).sort()).toEqual(all);
      expect(Object.keys(valuesOf(lines, 'hubbub_http_requests_in_flight')).sort()).toEqual([
        'api-1',
        'api-2',
        'worker',
      ]);
      const described = lines.filter((line) => line.startsWith('# TYPE '));
      expect(new Set(described).size).toBe(described.length);
      const series = lines.filter((line) => line !== '' && !line.startsWith('#'));
      expect(series.filter((line) => !/[{,]process="/.test(line))).toEqual([]);
      const names = series.map((line) => line.slice(0, line.lastIndexOf(' ')));
      expect(new Set(names).size).toBe(names.length);
    }
  });

  test("the worker's finished jobs are visible from outside", async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    let task = '';
    const findTask = async () => {
      const { rows } = await client.query(
        `select identifier as task from graphile_worker._private_tasks where identifier like 'media.%' limit 1`,
      );
      task = rows[0]?.task ?? '';
      return task;
    };
    // The worker may still be starting.
    await expect.poll(findTask).not.toBe('');
    await client.query(`select graphile_worker.add_job($1, payload => '{}'::json)`, [task]);
    await client.end();
    const done = async () => valuesOf(await scrape(), 'hubbub_job_duration_seconds_count', { job: task });
    await expect.poll(done).toEqual({ worker: 1 });
  });

  test('a process that hangs is left out and reported as down, and is back when it resumes', async () => {
    const { worker = 0 } = pidsOfChildren();
    process.kill(worker, 'SIGSTOP');
    try {
      const lines = await scrape();
      expect(valuesOf(lines, 'hubbub_process_up')).toEqual({ ...allUp, worker: 0 });
      expect(valuesOf(lines, 'hubbub_process_resident_memory_bytes')).not.toHaveProperty('worker');
    } finally {
      process.kill(worker, 'SIGCONT');
    }
    await expect.poll(up).toEqual(allUp);
  });

  test('while the parent hangs, a process still shows its own metrics', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await scrape(agent);
    process.kill(parent.pid as number, 'SIGSTOP');
    try {
      const lines = await scrape(agent);
      const shown = valuesOf(lines, 'hubbub_process_up');
      expect(Object.keys(shown)).toEqual([expect.stringMatching(/^api-[12]$/), 'parent']);
      expect(shown.parent).toBe(0);
    } finally {
      process.kill(parent.pid as number, 'SIGCONT');
      agent.destroy();
    }
  });

  test('a replacement process has the same name, and starts counting from zero', async () => {
    const before = valuesOf(await scrape(), 'hubbub_process_start_time_seconds');
    const { worker = 0 } = pidsOfChildren();
    process.kill(worker, 'SIGKILL');
    const isAnother = async () => {
      const { worker: started = 0 } = valuesOf(await scrape(), 'hubbub_process_start_time_seconds');
      return started > (before.worker ?? 0);
    };
    await expect.poll(isAnother).toBe(true);
    expect(await up()).toEqual(allUp);
  });

  test('when the parent is killed, its children exit by themselves and free the port', async () => {
    const children = Object.values(pidsOfChildren());
    expect(children).toHaveLength(3);
    const gone = once(parent, 'exit');
    parent.kill('SIGKILL');
    await gone;
    const left = () => children.filter((pid) => processStart(pid) !== null);
    await expect.poll(left).toEqual([]);
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
  });
});
