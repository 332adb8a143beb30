import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'socket.io';

/** A header that says what was missing in a request for a socket, so that the doctor can say which line of a proxy is. */
export const missingHeader = 'x-not-upgraded';

/** What kept a request for a socket from becoming one. */
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
