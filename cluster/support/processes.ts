import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Order } from './reaper-process.ts';

/** A running program that ends with this process, however this process ends. */
export interface Running {
  pid: number;
  /** Resolves to its exit code, or to the name of the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Sends a signal and resolves like `ended`. */
  end(signal: NodeJS.Signals): Promise<number | string>;
  /** What it has printed so far. */
  output(): string;
}

const reaper = fork(join(import.meta.dirname, 'reaper-process.ts'), { detached: true, stdio: 'ignore' });
reaper.unref();
reaper.channel?.unref();

// The run this process works for is gone.
process.once('disconnect', () => process.exit(1));

/** Whatever happens to this process, this pid is killed or this folder removed. */
export function take(what: number | string): void {
  reaper.send({ take: what } satisfies Order);
}

/** It's gone, and another process may soon get its pid. */
export function release(what: number | string): void {
  reaper.send({ release: what } satisfies Order);
}

/** Starts a program. Its output goes to `logFile`. */
export function run(
  program: string,
  args: readonly string[],
  options: { logFile: string; cwd: string; env?: NodeJS.ProcessEnv },
): Running {
  const log = openSync(options.logFile, 'a');
  const child: ChildProcess = spawn(program, args, {
    cwd: options.cwd,
    env: options.env ?? { PATH: process.env.PATH },
    stdio: ['ignore', log, log],
    // Ctrl-C is for the run, which stops its programs in order.
    detached: true,
  });
  closeSync(log);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} couldn't be started.`);
  take(pid);
  const ended = once(child, 'exit').then(([code, signal]) => {
    release(pid);
    return (code ?? signal) as number | string;
  });
  return {
    pid,
    ended,
    output: () => readFileSync(options.logFile, 'utf8'),
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

const timeoutMs = 60_000;

/** Waits until `look` returns true. @throws with `what` if that takes too long or the program has ended */
export async function until(what: string, look: () => Promise<boolean> | boolean, running?: Running): Promise<void> {
  let isOver = false;
  void running?.ended.then(() => {
    isOver = true;
  });
  for (const end = performance.now() + timeoutMs; performance.now() < end; await sleep(20)) {
    if (await look()) return;
    if (isOver) break;
  }
  throw new Error(`${what} did not come about. ${running?.output().slice(-2000) ?? ''}`);
}
