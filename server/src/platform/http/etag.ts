import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An etag of this content. */
export const etagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;

/** Whether the client already has the current content (RFC 9110, section 13.1.2); a proxy that compresses makes etags weak. */
export const hasCopy = (request: FastifyRequest, etag: string): boolean =>
  request.headers['if-none-match']
    ?.split(/,\s*/)
    .some((known) => known.replace(/^W\//, '') === etag || known === '*') ?? false;

/** A hook that gives answers an etag, for routes that clients poll. */
export async function sendUnlessKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = etagOf(payload);
  reply.header('etag', etag);
  if (!hasCopy(request, etag)) return payload;
  reply.status(304).removeHeader('content-type').removeHeader('content-length');
  return null;
}
