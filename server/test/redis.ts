import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './postgres-cluster.ts';

const program = 'redis-server';

/** Undefined: tests with a Redis can run. Else a sentence that says what to install. */
export const noRedis = spawnSync(program, ['--version']).error
  ? 'Install Redis to run this: apt-get install redis-server.'
  : undefined;

/** A Redis that keeps nothing on disk and may be ended, frozen and started again at the same port. */
export interface TestRedis {
  url: string;
  start(): Promise<void>;
  /** Ends it without warning. */
  kill(): Promise<void>;
  /** It takes connections and says nothing any more (SIGSTOP). */
  freeze(): void;
  /** It goes on with whatever came meanwhile (SIGCONT). */
  thaw(): void;
  /** Sends a command by a connection of its own; answers the first thing that comes back. */
  command(text: string): Promise<string>;
}

/** @param password wanted of everybody, if given; `url` has none */
export async function createRedis(password?: string): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const args = ['--port', String(port), '--save', '', '--bind', '127.0.0.1'];
      if (password !== undefined) args.push('--requirepass', password);
      child = spawn(program, args, { stdio: 'ignore' });
      await listening(port);
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async command(text) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`${text}\r\n`);
      const [answer] = await once(socket, 'data');
      socket.destroy();
      return String(answer);
    },
  };
}

async function listening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await pause(20);
  }
}
