import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOpen } from '../../server/test/programs.ts';
import { type Running, run, until } from './processes.ts';
import { findProgram } from './programs.ts';

/** Milliseconds between the balancer's checks of `/readyz`. */
export const checkInterval = 300;

const template = join(import.meta.dirname, '../../deploy/proxies/haproxy.cfg');

/**
 * The haproxy configuration that operators start from, plus what only a test on one machine needs: no TLS, its own addresses, more
 * frequent checks, and a route to `/readyz`.
 * @throws if the template isn't what this expects
 */
async function configuration(port: number, servers: readonly number[]): Promise<string> {
  let text = await readFile(template, 'utf8');
  const replace = (what: RegExp, by: string) => {
    if (!what.test(text))
      throw new Error(`${template} has nothing like ${what}: bring cluster/support/balancer.ts up to date.`);
    text = text.replace(what, by);
  };
  // More than one of a machine's users may have files open.
  replace(/^( +maxconn) 20000$/m, '$1 2000');
  replace(/^ +ssl-default-bind-options .*\n/m, '');
  replace(/^ +bind :80\n +bind :443 .*\n/m, `    bind 127.0.0.1:${port}\n`);
  replace(/^ +http-request redirect scheme https .*\n/m, '');
  replace(/^ +http-request return status 404 .*\n/m, '');
  replace(/inter 2s fall 2/, `inter ${checkInterval}ms fall 2`);
  replace(
    /^( +server \S+ \S+ check\n)+/m,
    servers.map((server, index) => `    server api-${index + 1} 127.0.0.1:${server} check\n`).join(''),
  );
  return text;
}

/** Starts haproxy on a port, in front of servers on these ports. */
export async function startBalancer(folder: string, port: number, servers: readonly number[]): Promise<Running> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, await configuration(port, servers));
  const balancer = run(findProgram('haproxy') ?? 'haproxy', ['-db', '-f', file], {
    cwd: folder,
    logFile: join(folder, 'haproxy.log'),
  });
  await until('The balancer', () => isOpen(port), balancer);
  return balancer;
}
