import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type EmbeddedDatabase, startEmbedded } from '#operations/embedded-postgres/embedded.ts';
import { migrate } from '#operations/migrations/migrate.ts';
import { findUnfinishedRestore, refuseUnfinished } from '#operations/migrations/unfinished-restore.ts';
import {
  hasParentsDatabase,
  isChild,
  onParentEnd,
  type ProcessGroup,
  ProcessGroupError,
  reportReady,
  startProcessGroup,
} from '#operations/process-group/process-group.ts';
import { explainDataDir, prepareDataDir } from '#operations/start/data-dir.ts';
import { explainPort } from '#operations/start/port-fault.ts';
import { openReserve, type SpaceReserve } from '#operations/start/space-reserve.ts';
import { type Config, ConfigError, loadConfig } from '#platform/config/config.ts';
import type { Connection } from '#platform/database/connection.ts';
import { StartError } from '#platform/errors/start-error.ts';
import { createLog, type Log } from '#platform/logging/logging.ts';
import type { App } from './app.ts';

/** What has been opened so far, in the order it's to be closed. */
interface Running {
  app?: App;
  processGroup?: ProcessGroup;
  database?: EmbeddedDatabase;
}

/** sysexits.h: a setting is wrong; restarting won't help. */
const exitConfig = 78;

/** How long pending requests may take after shutdown begins, in milliseconds; a stalled download must not hold it up. */
const shutdownTimeoutMs = 25_000;

/**
 * How long a startup that was asked to stop may take to reach an orderly shutdown, in milliseconds; it may be waiting for a server that
 * never answers.
 */
const startupGraceMs = 1_500;

const root = join(import.meta.dirname, '../..');
const running: Running = {};
let log: Log = createLog('info');
let dataDir: string | undefined;
let stopping: Promise<void> | undefined;

/** The database settings; undefined: it's the embedded database. */
function connectionOf(config: Config): Connection | undefined {
  if (config.databaseUrl === undefined) return undefined;
  return {
    connectionString: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    pooler: config.databasePooler,
    replicaUrl: config.databaseReplicaUrl,
  };
}

async function start(): Promise<void> {
  const environment = { ...process.env, ...readArguments(process.argv.slice(2)) };
  const config = loadConfig({ ...environment, PORT: await choosePort(process.env.PORT) }, root);
  log = createLog(config.logLevel);
  warnIfIsolated(config);
  dataDir = config.dataDir;
  const reserve = isChild || config.databaseUrl !== undefined ? undefined : openReserve(config);
  await reserve?.makeRoom();
  if (!isChild) await prepareDataDir(dataDir);
  // The server's code is loaded while the database starts, which halves the startup time.
  const code = config.processes > 1 ? undefined : import('./app.ts');
  if (!isChild) refuseUnfinished(await findUnfinishedRestore(dataDir));
  const given = connectionOf(config);
  const database: Connection = given
    ? { ...given, restarts: hasParentsDatabase() }
    : { connectionString: await startDatabase(config, reserve), restarts: true };
  if (!isChild) {
    const url = database.directUrl ?? database.connectionString;
    await migrate(url, { pooler: database.pooler, tell: reportProgress });
  }
  const notice = isChild || config.role === 'worker' ? undefined : await findOwnerNotice(database, config);
  reportProgress('Starting Hubbub');
  if (!code) return await startSeveral(config, notice);
  const { createApp } = await code;
  if (stopping) return;
  running.app = await createApp(config, {
    database,
    webApp: join(root, 'web/dist'),
    log,
    isWorkerOnly: isChild && config.role === 'worker',
  });
  await listen(running.app, config);
  reportReady();
  if (stopping || isChild) return;
  reportProgress(null);
  if (config.role === 'worker') return console.log('A Hubbub worker is running · stop with Ctrl-C');
  announce(config, notice);
}

/** What to print when a site has no owner. */
async function findOwnerNotice(connection: Connection, config: Config): Promise<string | undefined> {
  const [{ openDatabase }, { ownerNotice }] = await Promise.all([
    import('#platform/database/database.ts'),
    import('#features/site/setup.service.ts'),
  ]);
  const database = openDatabase(connection, log);
  try {
    return await ownerNotice(database, config);
  } finally {
    await database.close();
  }
}

/** Tells `npm start` what's being done, so that it can show it; null: startup is finished. */
function reportProgress(doing: string | null): void {
  if (!isChild && process.connected) process.send?.({ starting: doing });
}

function announce({ publicUrl: address, isLocal }: Config, notice: string | undefined): void {
  const mail = isLocal ? ` · mail: ${address}/dev/mail` : '';
  console.log(`Hubbub is running at ${address}${mail} · stop with Ctrl-C`);
  if (notice !== undefined) console.log(notice);
}

/** This process keeps the database and supervises the others, which do the work. */
async function startSeveral(config: Config, notice: string | undefined): Promise<void> {
  if (stopping) return;
  running.processGroup = startProcessGroup(config, running.database?.url, log);
  await running.processGroup.ready;
  reportProgress(null);
  if (!stopping) announce(config, notice);
}

