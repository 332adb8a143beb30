import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress, { compile } from '@fastify/proxy-addr';

const ranges = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Whether Fastify accepts a text for `trustProxy`. Numbers, which its library would read as addresses, are rejected. */
export function namesProxies(text: string): boolean {
  const parts = text.split(',').map((part) => part.trim());
  if (!parts.every((part) => ranges.has(part) || isIP(part.split('/', 1)[0] ?? '') !== 0)) return false;
  try {
    compile(parts);
    return true;
  } catch {
    return false;
  }
}

/**
 * The address that a request came from, as Fastify determines it, for requests that don't go through Fastify; undefined once the connection
 * is gone.
 */
export function clientAddress(trustProxy: boolean | string): (request: IncomingMessage) => string | undefined {
  if (typeof trustProxy === 'boolean') return (request) => request.socket.remoteAddress;
  const trust = compile(trustProxy.split(',').map((part) => part.trim()));
  return (request) => (request.socket.remoteAddress === undefined ? undefined : proxyAddress(request, trust));
}
