import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds in which clients that are at work learn that their connections are not to be used again. */
const notice = 150;

/**
 * Lets a server that ends tell its clients to send nothing more on the connections that they have. Otherwise a client's next
 * request meets a connection that is being closed, and is lost.
 * @returns to be called and awaited before the server is closed: marks every response from now on as the last one of its
 * connection. Takes no time when nobody is connected.
 */
export function trackResponses(server: Server): () => Promise<void> {
  const open = new Set<ServerResponse>();
  let isEnding = false;
  // First in line, for others may answer at once.
  server.prependListener('request', (_request, response) => {
    if (isEnding) response.setHeader('connection', 'close');
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return async () => {
    isEnding = true;
    for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close');
    const connections = await new Promise<number>((resolve) => {
      server.getConnections((_error, count) => resolve(count ?? 0));
    });
    if (connections > 0) await sleep(notice);
  };
}
