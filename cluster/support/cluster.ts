import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { createPasswords } from '../../server/src/features/accounts/passwords.service.ts';
import { type EmbeddedDatabase, startEmbedded } from '../../server/src/operations/embedded-postgres/embedded.ts';
import { hashToken } from '../../server/src/platform/sessions/sessions.ts';
import { type Caller, connectSocket, createCaller, type LiveSocket } from '../../server/test/harness.ts';
import { freePort, processEnvironment } from '../../server/test/programs.ts';
import { noS3Server, type S3Server, startS3Server } from '../../server/test/s3-server.ts';
import { checkInterval, startBalancer } from './balancer.ts';
import { type Running, release, run, take, until } from './processes.ts';
import { createRedis, type Redis } from './redis.ts';

/** One of the product's processes, which keeps its port for as long as the cluster exists. */
export interface Member {
  readonly port: number;
  /** Its own address, bypassing the load balancer. */
  readonly origin: string;
  /** Starts it; resolves when it's ready. */
  start(): Promise<void>;
  /** Asks it to end (SIGTERM); resolves to its exit code. */
  stop(): Promise<number | string>;
  /** Kills it without warning (SIGKILL). */
  kill(): Promise<void>;
  /** What it has logged so far. */
  log(): string;
}

/** Someone with an account and a session that are valid on every process. */
export interface Person {
  id: string;
  username: string;
  cookie: string;
  /** The same person at an address: a process's or the load balancer's. */
  at(member: { origin: string }): Caller;
  socket(member: { origin: string }): Promise<LiveSocket>;
  /** Like the two above, in another session of the same person. */
  atWith(member: { origin: string }, cookie: string): Caller;
  socketWith(member: { origin: string }, cookie: string): Promise<LiveSocket>;
}

