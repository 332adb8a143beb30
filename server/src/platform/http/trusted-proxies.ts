import { isIP } from 'node:net';
import { compile } from '@fastify/proxy-addr';

const ranges = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Whether Fastify takes a text for `trustProxy`. Numbers, which its library would read as addresses, are none. */
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
