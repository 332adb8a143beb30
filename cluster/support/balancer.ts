import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isOpen, type Running, run, until } from './processes.ts';
import { findProgram } from './programs.ts';

/** Milliseconds between two looks of the balancer at `/readyz`. */
export const checkInterval = 300;

/**
 * haproxy as it stands in front of a cluster: requests and websockets by turns to the processes that answer `/readyz`, and to
 * another one where a connection cannot be had. What was sent is never sent again: that is for clients to decide.
 */
const configuration = (port: number, servers: readonly number[]) => `global
  maxconn 4000

defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  retries 5
  option redispatch 1
  retry-on conn-failure

frontend people
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend api

backend api
  balance roundrobin
  option httpchk
  http-check send meth GET uri /readyz
  http-check expect status 200
  timeout check 2s
  default-server check inter ${checkInterval}ms fall 1 rise 1
${servers.map((server, index) => `  server api${index + 1} 127.0.0.1:${server}`).join('\n')}
`;

/** Starts haproxy on a port, in front of servers on these ports. */
export async function startBalancer(folder: string, port: number, servers: readonly number[]): Promise<Running> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration(port, servers));
  const balancer = run(findProgram('haproxy') ?? 'haproxy', ['-db', '-f', file], {
    cwd: folder,
    logFile: join(folder, 'haproxy.log'),
  });
  await until('The balancer', () => isOpen(port), balancer);
  return balancer;
}
