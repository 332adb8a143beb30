import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pinnedNode, root } from './place.mjs';

const isWindows = process.platform === 'win32';

/**
 * Runs a program to its end, quietly.
 * @returns its exit code and everything it printed
 */
export function run(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  const keep = (chunk) => {
    output += chunk;
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Spawns a program in the foreground that ends when this process ends, however that happens: it holds a channel to this process, and
 * its `disconnect` event says that the other end is gone.
 *
 * The program gets its own process group. Ctrl-C reaches every process in the terminal's group, and npm forwards it once more; this way
 * the program gets each signal only from here.
 */
export function spawnBound(program, args, options = {}) {
  return spawn(program, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: !isWindows,
    ...options,
  });
}

/** Copies of one signal arrive in several ways within moments; a person's second Ctrl-C comes later than this (milliseconds). */
const echo = 1000;

/** How often to check whether the parent process has changed, in milliseconds. */
const parentCheck = 250;

/** Calls `handle` each time someone asks this process to end. */
export function onEndRequest(handle) {
  let last = Number.NEGATIVE_INFINITY;
  const request = (signal) => {
    const isEcho = performance.now() - last < echo;
    last = performance.now();
    if (!isEcho) handle(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => request(signal));

  // npm runs scripts in a shell and sends signals only to that shell, which ends without telling this process.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined || isWindows) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    request('SIGTERM');
  }, parentCheck);
  watch.unref();
}

/** Waits for a child that `spawnBound` created. */
export function ended(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 1, signal: null, error }));
    child.on('exit', (code, signal) => resolve({ code, signal }));
  });
}

/**
 * Runs one of our programs in the foreground instead of this process, which ends when it does, with the same code.
 * @param path from the repository's root
 */
export async function handOver(path, args, options) {
  const child = spawnBound(pinnedNode, [join(root, path), ...args], options);
  onEndRequest((signal) => child.kill(signal));
  const { code } = await ended(child);
  process.exit(code ?? 1);
}