const optionNames = { role: 'ROLE', processes: 'PROCESSES' } as const;

/** The settings that the arguments stand for. */
function readArguments(given: string[]): Record<string, string> {
  const string = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: given, options: { role: string, processes: string } });
    const entries = Object.entries(values).map(([name, value]) => [optionNames[name as keyof typeof values], value]);
    return Object.fromEntries(entries);
  } catch {
    throw new StartError(
      `Unknown arguments: ${given.join(' ')}. Hubbub takes --role all|api|worker and --processes N; everything else is set with environment variables, which docs/settings.md lists.`,
    );
  }
}

/** A process that does part of the work needs others, and a way to reach them. */
function warnIfIsolated({ role, redisUrl, databaseUrl }: Config): void {
  if (role === 'all' || isChild) return;
  if (databaseUrl === undefined) {
    throw new StartError(
      `A process with ROLE=${role} works with others, which can't use its embedded database: set DATABASE_URL to a PostgreSQL server that all of them can reach. For several processes on this machine, npm start -- --processes 2 is all you need.`,
    );
  }
  if (redisUrl === undefined) {
    log.warn(`ROLE is ${role} and REDIS_URL isn't set, so events from other processes reach open pages late.`);
  }
}

/** The public address has to be known before anything is opened, so a free port is found here rather than by listening on 0. */
function choosePort(given: string | undefined): Promise<string | undefined> {
  if (given?.trim() !== '0') return Promise.resolve(given);
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? String(address?.port) : given));
    });
  });
}

async function startDatabase(config: Config, reserve: SpaceReserve | undefined): Promise<string> {
  // If several processes serve, one more runs the jobs.
  const processes = config.processes > 1 ? config.processes + 1 : 1;
  const database = await startEmbedded(config.dataDir, {
    processes,
    tell: reportProgress,
    ...(reserve && { reserve }),
    onFault: (sentence) => log.error(sentence),
  });
  reserve?.keep();
  running.database = database;
  void database.died.then((sentence) => {
    log.fatal(sentence);
    process.exit(1);
  });
  return database.url;
}

async function listen(app: App, config: Config): Promise<void> {
  try {
    await app.listen();
  } catch (error) {
    const fault = explainPort(error, config);
    throw fault ? new StartError(`${fault.found} ${fault.fix}`) : error;
  }
}

/**
 * Shuts down in order: load balancers stop sending, no new requests, pending requests are answered, then sockets, jobs, connections,
 * the database.
 */
async function stop(): Promise<void> {
  await Promise.race([starting, sleep(startupGraceMs)]);
  await running.app?.drain();
  const hard = setTimeout(() => {
    log.error("Requests in progress didn't finish in time and are aborted.");
    process.exit(1);
  }, shutdownTimeoutMs);
  await running.app?.close();
  await running.processGroup?.stop();
  clearTimeout(hard);
  await running.database?.stop();
}

/** The first request to stop is handled in order; a second one stops right away. */
function end(): void {
  if (stopping) process.exit(1);
  stopping = stop();
  stopping.then(
    () => process.exit(process.exitCode ?? 0),
    (error) => fail(error),
  );
}

function fail(error: unknown): never {
  log.fatal({ err: error }, "Hubbub can't go on.");
  process.exit(1);
}

/** Says why startup failed: in sentences if someone can act on them, otherwise with everything that's known. */
function explain(error: unknown): void {
  if (error instanceof ConfigError) {
    console.error(error.sentences.join('\n'));
    process.exitCode = exitConfig;
  } else if (error instanceof ProcessGroupError) {
    process.exitCode = error.code;
  } else if (error instanceof StartError) {
    console.error(error.message);
    process.exitCode = 1;
  } else if (explainSystem(error)) {
    console.error(explainSystem(error));
    process.exitCode = 1;
  } else {
    log.fatal({ err: error }, "Hubbub couldn't start.");
    process.exitCode = 1;
  }
}

const explainSystem = (error: unknown) =>
  explainDatabase(error) ?? (dataDir === undefined ? undefined : explainDataDir(error, dataDir));

/** What to do about a database that can't be used; undefined if that's not the problem. */
function explainDatabase(error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case '57P03':
      return "The database at DATABASE_URL can't be reached. Start it, or correct the setting.";
    case '28000':
    case '28P01':
      return `The database at DATABASE_URL refuses this user (${message}). Correct the user and password in the setting.`;
    case '3D000':
      return `The database at DATABASE_URL doesn't exist (${message}). Create it, or correct the setting.`;
    case '42501':
      return `The user in DATABASE_URL lacks permissions Hubbub needs (${message}). Make it the owner of the database.`;
    default:
      return undefined;
  }
}

onParentEnd(() => {
  if (!stopping) end();
});
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
// The process that started the server holds the other end of this channel; once it's gone, so is the reason to run.
process.on('disconnect', () => {
  if (!stopping) end();
});

// Failures caused by the shutdown itself need no message.
const starting = start().catch((error) => (stopping ? undefined : explain(error)));
await starting;
if (process.exitCode !== undefined && !stopping) end();
