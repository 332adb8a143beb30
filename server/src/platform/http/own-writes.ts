import type { FastifyInstance } from 'fastify';
import { everywhere, nowhere, type Position, type Replica } from '#platform/database/replica.ts';

const name = 'hubbub-seen';
const pattern = new RegExp(`(?:^|;\\s*)${name}=(\\d{1,16})(?:;|$)`);

/** The cookie's lifetime in seconds: by then the replica has the write, or isn't used anymore, with time to spare. */
const seconds = 10;

const isSafe = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** The position up to which this request must see changes. */
export function positionOf(cookies: string | undefined): Position {
  const text = cookies === undefined ? undefined : pattern.exec(cookies)?.[1];
  return text === undefined ? nowhere : Math.min(Number(text), everywhere);
}

/**
 * A write sets a cookie with its position in the database's log, and later reads send it along, to whichever process. So people see
 * their own changes although a replica answers (docs/decisions/0007).
 */
export function ensureReadYourWrites(app: FastifyInstance, replica: Replica, secure: boolean): void {
  const attributes = `; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  app.addHook('onRequest', (request, _reply, done) => {
    if (isSafe(request.method)) replica.seeing(positionOf(request.headers.cookie), done);
    else done();
  });
  app.addHook('onSend', async (request, reply) => {
    if (isSafe(request.method) || reply.statusCode >= 400) return;
    reply.header('set-cookie', `${name}=${await replica.written()}${attributes}`);
  });
}
