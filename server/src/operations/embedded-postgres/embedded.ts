import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { closeSync, copyFileSync, fstatSync, openSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { explainDataDir } from '#operations/start/data-dir.ts';
import type { SpaceReserve } from '#operations/start/space-reserve.ts';
import { isDiskFull } from '#platform/database/failures.ts';
import { StartError } from '#platform/errors/start-error.ts';
import { readDiskSpace } from '#platform/storage/free-space.ts';
import { makeFolder } from '#platform/storage/make-folder.ts';
import type { Account } from './account.ts';
import { chooseAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { findBinaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { clearLeftovers, clusterIn, databaseUser, hasCluster, prepareCluster, programEnv } from './cluster.ts';
import { isLocked, takeLock } from './instance-lock.ts';
import { keepAlive } from './revival.ts';
import { commonSettings, productionSettings, testSettings } from './settings.ts';

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /** Connection string for the `hubbub` database, including the password; the user owns everything in it. */
  url: string;
  /** The same for another of this PostgreSQL's databases. */
  urlOf(database: string): string;
  /** The pid of the postmaster; it changes when the database has stopped by itself and was restarted. */
  readonly pid: number;
  /**
   * Settles, with a sentence, when the database is gone although no one called `stop`. If it stops by itself, it's restarted at the
   * same address; on a full disk, for as long as that takes.
   */
  died: Promise<string>;
  /** Stops it in order: sessions are closed, everything is on disk, no process is left. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** How many Hubbub processes will use it; 1 if unset. */
  processes?: number;
  /** Where its log goes, if not to `<dataDir>/logs`. */
  logFile?: string;
  /** Receives progress messages, for anyone waiting. */
  tell?: (doing: string) => void;
  /** Helps when it can't run for lack of space. */
  reserve?: Pick<SpaceReserve, 'makeRoom'>;
  /** Called when it stopped by itself, and when it couldn't be restarted. */
  onFault?: (sentence: string) => void;
}

interface Options {
  /** Contains the cluster, password, lock and socket. */
  folder: string;
  logFile: string;
  settings: Record<string, string>;
  /** false: a machine crash may lose everything, which is fine for tests. */
  durable: boolean;
  tell?: EmbeddedOptions['tell'];
  reserve?: EmbeddedOptions['reserve'];
  onFault?: EmbeddedOptions['onFault'];
}

/** What's needed to run it once its cluster exists. */
interface Prepared {
  cluster: Cluster;
  binaries: Binaries;
  account: Account;
  options: Options;
}

type Address = { socketFolder: string } | { port: number };

const lockName = 'server.lock';
const throwawayPrefix = 'hubbub-test-';
const socketPort = 5432;
const maxLogBytes = 5_000_000;
/** Milliseconds a start waits for another server to stop. */
const lockTimeoutMs = 3000;

/**
 * Starts the PostgreSQL that comes with Hubbub, with its data in `<dataDir>/postgres` and its log in `<dataDir>/logs`. The first start
 * creates the cluster; later ones reuse it, whatever happened to the server that used it before.
 * @throws StartError when it can't, with what to do about it
 */
export async function startEmbedded(
  dataDir: string,
  { processes = 1, logFile = join(dataDir, 'logs', 'postgres.log'), ...rest }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  const folder = join(dataDir, 'postgres');
  const disk = await readDiskSpace(dataDir).catch(() => undefined);
  return await start({ folder, logFile, settings: productionSettings(processes, disk?.total), durable: true, ...rest });
}

/**
 * Starts a PostgreSQL for one test run, in a folder that `stop` removes. It isn't meant to survive a machine crash. Leftovers of an
 * earlier run that was killed are removed first.
 */
export async function startTestDatabase(): Promise<EmbeddedDatabase> {
  await removeAbandoned();
  const folder = await mkdtemp(join(tmpdir(), throwawayPrefix));
  const logFile = join(folder, 'postgres.log');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const database = await start({ folder, logFile, settings: testSettings, durable: false });
    return { ...database, stop: () => database.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function start(options: Options): Promise<EmbeddedDatabase> {
  await makeFolders(options);
  const folder = await realpath(options.folder);
  const lockFile = join(folder, lockName);
  let unlock = await takeLock(lockFile);
  if (unlock === null) options.tell?.('Waiting for the previous Hubbub to stop');
  // The previous one may still be shutting down: restarting the server doesn't always wait for it to exit.
  for (let wait = 0; unlock === null && wait < lockTimeoutMs; wait += 100) {
    await sleep(100);
    unlock = await takeLock(lockFile);
  }
  if (unlock === null) {
    throw new StartError(
      `Another Hubbub is already using ${dirname(folder)}. Stop it first, or give this one its own DATA_DIR.`,
    );
  }
  try {
    const binaries = await findBinaries();
    const account = await chooseAccount(folder, binaries.postgres);
    await account.own(folder);
    const cluster = clusterIn(folder);
    if (!(await hasCluster(cluster))) options.tell?.('Creating the database');
    const password = await prepareCluster(cluster, binaries, account, options.durable);
    await clearLeftovers(cluster);
    options.tell?.('Starting the database');
    return await open({ cluster, binaries, account, options }, password, unlock);
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

/** Spawns the database and waits until it accepts connections: over a Unix socket, or over TCP where that's impossible. */
async function launch(prepared: Prepared, onSpawn?: (child: ChildProcess) => void, before?: Address) {
  const { cluster, options } = prepared;
  let address: Address =
    before ?? (fitsSocket(cluster.folder) ? { socketFolder: cluster.folder } : { port: await freePort() });
  for (const deadline = Date.now() + 20_000; ; ) {
    const { child, said } = spawnPostgres(prepared, address);
    onSpawn?.(child);
    const words = await ready(child, cluster, said);
    if (words === null) return { child, address };
    if (words.includes('shared memory block') && Date.now() < deadline) {
      // Backends whose postmaster was killed are still finishing; they exit by themselves.
      await sleep(250);
    } else if ('socketFolder' in address && /Unix(-domain)? (socket|address)/i.test(words)) {
      address = { port: await freePort() }; // a file system that can't hold sockets
    } else if (
      before === undefined &&
      'port' in address &&
      /Address already in use/i.test(words) &&
      Date.now() < deadline
    ) {
      address = { port: await freePort() };
    } else if (before === undefined && /No space left on device/.test(words) && (await options.reserve?.makeRoom())) {
      if (Date.now() > deadline) throw new StartError(`The disk of ${cluster.folder} is full. Free some space there.`);
    } else {
      throw new StartError(
        `The embedded PostgreSQL didn't start. It said: ${words.trim() || 'nothing'} The full log is in ${options.logFile}.`,
      );
    }
  }
}

/** A socket's path can be at most 107 bytes long on Linux and 103 on macOS. */
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

/** Starts it. `said` reads what it has written to its log. */
function spawnPostgres({ cluster, binaries, account, options }: Prepared, address: Address) {
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
  // Before it's spawned: it may have written its last words by the time that `spawn` returns.
  const logStart = fstatSync(log).size;
  const child = spawn(program, args, {
    ...identity,
    cwd: '/',
    env: programEnv(),
    stdio: ['ignore', log, log],
    // A process group of its own: Ctrl-C in the terminal must only reach the server, which still needs the database to finish its work.
    detached: true,
    windowsHide: true,
  });
  closeSync(log);
  // However this process ends, short of being killed, the database is asked to stop too.
  const endWithUs = () => void child.kill('SIGINT');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  return { child, said: () => readFileSync(options.logFile).subarray(logStart).toString() };
}

/** Quotes a folder as one element of a list, because it may contain commas and spaces. */
const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`;

/**
 * Keeps the log small: beyond the limit it's renamed to `….1`, replacing the previous one. PostgreSQL appends, so the log may stay
 * open.
 */
function limitLog(logFile: string): void {
  try {
    if (statSync(logFile).size <= maxLogBytes) return;
    try {
      copyFileSync(logFile, `${logFile}.1`);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      rmSync(`${logFile}.1`, { force: true });
    }
    truncateSync(logFile, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Waits until the database's pid file says that it's ready; there's no timeout, because recovery may have a lot to do. */
async function ready(child: ChildProcess, cluster: Cluster, said: () => string): Promise<string | null> {
  let failure: string | null = null;
  child.once('error', (error) => {
    failure = error.message;
  });
  child.once('exit', () => {
    failure ??= said().split('\n').slice(-8).join('\n');
  });
  const pidFile = join(cluster.data, 'postmaster.pid');
  while (failure === null) {
    const lines = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return null;
    await sleep(10);
  }
  return failure;
}

/** Runs it, creates the database on the first start, and wraps what callers need. */
async function open(prepared: Prepared, password: string, unlock: () => Promise<void>): Promise<EmbeddedDatabase> {
  const { cluster, options } = prepared;
  const { child: first, address } = await launch(prepared);
  const urlOf = (database: string) => {
    const port = 'port' in address ? address.port : socketPort;
    const host = 'port' in address ? '' : `?host=${encodeURIComponent(address.socketFolder)}`;
    return `postgresql://${databaseUser}:${password}@127.0.0.1:${port}/${database}${host}`;
  };
  const logWatch = setInterval(() => limitLog(options.logFile), 3_600_000).unref();
  let child = first;
  const alive = keepAlive(first, {
    async again(onSpawn) {
      if (!options.durable) throw new StartError(`The embedded PostgreSQL stopped. Its log is ${options.logFile}.`);
      await clearLeftovers(cluster);
      ({ child } = await launch(prepared, onSpawn, address));
    },
    makeRoom: async () => (await options.reserve?.makeRoom()) ?? false,
    onFault: (sentence) => options.onFault?.(sentence),
  });
  const stop = async () => {
    clearInterval(logWatch);
    await alive.end((running) => endInOrder(running, prepared));
    await unlock();
  };
  try {
    await createDatabase(urlOf('postgres'));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: urlOf(databaseUser),
    urlOf,
    get pid() {
      return child.pid ?? 0;
    },
    died: alive.died,
    stop,
  };
}

/**
 * Connections that were just closed get time to end by themselves. Writing everything to disk may take a while if it's slow; past that,
 * the next start recovers it.
 */
function endInOrder(child: ChildProcess, { binaries, options }: Prepared): void {
  askToEnd(child, 'smart', binaries, options);
  const fast = setTimeout(() => askToEnd(child, 'fast', binaries, options), 1000);
  const hard = setTimeout(() => child.kill('SIGQUIT'), 60_000);
  child.once('exit', () => {
    clearTimeout(fast);
    clearTimeout(hard);
  });
}

/**
 * Asks for a shutdown: `smart` waits for sessions to end, `fast` closes them. Windows has no signals for this, so PostgreSQL's own tool
 * is used there.
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

/** Folders of test runs whose process is gone: their databases are stopped and they're removed. */
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
      // Another user's run, or another run that's cleaning up right now.
    }
  }
}
