import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readInside } from '#platform/config/inside.ts';
import { trickyAddresses } from '../../../test/tricky-addresses.ts';
import { type Outgoing, OutgoingError, openOutgoing } from './outgoing.ts';

/** A server that must never be reached: it answers on every address of this machine. */
let canary: Server;
let canaryPort: number;
let reached: string[] = [];
/** Plays a push service on the internet, on an address of its own. */
const siteAddress = '127.0.0.78';
let site: Server;
let sitePort: number;
let requests: { url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
/** Answers nothing. */
let silent: TcpServer;
let silentPort: number;
const names = new Map<string, string[]>();
let door: Outgoing;

const listen = async (server: Server | TcpServer, host: string) => {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  canary = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.writeHead(201).end();
  });
  canaryPort = await listen(canary, '::');
  site = createServer((request, response) => {
    void buffer(request).then((body) => {
      const url = request.url ?? '/';
      requests.push({ url, headers: request.headers, body: body.toString() });
      if (url === '/busy') response.writeHead(429, { 'retry-after': '120' }).end('x'.repeat(2_000_000));
      else if (url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${canaryPort}/` }).end();
      else response.writeHead(201).end();
    });
  });
  sitePort = await listen(site, siteAddress);
  silent = createTcpServer((socket) => socket.on('error', () => undefined).resume());
  silentPort = await listen(silent, siteAddress);
  const inside = [sitePort, silentPort].flatMap((port) => readInside(`${siteAddress}:${port}`) ?? []);
  const resolve = (host: string) => Promise.resolve(names.get(host) ?? []);
  door = openOutgoing({ publicUrl: 'https://hubbub.example.org', inside, resolve, patience: 1500 });
});
afterAll(async () => {
  for (const server of [canary, site]) server.closeAllConnections();
  await Promise.all([canary, site, silent].map((server) => new Promise((done) => server.close(done))));
});
beforeEach(() => {
  reached = [];
  requests = [];
  names.clear();
  names.set('site.example', [siteAddress]);
  names.set('localhost', ['127.0.0.1', '::1']);
  for (const name of ['public.example', 'hubbub.example.org']) names.set(name, ['93.184.215.14']);
});

const post = (address: string) => door.post(address, { body: Buffer.from('sealed'), headers: { ttl: '60' } });
const url = (path: string) => `http://site.example:${sitePort}${path}`;

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (fault: unknown) => fault,
  );
  return error instanceof OutgoingError ? error.fault : 'none';
}

test("sends a body with its headers, and returns only the answer's status", async () => {
  expect(await post(url('/push'))).toEqual({ status: 201, retryAfter: undefined });
  expect(await post(url('/busy'))).toEqual({ status: 429, retryAfter: '120' });
  expect(requests[0]).toMatchObject({ body: 'sealed', headers: { ttl: '60', 'content-length': '6' } });
  expect(requests[0]?.headers).not.toHaveProperty('cookie');
});

test("doesn't follow redirects", async () => {
  expect(await post(url('/away'))).toEqual({ status: 302, retryAfter: undefined });
  expect(requests).toHaveLength(1);
  expect(reached).toEqual([]);
});

describe('sends nothing to', () => {
  test.each(trickyAddresses)('%s', async (_trick, address) => {
    expect(await faultOf(post(address.replaceAll('PORT', String(canaryPort))))).not.toBe('none');
    expect(reached).toEqual([]);
  });

  test("a name that leads into the host's network", async () => {
    names.set('rebound.example', ['127.0.0.1']);
    expect(await faultOf(post('https://rebound.example/'))).toBe('inside');
    expect(await faultOf(post(`http://rebound.example:${canaryPort}/`))).not.toBe('none');
    expect(reached).toEqual([]);
  });
});

test("gives up if there's no answer", async () => {
  expect(await faultOf(post(`http://${siteAddress}:${silentPort}/`))).toBe('slow');
});

test('unencrypted requests are only sent to addresses that the host allows', () => {
  expect(door.takesPlain(`http://${siteAddress}:${sitePort}/`)).toBe(true);
  for (const address of [`http://${siteAddress}/`, 'http://site.example/', 'http://127.0.0.1/']) {
    expect(door.takesPlain(address)).toBe(false);
  }
});
