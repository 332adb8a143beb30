import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Account } from '#platform/database/embedded-account.ts';
import { chooseAccount } from '#platform/database/embedded-account.ts';
import type { Binaries } from '#platform/database/embedded-binaries.ts';
import { findBinaries } from '#platform/database/embedded-binaries.ts';
import type { Cluster } from '#platform/database/embedded-cluster.ts';
import {
  clearLeftovers,
  clusterIn,
  databaseUser,
  prepareCluster,
  programEnv,
} from '#platform/database/embedded-cluster.ts';
import { isLocked, takeLock } from '#platform/database/instance-lock.ts';
import { StartError } from '#platform/errors/start-error.ts';
import { explainDataDir } from '#platform/storage/data-dir.ts';
import { makeFolder } from '#platform/storage/make-folder.ts';

/** A running PostgreSQL of our own. */
export interface EmbeddedDatabase {
  /** Connection string of the database `hubbub`, the password included; the user owns everything in it. */
  url: string;
  /** The same for another database of this PostgreSQL. */
  urlOf(database: string): string;
  /** Pid of the process that all others of the database descend from. */
  pid: number;
  /** Settles, with a sentence, when the database ends although nobody called `stop`. */
  died: Promise<string>;
  /** Ends it in order: sessions are cut off, everything is on disk, no process is left. */
  stop(): Promise<void>;
}

interface Options {
  /** Holds cluster, password, lock and socket. */
  folder: string;
  logFile: string;
  settings: Record<string, string>;
  /** false: a crash of the machine may lose everything, which is right for tests. */
  durable: boolean;
}

type Address = { socketFolder: string } | { port: number };

const lockName = 'server.lock';
const throwawayPrefix = 'hubbub-test-';
const socketPort = 5432;
const maxLogBytes = 5_000_000;
const megabyte = 1024 * 1024;
/** What one process of Hubbub opens at most (database.ts), rounded up. */
const connectionsEach = 20;
/** Milliseconds that a start waits for another server to end. */
const lockPatience = 3000;

/**
 * Starts the PostgreSQL that comes with Hubbub, with its data in `<dataDir>/postgres` and its log in `<dataDir>/logs`.
 * The first start makes the cluster; later ones find it, whatever became of the server that used it before.
 * @param processes of Hubbub that will work with it
 * @throws StartError when it cannot, with what to do about it
 */
export function startEmbedded(dataDir: string, processes = 1): Promise<EmbeddedDatabase> {
  const folder = join(dataDir, 'postgres');
  const logFile = join(dataDir, 'logs', 'postgres.log');
  return start({ folder, logFile, settings: lastingSettings(processes), durable: true });
}

/**
 * Starts a PostgreSQL for one test run, in a folder that `stop` removes. It takes no care to outlive a crash of the machine.
 * What an earlier run that was killed left behind is removed first.
 */
