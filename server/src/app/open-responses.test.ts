import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { trackResponses } from './open-responses.ts';

async function serve(listener: RequestListener) {
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  const ending = trackResponses(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { ending, end: ending.finish, port: (server.address() as AddressInfo).port };
}

/** One request; resolves to the response once it was read. */
function ask(port: number, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer));
      answer.once('error', reject);
    }).once('error', reject);
  });
}

test('a server that shuts down answers pending requests and lets no client reuse its connection', async () => {
  const arrived = Promise.withResolvers<() => void>();
  const { port, end } = await serve((_request, response) => {
    arrived.resolve(() => response.end('whole'));
  });
  const answer = ask(port, new Agent({ keepAlive: true }));
  const finish = await arrived.promise;
  const ended = end(() => setImmediate(finish));
  expect((await answer).headers.connection).toBe('close');
  await ended;
});

test('clients using kept-alive connections lose no request while a server shuts down', async () => {
  const { port, end } = await serve((_request, response) => {
    setImmediate(() => response.end('whole'));
  });
  let answered = 0;
  let ending = false;
  const warm = Promise.withResolvers<void>();
  const work = async (): Promise<string> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      const { headers } = await ask(port, agent);
      answered += 1;
      if (answered === 640) warm.resolve();
      if (headers.connection === 'close') return ending ? 'told' : 'too early';
    }
  };
  const clients = Array.from({ length: 32 }, work);
  await warm.promise;
  ending = true;
  await end();
  expect(await Promise.all(clients)).toEqual(Array.from({ length: 32 }, () => 'told'));
  await expect(ask(port, new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test("idle connections don't hold up shutdown, and a long response that began before it is sent completely", async () => {
  const arrived = Promise.withResolvers<() => void>();
  const { port, end } = await serve((request, response) => {
    if (request.url !== '/') return void response.end();
    response.write('begun, ');
    arrived.resolve(() => response.end('done'));
  });
  const idle = new Agent({ keepAlive: true });
  await new Promise((resolve) =>
    get({ port, host: '127.0.0.1', path: '/x', agent: idle }, (it) => it.resume().once('end', resolve)),
  );
  let text = '';
  const whole = new Promise((resolve) => {
    get({ port, host: '127.0.0.1', agent: new Agent({ keepAlive: true }) }, (answer) => {
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      answer.once('end', resolve);
    });
  });
  const finish = await arrived.promise;
  const ended = end();
  await once(Object.values(idle.freeSockets)[0]?.[0] ?? idle, 'close');
  finish();
  await whole;
  expect(text).toBe('begun, done');
  await ended;
});

test("while it's draining, a server lets everyone in and answers them, and uses each connection only once", async () => {
  const { port, ending } = await serve((_request, response) => void response.end('whole'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await ask(port, agent)).headers.connection).toBe('keep-alive');
  const drained = ending.drain(1);
  expect(ending.isAsked).toBe(true);
  for (const before of [1, 2, 3]) {
    const { statusCode, headers } = await ask(port, agent);
    expect([statusCode, headers.connection], `request ${before}`).toEqual([200, 'close']);
  }
  await drained;
  await ending.finish();
  await expect(ask(port, new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('clients that are cut off when a server shuts down find its port closed', async () => {
  const { port, ending } = await serve((_request, response) => void response.end());
  const met = Promise.withResolvers<unknown>();
  await ending.finish(() => ask(port, new Agent()).then(met.resolve, met.resolve));
  expect(await met.promise).toMatchObject({ code: 'ECONNREFUSED' });
});
