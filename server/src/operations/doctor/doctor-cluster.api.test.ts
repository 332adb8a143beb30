import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, test } from 'vitest';
import { startEmbedded } from '#operations/embedded-postgres/embedded.ts';
import { doctorsRoom, rowsOf, worst } from '../../../test/doctor-run.ts';
import { cloneDatabase, startWorld } from '../../../test/harness.ts';
import { noPgBouncer, startPgBouncer } from '../../../test/pgbouncer.ts';
import { noCluster, startCluster } from '../../../test/postgres-cluster.ts';
import { freePort, hasProgram, processEnvironment } from '../../../test/programs.ts';
import { noRedis, redisCommand, startRedis } from '../../../test/redis.ts';
import { examine } from './doctor.ts';

/** Faults between machines, produced with real programs. */

/** Milliseconds for tests that start several programs and wait for ones that don't answer. */
const timeoutMs = 240_000;

const { database, folder, ends, look, run, sql } = await doctorsRoom();

test.skipIf(noRedis)(
  "reports a Redis that will refuse writes once it's full, one that's full, and one that can't save (needs redis-server)",
  async () => {
    const start = async (...settings: string[]) => {
      const port = await run((chosen, place) => startRedis(chosen, settings, place));
      return { port, look: async () => worst(await look({ REDIS_URL: `redis://127.0.0.1:${port}` }), 'redis') };
    };
    for (const policy of ['noeviction', 'volatile-lru']) {
      const { look: ask } = await start('--save', '', '--maxmemory', '64mb', '--maxmemory-policy', policy);
      expect(await ask()).toMatchObject({ state: 'warning', found: expect.stringContaining(policy) });
    }
    const evicting = await start('--save', '', '--maxmemory', '64mb', '--maxmemory-policy', 'allkeys-lru');
    expect(await evicting.look()).toMatchObject({ state: 'ok' });

    const full = await start('--save', '', '--maxmemory', '100kb', '--maxmemory-policy', 'noeviction');
    expect(await full.look()).toMatchObject({
      state: 'failed',
      found: 'It refuses writes because its memory is full.',
      fix: expect.stringContaining('allkeys-lru'),
    });

    const unsaved = await start('--save', '3600 1', '--dir', folder, '--dbfilename', 'taken.rdb');
    // Its snapshot's name now belongs to a folder, so the snapshot can't be written.
    await mkdir(join(folder, 'taken.rdb', 'by-this'), { recursive: true });
    await redisCommand(unsaved.port, 'BGSAVE');
    await expect.poll(unsaved.look).toMatchObject({
      state: 'failed',
      found: "It refuses writes because it can't save its data to disk.",
      fix: expect.stringContaining('Turn its persistence off'),
    });
    await redisCommand(unsaved.port, 'CONFIG SET stop-writes-on-bgsave-error no');
    expect(await unsaved.look()).toMatchObject({ state: 'warning', fix: expect.stringContaining('persistence off') });
  },
  timeoutMs,
);

test('reports a queue without workers, and jobs that are late or were given up', async () => {
  const { url, drop } = await cloneDatabase();
  const jobs = async () => worst(await look({ DATABASE_URL: url }), 'jobs');
  expect(await jobs()).toMatchObject({ state: 'ok', found: 'No server is running, and no jobs are waiting.' });
  await sql(`select graphile_worker.add_job('test.waits', run_at => now() - interval '1 hour')`, url);
  expect(await jobs()).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/^No server is running; 1 job is due/),
  });

  const api = await startWorld({ settings: { ROLE: 'api' }, database: { connectionString: url } });
  try {
    expect(await jobs()).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(/but no worker, and 1 job is due, the oldest since 36\d\d seconds/),
      fix: expect.stringContaining('ROLE=worker'),
    });
    const worker = await startWorld({ settings: { ROLE: 'worker' }, database: { connectionString: url } });
    // The worker marks itself after it has started. It doesn't know this job, and so leaves it alone.
    await expect.poll(jobs, { timeout: timeoutMs }).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/^1 process runs jobs, but 1/),
    });
    await sql('update graphile_worker._private_jobs set attempts = max_attempts', url);
    expect(await jobs()).toMatchObject({ state: 'warning', found: '1 job failed for good after the last try.' });
    await sql('delete from graphile_worker._private_jobs', url);
    expect(await jobs()).toMatchObject({ state: 'ok', found: '1 process runs jobs; none has been waiting long.' });
    await worker.close();
    expect(await jobs()).toMatchObject({ state: 'warning', found: 'Servers are running, but no worker.' });
  } finally {
    await api.close();
    await drop();
  }
});

