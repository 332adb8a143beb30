import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Milliseconds a client has to read why it was refused, while whatever it still sends is dropped. */
const lingerMs = 1_000;

/** A socket as Node's HTTP server hands it over, with the answer that's being sent on it, if any. */
type HttpSocket = Duplex & { _httpMessage?: (ServerResponse & { req: IncomingMessage }) | null };

type Refused = [status: number, text: string];

/** The answer to a request that Node's parser refuses. */
function refusalOf(code: string | undefined): Refused {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'The address or the headers are longer than the server accepts.'];
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return [413, 'This is larger than the server accepts.'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'The request took too long to arrive. Try again.'];
    case 'HPE_INVALID_METHOD':
      return [400, "The server doesn't know this method."];
    case 'HPE_INVALID_EOF_STATE':
      return [400, 'The request ended before it was complete.'];
    default:
      return [400, "We couldn't understand this request."];
  }
}

/**
 * Closes our side. If we closed the connection completely right away, a client that's still sending would be reset and never read the
 * answer.
 */
function leave(socket: Duplex, lastWords = ''): void {
  socket.end(lastWords);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

interface BeforeRouting {
  /** For what Node's parser refuses, and for what takes too long to arrive. */
  onClientError(error: NodeJS.ErrnoException, socket: Duplex): void;
  /** Answers everything else that Node gives to no route. */
  attach(server: Server): void;
}

/**
 * Answers requests that never reach a route: in the contract's shape, with `connection: close`, since nothing that follows on the
 * connection can be trusted to be a request.
 * @param headers those of every answer
 */
export function createBeforeRouting(headers: () => Record<string, string>): BeforeRouting {
  const refused = new WeakSet<Duplex>();

  const answerOf = (text: string) => {
    const body = JSON.stringify({ error: text });
    return {
      body,
      headers: {
        ...headers(),
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        date: new Date().toUTCString(),
        connection: 'close',
      },
    };
  };
  const write = (socket: Duplex, [status, text]: Refused) => {
    if (!socket.writable) return void socket.destroy();
    const answer = answerOf(text);
    const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    leave(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${answer.body}`);
  };
  const refuse = (socket: HttpSocket, why: Refused) => {
    // Every further chunk causes another error.
    if (refused.has(socket)) return;
    refused.add(socket);
    const underWay = socket._httpMessage;
    // It may follow a valid request, whose answer comes first.
    if (underWay?.req.complete) underWay.once('close', () => write(socket, why));
    else if (underWay?.headersSent) leave(socket);
    else write(socket, why);
  };

  return {
    onClientError(error, socket) {
      if (error.code === 'ECONNRESET' || socket.destroyed) socket.destroy();
      else refuse(socket, refusalOf(error.code));
    },
    attach(server) {
      server.on('connect', (_request, socket: Duplex) => {
        // Node has let go of the socket, and so no longer handles its errors.
        socket.on('error', () => socket.destroy());
        refuse(socket, [400, 'This server is not a proxy.']);
      });
      server.on('checkExpectation', (_request, response: ServerResponse) => {
        const answer = answerOf('The server can\'t do what the "Expect" header asks for.');
        response.writeHead(417, answer.headers).end(answer.body);
      });
    },
  };
}
