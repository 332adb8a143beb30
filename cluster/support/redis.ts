import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '../../server/test/programs.ts';
import { type Running, run, until } from './processes.ts';
import { findProgram } from './programs.ts';

/** A Redis that keeps nothing on disk. */
export interface Redis {
  url: string;
  start(): Promise<void>;
  /** Kills it without warning. */
  kill(): Promise<void>;
  /** Deletes everything. */
  flush(): Promise<void>;
}

export async function createRedis(folder: string): Promise<Redis> {
  const port = await freePort();
  let running: Running | undefined;
  let starts = 0;
  return {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      starts += 1;
      running = run(
        findProgram('redis-server') ?? 'redis-server',
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
        { cwd: folder, logFile: join(folder, `redis-${starts}.log`) },
      );
      const { output } = running;
      // It listens before it has loaded.
      await until('Redis', () => output().includes('Ready to accept connections'), running);
    },
    async kill() {
      await running?.end('SIGKILL');
    },
    flush: () => command(port, 'FLUSHALL'),
  };
}

/** Sends one command and waits for its reply (RESP: inline commands). */
function command(port: number, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${words}\r\n`));
    socket.once('error', reject).once('data', (answer) => {
      socket.destroy();
      if (answer.toString().startsWith('+OK')) resolve();
      else reject(new Error(`Redis answered ${answer}`));
    });
  });
}
