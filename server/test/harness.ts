import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ack } from '@hubbub/contract/platform/acks.ts';
import pg from 'pg';
import { io } from 'socket.io-client';
import { afterAll, inject } from 'vitest';
import { createActivatedUser, factoryPassword } from '#features/accounts/accounts.factory.ts';
import type { PasswordCost, Passwords } from '#features/accounts/passwords.service.ts';
import { type MediaProcessing, openMediaProcessing } from '#features/media/processing/processing.service.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { type Config, loadConfig } from '#platform/config/config.ts';
import type { Connection } from '#platform/database/database.ts';
import { createLog, type Log } from '#platform/logging/logging.ts';
import type { OutboxMail } from '#platform/mail/outbox.ts';
import type { Platform } from '#platform/platform.ts';
import { createApp } from '../src/app.ts';

/** Parsed JSON as an untyped client sees it. */
type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  status: number;
  /** Parsed if it's JSON, a string if it's text, otherwise a Buffer. */
  body: Json;
  headers: Headers;
}

/** A client of the server. Paths start with a slash; bodies are sent as JSON. */
export interface Caller {
  /** The `cookie` header; empty without a session. */
  cookie: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  delete(path: string, body?: unknown): Promise<Answer>;
  /** POSTs a multipart form. */
  upload(path: string, form: FormData, method?: 'POST' | 'PATCH'): Promise<Answer>;
  /** The raw response, for what the others don't cover. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** An open socket that records everything it receives. */
export interface LiveSocket {
  /** Everything so far, in order: event names and payloads. */
  readonly received: readonly { event: string; payload: Json }[];
  /** An event's payloads so far, in order. */
  all(event: string): Json[];
  /** An event's first payload that `matches`, whether it has already arrived or not. */
  first(event: string, matches?: (payload: Json) => boolean): Promise<Json>;
  /** Waits for this many payloads of an event, and returns them. */
  count(event: string, number: number): Promise<Json[]>;
  /** Sends an event and returns the server's acknowledgment. */
  send(event: string, ...payload: unknown[]): Promise<Ack>;
  /** Resolves with the reason when the connection ends. */
  readonly closed: Promise<string>;
  close(): void;
}

export interface Person extends Caller {
  user_id: string;
  /**
   * Opens a socket with the person's session; it's closed with the world.
   * @param auth what the client says about itself
   * @throws if it's refused
   */
  socket(auth?: object): Promise<LiveSocket>;
  user: { user_id: string; username: string; email: string; name: string | null; password: string };
}

export interface World {
  /** For example `http://127.0.0.1:34567`. */
  origin: string;
  /** Its database's connection string, for a second world on it. */
  databaseUrl: string;
  platform: Platform;
  passwords: Passwords;
  /** An activated account with a session. `name` is its username; everything else is made up unless given. */
  person(name: string, given?: { email?: string; password?: string; name?: string | null }): Promise<Person>;
  /** Someone without a session. */
  stranger(): Caller;
  /** A socket with this cookie; it's closed with the world. @throws if it's refused */
  socketOf(cookie: string): Promise<LiveSocket>;
  /** Someone with this cookie, for example one set by a log-in. */
  withCookie(cookie: string): Caller;
  /** The mails sent so far, newest first. Call `runJobs` first. */
  outbox(): Promise<OutboxMail[]>;
  /** The newest mail to an address, with this in its subject: jobs that run together send in any order. Call `runJobs` first. */
  mailTo(address: string, subject?: RegExp): Promise<OutboxMail | undefined>;
  /**
   * Waits until there's no job left to run now.
   * @throws if one failed, unless `failuresAllowed`
   */
  runJobs(options?: { failuresAllowed?: boolean }): Promise<void>;
  /** Runs SQL on the world's database, for anything no call can set up or show. */
  sql<Row extends pg.QueryResultRow = Record<string, Json>>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface WorldOptions {
  /** Environment variables, as an operator would set them. Rate limits are off unless set. */
  settings?: Record<string, string>;
  clock?: Clock;
  log?: Log;
  /** An existing migrated database, which stays as it is when the world closes; if unset, the world creates its own. */
  database?: Connection;
  /** How expensive a password's hash is; cheap unless set. */
  passwordCost?: PasswordCost;
  /** Its media processes are its own, for a test that measures them; otherwise this process's worlds share them. */
  ownProcessing?: boolean;
}

/** Tests log in often, and argon2 isn't what they test. */
const cheapPasswords: PasswordCost = { memoryKiB: 64, passes: 1 };

const cookieName = 'hubbub';

const engines = new Map<string, Promise<MediaProcessing>>();

/**
 * Starting the classifier and the processes for pictures takes longer than most of what worlds have for them. They end with this
 * process.
 */
async function sharedProcessing({ ffmpegPath, role }: Config): Promise<{ processing: MediaProcessing }> {
  const forJobs = role !== 'api';
  const key = JSON.stringify([ffmpegPath, forJobs]);
  const opened = engines.get(key) ?? openMediaProcessing({ ffmpegPath, log: createLog('silent'), forJobs });
  engines.set(key, opened);
  return { processing: await opened };
}

const newestTo = (mails: readonly OutboxMail[], address: string, subject = /^/) =>
  mails.find((mail) => mail.to === address && subject.test(mail.subject));

/**
 * Starts the product for one test file with its own database, cloned from the migrated template, its own folders and a free port.
 * Everything is real except the cost of passwords, unless it's set. Close it when the test is over.
 */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const folder = await mkdtemp(join(inject('scratchFolder'), 'world-'));
  const database = options.database
    ? { url: options.database.connectionString, drop: () => Promise.resolve() }
    : await cloneDatabase();
  const webApp = await writeWebApp(folder);
  const config = loadConfig(
    {
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
      PUBLIC_URL: 'http://localhost',
      RATE_LIMITS: 'off',
      // Tests fetch nothing from the internet.
      LINK_PREVIEWS: 'off',
      ...options.settings,
    },
    folder,
  );
  const app = await createApp(config, {
    database: options.database ?? connectionTo(database.url),
    webApp,
    passwordCost: options.passwordCost ?? cheapPasswords,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.log ? { log: options.log } : {}),
    ...(options.ownProcessing ? {} : await sharedProcessing(config)),
  });
  const origin = `http://127.0.0.1:${await app.listen()}`;
  const { platform } = app;
  const connection = await connectClient(database.url);

