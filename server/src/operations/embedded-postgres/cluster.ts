import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from '#platform/errors/start-error.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { postgresMajor } from './binaries.ts';
import { processStart } from './instance-lock.ts';

/** The database user that the cluster is created with and the server logs in as. */
export const databaseUser = 'hubbub';

/** Where an embedded database's parts are, relative to its folder. */
export interface Cluster {
  folder: string;
  /** The PostgreSQL data directory. */
  data: string;
  passwordFile: string;
}

export const clusterIn = (folder: string): Cluster => ({
  folder,
  data: join(folder, 'cluster'),
  passwordFile: join(folder, 'password'),
});

/**
 * The environment for the database's programs: ours without anything that would steer PostgreSQL from outside, with messages in plain
 * English.
 */
export function programEnv(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
  return { ...Object.fromEntries(entries), LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Creates the cluster if there's none yet, and checks that these programs can open an existing one.
 *
 * A new cluster is created in a temporary folder and renamed once it's complete, so a start that was killed midway leaves nothing that
 * looks like one.
 * @returns the database user's password
 * @throws StartError for a cluster of another major version, or one whose password is lost
 */
export async function prepareCluster(
  cluster: Cluster,
  binaries: Binaries,
  account: Account,
  durable: boolean,
): Promise<string> {
  for (const name of await readdir(cluster.folder)) {
    if (!name.startsWith('new-')) continue;
    // A killed server's initdb may still be writing there, until it finds its files gone.
    await rm(join(cluster.folder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
  if (await hasCluster(cluster)) return await openCluster(cluster);

  const password = (await readPassword(cluster)) ?? randomBytes(24).toString('hex');
  await writeFile(cluster.passwordFile, password, { mode: 0o600 });
  const aside = join(cluster.folder, `new-${randomBytes(6).toString('hex')}`);
  const asidePassword = join(aside, 'password');
  const asideData = join(aside, 'cluster');
  await mkdir(aside, { mode: 0o700 });
  await account.own(aside);
  await writeFile(asidePassword, password, { mode: 0o600 });
  await account.own(asidePassword);
  await initialise(binaries, account, [
    `--pgdata=${asideData}`,
    `--pwfile=${asidePassword}`,
    // Tests connect by the thousand, and a random password needs no stretching.
    ...(durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
  ]);
  await rename(asideData, cluster.data);
  await rm(aside, { recursive: true, force: true });
  return password;
}

async function openCluster(cluster: Cluster): Promise<string> {
  const version = (await readFile(join(cluster.data, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (version !== String(postgresMajor)) {
    const found = version ? `was made by PostgreSQL ${version}` : "wasn't made by PostgreSQL";
    throw new StartError(
      `The database in ${cluster.data} ${found}, but this version of Hubbub comes with PostgreSQL ${postgresMajor}. Start the version that made it, move the data with npm run backup and npm run restore, or choose another DATA_DIR.`,
    );
  }
  const password = await readPassword(cluster);
  if (password === null) {
    throw new StartError(
      `The password of the embedded database is missing: ${cluster.passwordFile}. Restore it from a backup of DATA_DIR.`,
    );
  }
  return password;
}

const readPassword = (cluster: Cluster) =>
  readFile(cluster.passwordFile, 'utf8').then(
    (text) => text.trim() || null,
    () => null,
  );

/** Whether there's a cluster, complete or not. */
export const hasCluster = ({ data }: Cluster): Promise<boolean> =>
  stat(data).then(
    () => true,
    () => false,
  );

/**
 * Runs initdb. The collation is the builtin C.UTF-8: it knows every letter's case, is the same on every machine and, unlike the
 * operating system's, doesn't change under existing indexes. `lc_ctype` decides what trigrams count as a letter; names of UTF-8 locales
 * differ between systems, so they're tried in turn.
 */
async function initialise(binaries: Binaries, account: Account, args: string[]): Promise<void> {
  let output = '';
  for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const ran = await run(binaries, account, [
      ...args,
      ...[`--username=${databaseUser}`, '--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${locale}`],
    ]);
    if (ran.code === 0) return;
    output = ran.output;
    if (!output.includes('locale')) break;
  }
  throw new StartError(
    `The embedded PostgreSQL couldn't be prepared. It said: ${output.trim().split('\n').slice(-5).join(' ')} If this machine can't run it, set DATABASE_URL to PostgreSQL 15 or newer.`,
  );
}

function run(binaries: Binaries, account: Account, args: string[]): Promise<{ code: number | null; output: string }> {
  const { program, args: all, options } = account.command(binaries.initdb, args);
  const child = spawn(program, all, {
    ...options,
    cwd: '/',
    env: programEnv(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const endWithUs = () => void child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('close', () => process.off('exit', endWithUs));
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/**
 * Cleans up after an earlier server that was killed: a database still running on this cluster, or the files that claim one is. Only
 * call it while holding the instance lock.
 */
export async function clearLeftovers(cluster: Cluster): Promise<void> {
  const running = await findPostmaster(cluster);
  if (running !== undefined) await endPostmaster(running);

  const pidFile = pidFileOf(cluster);
  const text = await readFile(pidFile, 'utf8').catch(() => null);
  if (text !== null) {
    // PostgreSQL mistakes any process with this pid for a running database: by now it may be another program, or a zombie. It treats
    // its parent's pid as stale, while the shared memory listed further down in the file still guards against backends that are alive.
    await writeFile(pidFile, text.replace(/^-?\d+/, String(process.pid)));
  }
  for (const name of await readdir(cluster.folder)) {
    if (name.startsWith('.s.PGSQL.')) await rm(join(cluster.folder, name), { force: true });
  }
}

const pidFileOf = (cluster: Cluster) => join(cluster.data, 'postmaster.pid');

/** The pid of the database running on this cluster, whoever started it. */
export async function findPostmaster(cluster: Cluster): Promise<number | undefined> {
  const pid = Number.parseInt(await readFile(pidFileOf(cluster), 'utf8').catch(() => ''), 10);
  return pid > 0 && processStart(pid) !== null && isPostmasterOf(pid, cluster) ? pid : undefined;
}

/** Whether the process is this cluster's PostgreSQL, judging by its command line, which every user may read. */
function isPostmasterOf(pid: number, cluster: Cluster): boolean {
  try {
    const [program = '', ...rest] =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
            .trim()
            .split(' -D ');
    return basename(program).startsWith('postgres') && rest.some((part) => part.startsWith(cluster.data));
  } catch {
    return false;
  }
}

/** Fast shutdown first; immediate shutdown, from which the next start recovers, if that takes too long. */
async function endPostmaster(pid: number): Promise<void> {
  const signals: [NodeJS.Signals, number][] = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ];
  for (const [signal, timeoutMs] of signals) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
      if (processStart(pid) === null) return;
      await sleep(20);
    }
  }
  throw new StartError(`An earlier database process (pid ${pid}) can't be stopped. Kill it and start again.`);
}
