import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, inject, test } from 'vitest';
import { startBucketServer } from '../../../test/bucket.ts';
import { doctorsRoom, worst } from '../../../test/doctor-run.ts';
import { cloneDatabase } from '../../../test/harness.ts';
import { freePort, hasProgram, startListener } from '../../../test/programs.ts';
import { noRedis, startRedis } from '../../../test/redis.ts';

const { database, folder, ends, look, run, sql } = await doctorsRoom();

test('a healthy server has no finding worse than a warning', async () => {
  const findings = await look({});
  expect(findings.filter(({ state }) => state === 'failed')).toEqual([]);
  expect(findings.filter(({ about, state }) => about === 'database' && state === 'ok').length).toBeGreaterThan(1);
  expect(worst(findings, 'clock')?.found).toContain('the database');
});

test('reports how many older texts the search finds', async () => {
  await sql(`insert into search_filling (kind, total, done) values ('posts', 200, 50)`);
  expect(worst(await look({}), 'search')).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('25 % of posts'),
  });
  await sql('delete from search_filling');
  expect(worst(await look({}), 'search')?.found).toContain('Everything');
});

test('reports wrong settings, each with what to write', async () => {
  const findings = await look({ PORT: 'many', SESSION_DAYS: '0' });
  expect(findings.map(({ found }) => found).join('\n')).toMatch(/PORT .* use [\s\S]*SESSION_DAYS .* use /);
  expect(findings.every(({ state }) => state === 'failed')).toBe(true);
});

test.each([
  [
    'a wrong password',
    (url: URL) => {
      url.password = 'wrong';
    },
    /refuses this user/,
  ],
  [
    'a database that does not exist',
    (url: URL) => {
      url.pathname = '/nowhere';
    },
    /no such database/,
  ],
])('reports %s', async (_what, breakIt, words) => {
  const url = new URL(database.url);
  breakIt(url);
  const found = worst(await look({ DATABASE_URL: url.href }), 'database');
  expect(found?.state).toBe('failed');
  expect(found?.found).toMatch(words);
  expect(found?.fix).toContain('DATABASE_URL');
  expect(JSON.stringify(found)).not.toContain('wrong@');
});

test('reports a port where nothing listens: the database, Redis, mail, the relay, meetings and the assistant', async () => {
  const port = await freePort();
  const findings = await look({
    DATABASE_URL: `postgres://hubbub:secret@127.0.0.1:${port}/hubbub`,
    REDIS_URL: `redis://127.0.0.1:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    TURN_URL: `turn:127.0.0.1:${port}?transport=tcp`,
    TURN_SECRET: 'a secret of the relay',
    ASSISTANT_URL: `http://127.0.0.1:${port}/v1`,
    ASSISTANT_MODEL: 'small',
  });
  for (const about of ['database', 'redis', 'mail', 'turn', 'assistant']) {
    expect(worst(findings, about)?.state, about).toBe('failed');
    expect(worst(findings, about)?.fix, about).toMatch(/\w/);
  }
  expect(JSON.stringify(findings)).not.toContain('secret@');
  expect(worst(await look({ MEETING_URL: `http://127.0.0.1:${port}` }), 'meetings')?.state).toBe('failed');
});

test('reports a missing extension and missing tables that this user may not create', async () => {
  const other = await cloneDatabase();
  try {
    await sql('drop extension fuzzystrmatch cascade; drop role if exists doctor_guest', other.url);
    await sql(`create role doctor_guest login password 'guest'; grant select on migrations to doctor_guest`, other.url);
    const url = new URL(other.url);
    url.username = 'doctor_guest';
    url.password = 'guest';
    const found = (await look({ DATABASE_URL: url.href })).filter(({ state }) => state === 'failed');
    expect(found.map((one) => one.found).join('\n')).toMatch(/may not create the extension fuzzystrmatch/);
    expect(found.map((one) => one.found).join('\n')).toMatch(/may not create tables/);
    expect(found.find((one) => one.found.includes('fuzzystrmatch'))?.fix).toContain('create extension fuzzystrmatch');
  } finally {
    await sql('drop owned by doctor_guest; drop role doctor_guest', other.url);
    await other.drop();
  }
});

test("reports a database that's newer than the program", async () => {
  await sql(`insert into migrations (name, checksum) values ('9999_future', '')`);
  const found = worst(await look({}), 'database');
  await sql(`delete from migrations where name = '9999_future'`);
  expect(found).toMatchObject({ state: 'failed' });
  expect(found?.found).toContain('9999_future');
});

