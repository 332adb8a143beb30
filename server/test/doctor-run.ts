import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import type { Finding } from '#platform/doctor/finding.ts';
import { freePort } from './postgres-cluster.ts';

/** What the tests of the doctor have in common. */

const order = ['off', 'ok', 'warning', 'failed'];

/** The worst of what was found about one thing. */
export const worst = (findings: Finding[], about: string): Finding | undefined =>
  findings
    .filter((finding) => finding.about === about)
    .toSorted((a, b) => order.indexOf(b.state) - order.indexOf(a.state))[0];

/** Waits until something listens there. */
async function listening(port: number): Promise<void> {
  for (;;) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(socket.end() !== undefined));
      socket.on('error', () => resolve(false));
    });
    if (isThere) return;
  }
}

export const hasProgram = (name: string): boolean => spawnSync(name, ['--version']).error === undefined;

/** Runs a program of the system on a port of its own, until its process is killed. */
export async function runProgram(
  program: string,
  folder: string,
  args: (port: number) => string[],
): Promise<{ port: number; child: ChildProcess }> {
  const port = await freePort();
  const child = spawn(program, args(port), { stdio: 'ignore', cwd: folder });
  await listening(port);
  return { port, child };
}

/** Runs a statement on a connection of its own. */
export async function rowsOf(statement: string, url: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

/** Sends a Redis a command and waits for its answer. */
export async function redisCommand(port: number, command: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${command}\r\n`);
  await once(socket, 'data');
  socket.destroy();
}
