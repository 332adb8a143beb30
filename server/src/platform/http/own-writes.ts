import type { FastifyInstance } from 'fastify';
import { everywhere, nowhere, type Position, type Reads } from '#platform/database/replica.ts';

const name = 'hubbub-seen';
const pattern = new RegExp(`(?:^|;\\s*)${name}=(\\d{1,16})(?:;|$)`);

/** Seconds that a replica needs at most to have what a person wrote, or not to be used: it is more than enough. */
const seconds = 10;

const isSafe = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** How far whoever asks must be able to see. */
export function positionOf(cookies: string | undefined): Position {
  const text = cookies === undefined ? undefined : pattern.exec(cookies)?.[1];
  return text === undefined ? nowhere : Math.min(Number(text), everywhere);
}

/**
 * Whoever writes is given a cookie that says where in the database's log the write is, and brings it along with what is read
 * next, to whichever process. So people see what they did themselves, though a replica answers (docs/decisions/0007).
 */
export function seeOwnWrites(app: FastifyInstance, reads: Reads, secure: boolean): void {
  const attributes = `; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  app.addHook('onRequest', (request, _reply, done) => {
    if (isSafe(request.method)) reads.seeing(positionOf(request.headers.cookie), done);
    else done();
  });
  app.addHook('onSend', async (request, reply) => {
    if (isSafe(request.method) || reply.statusCode >= 400) return;
    reply.header('set-cookie', `${name}=${await reads.written()}${attributes}`);
  });
}
