import type { FastifyRequest } from 'fastify';
import { notFound } from '#platform/errors/errors.ts';

/**
 * For addresses that proxies keep to the inside: answers 404 unless the path is spelt as the route is. The router also takes a
 * slash at the end, encoded letters and whole addresses, which a proxy that compares texts would let pass.
 */
export function requireExactPath({ raw, routeOptions, params }: FastifyRequest): void {
  const given = params as Record<string, string>;
  const path = routeOptions.url?.replace(/:(\w+)/g, (_all, name: string) => given[name] ?? '');
  if (raw.url?.split('?', 1)[0] !== path) throw notFound('There is nothing at this address.');
}
