import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readInside } from '#platform/config/inside.ts';
import { trickyAddresses } from '../../../test/tricky-addresses.ts';
import { type Outgoing, OutgoingError, openOutgoing } from './outgoing.ts';
import type { OutgoingFault } from './outgoing-error.ts';

/** A server that must never be reached: it answers on every address of this machine. */
let canary: Server;
let canaryPort: number;
let reached: string[] = [];
/** Plays a site on the internet, on an address of its own. */
const siteAddress = '127.0.0.77';
let site: Server;
let sitePort: number;
let requests: { url: string; headers: NodeJS.Dict<string | string[]> }[] = [];
/** Answers with whatever it likes, byte by byte. */
let raw: TcpServer;
let rawPort: number;
let answerRaw = '';

const pages = new Map<string, RequestListener>();
/** What the DNS says, one answer a question; the last one stays. */
const names = new Map<string, string[][]>();
let door: Outgoing;

const listen = async (server: Server | TcpServer, host: string) => {
  server.listen(0, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const resolve = (host: string) => {
  const answers = names.get(host);
  const answer = (answers && answers.length > 1 ? answers.shift() : answers?.[0]) ?? [];
  return Promise.resolve(answer);
};

beforeAll(async () => {
  canary = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>secret</title>');
  });
  canaryPort = await listen(canary, '::');
  site = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ url: path, headers: request.headers });
    const page = pages.get(path.split('?')[0] ?? '');
    if (page) page(request, response);
    else response.writeHead(404).end();
  });
  sitePort = await listen(site, siteAddress);
  raw = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(answerRaw));
  });
  rawPort = await listen(raw, siteAddress);
  const inside = [`${siteAddress}:${sitePort}`, `${siteAddress}:${rawPort}`].flatMap((text) => readInside(text) ?? []);
  door = openOutgoing({ publicUrl: 'https://hubbub.example.org', inside, resolve, patience: 1500 });
});
afterAll(async () => {
  for (const server of [canary, site]) server.closeAllConnections();
  await Promise.all([canary, site, raw].map((server) => new Promise((done) => server.close(done))));
});
beforeEach(() => {
  reached = [];
  requests = [];
  pages.clear();
  names.clear();
  names.set('site.example', [[siteAddress]]);
});

const get = (address: string) => door.get(address, { types: ['text/html'] });
const url = (path: string) => `http://site.example:${sitePort}${path}`;

async function faultOf(work: Promise<unknown>): Promise<OutgoingFault | 'none'> {
  try {
    await work;
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(OutgoingError);
    return (error as OutgoingError).fault;
  }
}

const html =
  (text: string): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);
const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