test.skipIf(noPgBouncer)(
  `reports a pooler where PostgreSQL itself is needed, and one that leads to another database${noPgBouncer ? ` (${noPgBouncer})` : ''}`,
  async () => {
    const pooler = await startPgBouncer(database.url);
    ends.push(() => pooler.close());
    const found = async (settings: Record<string, string>) => worst(await look(settings), 'database');
    expect(await found({ DATABASE_URL: pooler.url })).toMatchObject({
      state: 'failed',
      found: "DATABASE_URL points to a pooler and DATABASE_DIRECT_URL isn't set, so the server won't start.",
    });
    expect(await found({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: pooler.url })).toMatchObject({
      state: 'failed',
      found: 'DATABASE_DIRECT_URL points to a pooler, but migrations, jobs and backups need PostgreSQL itself.',
      fix: "Set it to PostgreSQL's own address.",
    });
    expect(await found({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: inject('postgresUrl') })).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('different database'),
    });
    for (const settings of [{ DATABASE_DIRECT_URL: database.url }, { DATABASE_POOLER: 'session' }]) {
      const findings = await look({ DATABASE_URL: pooler.url, ...settings });
      expect(findings.filter(({ about, state }) => about === 'database' && state === 'failed')).toEqual([]);
    }
  },
);

test.skipIf(noCluster)(
  `reports a replica that lags, doesn't stream, or belongs to another database${noCluster ? ` (${noCluster})` : ''}`,
  async () => {
    const [cluster, stranger] = [await startCluster(), await startCluster()];
    ends.push(
      () => cluster.close(),
      () => stranger.close(),
    );
    const [replica, strange] = [await cluster.primary.replica(), await stranger.primary.replica()];
    const write = () =>
      sql('create table if not exists written (n int); insert into written values (1)', cluster.primary.urlOf());
    const about = async (url: string, words: RegExp) => {
      const findings = await look({ DATABASE_URL: cluster.primary.urlOf(), DATABASE_REPLICA_URL: url });
      return findings.find(({ found }) => words.test(found));
    };
    await write();
    expect(await about(replica.urlOf(), /^The replica/)).toMatchObject({ state: 'ok' });

    await sql('select pg_wal_replay_pause()', replica.urlOf());
    await write();
    expect(await about(replica.urlOf(), /^The replica/)).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('is more than 3 seconds behind. Reads go to the primary until it catches up.'),
      fix: expect.stringContaining('pg_wal_replay_resume()'),
    });
    await sql('select pg_wal_replay_resume()', replica.urlOf());

    await sql(`alter system set primary_conninfo = 'host=127.0.0.1 port=${await freePort()}'`, replica.urlOf());
    await sql('select pg_reload_conf()', replica.urlOf());
    await expect.poll(() => rowsOf('select pid from pg_stat_wal_receiver', replica.urlOf())).toEqual([]);
    await write();
    expect(await about(replica.urlOf(), /^The replica/)).toMatchObject({
      state: 'warning',
      found: expect.stringContaining("isn't streaming from the primary"),
      fix: expect.stringContaining('primary_conninfo'),
    });

    expect(await about(strange.urlOf(), /different database/)).toMatchObject({ state: 'failed' });
  },
  timeoutMs,
);

test.skipIf(!hasProgram('faketime'))(
  "reports a clock that differs from the database's, and by how much (needs faketime)",
  async () => {
    const seenAt = async (time: string) => {
      const doctor = spawn('faketime', ['-f', time, process.execPath, 'server/src/doctor-process.ts', '--json'], {
        cwd: join(import.meta.dirname, '../../../..'),
        env: {
          ...processEnvironment,
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
          DATABASE_URL: database.url,
          DATA_DIR: folder,
          ICE_SERVERS: 'off',
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return worst(JSON.parse(await text(doctor.stdout)).findings, 'clock');
    };
    expect(await seenAt('+90s')).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/^This machine's clock and that of the database are (89|9\d) seconds apart\.$/),
      fix: expect.stringContaining('NTP'),
    });
    expect(await seenAt('-1h')).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(/^This machine's clock and that of the database are 3[56]\d\d seconds apart\.$/),
    });
    expect(await seenAt('+0s')).toMatchObject({ state: 'ok' });
  },
  timeoutMs,
);

test('reports a database that a killed server left running, and the next server takes it over', async () => {
  const dataDir = join(folder, 'killed');
  const script = `
    import { startEmbedded } from '#operations/embedded-postgres/embedded.ts';
    const { pid } = await startEmbedded(${JSON.stringify(dataDir)});
    console.log(pid);
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await once(server.stdout, 'data');
  const pid = Number(said);
  const embedded = async () => worst(await examine({ DATA_DIR: dataDir, ICE_SERVERS: 'off' }, folder), 'database');
  expect(await embedded()).toMatchObject({ state: 'ok' });
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
  expect(await embedded()).toMatchObject({
    state: 'warning',
    found: `The embedded database is still running (process ${pid}), though its server was killed.`,
    fix: `Start the server, which takes it over, or stop it: kill -INT ${pid}.`,
  });
  await (await startEmbedded(dataDir)).stop();
  expect(await embedded()).toMatchObject({ state: 'ok' });
});
