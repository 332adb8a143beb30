import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#platform/errors/errors.ts';

/** A body that brings less than this in this time is cut off, in bytes and milliseconds: 1 KB a second for 30 seconds. */
const least = { bytes: 30 * 1024, within: 30_000 };
/** How often bodies on their way are looked at. */
const lookEvery = 1000;
/** How long whoever was answered may go on sending, so that the answer is read and not lost with the connection. */
const lingerMs = 1000;

interface Watched {
  request: FastifyRequest;
  reply: FastifyReply;
  since: number;
  /** What the connection had brought then. */
  bytes: number;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Closes the connection of a request that was answered, unless the rest of its body comes at once. */
function closeSoon(request: IncomingMessage): void {
  setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, lingerMs).unref();
}

/** Ends a request with an answer, whatever of its body is still on its way. @returns the refusal, to be thrown */
export function endRequest(request: FastifyRequest, refusal: Refusal): Refusal {
  closeSoon(request.raw);
  return refusal;
}

/**
 * Cuts off bodies that come too slowly, on every route: each holds a connection and, where it's a file, a part of it on the disk.
 * The time in which this process doesn't read, because it's busy with what came before, doesn't count.
 * @param answer answers a request with an error
 */
export function cutSlowBodies(
  app: FastifyInstance,
  answer: (error: Refusal, request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const watched = new Map<IncomingMessage, Watched>();

  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (hasBody(raw)) watched.set(raw, { request, reply, since: performance.now(), bytes: raw.socket.bytesRead });
    done();
  });
  // Who was answered already may still be sending.
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.complete) watched.delete(raw);
    done();
  });

  const look = () => {
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
          new Refusal(408, 'This came too slowly and was cut off. Check your connection and send it again.'),
          one.request,
          one.reply,
        );
    }
  };
  const timer = setInterval(look, lookEvery);
  timer.unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}
