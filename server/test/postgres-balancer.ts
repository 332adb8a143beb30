import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, startListener } from './programs.ts';

const program = ['/usr/sbin/haproxy', '/usr/bin/haproxy', '/usr/local/sbin/haproxy'].find(existsSync);

/** Undefined: tests with a load balancer in front of PostgreSQL can run. Otherwise a sentence that says what to install. */
export const noBalancer = program ? undefined : 'Install haproxy to run this: apt-get install haproxy.';

const template = join(import.meta.dirname, '../../deploy/proxies/haproxy-postgres.cfg');

/** Resolves to the process and its port once it's up. */
async function startPatroni(port: number): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(join(import.meta.dirname, 'patroni-process.ts'), [String(port)], { stdio: 'ignore' });
  const [own] = (await once(child, 'message')) as [number];
  return { child, port: own };
}

/** haproxy the way operators are told to run it, in front of servers on these ports: one address that leads to the primary. */
export async function startPostgresBalancer(folder: string, ports: readonly number[]) {
  const patronis = await Promise.all(ports.map(startPatroni));
  const port = await freePort();
  let text = await readFile(template, 'utf8');
  const replace = (what: RegExp, by: string) => {
    if (!what.test(text))
      throw new Error(`${template} has nothing like ${what}: bring postgres-balancer.ts up to date.`);
    text = text.replace(what, by);
  };
  replace(/^( +bind) :5432$/m, `$1 127.0.0.1:${port}`);
  replace(
    /^( +server \S+ \S+ check port \d+\n)+/m,
    ports.map((each, index) => `    server s${index} 127.0.0.1:${each} check port ${patronis[index]?.port}\n`).join(''),
  );
  const file = join(folder, 'haproxy-postgres.cfg');
  await writeFile(file, text);
  const child = await startListener(program ?? 'haproxy', ['-db', '-f', file], { port });
  return {
    port,
    async close() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      for (const patroni of patronis) patroni.child.kill('SIGKILL');
    },
  };
}