test('fetches a page, naming the site that asks and nothing else', async () => {
  pages.set('/', html('<title>Hello</title>'));
  const { body, type, charset, url: found } = await get(url('/#part'));
  expect([body.toString(), type, charset, found.href]).toEqual([
    '<title>Hello</title>',
    'text/html',
    'utf-8',
    url('/'),
  ]);
  expect(requests[0]?.headers['user-agent']).toContain('https://hubbub.example.org');
  expect(Object.keys(requests[0]?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('reads what is compressed with %s', async (encoding, compress) => {
  pages.set('/', (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding })
      .end(compress('<title>Hello</title>')),
  );
  expect((await get(url('/'))).body.toString()).toBe('<title>Hello</title>');
});

test('keeps the beginning of a long page if that is enough', async () => {
  pages.set('/', html(`<title>Hello</title>${'x'.repeat(3_000_000)}`));
  const { body } = await door.get(url('/'), { types: ['text/html'], mayCut: true });
  expect(body.length).toBeLessThanOrEqual(1024 * 1024);
  expect(body.toString()).toMatch(/^<title>Hello<\/title>x/);
});

const withPort = (address: string) => address.replaceAll('PORT', String(canaryPort));
/** The site's own port and public addresses need no port to be refused; inside, the port alone would be reason enough. */
const onUsualPort = (address: string) => address.replaceAll(':PORT', '');

describe('refuses', () => {
  beforeEach(() => {
    names.set('localhost', [['127.0.0.1', '::1']]);
    for (const name of ['public.example', 'hubbub.example.org']) names.set(name, [['93.184.215.14']]);
    for (const name of ['app.localhost', 'intranet', 'printer.local', 'metadata.google.internal', 'router.home.arpa'])
      names.set(name, [['127.0.0.1']]);
    names.set('expyuzz4wqqyqhjn.onion', [['127.0.0.1']]);
  });

  test.each(trickyAddresses)('%s', async (_trick, address, fault) => {
    expect(await faultOf(get(onUsualPort(address)))).toBe(fault);
    expect(await faultOf(get(withPort(address)))).not.toBe('none');
    expect(reached).toEqual([]);
  });

  test.each(trickyAddresses)('a redirect to %s', async (_trick, address) => {
    pages.set('/', redirectTo(encodeURI(withPort(address)).replaceAll('%25', '%').replaceAll('%5C', '\\')));
    pages.set('/usual', redirectTo(encodeURI(onUsualPort(address)).replaceAll('%25', '%').replaceAll('%5C', '\\')));
    expect(await faultOf(get(url('/')))).not.toBe('none');
    expect(await faultOf(get(url('/usual')))).not.toBe('none');
    expect(reached).toEqual([]);
  });
});

describe("refuses names that lead into the host's network", () => {
  test.each([
    ['by an IPv4 address', ['127.0.0.1']],
    ['by an IPv6 address', ['::1']],
    ['by one address of several', ['93.184.215.14', '127.0.0.1']],
    ['by IPv4 inside IPv6', ['::ffff:127.0.0.1']],
    ['by a metadata address', ['169.254.169.254']],
    ['by something that is no address', ['localhost']],
  ])('%s', async (_trick, found) => {
    names.set('trick.example', [found]);
    expect(await faultOf(get('http://trick.example/'))).toBe('inside');
    expect(reached).toEqual([]);
  });

  test('by no address', async () => {
    names.set('trick.example', [[]]);
    expect(await faultOf(get('http://trick.example/'))).toBe('unreachable');
  });

  test('by an address of this machine that is public', async () => {
    const own = openOutgoing({
      publicUrl: 'https://hubbub.example.org',
      resolve: () => Promise.resolve(['93.184.215.14']),
    });
    expect(await faultOf(own.get('http://trick.example/', { types: ['text/html'] }))).toBe('own');
    for (const { address } of Object.values(networkInterfaces()).flatMap((list) => list ?? [])) {
      names.set('trick.example', [[address]]);
      expect(['own', 'inside']).toContain(await faultOf(get('http://trick.example/')));
    }
  });

  test('once they were checked (DNS rebinding)', async () => {
    pages.set('/', html('<title>outside</title>'));
    names.set('rebinding.example', [[siteAddress], ['127.0.0.1']]);
    expect((await get(`http://rebinding.example:${sitePort}/`)).body.toString()).toContain('outside');
    expect(reached).toEqual([]);
  });

  test('after a redirect to themselves (DNS rebinding)', async () => {
    names.set('rebinding.example', [[siteAddress], ['127.0.0.1']]);
    pages.set('/', redirectTo(`http://rebinding.example:${sitePort}/again`));
    expect(await faultOf(get(`http://rebinding.example:${sitePort}/`))).toBe('port');
    expect(requests.map((request) => request.url)).toEqual(['/']);
  });
});

describe('refuses redirects', () => {
  test('in a circle', async () => {
    pages.set('/', redirectTo('/'));
    expect(await faultOf(get(url('/')))).toBe('redirects');
    expect(requests).toHaveLength(6);
  });

  test('without an address', async () => {
    pages.set('/', (_request, response) => response.writeHead(302).end());
    // An empty address is the page itself, again.
    expect(await faultOf(get(url('/')))).toBe('redirects');
  });

  test('with credentials', async () => {
    pages.set('/', redirectTo(`http://user:password@site.example:${sitePort}/`));
    expect(await faultOf(get(url('/')))).toBe('credentials');
  });

  test('that set cookies, which are dropped', async () => {
    pages.set('/', (_request, response) =>
      response.writeHead(302, { location: '/next', 'set-cookie': 'session=1; Path=/' }).end(),
    );
    pages.set('/next', html('<title>Hello</title>'));
    await get(url('/'));
    expect(requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined]);
  });

  test('in a page (meta refresh), which is only text', async () => {
    pages.set('/', html(`<meta http-equiv="refresh" content="0;url=http://127.0.0.1:${canaryPort}/">`));
    await get(url('/'));
    expect(reached).toEqual([]);
  });
});

describe('refuses answers', () => {
  const answer = (headers: Record<string, string>, body: string | Buffer, status = 200): RequestListener => {
    return (_request, response) => response.writeHead(status, headers).end(body);
  };

  test.each<[string, RequestListener, OutgoingFault]>([
    ['that are larger than 1 MB', answer({ 'content-type': 'text/html' }, 'x'.repeat(1024 * 1024 + 1)), 'long'],
    [
      'that announce more than 1 MB',
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '9999999999' }).write('x'),
      'long',
    ],
    [
      'that are gzip bombs',
      answer({ 'content-type': 'text/html', 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(50 * 1024 * 1024))),
      'long',
    ],
    [
      'that are Brotli bombs',
      answer({ 'content-type': 'text/html', 'content-encoding': 'br' }, brotliCompressSync(Buffer.alloc(5_000_000))),
      'long',
    ],
    [
      'that are compressed twice',
      answer({ 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync('x'))),
      'encoding',
    ],
    [
      'that only claim to be compressed',
      answer({ 'content-type': 'text/html', 'content-encoding': 'gzip' }, 'not compressed'),
      'unreachable',
    ],
    ['of an unknown compression', answer({ 'content-type': 'text/html', 'content-encoding': 'zip' }, 'x'), 'encoding'],
    ['without a type', answer({}, '<title>x</title>'), 'type'],
    ['that are SVG', answer({ 'content-type': 'image/svg+xml' }, '<svg/>'), 'type'],
    ['that are JSON', answer({ 'content-type': 'application/json' }, '{}'), 'type'],
    ['with a status that is not 200', answer({ 'content-type': 'text/html' }, 'x', 404), 'status'],
    ['without content', answer({ 'content-type': 'text/html' }, '', 204), 'status'],
    ['in parts', answer({ 'content-type': 'text/html' }, 'x', 206), 'status'],
    ['of a server that is down', answer({ 'content-type': 'text/html' }, 'x', 503), 'unreachable'],
    ['with huge headers', answer({ 'content-type': 'text/html', 'x-huge': 'x'.repeat(100_000) }, 'x'), 'unreachable'],
    ['that never come', () => undefined, 'slow'],
    [
      'that never end',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        const timer = setInterval(() => response.write('x'), 20);
        response.on('close', () => clearInterval(timer));
      },
      'slow',
    ],
    [
      'that are cut off',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': '100' }).write('x');
        setImmediate(() => response.destroy());
      },
      'unreachable',
    ],
  ])('%s', async (_trick, page, fault) => {
    pages.set('/', page);
    expect(await faultOf(get(url('/')))).toBe(fault);
  });

  test('that are endless, in chunks', async () => {
    pages.set('/', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = () => {
        while (response.write('x'.repeat(10_000)));
        response.once('drain', more);
      };
      more();
    });
    expect(await faultOf(get(url('/')))).toBe('long');
  });

  test.each<[string, string, OutgoingFault]>([
    ['that are not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'unreachable'],
    ['that switch protocols', 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'status'],
    ['with two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx', 'unreachable'],
    ['whose headers never end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(100)}`, 'slow'],
    ['that only begin', 'HTTP/1.1 100 Continue\r\n\r\n', 'slow'],
    [
      'with a broken chunk',
      'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      'unreachable',
    ],
  ])('%s', async (_trick, text, fault) => {
    answerRaw = text;
    expect(await faultOf(get(`http://${siteAddress}:${rawPort}/`))).toBe(fault);
  });

  test("with a certificate that isn't trusted", async () => {
    // The site speaks no TLS at all, which is refused before anything is sent in the clear.
    expect(await faultOf(get(`https://site.example:${sitePort}/`))).toBe('unreachable');
    expect(requests).toEqual([]);
  });
});

