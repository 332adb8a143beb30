import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { freePort, isOpen } from '../../server/test/programs.ts';
import { checkInterval } from './balancer.ts';
import { run, until } from './processes.ts';
import { findProgram } from './programs.ts';

/** The proxies in deploy/proxies as operators start from them; the test replaces only addresses, certificates and check intervals. */
export const proxyNames = ['caddy', 'haproxy', 'nginx'] as const;
export type ProxyName = (typeof proxyNames)[number];

export interface RunningProxy {
  /** Its https address. */
  readonly origin: string;
  /** Its http address, which redirects to https. */
  readonly plainOrigin: string;
  close(): Promise<void>;
}

interface Place {
  folder: string;
  port: number;
  plainPort: number;
  servers: readonly number[];
}

const templates = join(import.meta.dirname, '../../deploy/proxies');

/** A file from deploy/proxies with parts replaced. @throws if a part isn't found */
async function adapt(name: string, changes: readonly (readonly [what: RegExp, by: string])[]): Promise<string> {
  let text = await readFile(join(templates, name), 'utf8');
  for (const [what, by] of changes) {
    if (!what.test(text))
      throw new Error(`deploy/proxies/${name} has nothing like ${what}: bring proxies.ts up to date.`);
    text = text.replace(what, by);
  }
  return text;
}

const lines = (servers: readonly number[], line: (port: number, index: number) => string) =>
  servers.map((port, index) => `    ${line(port, index + 1)}\n`).join('');

/** How to set each one up in a folder with `cert.pem`, `key.pem` and `both.pem`; returns its arguments. */
const setUp: Record<ProxyName, (place: Place) => Promise<string[]>> = {
  async caddy({ folder, port, plainPort, servers }) {
    const file = join(folder, 'Caddyfile');
    const own = `admin off\n\tskip_install_trust\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tservers {`;
    const site = `https://127.0.0.1:${port} {\n\ttls ${folder}/cert.pem ${folder}/key.pem\n`;
    const upstreams = servers.map((server) => `127.0.0.1:${server}`).join(' ');
    const text = await adapt('Caddyfile', [
      [/servers \{/, own],
      [/^\{\$DOMAIN:localhost\} \{\n/m, site],
      [/\{\$UPSTREAMS:.+?\}/, upstreams],
      [/health_interval 2s/, `health_interval ${checkInterval}ms`],
    ]);
    await writeFile(file, text);
    return ['run', '--adapter', 'caddyfile', '--config', file];
  },
  async haproxy({ folder, port, plainPort, servers }) {
    const file = join(folder, 'haproxy.cfg');
    const text = await adapt('haproxy.cfg', [
      // More than one of a machine's users may have files open.
      [/^( +maxconn) 20000$/m, '$1 2000'],
      [/bind :80$/m, `bind 127.0.0.1:${plainPort}`],
      [/bind :443 ssl crt \S+/, `bind 127.0.0.1:${port} ssl crt ${folder}/both.pem`],
      [/inter 2s fall 2/, `inter ${checkInterval}ms fall 2`],
      [/^( +server \S+ \S+ check\n)+/m, lines(servers, (server, n) => `server api-${n} 127.0.0.1:${server} check`)],
    ]);
    await writeFile(file, text);
    return ['-db', '-f', file];
  },
  async nginx({ folder, port, plainPort, servers }) {
    const text = await adapt('nginx.conf', [
      [
        /^( +server \S+ max_fails=1 fail_timeout=5s;\n)+/m,
        lines(servers, (server) => `server 127.0.0.1:${server} max_fails=1 fail_timeout=1s;`),
      ],
      [/listen 80;\n +listen \[::\]:80;/, `listen 127.0.0.1:${plainPort};`],
      [/listen 443 ssl http2;\n +listen \[::\]:443 ssl http2;/, `listen 127.0.0.1:${port} ssl http2;`],
      [/\S+fullchain\.pem/, `${folder}/cert.pem`],
      [/\S+privkey\.pem/, `${folder}/key.pem`],
      [/access_log \S+ hubbub;/g, 'access_log off;'],
    ]);
    await writeFile(join(folder, 'hubbub.conf'), text);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (of) => `${of}_temp_path ${folder}/${of};`,
    );
    const main = `daemon off; pid ${folder}/nginx.pid; error_log stderr; worker_processes 1; events {}
http { access_log off; ${temporary.join(' ')} include ${folder}/hubbub.conf; }`;
    await writeFile(join(folder, 'nginx.conf'), main);
    return ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
  },
};

/** Creates a certificate for 127.0.0.1 that this process trusts from now on. */
export async function makeCertificate(folder: string): Promise<void> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const openssl = findProgram('openssl') ?? 'openssl';
  await promisify(execFile)(openssl, ['req', '-x509', ...kind, ...name, '-keyout', key, '-out', cert]);
  const text = await readFile(cert, 'utf8');
  await writeFile(join(folder, 'both.pem'), text + (await readFile(key, 'utf8')));
  setDefaultCACertificates([...getCACertificates(), text]);
}

/**
 * Starts a proxy in front of servers on these local ports.
 * @param certificates a folder in which `makeCertificate` created one
 */
export async function startProxy(
  name: ProxyName,
  certificates: string,
  servers: readonly number[],
): Promise<RunningProxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  const folder = join(certificates, `${name}-${port}`);
  await mkdir(folder);
  for (const file of ['cert.pem', 'key.pem', 'both.pem'])
    await writeFile(join(folder, file), await readFile(join(certificates, file)));
  const args = await setUp[name]({ folder, port, plainPort, servers });
  const running = run(findProgram(name) ?? name, args, {
    cwd: folder,
    logFile: join(folder, 'log'),
    // Caddy stores its state there.
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const origin = `https://127.0.0.1:${port}`;
  await until(`The start of ${name}`, () => isOpen(port), running);
  await until(`The way through ${name}`, () => isAnswered(`${origin}/healthz`), running);
  return {
    origin,
    plainOrigin: `http://127.0.0.1:${plainPort}`,
    async close() {
      await running.end('SIGTERM');
    },
  };
}

async function isAnswered(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

/** What reached a receiver. */
export interface Arrival {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
}

/** A bare server behind a proxy that shows what the proxy passes on. */
export interface Receiver {
  readonly port: number;
  /** Without those the proxy adds. */
  readonly arrivals: Arrival[];
  /** Body bytes so far. */
  received(): number;
  close(): Promise<void>;
}

/**
 * Answers everything with 200, except `/full` with 503, and disconnects whoever asks for `/cut`.
 * @param options.once closes each connection after one response, so none is open when the receiver ends
 */
export async function startReceiver(options: { once?: boolean } = {}): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  let bytes = 0;
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    const isOwn = method === 'GET' && /^\/(readyz|healthz)$/.test(path);
    if (!isOwn) arrivals.push({ method, path, headers });
    if (path === '/cut') {
      request.socket.destroy();
      return;
    }
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    const kept = options.once ? { connection: 'close' } : {};
    request.on('end', () => response.writeHead(path === '/full' ? 503 : 200, kept).end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    arrivals,
    received: () => bytes,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
