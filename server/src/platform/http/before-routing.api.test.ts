import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { createBeforeRouting } from './before-routing.ts';

const world = await testWorld();

interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Everything a server sends on one connection until it closes it. */
async function talk(port: number, say: (socket: Socket) => void): Promise<RawAnswer[]> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  // What we're still sending when the server closes is lost; what the server sent isn't.
  socket.on('error', () => undefined);
  const ended = Promise.race([once(socket, 'end'), once(socket, 'close')]);
  say(socket);
  await ended;
  socket.destroy();
  return parse(text);
}

function parse(text: string): RawAnswer[] {
  if (text === '') return [];
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ')).map(([name = '', value]) => [name, value]));
  const after = rest.join('\r\n\r\n');
  const length = Number(headers['content-length']);
  const answer = { status: Number(statusLine.split(' ')[1]), headers, body: after.slice(0, length) };
  return [answer as RawAnswer, ...parse(after.slice(length))];
}

const worldPort = () => Number(new URL(world.origin).port);
const lines = (...given: string[]) => `${given.join('\r\n')}\r\n\r\n`;

/** Has the contract's shape, and is the connection's last. */
function expectRefusal(answer: RawAnswer | undefined, status: number): void {
  expect(answer?.status).toBe(status);
  expect(JSON.parse(answer?.body ?? 'null')).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/) });
  expect(answer?.headers).toMatchObject({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
  });
}

describe("requests refused before routing get the contract's shape and `connection: close`", () => {
  test.each([
    ['oversized headers', lines('GET / HTTP/1.1', 'host: localhost', `x-large: ${'x'.repeat(20_000)}`), 431],
    ['hugely oversized headers', lines('GET / HTTP/1.1', 'host: localhost', `x: ${'x'.repeat(3_000_000)}`), 431],
    ['an overlong URL', lines(`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'host: localhost'), 431],
    ['a malformed header', lines('GET / HTTP/1.1', 'host: localhost', 'no colon'), 400],
    ['a header with a control character', lines('GET / HTTP/1.1', 'host: localhost', 'x: a\u0000b'), 400],
    [
      'two content-length headers',
      lines('POST /v1/otp HTTP/1.1', 'host: x', 'content-length: 1', 'content-length: 2'),
      400,
    ],
    [
      'a content-length that is not a number',
      lines('POST /v1/otp HTTP/1.1', 'host: localhost', 'content-length: many'),
      400,
    ],
    [
      'both content-length and chunked encoding',
      lines('POST /v1/otp HTTP/1.1', 'host: x', 'content-length: 1', 'transfer-encoding: chunked'),
      400,
    ],
    [
      'a malformed chunk',
      `${lines('POST /v1/otp HTTP/1.1', 'host: localhost', 'content-type: application/json', 'transfer-encoding: chunked')}zz\r\n`,
      400,
    ],
    ['an unknown method', lines('BREW / HTTP/1.1', 'host: localhost'), 400],
    ['an unknown HTTP version', lines('GET / HTTP/7.3', 'host: localhost'), 400],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a TLS handshake', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0a]), 400],
    ['something other than HTTP', 'hello\r\n\r\n', 400],
    ['a request without a host header', lines('GET / HTTP/1.1'), 400],
    ['a CONNECT request meant for a proxy', lines('CONNECT example.org:443 HTTP/1.1', 'host: example.org:443'), 400],
    ['an unsupported expectation', lines('GET / HTTP/1.1', 'host: localhost', 'expect: miracles'), 417],
  ])('refuses %s', async (_title, sent, status) => {
    const answers = await talk(worldPort(), (socket) => socket.write(sent));
    expect(answers).toHaveLength(1);
    expectRefusal(answers[0], status);
    expect(answers[0]?.headers).toMatchObject({
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  });

  test.each([
    ['the request line', 'GET /v1/po'],
    ['the headers', 'GET / HTTP/1.1\r\nhost: local'],
    [
      'the body',
      `${lines('POST /v1/otp HTTP/1.1', 'host: localhost', 'content-type: application/json', 'content-length: 90')}{"us`,
    ],
    [
      'a chunked body',
      `${lines('POST /v1/otp HTTP/1.1', 'host: localhost', 'content-type: application/json', 'transfer-encoding: chunked')}5\r\n{"us`,
    ],
  ])('refuses a request whose sender half-closes the connection in the middle of %s', async (_title, sent) => {
    const answers = await talk(worldPort(), (socket) => socket.end(sent));
    expect(answers).toHaveLength(1);
    expectRefusal(answers[0], 400);
  });

  test('answers a complete request whose sender has half-closed the connection', async () => {
    const [answer] = await talk(worldPort(), (socket) => socket.end(lines('GET /healthz HTTP/1.1', 'host: localhost')));
    expect(answer?.status).toBe(200);
  });

  test('refuses what follows a valid request after answering it', async () => {
    const answers = await talk(worldPort(), (socket) =>
      socket.write(`${lines('GET /readyz HTTP/1.1', 'host: localhost')}nonsense\r\n\r\n`),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expectRefusal(answers[1], 400);
  });

  test.each(['PROPFIND', 'TRACE', 'LOCK', 'M-SEARCH'])('refuses the unsupported method %s', async (method) => {
    const [answer] = await talk(worldPort(), (socket) =>
      socket.end(lines(`${method} /v1/posts HTTP/1.1`, 'host: localhost')),
    );
    expect(answer?.status).toBe(404);
    expect(JSON.parse(answer?.body ?? '')).toEqual({ error: expect.any(String) });
  });

  test.each([
    ['h2c', '/v1/posts', 401],
    ['websocket', '/v1/posts', 401],
    ['websocket', '/nowhere/at.all', 404],
  ])('ignores an upgrade to %s offered for %s', async (upgrade, path, status) => {
    const [answer] = await talk(worldPort(), (socket) =>
      socket.end(lines(`GET ${path} HTTP/1.1`, 'host: localhost', 'connection: upgrade', `upgrade: ${upgrade}`)),
    );
    expect(answer?.status).toBe(status);
    expect(JSON.parse(answer?.body ?? '')).toEqual({ error: expect.any(String) });
  });

  test.each([
    ['headers take too long', 'GET / HTTP/1.1\r\nhost: localhost\r\n'],
    ['body takes too long', lines('POST / HTTP/1.1', 'host: localhost', 'content-length: 5')],
  ])('refuses a request whose %s', async (_title, sent) => {
    const { onClientError } = createBeforeRouting(() => ({}));
    const timeouts = { headersTimeout: 40, requestTimeout: 40, connectionsCheckingInterval: 10 };
    const server = createServer(timeouts, (request) => request.resume()).on('clientError', onClientError);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const [answer] = await talk((server.address() as AddressInfo).port, (socket) => socket.write(sent));
    expectRefusal(answer, 408);
    server.close();
  });
});
