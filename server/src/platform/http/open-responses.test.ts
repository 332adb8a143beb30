import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { trackResponses } from './open-responses.ts';

test('a server that ends answers what is under way and lets no client use its connection again', async () => {
  const arrived = Promise.withResolvers<() => void>();
  const server = createServer((_request, response) => {
    arrived.resolve(() => response.end('whole'));
  });
  const announceEnd = trackResponses(server);
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = new Promise<IncomingMessage>((resolve) => {
    get({ port, agent: new Agent({ keepAlive: true }) }, resolve);
  });

  const finish = await arrived.promise;
  const announced = announceEnd();
  finish();
  const { headers } = await answer.then((message) => message.resume());
  expect(headers.connection).toBe('close');
  await announced;
  server.close();
  await once(server, 'close');
});
