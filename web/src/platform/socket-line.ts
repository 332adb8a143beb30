import type { SocketAuth } from '@hubbub/contract/platform/socket-auth.ts';

/** What a line tells whoever made it. */
export interface LineListener {
  onOpen(): void;
  /** It was open, and is not any more. Not told after `close`. */
  onClose(): void;
  /** It did not open. `refused`: the server was there and said no. */
  onFailure(refused: boolean): void;
  onEvent(name: string, payload: unknown): void;
}

/** A connection to a Socket.IO server that is opened by hand each time. */
export interface Line {
  isOpen(): boolean;
  /** Does nothing while it is open or opening. */
  open(): void;
  emit(name: string, payload: unknown): void;
  /** Resolves to the server's answer; rejects when the line closes first or nothing came within this many milliseconds. */
  ask(name: string, payload: unknown, patience: number): Promise<unknown>;
  /** Gives up a connection that seems to be there but brings nothing. */
  drop(): void;
  /** Ends it for good. */
  close(): void;
}

interface Asked {
  answered(answer: unknown): void;
  lost(): void;
}

/** Milliseconds that a server has to let a page in. */
const openPatience = 20_000;

/** This page tries again by itself after a refusal, and sorts messages by their rooms. */
const auth = JSON.stringify({ refusals: true, direct: true } satisfies SocketAuth);

/**
 * The protocol of Socket.IO, revision 5, over that of Engine.IO, revision 4, as far as this app speaks it: one websocket, the main
 * namespace, JSON (https://socket.io/docs/v4/socket-io-protocol/). The library itself is eight times as large, for other
 * transports, binary payloads and reconnection.
 * @param url of the server, with `ws` or `wss`
 */
export function createLine(url: string, listener: LineListener): Line {
  let wire: WebSocket | undefined;
  let isIn = false;
  /** The server is there, but hasn't let this page in yet. */
  let isAsking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  /** Milliseconds without a ping of the server after which it is gone. */
  let silence = openPatience;
  const waiting = new Map<number, Asked>();

  const expectWithin = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => end(false), milliseconds);
  };

  /** Lets go of the websocket at once: its own farewell may take as long as the network does. */
  function release(): void {
    const left = wire;
    wire = undefined;
    isIn = isAsking = false;
    clearTimeout(timer);
    if (left !== undefined) {
      left.onmessage = left.onclose = null;
      left.close();
    }
    for (const { lost } of waiting.values()) lost();
    waiting.clear();
  }

  function end(refused: boolean): void {
    const wasIn = isIn;
    release();
    if (wasIn) listener.onClose();
    else listener.onFailure(refused);
  }

  /** What of the two protocols' packets arrives, by their first two characters. */
  function take(packet: string, opened: WebSocket): void {
    if (packet.startsWith('0')) {
      const { pingInterval, pingTimeout } = JSON.parse(packet.slice(1)) as Record<string, number>;
      silence = (pingInterval ?? 0) + (pingTimeout ?? 0);
      isAsking = true;
      opened.send(`40${auth}`);
    } else if (packet === '2') {
      opened.send('3');
      expectWithin(silence);
    } else if (packet.startsWith('40')) {
      isIn = true;
      isAsking = false;
      expectWithin(silence);
      listener.onOpen();
    } else if (packet.startsWith('42')) {
      const [name, payload] = JSON.parse(packet.slice(packet.indexOf('['))) as [string, unknown];
      listener.onEvent(name, payload);
    } else if (packet.startsWith('43')) {
      const start = packet.indexOf('[');
      const id = Number(packet.slice(2, start));
      const [answer] = JSON.parse(packet.slice(start)) as [unknown];
      waiting.get(id)?.answered(answer);
      waiting.delete(id);
    } else if (packet.startsWith('44')) end(true);
    else if (packet.startsWith('41') || packet === '1') end(false);
  }

  const send = (name: string, payload: unknown, id: number | '') => {
    if (isIn) wire?.send(`42${id}${JSON.stringify([name, payload])}`);
  };

  return {
    isOpen: () => isIn,
    open() {
      if (wire !== undefined) return;
      const opened = new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`);
      wire = opened;
      opened.onmessage = ({ data }) => typeof data === 'string' && take(data, opened);
      // A server that holds a page without a session says nothing, and closes the transport.
      opened.onclose = () => end(isAsking);
      expectWithin(openPatience);
    },
    emit: (name, payload) => send(name, payload, ''),
    ask(name, payload, patience) {
      return new Promise((resolve, reject) => {
        if (!isIn) return reject(new Error('The line is closed.'));
        const id = asked;
        asked += 1;
        const lost = () => {
          clearTimeout(late);
          waiting.delete(id);
          reject(new Error('No answer came.'));
        };
        const late = setTimeout(lost, patience);
        const answered = (answer: unknown) => {
          clearTimeout(late);
          resolve(answer);
        };
        waiting.set(id, { answered, lost });
        send(name, payload, id);
      });
    },
    drop() {
      if (wire !== undefined) end(false);
    },
    close: release,
  };
}