export async function startThrowaway(): Promise<EmbeddedDatabase> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), throwawayPrefix));
  const logFile = join(folder, 'postgres.log');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const database = await start({ folder, logFile, settings: throwawaySettings, durable: false });
    return { ...database, stop: () => database.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** For a machine that also runs the server and perhaps much else; sizes in megabytes follow its memory. */
function lastingSettings(processes: number): Record<string, string> {
  const memory = totalmem() / megabyte;
  const shared = Math.round(Math.min(1024, Math.max(64, memory / 8)));
  return {
    shared_buffers: `${shared}MB`,
    effective_cache_size: `${Math.round(Math.max(shared, memory / 2))}MB`,
    maintenance_work_mem: `${Math.round(Math.min(256, Math.max(32, memory / 32)))}MB`,
    // Room for one more: a backup, the doctor, a shell.
    max_connections: String(connectionsEach * (processes + 1)),
    synchronous_commit: 'on',
    max_wal_size: '1GB',
    checkpoint_timeout: '15min',
    // After a restart the pages that were in memory are read again, so that the feed is as fast as before.
    shared_preload_libraries: 'pg_prewarm',
  };
}

const throwawaySettings: Record<string, string> = {
  shared_buffers: '128MB',
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
};

const commonSettings: Record<string, string> = {
  // The statements are short; compiling them costs more than it gains.
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  // What people write is in the statements, and has no place in a log.
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_error_verbosity: 'terse',
  max_logical_replication_workers: '0',
  log_checkpoints: 'off',
  logging_collector: 'off',
  idle_in_transaction_session_timeout: '60s',
};

async function start(options: Options): Promise<EmbeddedDatabase> {
  await makeFolders(options);
  const folder = await realpath(options.folder);
  const lockFile = join(folder, lockName);
  let unlock = await takeLock(lockFile);
  // The one before may be on its way out: whoever restarts the server does not always wait for its end.
  for (let wait = 0; unlock === null && wait < lockPatience; wait += 100) {
    await sleep(100);
    unlock = await takeLock(lockFile);
  }
  if (unlock === null) {
    throw new StartError(
      `Another Hubbub is already running on ${dirname(folder)}. Stop it first, or give this one a DATA_DIR of its own.`,
    );
  }
  try {
    const binaries = await findBinaries();
    const account = await chooseAccount(folder, binaries.postgres);
    await account.own(folder);
    const cluster = clusterIn(folder);
    const password = await prepareCluster(cluster, binaries, account, options.durable);
    await clearLeftovers(cluster);
    const { child, address } = await launch(cluster, binaries, account, options);
    return await open(child, address, password, options, binaries, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function makeFolders({ folder, logFile }: Options): Promise<void> {
  try {
    await makeFolder(dirname(folder));
    await makeFolder(folder, 0o700);
    await chmod(folder, 0o700);
    await makeFolder(dirname(logFile));
  } catch (error) {
    const sentence = explainDataDir(error, dirname(folder));
    throw sentence === undefined ? error : new StartError(sentence);
  }
}

/** Spawns the database and waits until it takes connections: over a Unix socket, or over TCP where that cannot be. */
async function launch(cluster: Cluster, binaries: Binaries, account: Account, options: Options) {
  let address: Address = fitsSocket(cluster.folder) ? { socketFolder: cluster.folder } : { port: await freePort() };
  for (const patience = Date.now() + 20_000; ; ) {
    const child = spawnPostgres(cluster, binaries, account, options, address);
    const words = await ready(child, cluster, options.logFile);
    if (words === null) return { child, address };
    if (words.includes('shared memory block') && Date.now() < patience) {
      // Backends whose postmaster was killed are still finishing; they leave by themselves.
      await sleep(250);
    } else if ('socketFolder' in address && /Unix(-domain)? (socket|address)/i.test(words)) {
      address = { port: await freePort() }; // a file system that cannot hold sockets
    } else if ('port' in address && /Address already in use/i.test(words) && Date.now() < patience) {
      address = { port: await freePort() };
    } else {
      throw new StartError(
        `The embedded PostgreSQL did not start. It said: ${words.trim() || 'nothing'} The whole log is ${options.logFile}.`,
      );
    }
  }
}

/** The longest path that a socket's address can hold is 107 bytes on Linux and 103 on macOS. */
function fitsSocket(folder: string): boolean {
  if (process.platform === 'win32') return false;
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= 103;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function spawnPostgres(cluster: Cluster, binaries: Binaries, account: Account, options: Options, address: Address) {
  const place: Record<string, string> =
    'port' in address
      ? { port: String(address.port), listen_addresses: '127.0.0.1', unix_socket_directories: '' }
      : { port: String(socketPort), listen_addresses: '', unix_socket_directories: quoted(address.socketFolder) };
  const settings = Object.entries({ ...commonSettings, ...options.settings, ...place });
  const {
    program,
    args,
    options: identity,
  } = account.command(binaries.postgres, [
    ...['-D', cluster.data],
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  limitLog(options.logFile);
  const log = openSync(options.logFile, 'a', 0o600);
  const child = spawn(program, args, {
    ...identity,
    cwd: '/',
    env: programEnv(),
    stdio: ['ignore', log, log],
    // A group of its own: Ctrl-C in the terminal must reach the server only, which still needs the database to finish its work.
    detached: true,
    windowsHide: true,
  });
  closeSync(log);
  // Whatever way this process ends short of being killed, the database is told to end too.
  const endWithUs = () => void child.kill('SIGINT');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  return child;
}

/** A folder as one element of a list of them: commas and spaces in it are its own. */
const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`;

/** Keeps the log small: beyond the limit it becomes `….1`, and what that held is gone. PostgreSQL appends, so it may stay open. */
function limitLog(logFile: string): void {
  try {
    if (statSync(logFile).size <= maxLogBytes) return;
    copyFileSync(logFile, `${logFile}.1`);
    truncateSync(logFile, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Waits until the database says in its pid file that it is ready; there is no limit, for recovery may have much to do. */
async function ready(child: ChildProcess, cluster: Cluster, logFile: string): Promise<string | null> {
  const logStart = statSync(logFile).size;
  let failure: string | null = null;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', () => {
    failure ??= readFileSync(logFile).subarray(logStart).toString().split('\n').slice(-8).join('\n');
  });
  const pidFile = join(cluster.data, 'postmaster.pid');
  while (failure === null) {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return null;
    await sleep(10);
  }
  return failure;
}

/** Makes the database on the first start and wraps what callers need. */
async function open(
  child: ChildProcess,
  address: Address,
  password: string,
  options: Options,
  binaries: Binaries,
  unlock: () => Promise<void>,
): Promise<EmbeddedDatabase> {
  const urlOf = (database: string) => {
    const port = 'port' in address ? address.port : socketPort;
    const host = 'port' in address ? '' : `?host=${encodeURIComponent(address.socketFolder)}`;
    return `postgresql://${databaseUser}:${password}@127.0.0.1:${port}/${database}${host}`;
  };
  const logWatch = setInterval(() => limitLog(options.logFile), 3_600_000).unref();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  let stopping = false;
  const died = ended.then(() =>
    stopping ? new Promise<string>(() => undefined) : `The embedded PostgreSQL ended. Its log is ${options.logFile}.`,
  );
  const stop = async () => {
    stopping = true;
    clearInterval(logWatch);
    // Connections that were closed a moment ago get the time to end by themselves. Writing everything to disk may take a while
    // on a slow one; beyond that, recovery at the next start does it.
    askToEnd(child, 'smart', binaries, options);
    const fast = setTimeout(() => askToEnd(child, 'fast', binaries, options), 1000);
    const hard = setTimeout(() => child.kill('SIGQUIT'), 60_000);
    if (child.exitCode === null && child.signalCode === null) await ended;
    clearTimeout(fast);
    clearTimeout(hard);
    await unlock();
  };
  try {
    await createDatabase(urlOf('postgres'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: urlOf(databaseUser), urlOf, pid: child.pid ?? 0, died, stop };
}

/**
 * Asks for a shutdown: `smart` waits for the sessions to end, `fast` cuts them off. Windows has no signals for it, so there
 * PostgreSQL's own tool asks.
 */
function askToEnd(child: ChildProcess, mode: 'smart' | 'fast', binaries: Binaries, options: Options): void {
  if (process.platform !== 'win32') {
    child.kill(mode === 'smart' ? 'SIGTERM' : 'SIGINT');
    return;
  }
  spawn(binaries.pgCtl, ['stop', '-m', mode, '-D', clusterIn(options.folder).data], { windowsHide: true });
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseUser]);
    if (rowCount === 0) await client.query(`create database ${databaseUser}`);
  } finally {
    await client.end();
  }
}

/** Folders of test runs whose process is gone: their databases are ended and they are removed. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names.filter((entry) => entry.startsWith(throwawayPrefix))) {
    const folder = join(tmpdir(), name);
    try {
      const isYoung = Date.now() - (await stat(folder)).mtimeMs < 30_000;
      if (isYoung || (await isLocked(join(folder, lockName)))) continue;
      await clearLeftovers(clusterIn(await realpath(folder)));
      await rm(folder, { recursive: true, force: true });
    } catch {
      // Another user's run, or another run that cleans up at this moment.
    }
  }
}