test('a proxy in the environment is ignored', async () => {
  const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
  const before = names.map((name) => process.env[name]);
  for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : `http://127.0.0.1:${canaryPort}`;
  try {
    pages.set('/', html('<title>Hello</title>'));
    expect((await get(url('/'))).body.toString()).toContain('Hello');
    expect(reached).toEqual([]);
  } finally {
    for (const [index, name] of names.entries()) {
      if (before[index] === undefined) delete process.env[name];
      else process.env[name] = before[index];
    }
  }
});

test('an aborted request ends at once', async () => {
  pages.set('/', () => undefined);
  const given = new AbortController();
  const work = faultOf(door.get(url('/'), { types: ['text/html'], signal: given.signal }));
  given.abort();
  expect(await work).toBe('unreachable');
});

test.each([
  ['10.0.0.0/8', '10.0.0.0/8', null],
  ['10.1.2.3:8080', '10.1.2.3/32', 8080],
  ['[fd00::1]:443', 'fd00::1/128', 443],
  ['fd00::/8', 'fd00::/8', null],
])('reads %s as a network inside', (text, network, port) => {
  expect(readInside(text)).toEqual({ network, port });
});

test.each(['', '10', 'example.org', '10.0.0.1:0', '10.0.0.1:99999', '10.0.0.0/40', 'http://10.0.0.1'])(
  'refuses %s as a network inside',
  (text) => {
    expect(readInside(text)).toBeUndefined();
  },
);