export interface Cluster {
  /** The address people use: the load balancer's. */
  readonly origin: string;
  readonly api: readonly [Member, Member];
  readonly worker: Member;
  readonly redis: Redis;
  /** Where media are; undefined: it isn't installed, and the processes share a folder. */
  readonly bucket: S3Server | undefined;
  readonly postgres: {
    /** Ends it the way an operator does, disconnecting everyone. */
    stop(): Promise<void>;
    /** Kills it without warning; it recovers on the next start. */
    kill(): Promise<void>;
    start(): Promise<void>;
  };
  person(name: string): Promise<Person>;
  /** Runs SQL behind the product's back. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');

/** Seconds that members keep serving after SIGTERM: a little longer than the load balancer takes to notice. */
const drainSeconds = Math.ceil((4 * checkInterval) / 1000);

/** Everyone's password here. */
export const password = 'correct horse battery';

/** Hashed cheaply and only once: argon2 isn't what's tested. */
const passwordHash = createPasswords({ memoryKiB: 64, passes: 1 }).hash(password);

/**
 * Starts PostgreSQL, Redis, a bucket, two web processes, a worker and the load balancer: real processes on this machine, with the same
 * settings as on several machines. They all end with this process, however it ends.
 * @param settings for all of the product's processes, on top of what the cluster needs
 */
export async function startCluster(settings: Record<string, string> = {}): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-cluster-'));
  // PostgreSQL's account passes through it.
  await chmod(folder, 0o755);
  take(folder);
  const { sql, url, ...postgres } = createPostgres(join(folder, 'database'));
  const running = new Map<string, Running>();
  const close = async () => {
    await Promise.all([...running.values()].map((each) => each.end('SIGKILL')));
    await postgres.stop();
    await redis?.kill();
    await bucket?.close();
    if (bucket) release(bucket.folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    release(folder);
  };
  let redis: Redis | undefined;
  let bucket: S3Server | undefined;
  try {
    const startRedis = createRedis(folder).then(async (created) => {
      redis = created;
      await created.start();
      return created;
    });
    const startBucket = async () => {
      if (noS3Server) return;
      bucket = await startS3Server();
      take(bucket.folder);
    };
    const [startedRedis] = await Promise.all([startRedis, postgres.start(), startBucket()]);
    const balancerPort = await freePort();
    const origin = `http://127.0.0.1:${balancerPort}`;
    const environment = {
      ...processEnvironment,
      DATABASE_URL: url(),
      REDIS_URL: startedRedis.url,
      ...bucket?.settings(),
      PUBLIC_URL: origin,
      TRUST_PROXY: 'loopback',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: String(drainSeconds),
      ...settings,
    };
    const member = (name: string, ROLE: 'api' | 'worker') => {
      const DATA_DIR = join(folder, bucket ? `data-${name}` : 'data');
      return createMember(name, { folder, running, environment: { DATA_DIR, ...environment, ROLE } });
    };
    const [one, two, worker] = [
      await member('api1', 'api'),
      await member('api2', 'api'),
      await member('worker', 'worker'),
    ];
    await Promise.all([one, two, worker].map((each) => each.start()));
    running.set('balancer', await startBalancer(folder, balancerPort, [one.port, two.port]));
    await until('The way through the balancer', () => isReady(origin));

    return {
      origin,
      api: [one, two],
      worker,
      redis: startedRedis,
      bucket,
      postgres,
      person: (name) => createPerson(sql, name),
      sql,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The cluster's PostgreSQL, and a direct connection to it. */
function createPostgres(folder: string): Cluster['postgres'] & Pick<Cluster, 'sql'> & { url(): string } {
  let database: EmbeddedDatabase | undefined;
  let client: pg.Client | undefined;
  const stop = async () => {
    await client?.end();
    client = undefined;
    await database?.stop();
    if (database) release(database.pid);
    database = undefined;
  };
  return {
    url: () => database?.url ?? '',
    async start() {
      database = await startEmbedded(folder);
      take(database.pid);
    },
    stop,
    async kill() {
      if (database) process.kill(database.pid, 'SIGKILL');
      await stop();
    },
    async sql(text, values) {
      client ??= await connectClient(database?.url ?? '');
      return (await client.query(text, values)).rows;
    },
  };
}

/** A server process that hasn't started yet; while it runs, `running` has it under its name. */
async function createMember(
  name: string,
  given: { folder: string; running: Map<string, Running>; environment: NodeJS.ProcessEnv },
): Promise<Member> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const current = () => given.running.get(name) as Running;
  return {
    port,
    origin,
    async start() {
      const started = run(process.execPath, ['server/src/main.ts'], {
        cwd: root,
        logFile: join(given.folder, `${name}.log`),
        env: { ...given.environment, PORT: String(port) },
      });
      given.running.set(name, started);
      await until(`The start of ${name}`, () => isReady(origin), started);
    },
    stop: () => current().end('SIGTERM'),
    async kill() {
      await current().end('SIGKILL');
    },
    log: () => current().output(),
  };
}

/** A connection for SQL behind the product's back. */
export async function connectClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // It's disconnected along with everyone else when the database is.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

let made = 0;

/** An account with a session, created behind the product's back. */
export async function createPerson(sql: Cluster['sql'], name: string): Promise<Person> {
  made += 1;
  const username = `${name}_${made}`;
  const token = randomBytes(32).toString('base64url');
  const [row] = await sql<{ id: string }>(
    `insert into users (id, username, email, password_hash, activated_at)
     values (gen_random_uuid(), $1, $1 || '@example.org', $2, now()) returning id`,
    [username, await passwordHash],
  );
  const id = row?.id ?? '';
  await sql(`insert into sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')`, [
    hashToken(token),
    id,
  ]);
  const cookie = `hubbub=${token}`;
  return {
    id,
    username,
    cookie,
    at: ({ origin }) => createCaller(origin, cookie),
    socket: ({ origin }) => connectSocket(origin, cookie),
    atWith: ({ origin }, other) => createCaller(origin, other),
    socketWith: ({ origin }, other) => connectSocket(origin, other),
  };
}
