import type { FastifyRequest } from 'fastify';
import { nothingHere } from '#platform/errors/errors.ts';

/**
 * For addresses that proxies keep internal: answers 404 unless the path is spelled exactly like the route. The router also accepts a
 * trailing slash, encoded letters and absolute URLs, which a proxy that compares text would let through.
 */
export function requireExactPath({ raw, routeOptions, params }: FastifyRequest): void {
  const given = params as Record<string, string>;
  const path = routeOptions.url?.replace(/:(\w+)/g, (_all, name: string) => given[name] ?? '');
  if (raw.url?.split('?', 1)[0] !== path) throw nothingHere();
}
