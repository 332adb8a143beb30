import { setTimeout as sleep } from 'node:timers/promises';
import { compareWithStored, DependableClient, type Room, type Target } from './dependable-client.ts';

/**
 * Clients that send and receive direct messages reliably while the server is killed again and again: every acknowledged message must
 * arrive everywhere, once, and in the same order. For tests and the benchmark.
 */

/** The server that's running now. */
export interface RunningServer {
  origin: string;
  /** Kills it without warning (SIGKILL); resolves when it's gone. */
  kill(): Promise<void>;
}

export interface DeliveryOptions {
  start(): Promise<RunningServer>;
  /** The clients' `cookie` headers and usernames; each talks to the next. */
  people: readonly { cookie: string; username: string }[];
  /** Total messages to send. */
  sends: number;
  kills: number;
}

export interface DeliveryReport {
  /** Messages acknowledged with success. */
  acknowledged: number;
  /** Attempts that got no answer, or an error, and were retried. */
  retries: number;
  kills: number;
  connections: number;
  /** Each broken promise, as a sentence; empty if there is none. */
  faults: string[];
}

/** Concurrent sends per client. */
const atOnce = 2;
const pause = 100;
/** How many milliseconds a client waits for missing messages when everything has been sent. */
const timeoutMs = 60_000;

/** Runs it and reports what was broken. The first server is started here, and the last one keeps running. */
export async function runDelivery(options: DeliveryOptions): Promise<DeliveryReport> {
  const { start, people, sends, kills } = options;
  let server = await start();
  const target: Target = { origin: server.origin };
  const clients = people.map(({ cookie }) => new DependableClient(cookie, target));
  for (const [index, client] of clients.entries()) {
    const next = (index + 1) % clients.length;
    const { newConversation } = await client.call<{ newConversation: { _id: string } }>('POST', '/v1/conversations', {
      username: people[next]?.username,
    });
    const { _id } = newConversation;
    const room: Room = { id: _id, path: '/v1/chats' };
    client.rooms.push(room);
    clients[next]?.rooms.push(room);
  }
  const connected = clients.map((client) => client.stayConnected());

  let begun = 0;
  let sent = 0;
  const work = async (client: DependableClient) => {
    while (begun < sends) {
      begun += 1;
      const number = begun;
      await client.send(client.rooms[number % client.rooms.length] as Room, `Number ${number}`);
      sent += 1;
    }
  };
  const working = Promise.all(clients.flatMap((client) => Array.from({ length: atOnce }, () => work(client))));
  const isFailed = working.then(
    () => false,
    () => true,
  );
  const allConnected = async (times: number) => {
    const end = Date.now() + timeoutMs;
    while (clients.some(({ connections }) => connections < times) && Date.now() < end) await sleep(1);
  };
  for (let kill = 1; kill <= kills; kill += 1) {
    while (sent < (sends * kill) / (kills + 1)) {
      if (await Promise.race([isFailed, sleep(1)])) break;
    }
    // So that each kill disconnects everyone.
    await allConnected(kill);
    await server.kill();
    server = await start();
    target.origin = server.origin;
  }
  await working;
  await allConnected(kills + 1);

  const expected = new Map(clients.flatMap((client) => [...client.acknowledged]));
  const isComplete = () =>
    clients.reduce((sum, { shown }) => sum + [...shown.values()].reduce((all, { size }) => all + size, 0), 0) >=
    2 * expected.size;
  for (const end = Date.now() + timeoutMs; !isComplete() && Date.now() < end; ) await sleep(pause);
  for (const client of clients) client.end();
  await Promise.all(connected);

  const faults = clients.flatMap((client) => client.faults);
  if (expected.size !== sends) faults.push(`${expected.size} messages were acknowledged of ${sends} that were sent`);
  faults.push(...(await compareWithStored(clients, expected)));
  const total = (of: (client: DependableClient) => number) => clients.reduce((sum, client) => sum + of(client), 0);
  return {
    acknowledged: expected.size,
    retries: total(({ retries }) => retries),
    connections: total(({ connections }) => connections),
    kills,
    faults,
  };
}
