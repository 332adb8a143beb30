import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A socket of Socket.IO over a plain connection: it costs little beside what is measured, for it only counts what comes. */
export interface ChatSocket {
  /** Messages so far: events, not answers. */
  received: number;
  /** Hears of what comes, in one piece: as many messages, and their bytes where `keepText` was asked for. */
  onMessages: ((count: number, bytes: Buffer | undefined) => void) | undefined;
  /** Sends an event and waits until it is acknowledged with `{ok: true}`. */
  send(event: string, payload: unknown): Promise<void>;
  close(): void;
}

export interface ChatSocketOptions {
  url: string;
  cookie: string;
  /** Whether what comes is handed over, too. */
  keepText: boolean;
}

/** A text frame of a client (RFC 6455, section 5.2), masked. */
function clientFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head =
    length < 126 ? Buffer.from([0x81, 0x80 | length]) : Buffer.from([0x81, 0xfe, length >> 8, length & 0xff]);
  const mask = randomBytes(4);
  for (let at = 0; at < length; at += 1) payload[at] = (payload[at] ?? 0) ^ (mask[at & 3] ?? 0);
  return Buffer.concat([head, mask, payload]);
}

const pong = clientFrame('3');
const connectEvent = clientFrame('40');
const eventType = '2'.charCodeAt(0);

/** Length of head and payload of the frame that begins at `at`; undefined if its head is not there yet. */
function frameAt(bytes: Buffer, at: number): { head: number; length: number } | undefined {
  if (bytes.length < at + 2) return undefined;
  const short = (bytes[at + 1] as number) & 0x7f;
  if (short < 126) return { head: 2, length: short };
  if (short === 126) return bytes.length < at + 4 ? undefined : { head: 4, length: bytes.readUInt16BE(at + 2) };
  return bytes.length < at + 10 ? undefined : { head: 10, length: Number(bytes.readBigUInt64BE(at + 2)) };
}

/** @throws when the server refuses it */
export function openChatSocket({ url, cookie, keepText }: ChatSocketOptions): Promise<ChatSocket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  const acknowledgements = new Map<number, (text: string) => void>();
  let nextId = 0;
  const chat: ChatSocket = {
    received: 0,
    onMessages: undefined,
    send(event, payload) {
      const id = nextId;
      nextId += 1;
      socket.write(clientFrame(`42${id}${JSON.stringify([event, payload])}`));
      return new Promise((resolve, reject) => {
        acknowledgements.set(id, (text) => {
          if (text.includes('"ok":true')) resolve();
          else reject(new Error(`${event} was refused: ${text}`));
        });
      });
    },
    close: () => socket.destroy(),
  };
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The server closed a socket before it was connected.')));
    socket.once('connect', () => {
      socket.write(
        `GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\n` +
          `Connection: Upgrade\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n` +
          `${cookie ? `Cookie: ${cookie}\r\n` : ''}\r\n`,
      );
    });
    readFrames(socket, chat, keepText, acknowledgements, () => resolve(chat), reject);
  });
}

function readFrames(
  socket: Socket,
  chat: ChatSocket,
  keepText: boolean,
  acknowledgements: Map<number, (text: string) => void>,
  connected: () => void,
  refused: (error: Error) => void,
): void {
  let rest: Buffer | undefined;
  let isUpgraded = false;

  /** Handles what is no message of a room: the handshake, pings, acknowledgements. */
  const control = (text: string) => {
    if (text === '2') socket.write(pong);
    else if (text.startsWith('0')) socket.write(connectEvent);
    else if (text.startsWith('40')) connected();
    else if (text.startsWith('44')) refused(new Error(`The server refused a socket: ${text}`));
    else if (text.startsWith('43')) {
      const id = Number.parseInt(text.slice(2), 10);
      acknowledgements.get(id)?.(text);
      acknowledgements.delete(id);
    }
  };

  /** What follows the answer to the upgrade; undefined until that is there. */
  const afterUpgrade = (bytes: Buffer): Buffer | undefined => {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    if (!bytes.subarray(0, 12).toString().endsWith('101')) refused(new Error(bytes.toString()));
    isUpgraded = true;
    return bytes.subarray(end + 4);
  };

  /** Reads all whole frames; answers where the first that is not whole begins, and how many messages there were. */
  const read = (bytes: Buffer): { at: number; count: number } => {
    let at = 0;
    let count = 0;
    for (;;) {
      const frame = frameAt(bytes, at);
      if (!frame || at + frame.head + frame.length > bytes.length) return { at, count };
      const start = at + frame.head;
      at = start + frame.length;
      if (frame.length > 1 && bytes[start + 1] === eventType) count += 1;
      else control(bytes.toString('utf8', start, at));
    }
  };

  socket.on('data', (chunk) => {
    const joined = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    const bytes = isUpgraded ? joined : afterUpgrade(joined);
    rest = bytes ?? joined;
    if (!bytes) return;
    const { at, count } = read(bytes);
    rest = at < bytes.length ? bytes.subarray(at) : undefined;
    if (count === 0) return;
    chat.received += count;
    chat.onMessages?.(count, keepText ? bytes.subarray(0, at) : undefined);
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** POSTs JSON. @throws if the answer is no success */
export function postJson(url: string, path: string, cookie: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...(cookie ? { cookie } : {}),
        },
      },
      (response) => {
        response.resume();
        response.once('end', () => {
          if (response.statusCode === 201) resolve();
          else reject(new Error(`POST ${path} answered ${response.statusCode}.`));
        });
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) => {
      // The server closed an idle connection at the very moment in which it was used again (Node, request.reusedSocket).
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(postJson(url, path, cookie, body));
      else reject(error);
    });
    sent.end(body);
  });
}
