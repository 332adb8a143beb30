import { execFile, type SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, chooseAccount } from '#operations/embedded-postgres/account.ts';
import { freePort } from './programs.ts';

/** Where Debian puts PostgreSQL's programs. */
const programs = ['15', '16', '17', '18'].map((version) => `/usr/lib/postgresql/${version}/bin`).find(existsSync);

/** Undefined: tests with their own servers can run. Otherwise a sentence that says what to install. */
export const noCluster = programs
  ? undefined
  : 'Install a PostgreSQL server to run this: apt-get install postgresql-15.';

const exec = promisify(execFile);

/** A PostgreSQL server that a test can stop, kill and replace. */
export interface Node {
  port: number;
  /** The address of one of its databases, `postgres` by default. */
  urlOf(database?: string): string;
  start(): Promise<void>;
  /** `immediate` is like a crash: nothing is written, no client is notified. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  /** Creates a running streaming replica of it, on a free port by default. */
  replica(port?: number): Promise<Node>;
  /** Promotes a replica to primary. */
  promote(): Promise<void>;
  /** Its processes are suspended but keep their connections: what a machine without power looks like from outside. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

/** Starts servers of Debian's PostgreSQL in their own folder; `close` stops all of them and removes it. */
export async function startCluster(): Promise<{ primary: Node; folder: string; close(): Promise<void> }> {
  if (!programs) throw new Error(noCluster);
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-cluster-'));
  const account = await chooseAccount(folder, join(programs, 'postgres'));
  await account.own(folder);
  const nodes: Node[] = [];
  const run = runner(account, programs);
  const data = join(folder, 'primary');
  await run('initdb', ['-D', data, '-U', 'hubbub', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
  await appendFile(
    join(data, 'postgresql.conf'),
    'wal_keep_size = 64MB\nmax_connections = 100\nwal_retrieve_retry_interval = 200ms\n',
  );
  const primary = await openNode(data, run, nodes);
  await primary.start();
  return {
    primary,
    folder,
    async close() {
      for (const node of nodes) {
        await node.thaw().catch(() => undefined);
        await node.stop('immediate').catch(() => undefined);
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Run = (program: string, args: string[]) => Promise<string>;

function runner(account: Account, folder: string): Run {
  return async (name, args) => {
    const { program, args: all, options } = account.command(join(folder, name), args);
    const { uid, gid } = options as SpawnOptions;
    const { stdout } = await exec(program, all, { cwd: '/', ...(uid === undefined ? {} : { uid, gid }) });
    return stdout;
  };
}

async function openNode(data: string, run: Run, nodes: Node[], givenPort?: number): Promise<Node> {
  const port = givenPort ?? (await freePort());
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c hot_standby_feedback=on`;
  const control = (...args: string[]) => run('pg_ctl', ['-D', data, '-s', '-w', '-t', '60', ...args]);
  const signal = async (name: 'STOP' | 'CONT') => {
    const pid = (await run('pg_ctl', ['-D', data, 'status'])).match(/PID: (\d+)/)?.[1] ?? '';
    const children = await exec('ps', ['-o', 'pid=', '--ppid', pid]).then(({ stdout }) => stdout.split(/\s+/));
    for (const one of [pid, ...children].filter(Boolean)) process.kill(Number(one), `SIG${name}`);
  };
  const node: Node = {
    port,
    urlOf: (database = 'postgres') => `postgres://hubbub@127.0.0.1:${port}/${database}`,
    start: async () => void (await control('-o', settings, '-l', join(data, 'log'), 'start')),
    stop: async (mode) => void (await control('-m', mode, 'stop')),
    restart: async (mode) => void (await control('-o', settings, '-l', join(data, 'log'), '-m', mode, 'restart')),
    promote: async () => void (await control('promote')),
    freeze: () => signal('STOP'),
    thaw: () => signal('CONT'),
    async replica(replicaPort) {
      const copy = `${data}-replica${nodes.length}`;
      await run('pg_basebackup', ['-d', node.urlOf(), '-D', copy, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
      const made = await openNode(copy, run, nodes, replicaPort);
      await made.start();
      return made;
    },
  };
  nodes.push(node);
  return node;
}
