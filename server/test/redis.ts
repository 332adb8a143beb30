import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort, hasProgram, startProgram } from './programs.ts';

const program = 'redis-server';

/** Undefined: tests with a Redis can run. Otherwise a sentence that says what to install. */
export const noRedis = hasProgram(program) ? undefined : 'Install Redis to run this: apt-get install redis-server.';

/** A Redis without persistence that can be killed, frozen and restarted on the same port. */
export interface TestRedis {
  url: string;
  start(): Promise<void>;
  /** Kills it without warning. */
  kill(): Promise<void>;
  /** It accepts connections but stops answering (SIGSTOP). */
  freeze(): void;
  /** It continues with whatever arrived meanwhile (SIGCONT). */
  thaw(): void;
  /** Sends a command on its own connection; returns the first reply. */
  command(text: string): Promise<string>;
}

/** @param password required of every client if given; `url` doesn't include it */
export async function createRedis(password?: string): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const args = ['--save', '', '--bind', '127.0.0.1'];
      if (password !== undefined) args.push('--requirepass', password);
      child = await startRedis(port, args);
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    command: (text) => redisCommand(port, text),
  };
}

/** Starts a Redis and waits until it has read its snapshot, which happens after it starts listening. */
export function startRedis(port: number, args: readonly string[], cwd?: string): Promise<ChildProcess> {
  return startProgram(program, ['--port', String(port), ...args], { cwd, ready: /Ready to accept connections/ });
}

/** Sends a command to a Redis on its own connection; returns the first reply. */
export async function redisCommand(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${text}\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer);
}
