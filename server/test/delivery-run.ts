import { setTimeout as sleep } from 'node:timers/promises';
import { compareWithStored, DependableClient, type Room, type Target } from './dependable-client.ts';

/**
 * Clients that send and receive direct messages as dependable ones do, while the server is killed again and again: what a send
 * was answered for has to arrive, everywhere, once, in one order. For the tests and for the bench.
 */

/** The server that runs now. */
export interface RunningServer {
  origin: string;
  /** Ends it without warning (SIGKILL); resolves when it is gone. */
  kill(): Promise<void>;
}

export interface DeliveryOptions {
  start(): Promise<RunningServer>;
  /** The `cookie` headers of the clients, and their usernames; each talks with the next. */
  people: readonly { cookie: string; username: string }[];
  /** Messages that are sent in all. */
  sends: number;
  kills: number;
}

export interface DeliveryReport {
  /** Messages whose sending was answered with success. */
  acknowledged: number;
  /** Tries of sending that got no answer, or another one, and were repeated. */
  retries: number;
  kills: number;
  connections: number;
  /** Each breach of the promise, in a sentence; empty when it was kept. */
  faults: string[];
}

/** Sends of one client that are under way at once. */
const atOnce = 2;
const pause = 100;
/** How long a client waits for what it has not got when all is sent, in milliseconds. */
const patience = 60_000;

/** Runs it and says what was broken. The first server is started here, the last one keeps running. */
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
    const end = Date.now() + patience;
    while (clients.some(({ connections }) => connections < times) && Date.now() < end) await sleep(1);
  };
  for (let kill = 1; kill <= kills; kill += 1) {
    while (sent < (sends * kill) / (kills + 1)) {
      if (await Promise.race([isFailed, sleep(1)])) break;
    }
    // So that each kill cuts off everybody.
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
  for (const end = Date.now() + patience; !isComplete() && Date.now() < end; ) await sleep(pause);
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
