import { once } from 'node:events';
import { end, start, startBareServer, type Target } from './children.ts';
import type { Measured } from './measure.ts';

/** A room, and the people whose sockets are in it. */
export interface ChatRoom {
  id: string;
  /** The `cookie` header of each socket; empty for none. They take turns sending. */
  cookies: string[];
  /** The event that joins it; none if the server puts sockets into their rooms by itself. */
  join?: { event: string; payload: unknown };
}

/** What the load process opens, and how it sends messages. */
export interface ChatSetup {
  url: string;
  /** Where a message is POSTed: `{conversation, content, client_id}`. */
  path: string;
  /** The text of each message, followed by a number. */
  text: string;
  rooms: ChatRoom[];
  /** Whether messages can be told apart; a steady rate needs this. */
  keepText: boolean;
}

export type ChatCommand =
  | { what: 'open'; setup: ChatSetup }
  | { what: 'one-by-one'; count: number }
  | { what: 'flood'; inFlight: number; seconds: number }
  | { what: 'steady'; perSecond: number; seconds: number }
  | { what: 'home'; path: string; seconds: number };

export interface ChatAnswer {
  measured?: Measured;
  error?: string;
}

/** How a message carries its number. */
export const mark = {
  of: (number: number): string => `#${number}#`,
  allIn: (text: string): number[] => [...text.matchAll(/#(\d+)#/g)].map((found) => Number(found[1])),
};

/** Sockets in a process of their own, to put load on a server. */
export interface ChatLoad {
  /** Time from a POST until the last socket of the first room has the message, one message after the other. */
  oneByOne(count: number): Promise<Measured>;
  /** `perSecond` is what all sockets in the first room receive together, with this many POSTs in flight. */
  flood(inFlight: number, seconds: number): Promise<Measured>;
  /** Times from when a message was due until its room has it, at this rate across all rooms. `failed`: lost or refused. */
  steady(perSecond: number, seconds: number): Promise<Measured>;
  /**
   * Every socket shows Home: when an event says that there's something newer, it GETs this path at a random moment within the time that the
   * server gives. Times of those answers; `count` is how many such events the sockets received.
   */
  home(path: string, seconds: number): Promise<Measured>;
  close(): Promise<void>;
}

/** Opens sockets on a server. */
export async function openChatLoad(setup: ChatSetup): Promise<ChatLoad> {
  const child = start('bench/chat-load-process.ts');
  const ask = async (command: ChatCommand): Promise<Measured | undefined> => {
    const over = new AbortController();
    const { signal } = over;
    child.send(command);
    const answer = await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as ChatAnswer),
      once(child, 'exit', { signal }).then(([code]): ChatAnswer => ({ error: `The load ended with ${code}.` })),
    ]);
    over.abort();
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.measured;
  };
  const measure = async (command: ChatCommand): Promise<Measured> => {
    const measured = await ask(command);
    if (!measured) throw new Error(`The load generator didn't answer ${command.what}.`);
    return measured;
  };
  await ask({ what: 'open', setup });
  return {
    oneByOne: (count) => measure({ what: 'one-by-one', count }),
    flood: (inFlight, seconds) => measure({ what: 'flood', inFlight, seconds }),
    steady: (perSecond, seconds) => measure({ what: 'steady', perSecond, seconds }),
    home: (path, seconds) => measure({ what: 'home', path, seconds }),
    close: () => end(child),
  };
}

/**
 * Starts the baseline for live chat: bare Socket.IO that broadcasts whatever is POSTed to `/messages` to its room, after one durable
 * INSERT if a database is given. Sockets join with the event `join`.
 */
export const startBareChat = (databaseUrl: string | null, execArgv: string[] = []): Promise<Target> =>
  startBareServer('bench/bare-chat-process.ts', { databaseUrl }, execArgv);
