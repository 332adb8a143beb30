import { lookup } from 'node:dns/promises';
import { createServer } from 'node:net';
import { isServed } from '#operations/embedded-postgres/running.ts';
import { explainPort } from '#operations/start/port-fault.ts';
import type { Config } from '#platform/config/config.ts';
import { type Finding, findingsAbout } from '#platform/errors/finding.ts';
import { certificateFault } from './certificate.ts';
import { messageOf } from './message.ts';
import { examineSockets } from './sockets.ts';

/** Milliseconds. */
const timeoutMs = 5000;

const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** Whether the server can listen on PORT, or already does. */
export async function examinePort(config: Config): Promise<Finding[]> {
  const { ok, failed } = findingsAbout('port');
  const { port, host } = config;
  if (port === 0) return [ok('PORT is 0: each start picks a free port.')];
  const fault = await tryToListen(port, host);
  if (fault === undefined) return [ok(`Port ${port} is free for the server.`)];
  const explained = explainPort(fault, config) ?? {
    found: `Nothing can listen on port ${port} of ${host} (${messageOf(fault)}).`,
    fix: 'Correct PORT or HOST.',
  };
  if ((fault as NodeJS.ErrnoException).code === 'EADDRINUSE' && (await isHubbub(`http://${nameOf(host)}:${port}`))) {
    return config.databaseUrl !== undefined || (await isServed(config.dataDir))
      ? [ok(`A Hubbub server is listening on port ${port}.`)]
      : [failed(`Port ${port} is taken by another Hubbub, which doesn't use ${config.dataDir}.`, explained.fix)];
  }
  return [failed(explained.found, explained.fix)];
}

const nameOf = (host: string) => everywhere[host] ?? (host.includes(':') ? `[${host}]` : host);

/** @returns the system's objection */
function tryToListen(port: number, host: string): Promise<unknown> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Whether the server there identifies itself as Hubbub. @throws if it can't be reached */
async function answersAsHubbub(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
  const body = (await answer.json().catch(() => ({}))) as { status?: unknown } | null;
  return answer.ok && body?.status === 'ok';
}

const isHubbub = (origin: string): Promise<boolean> => answersAsHubbub(origin).catch(() => false);

/** Whether PUBLIC_URL's name resolves, and leads to Hubbub if a server is running. */
export async function examinePublicUrl(config: Config): Promise<Finding[]> {
  const { ok, warning, failed } = findingsAbout('address');
  const { publicUrl, host, port } = config;
  const url = new URL(publicUrl);
  if (publicUrl === `http://localhost:${port}`) return [];
  try {
    await lookup(url.hostname.replace(/^\[|\]$/g, ''));
  } catch (error) {
    const fix = 'Create a DNS record for it that points to this machine or its proxy, or correct PUBLIC_URL.';
    return (error as NodeJS.ErrnoException).code === 'ENOTFOUND'
      ? [failed(`PUBLIC_URL names the host ${url.hostname}, which doesn't exist.`, fix)]
      : [warning(`The name ${url.hostname} in PUBLIC_URL couldn't be looked up (${messageOf(error)}).`, fix)];
  }
  const answer = await answersAsHubbub(publicUrl).catch((error: unknown) => ({ error }));
  if (answer === true) return [ok(`Hubbub answers at ${publicUrl}.`), ...(await examineSockets(publicUrl))];
  const certificate = answer && certificateFault(answer.error, url.host);
  if (certificate) return [failed(certificate.found, certificate.fix)];
  if (!(await isHubbub(`http://${nameOf(host)}:${port}`))) return [ok(`${url.hostname} has an address.`)];
  return [
    warning(
      `A server runs on port ${port}, but Hubbub doesn't answer at ${publicUrl} when called from here.`,
      'Make the proxy at that address forward requests to this server, or correct PUBLIC_URL.',
    ),
  ];
}
