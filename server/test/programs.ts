import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const hasProgram = (name: string): boolean => spawnSync(name, ['--version']).error === undefined;

const root = join(import.meta.dirname, '../..');

/** The environment that server processes need: where programs are, and Node's compile cache. */
export const processEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/node'),
};

const given = new Set<number>();

/**
 * A free port that stays free as long as nothing listens on it: it's below the ports the kernel assigns to outgoing connections and to
 * servers that don't ask for a specific one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (given.has(port)) continue;
    given.add(port);
    const server = createServer();
    server.listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Whether a server accepts connections on a port of this machine. */
export function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/**
 * Starts a program and waits until it prints `ready`. An open port isn't enough: many programs listen before they've read their
 * configuration and data, and clients that connect in between are cut off if that fails.
 * @throws with its output if it exits before that
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  { ready, ...options }: SpawnOptions & { ready: RegExp },
): Promise<ChildProcess> {
  const child: ChildProcess = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const printed = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output = (output + chunk).slice(-10_000);
        if (ready.test(output)) resolve();
      });
    }
  });
  const failed = once(child, 'close').then(([code, signal]) => {
    throw new Error(`${program} ended with ${code ?? signal}: ${output}`);
  });
  await Promise.race([printed, failed]);
  failed.catch(() => undefined);
  return child;
}

/** Starts a program that doesn't say when it's ready, and waits until its port is open. @throws if it exits before that */
export async function startListener(
  program: string,
  args: readonly string[],
  { port, ...options }: SpawnOptions & { port: number },
): Promise<ChildProcess> {
  const child = spawn(program, args, { ...options, stdio: 'ignore' });
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${program} ended with ${child.exitCode}.`);
    await pause(20);
  }
  return child;
}
