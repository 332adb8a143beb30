import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settings } from '../server/src/platform/config/settings.ts';
import type { LoadJob, Measured, RawJob } from './measure.ts';

export const root = join(import.meta.dirname, '..');

/** What `npm start` gives the server (tools/lib/place.mjs); the baselines get the same. */
export const serverFlags = ['--max-semi-space-size=32'];

interface StartOptions {
  env?: NodeJS.ProcessEnv;
  /** Receives standard error. */
  logFile?: string;
  /** For Node itself. */
  execArgv?: string[];
  args?: string[];
}

const running = new Set<ChildProcess>();

/** A process of this Node that's bound to ours: it ends when we do, however that happens. */
export function start(file: string, options: StartOptions = {}): ChildProcess {
  if (options.logFile) mkdirSync(dirname(options.logFile), { recursive: true });
  const log = options.logFile === undefined ? 'inherit' : openSync(options.logFile, 'w');
  const child = fork(join(root, file), options.args ?? [], {
    env: options.env ?? process.env,
    execArgv: [...serverFlags, ...(options.execArgv ?? [])],
    stdio: ['ignore', 'pipe', log, 'ipc'],
    serialization: 'json',
  });
  if (typeof log === 'number') closeSync(log);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Stops everything started here. */
export async function endAll(): Promise<void> {
  await Promise.all([...running].map(end));
}

/** Stops a process that `start` returned. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await gone;
  clearTimeout(hard);
}

async function ask<Answer>(file: string, job: object): Promise<Answer> {
  const child = start(file);
  child.send(job);
  const answer = await Promise.race([
    once(child, 'message').then(([message]) => message as Answer),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${file} ended with ${code} and without an answer.`);
    }),
  ]);
  return answer;
}

/** Puts load on a server over HTTP with autocannon. */
export const load = (job: LoadJob): Promise<Measured> => ask<Measured>('bench/load-process.ts', job);

/** Puts the same load on the database alone. */
export const rawLoad = (job: RawJob): Promise<Measured> => ask<Measured>('bench/raw-process.ts', job);

/** A server under test. */
export interface Target {
  url: string;
  pid: number;
  /** Where its log goes. */
  logFile: string | undefined;
  stop(): Promise<void>;
}

const ready = /running at (\S+)/;

/** A server that can also be killed without warning (SIGKILL). */
export interface KillableTarget extends Target {
  kill(): Promise<void>;
}

/** Starts the product's server the way people run it, but without rate limits. Its log, at the default level, goes to a file. */
export async function startServer(
  folder: string,
  settings: NodeJS.ProcessEnv,
  execArgv: string[] = [],
): Promise<KillableTarget> {
  const logFile = join(folder, 'server.log');
  const env = { ...plainEnv(), DATA_DIR: folder, PORT: '0', RATE_LIMITS: 'off', ...settings };
  const child = start('server/src/main.ts', { env, logFile, execArgv });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const found = ready.exec(output)?.[1];
      if (found) resolve(found.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}. Its log is ${logFile}.`)));
  });
  const kill = async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return { url, pid: child.pid ?? 0, logFile, stop: () => end(child), kill };
}

/** Fills a server with the demo world; returns right away if it's already there. */
export async function fillDemo(url: string, dataDir: string): Promise<void> {
  const child = start('tools/demo/main.ts', {
    args: ['--url', url],
    env: { ...plainEnv(), DATA_DIR: dataDir },
    logFile: join(dataDir, 'demo.log'),
  });
  child.stdout?.resume();
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The demo world couldn't be created. Its output is in ${join(dataDir, 'demo.log')}.`);
}

/** Starts the baseline for the feed. */
export const startBare = (databaseUrl: string, viewers: string[]): Promise<Target> =>
  startBareServer('bench/bare-process.ts', { databaseUrl, viewers });

/** Starts the baseline for uploads. @param file that it writes to, again and again */
export const startBareUpload = (file: string): Promise<Target> =>
  startBareServer('bench/bare-upload-process.ts', { file });

/** A server that gets what it needs in one message and answers with its port. */
export async function startBareServer(file: string, told: object, execArgv: string[] = []): Promise<Target> {
  const child = start(file, { execArgv });
  child.send(told);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, logFile: undefined, stop: () => end(child) };
}

/** The environment without any Hubbub settings the person may have set. */
export function plainEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !(name in settings)));
}
