import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'socket.io';

/** A header that says what a request for a socket was missing, so that the doctor can name the missing line in a proxy's configuration. */
export const missingHeader = 'x-not-upgraded';

/** Why a request for a socket couldn't become one. */
function missingIn({ httpVersion, headers }: IncomingMessage): string[] {
  return [
    ...(httpVersion === '1.0' ? ['version'] : []),
    ...(headers.upgrade === undefined ? ['upgrade'] : []),
    ...(/\bupgrade\b/i.test(headers.connection ?? '') ? [] : ['connection']),
  ];
}

/** Tells clients what was missing when their request can't become a socket. */
export function explainRefused({ engine }: Pick<Server, 'engine'>): void {
  engine.on('connection_error', ({ req }: { req: IncomingMessage & { res?: ServerResponse } }) => {
    const missing = missingIn(req);
    if (missing.length > 0 && req.res?.headersSent === false) req.res.setHeader(missingHeader, missing.join(' '));
  });
}