test("reports a direct address that gives a session of its own, and a replica that isn't one", async () => {
  const findings = await look({ DATABASE_DIRECT_URL: database.url, DATABASE_REPLICA_URL: inject('postgresUrl') });
  expect(findings.some(({ found }) => found === 'DATABASE_DIRECT_URL connects directly to PostgreSQL.')).toBe(true);
  expect(worst(findings, 'database')?.found).toMatch(/isn't a replica/);
});

test("reports a folder that isn't writable, and what to do", async () => {
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  const findings = await look({ DATA_DIR: join(file, 'data') });
  expect(worst(findings, 'disk')).toMatchObject({ state: 'failed' });
  expect(worst(findings, 'disk')?.fix).toMatch(/DATA_DIR/);
  expect(worst(findings, 'files')).toMatchObject({ state: 'failed' });
});

test("writes to, reads from and cleans up a bucket; reports one that doesn't exist, and a service that can't be reached", async () => {
  const server = await startBucketServer();
  ends.push(server.close);
  const bucket = async (settings: Record<string, string>) => worst(await look(settings), 'files');
  expect(await bucket(server.settings())).toMatchObject({ state: 'ok' });
  expect(await bucket(server.settings('nowhere'))).toMatchObject({ state: 'failed' });
  const S3_ENDPOINT = `http://127.0.0.1:${await freePort()}`;
  expect((await bucket({ ...server.settings(), S3_ENDPOINT }))?.fix).toContain('S3_ENDPOINT');
});

test('reports a mail server that refuses the password, and accepts one that takes it', async () => {
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'us' }) : done(new Error('no')),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  ends.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const mail = async (password: string) =>
    worst(await look({ SMTP_URL: `smtp://us:${password}@127.0.0.1:${port}`, MAIL_FROM: 'h@example.org' }), 'mail');
  expect(await mail('right')).toMatchObject({ state: 'ok' });
  expect(await mail('wrong')).toMatchObject({
    state: 'failed',
    fix: expect.stringContaining('Correct the user and password in SMTP_URL.'),
  });
});

test.skipIf(noRedis)('accepts a Redis that works, and one with a password (needs redis-server)', async () => {
  const open = await run((port, place) => startRedis(port, ['--save', ''], place));
  const closed = await run((port, place) => startRedis(port, ['--save', '', '--requirepass', 'right'], place));
  expect(worst(await look({ REDIS_URL: `redis://127.0.0.1:${open}` }), 'redis')).toMatchObject({ state: 'ok' });
  expect(worst(await look({ REDIS_URL: `redis://:right@127.0.0.1:${closed}` }), 'redis')).toMatchObject({
    state: 'ok',
  });
  for (const wrong of [`redis://127.0.0.1:${closed}`, `redis://:wrong@127.0.0.1:${closed}`]) {
    expect(worst(await look({ REDIS_URL: wrong }), 'redis')).toMatchObject({
      state: 'failed',
      fix: 'Correct the user and password in REDIS_URL.',
    });
  }
});

test.skipIf(!hasProgram('turnserver'))(
  'asks a relay for an allocation over UDP and TCP, and reports a wrong secret (needs coturn)',
  async () => {
    const settings = [
      ...['-n', '--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', '--no-tls', '--no-dtls', '--no-cli'],
      ...['--use-auth-secret', '--static-auth-secret=the right secret', '--realm=hubbub', '--log-file=stdout'],
      ...['--allow-loopback-peers', `--pidfile=${join(folder, 'turn.pid')}`, `--userdb=${join(folder, 'turn.db')}`],
    ];
    const port = await run((chosen, cwd) =>
      startListener('turnserver', [`--listening-port=${chosen}`, ...settings], { port: chosen, cwd }),
    );
    const ask = async (transport: string, secret: string) =>
      worst(await look({ TURN_URL: `turn:127.0.0.1:${port}?transport=${transport}`, TURN_SECRET: secret }), 'turn');
    for (const transport of ['udp', 'tcp']) {
      expect(await ask(transport, 'the right secret'), transport).toMatchObject({ state: 'ok' });
      const wrong = await ask(transport, 'quite another secret');
      expect(wrong).toMatchObject({ state: 'failed' });
      expect(wrong?.fix).toContain('TURN_SECRET');
    }
  },
);
