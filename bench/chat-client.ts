import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** A Socket.IO socket over a plain connection. It only counts what arrives, so it costs little next to what's measured. */
export interface ChatSocket {
  /** Messages so far, and no other events: presence and unread counts arrive whenever they like. */
  received: number;
  /** Receives what arrives, in one batch: the number of messages, and their bytes if `keepText` was set. */
  onMessages: ((count: number, bytes: Buffer | undefined) => void) | undefined;
  /** Something newer may be in the feeds: a page asks within so many seconds. */
  onFeedChanged: ((within: number) => void) | undefined;
  /** Sends an event and waits for the acknowledgment `{ok: true}`. */
  send(event: string, payload: unknown): Promise<void>;
  close(): void;
}

export interface ChatSocketOptions {
  url: string;
  cookie: string;
  /** Whether to pass on the messages' bytes, too. */
  keepText: boolean;
}

/** A masked text frame from a client (RFC 6455, section 5.2). */
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
const messageEvent = Buffer.from('["receiveMessage"');
const feedEvent = Buffer.from('["feedChanged"');

/** Whether this event begins here. */
const isEvent = (event: Buffer, bytes: Buffer, from: number, to: number): boolean =>
  to - from > event.length && bytes.compare(event, 0, event.length, from, from + event.length) === 0;

/** Length of the header and payload of the frame that begins at `at`; undefined if its header is incomplete. */
function frameAt(bytes: Buffer, at: number): { head: number; length: number } | undefined {
  if (bytes.length < at + 2) return undefined;
  const short = (bytes[at + 1] as number) & 0x7f;
  if (short < 126) return { head: 2, length: short };
  if (short === 126) return bytes.length < at + 4 ? undefined : { head: 4, length: bytes.readUInt16BE(at + 2) };
  return bytes.length < at + 10 ? undefined : { head: 10, length: Number(bytes.readBigUInt64BE(at + 2)) };
}

/** @throws if the server refuses it */
export function openChatSocket({ url, cookie, keepText }: ChatSocketOptions): Promise<ChatSocket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  const acknowledgements = new Map<number, (text: string) => void>();
  let nextId = 0;
  const chat: ChatSocket = {
    received: 0,
    onMessages: undefined,
    onFeedChanged: undefined,
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

  /** Handles everything that isn't a room message: the handshake, pings, acknowledgments. */
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

  /** What follows the response to the upgrade; undefined until it has arrived. */
  const afterUpgrade = (bytes: Buffer): Buffer | undefined => {
    const end = bytes.indexOf('\r\n\r\n');
    if (end < 0) return undefined;
    if (!bytes.subarray(0, 12).toString().endsWith('101')) refused(new Error(bytes.toString()));
    isUpgraded = true;
    return bytes.subarray(end + 4);
  };

  /** Reads all complete frames. Returns where the first incomplete one begins, and the number of messages. */
  const read = (bytes: Buffer): { at: number; count: number } => {
    let at = 0;
    let count = 0;
    for (;;) {
      const frame = frameAt(bytes, at);
      if (!frame || at + frame.head + frame.length > bytes.length) return { at, count };
      const start = at + frame.head;
      at = start + frame.length;
      if (frame.length > 1 && bytes[start + 1] === eventType) {
        if (isEvent(messageEvent, bytes, start + 2, at)) count += 1;
        else if (chat.onFeedChanged && isEvent(feedEvent, bytes, start + 2, at))
          chat.onFeedChanged(JSON.parse(bytes.toString('utf8', start + 2, at))[1].within);
      } else control(bytes.toString('utf8', start, at));
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

/** GETs something. @throws if the response isn't a success */
export async function get(url: string, path: string, cookie: string): Promise<void> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url + path, { agent, headers: { cookie } }, resolve)
      .once('error', reject)
      .end();
  });
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`GET ${path} answered ${response.statusCode}.`);
}

/** POSTs JSON. @throws if the response isn't a success */
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
      // The server closed an idle connection at the very moment it was reused (Node, request.reusedSocket).
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(postJson(url, path, cookie, body));
      else reject(error);
    });
    sent.end(body);
  });
}