  const sockets: LiveSocket[] = [];
  const openSocket = async (cookie: string, auth?: object): Promise<LiveSocket> => {
    const socket = await connectSocket(origin, cookie, auth);
    sockets.push(socket);
    return socket;
  };
  const outbox = async () => (await platform.mail.outbox?.list()) ?? [];
  const sql: World['sql'] = async (text, values) => (await connection.query(text, values)).rows;

  return {
    origin,
    databaseUrl: database.url,
    platform,
    passwords: app.passwords,
    sql,
    stranger: () => createCaller(origin, ''),
    withCookie: (cookie) => createCaller(origin, cookie),
    socketOf: openSocket,
    outbox,
    mailTo: async (address, subject) => newestTo(await outbox(), address, subject),
    async person(username, given = {}) {
      const row = await createActivatedUser(app, { username, ...given });
      const token = await platform.sessions.create(platform.db.kysely, row.id);
      const { email, name } = row;
      const password = given.password ?? factoryPassword;
      const cookie = `${cookieName}=${token}`;
      return {
        ...createCaller(origin, cookie),
        user_id: row.id,
        socket: (auth) => openSocket(cookie, auth),
        user: { user_id: row.id, username, email, name, password },
      };
    },
    async runJobs({ failuresAllowed = false } = {}) {
      await platform.jobs.idle();
      const [failed] = await sql<{ task: string; error: string }>(
        'select task_identifier as task, last_error as error from graphile_worker.jobs where last_error is not null',
      );
      if (failed && !failuresAllowed) throw new Error(`The job ${failed.task} failed: ${failed.error}`);
    },
    async close() {
      for (const socket of sockets) socket.close();
      await connection.end();
      await app.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function connectClient(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // A test may stop its database; then the next statement says so.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** A world for the whole file, closed after its tests. Call it at the file's top level. */
export async function testWorld(options: WorldOptions = {}): Promise<World> {
  const world = await startWorld(options);
  afterAll(() => world.close());
  return world;
}

/** A web app like the one the build creates, with one script per page. @returns its folder */
async function writeWebApp(folder: string): Promise<string> {
  const webApp = join(folder, 'web');
  await mkdir(join(webApp, '.vite'), { recursive: true });
  await writeFile(
    join(webApp, 'index.html'),
    '<!doctype html><html lang="en"><head><title>Hubbub</title></head><body></body></html>',
  );
  const scripts = { login: 'LoginPage', feed: 'FeedPage', updateProfile: 'EditorPage', post: 'PostPage' };
  const files = Object.entries(scripts).map(([page, name]) => [page, [`/assets/${name}.js`]]);
  await writeFile(join(webApp, '.vite/page-files.json'), JSON.stringify(Object.fromEntries(files)));
  return webApp;
}

/** As configured for the run: directly, or through its pooler except for what needs a session. */
function connectionTo(directUrl: string): Connection {
  const through = inject('poolerUrl');
  if (through === '') return { connectionString: directUrl };
  const pooled = new URL(through);
  pooled.pathname = new URL(directUrl).pathname;
  return { connectionString: pooled.href, directUrl, pooler: 'auto' };
}

/** A migrated, empty database for a test that starts no world. */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name} template ${inject('templateDatabase')} strategy file_copy`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}

/** @param cookie the `cookie` header, empty without a session */
export function createCaller(origin: string, cookie: string): Caller {
  const call = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    return fetch(origin + path, { redirect: 'manual', ...init, headers });
  };
  const withBody =
    (method: string) =>
    async (path: string, body?: unknown): Promise<Answer> =>
      await read(
        await call(
          path,
          body === undefined
            ? { method }
            : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
        ),
      );
  return {
    cookie,
    fetch: call,
    get: async (path, headers = {}) => await read(await call(path, { headers })),
    post: withBody('POST'),
    patch: withBody('PATCH'),
    put: withBody('PUT'),
    delete: withBody('DELETE'),
    upload: async (path, form, method = 'POST') => await read(await call(path, { method, body: form })),
  };
}

async function read(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const type = headers.get('content-type') ?? '';
  if (type.includes('json')) return { status, headers, body: await response.json() };
  if (type.startsWith('text/')) return { status, headers, body: await response.text() };
  return { status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Opens a socket and waits until it's connected or refused; it doesn't reconnect when it's closed. */
export async function connectSocket(origin: string, cookie: string, auth: object = {}): Promise<LiveSocket> {
  const socket = io(origin, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { refusals: true, ...auth },
    extraHeaders: { cookie },
  });
  const received: { event: string; payload: Json }[] = [];
  const watchers = new Set<() => void>();
  socket.onAny((event: string, payload: Json) => {
    received.push({ event, payload });
    for (const look of [...watchers]) look();
  });
  const closed = new Promise<string>((resolve) => socket.once('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  const all = (event: string) => received.flatMap((one) => (one.event === event ? [one.payload] : []));
  /** Waits until `find` finds something; otherwise the test's own timeout ends it. */
  const waitFor = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
    });
  return {
    received,
    all,
    closed,
    first: (event, matches = () => true) => waitFor(() => all(event).find(matches)),
    count: (event, number) => waitFor(() => (all(event).length >= number ? all(event) : undefined)),
    send: (event, ...payload) => new Promise((resolve) => socket.emit(event, ...payload, resolve)),
    close: () => socket.disconnect(),
  };
}
