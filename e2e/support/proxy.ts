import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A proxy in front of a server, like that of a school or a company. */
export interface FrontProxy {
  origin: string;
  leadTo(origin: string): void;
  /** Sockets are refused, and those that are open are cut. */
  refuseUpgrades(): void;
  allowUpgrades(): void;
  /** Takes requests and never answers, until it's called with false. */
  hang(hangs: boolean): void;
  /** Each of the next uploads in pieces loses its connection after this many bytes. */
  cutUploads(times: number, bytes: number): void;
  /** How many are still to be cut. */
  cutsLeft(): number;
  /** Bytes of uploads in pieces that have been passed on. */
  uploaded(): number;
  close(): void;
}

/** Ends a request that was cut. What has come of it goes on, as through any proxy. */
function endSoon(onward: ClientRequest): void {
  if (onward.socket) onward.socket.destroySoon();
  else onward.destroy();
}

/** Starts a proxy that lets everything through. */
export async function startProxy(): Promise<FrontProxy> {
  let target = new URL('http://localhost');
  let [refuses, hangs] = [false, false];
  const open = new Set<Duplex>();
  let [cuts, cutAfter, passed] = [0, 0, 0];

  /** Counts an upload's bytes, and cuts it where that's wished for. */
  const watchUpload = (asked: IncomingMessage) => {
    const isCut = cuts > 0;
    if (isCut) cuts -= 1;
    let bytes = 0;
    asked.on('data', (chunk: Buffer) => {
      passed += chunk.byteLength;
      bytes += chunk.byteLength;
      if (!isCut || bytes < cutAfter) return;
      asked.socket.destroy();
    });
  };

  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    if (hangs) return;
    const { method, url, headers } = asked;
    const onward = request({ host: target.hostname, port: target.port, method, path: url, headers }, (from) => {
      // Browsers send again by themselves, from the start, what fails on a connection that they've used before.
      answer.writeHead(from.statusCode ?? 502, { ...from.headers, connection: 'close' });
      from.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => answer.writableFinished || endSoon(onward));
    if (method === 'PATCH') watchUpload(asked);
    asked.pipe(onward);
  };
  const upgrade = ({ method, url, rawHeaders }: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (refuses) {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-type: text/html\r\ncontent-length: 7\r\n\r\nBlocked');
      return;
    }
    const onward = connect(Number(target.port), target.hostname, () => {
      const lines = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []));
      onward.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    open.add(socket);
    socket.on('close', () => {
      open.delete(socket);
      onward.destroy();
    });
  };

  const server = createServer(pass).on('upgrade', upgrade);
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    leadTo(origin) {
      target = new URL(origin);
    },
    refuseUpgrades() {
      refuses = true;
      for (const socket of open) socket.destroy();
    },
    allowUpgrades() {
      refuses = false;
    },
    hang(given) {
      hangs = given;
    },
    cutUploads(times, bytes) {
      [cuts, cutAfter] = [times, bytes];
    },
    cutsLeft: () => cuts,
    uploaded: () => passed,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
