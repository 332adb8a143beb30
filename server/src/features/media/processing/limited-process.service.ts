import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const mebibyte = 1024 * 1024;

/** How much memory a process that reads media may hold, in bytes. */
export const maxResidentBytes = 512 * mebibyte;
/** The part of its memory that a program maps from files, such as its own code; the kernel's limit doesn't count it. */
const mappedBytes = 52 * mebibyte;

const shell = '/bin/sh';
const limits = 'ulimit -c 0; ulimit -d "$0" && exec "$@"';

/**
 * Starts a program that can't use more than `maxResidentBytes`. On Linux the kernel denies it the memory (`RLIMIT_DATA`: address space
 * that a JavaScript engine reserves and never uses doesn't count). Elsewhere, and on top of that, it's watched.
 * @param options `isNode`: the program is the same as this process's; `isWatched: false`: the caller calls `watchMemory`
 */
export function spawnLimited(
  command: string,
  args: readonly string[],
  { isNode = false, isWatched = true, ...options }: SpawnOptions & { isNode?: boolean; isWatched?: boolean },
): ChildProcess {
  const bytes = maxResidentBytes - mappedBytes + (isNode ? reservedForCode() : 0);
  const child = canLimit()
    ? spawn(shell, ['-c', limits, String(Math.floor(bytes / 1024)), command, ...args], options)
    : spawn(command, args, options);
  if (isWatched) {
    const stop = watchMemory(child);
    child.once('exit', stop);
    child.once('error', stop);
  }
  return child;
}

const canLimit = () => process.platform === 'linux' && existsSync(shell);

let reserved: number | undefined;

/**
 * V8 reserves address space for machine code, which counts as data but is hardly used. How much depends only on the
 * processor, so it's measured on this process.
 */
function reservedForCode(): number {
  reserved ??= [...readFileSync('/proc/self/maps', 'utf8').matchAll(/^([\da-f]+)-([\da-f]+) rwxp .* 0 *$/gm)].reduce(
    (sum, [, start = '', end = '']) => sum + Number.parseInt(end, 16) - Number.parseInt(start, 16),
    0,
  );
  return reserved;
}

/** How often to check a process, in milliseconds: less often where that means starting another program. */
const watchedEveryMs = process.platform === 'linux' ? 100 : 500;

/** Kills a process as soon as it's found to hold more than it may. @returns stops watching */
export function watchMemory(child: ChildProcess, maxBytes = maxResidentBytes): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async () => {
    const bytes = child.pid === undefined ? 0 : await residentBytes(child.pid);
    if (isOver) return;
    if (bytes > maxBytes) child.kill('SIGKILL');
    else wait();
  };
  const wait = () => {
    timer = setTimeout(() => void look(), watchedEveryMs);
    timer.unref();
  };
  wait();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** How many bytes of memory a process holds; 0 if it's gone or the system doesn't say. */
export async function residentBytes(pid: number): Promise<number> {
  try {
    if (process.platform === 'linux') {
      return 1024 * numberIn(/^VmRSS:\s+(\d+)/m, await readFile(`/proc/${pid}/status`, 'utf8'));
    }
    if (process.platform === 'win32') {
      const { stdout } = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
      return 1024 * numberIn(/"([\d.,\s]+) K"/, stdout);
    }
    return 1024 * numberIn(/(\d+)/, (await run('ps', ['-o', 'rss=', '-p', String(pid)])).stdout);
  } catch {
    return 0;
  }
}

const numberIn = (pattern: RegExp, text: string) => Number(pattern.exec(text)?.[1]?.replaceAll(/\D/g, '') ?? 0);
