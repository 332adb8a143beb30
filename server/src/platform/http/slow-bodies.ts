import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError } from '#platform/errors/errors.ts';

/** A body that delivers less than this in this time is cut off, in bytes and milliseconds: 1 KB per second for 30 seconds. */
const least = { bytes: 30 * 1024, within: 30_000 };
/** How often to check bodies that are still arriving. */
const checkIntervalMs = 1000;
/** How long a client that was answered may keep sending, so that it reads the answer rather than losing it with the connection. */
const lingerMs = 1000;

interface Watched {
  request: FastifyRequest;
  reply: FastifyReply;
  since: number;
  /** How much the connection had delivered by then. */
  bytes: number;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes the connection of a request that was answered, unless the rest of its body arrives right away. */
function closeSoon(request: IncomingMessage): void {
  setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, lingerMs).unref();
}

/** Ends a request with an answer, however much of its body is still arriving. @returns the refusal, to be thrown */
export function endRequest(request: FastifyRequest, refusal: HttpError): HttpError {
  closeSoon(request.raw);
  return refusal;
}

/**
 * Cuts off bodies that arrive too slowly, on every route: each one holds a connection and, if it's a file, part of it on disk. Time in
 * which this process doesn't read, because it's busy with what arrived earlier, doesn't count.
 * @param answer answers a request with an error
 */
export function cutSlowBodies(
  app: FastifyInstance,
  answer: (error: HttpError, request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const watched = new Map<IncomingMessage, Watched>();

  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) watched.set(raw, { request, reply, since: performance.now(), bytes: raw.socket.bytesRead });
    done();
  });
  // A client that was answered may still be sending.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.complete) watched.delete(raw);
    done();
  });

  const check = () => {
    const now = performance.now();
    for (const [raw, one] of watched) {
      if (raw.complete || raw.socket.destroyed) {
        watched.delete(raw);
        continue;
      }
      const isUnread = raw.readableLength > 0;
      if (!isUnread && now - one.since < least.within) continue;
      const { bytesRead } = raw.socket;
      if (isUnread || bytesRead - one.bytes >= least.bytes) {
        one.since = now;
        one.bytes = bytesRead;
        continue;
      }
      watched.delete(raw);
      closeSoon(raw);
      if (!one.reply.sent)
        answer(
          new HttpError(408, 'This took too long to arrive. Check your connection and send it again.'),
          one.request,
          one.reply,
        );
    }
  };
  const timer = setInterval(check, checkIntervalMs);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}
