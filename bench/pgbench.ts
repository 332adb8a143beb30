import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measured, summarise } from './measure.ts';

/** Load put on the database by PostgreSQL's own pgbench, with nothing of ours in between. */
export interface PgbenchJob {
  databaseUrl: string;
  /** What each client runs over and over, each line of SQL prepared once; see PostgreSQL's page on pgbench. */
  script: string;
  clients: number;
  seconds: number;
}

/** Debian installs it next to the server, which may not be on the path. */
const debianFolder = '/usr/lib/postgresql';

const candidates = (): string[] => [
  'pgbench',
  ...(existsSync(debianFolder)
    ? readdirSync(debianFolder).map((version) => join(debianFolder, version, 'bin/pgbench'))
    : []),
];

/** The program; undefined if it isn't installed (Debian: postgresql-contrib or postgresql). */
export const findPgbench = (): string | undefined =>
  candidates().find((program) => spawnSync(program, ['--version']).status === 0);

/** What libpq connects to. Not on the command line, which everyone on the machine can read. */
function environmentOf(databaseUrl: string): NodeJS.ProcessEnv {
  const url = new URL(databaseUrl);
  return {
    ...process.env,
    PGHOST: url.searchParams.get('host') ?? url.hostname,
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: url.pathname.slice(1),
  };
}

/** @throws with pgbench's output if it failed */
export async function pgbench(program: string, job: PgbenchJob): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'hubbub-pgbench-'));
  try {
    const script = join(folder, 'script.sql');
    await writeFile(script, job.script);
    const child = spawn(
      program,
      [
        ...['--no-vacuum', '--protocol=prepared', `--client=${job.clients}`, `--time=${Math.ceil(job.seconds)}`],
        ...['--log', `--log-prefix=${join(folder, 'times')}`, `--file=${script}`],
      ],
      { env: environmentOf(job.databaseUrl), stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const endWithUs = () => void child.kill('SIGKILL');
    process.once('exit', endWithUs);
    const began = performance.now();
    const [code] = await once(child, 'close');
    const seconds = (performance.now() - began) / 1000;
    process.off('exit', endWithUs);
    if (code !== 0) throw new Error(`pgbench ended with ${code}: ${said}`);
    const times: number[] = [];
    for (const name of await readdir(folder)) {
      if (name.startsWith('times')) times.push(...timesIn(await readFile(join(folder, name), 'utf8')));
    }
    return summarise(times, seconds, 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The third word of each line is a transaction's time in microseconds (PostgreSQL, pgbench, per-transaction logging). */
export const timesIn = (log: string): number[] =>
  log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Number(line.split(' ')[2]) / 1000);
