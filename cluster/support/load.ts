import { setTimeout as sleep } from 'node:timers/promises';
import { compareWithStored, DependableClient } from '../../server/test/dependable-client.ts';
import type { Cluster, Person } from './cluster.ts';
import { createCommunity, openConversation, share } from './places.ts';

/** People who message each other, vote, comment and read while the load runs. */
export interface Load {
  readonly clients: readonly DependableClient[];
  /** Acknowledged writes of all kinds so far. */
  acknowledged(): number;
  /** Waits until this many more writes were acknowledged. */
  more(writes: number): Promise<void>;
  /**
   * Ends the load: everyone finishes what they're doing.
   * @returns each broken promise, as a sentence: what was acknowledged is stored once, and everyone has it
   */
  end(): Promise<string[]>;
}

/** Milliseconds a person pauses between actions: the load is steady and leaves room for what's tested. */
const pause = 25;
/** Milliseconds that clients have to receive what's missing once everything was sent. */
const timeoutMs = 30_000;

interface Votes {
  post: string;
  /** What was acknowledged last, by client number. */
  last: Map<number, number>;
}

/** @param commenting also comments, which clients don't retry on their own: only where no response gets lost */
export async function startLoad(cluster: Cluster, options: { commenting: boolean }): Promise<Load> {
  const { people, clients } = await gather(cluster);
  const votes: Votes = { post: await share(cluster, people[0], 'Vote and comment'), last: new Map() };
  const connected = clients.map((client) => client.stayConnected());
  let isOver = false;
  let writes = 0;
  let comments = 0;
  let failed: unknown;

  const work = async (client: DependableClient, index: number) => {
    for (let number = 0; !isOver; number += 1) {
      for (const room of client.rooms) {
        await client.send(room, `${people[index]?.username} ${number}`);
        writes += 1;
      }
      const vote = [1, -1, 0][number % 3] as number;
      await client.call('POST', `/v1/posts/${votes.post}/votes`, { vote_type: vote });
      votes.last.set(index, vote);
      writes += 1;
      if (options.commenting && number % 5 === 0) {
        await client.call('POST', `/v1/posts/${votes.post}/comments`, { content: `${index} ${number}` });
        comments += 1;
        writes += 1;
      }
      await sleep(pause);
    }
  };
  const read = async (client: DependableClient) => {
    for (let number = 0; !isOver; number += 1) {
      await client.call('GET', '/v1/posts?size=5');
      await client.call('GET', number % 2 === 0 ? `/v1/posts/${votes.post}` : '/v1/conversations');
      await sleep(pause);
    }
  };
  const working = Promise.all(clients.flatMap((client, index) => [work(client, index), read(client)])).catch(
    (error) => {
      failed = error;
    },
  );

  const faultsOf = async (): Promise<string[]> => {
    const faults = clients.flatMap((client) => client.faults);
    const acknowledged = new Map(clients.flatMap((client) => [...client.acknowledged]));
    faults.push(...(await compareWithStored(clients, acknowledged)), ...(await voteFaults(cluster, people, votes)));
    if (options.commenting) {
      const rows = await cluster.sql('select from comments where post_id = $1', [votes.post]);
      if (rows.length !== comments)
        faults.push(`${comments} comments were acknowledged, and ${rows.length} are stored`);
    }
    return faults;
  };

  return {
    clients,
    acknowledged: () => writes,
    async more(wanted) {
      for (const end = writes + wanted; writes < end && failed === undefined; ) await sleep(10);
      if (failed !== undefined) throw failed;
    },
    async end() {
      isOver = true;
      await working;
      if (failed !== undefined) throw failed;
      for (const end = performance.now() + timeoutMs; !isComplete(clients) && performance.now() < end; )
        await sleep(50);
      for (const client of clients) client.end();
      await Promise.all(connected);
      return await faultsOf();
    },
  };
}

/** People who share a channel and each have a conversation with their neighbors; each has a client. */
async function gather(cluster: Cluster) {
  const names = ['bob', 'cyd', 'dan', 'eve', 'fay'];
  const people: [Person, ...Person[]] = [await cluster.person('ada')];
  for (const name of names) people.push(await cluster.person(name));
  const { channel } = await createCommunity(cluster, people);
  const clients = people.map(({ cookie }) => new DependableClient(cookie, cluster, false));
  for (const [index, client] of clients.entries()) {
    const next = (index + 1) % people.length;
    const id = await openConversation(cluster, people[index] as Person, people[next] as Person);
    client.rooms.push({ id, path: '/v1/chats' });
    clients[next]?.rooms.push({ id, path: '/v1/chats' });
    client.rooms.push({ id: channel, path: '/v1/channel/chats' });
  }
  return { people, clients };
}

/** Acknowledged votes that weren't stored, and counters that don't match the number of votes. */
async function voteFaults(cluster: Cluster, people: readonly Person[], votes: Votes): Promise<string[]> {
  const faults: string[] = [];
  const stored = await cluster.sql<{ user_id: string; value: number }>(
    'select user_id, value from post_votes where post_id = $1',
    [votes.post],
  );
  for (const [index, value] of votes.last) {
    const found_ = stored.find(({ user_id }) => user_id === people[index]?.id)?.value ?? 0;
    if (found_ !== value) faults.push(`${people[index]?.username} voted ${value}, and ${found_} is stored`);
  }
  const [{ exact } = { exact: false }] = await cluster.sql<{ exact: boolean }>(
    `select (upvote_count, downvote_count) = (
       (select count(*) from post_votes where post_id = posts.id and value = 1),
       (select count(*) from post_votes where post_id = posts.id and value = -1)) as exact
     from posts where id = $1`,
    [votes.post],
  );
  if (!exact) faults.push('the counters of the post are not the number of its votes');
  return faults;
}

/** Whether every client shows everything that was acknowledged in each of its rooms. */
function isComplete(clients: readonly DependableClient[]): boolean {
  const countIn = (acknowledged: ReadonlyMap<string, string>, room: string) => {
    const known = new Set(clients.flatMap(({ shown }) => [...(shown.get(room)?.keys() ?? [])]));
    return [...acknowledged.keys()].filter((id) => known.has(id)).length;
  };
  const wanted = new Map<string, number>();
  for (const { acknowledged, rooms } of clients)
    for (const { id } of rooms) wanted.set(id, (wanted.get(id) ?? 0) + countIn(acknowledged, id));
  return clients.every(({ rooms, shown }) =>
    rooms.every(({ id }) => (shown.get(id)?.size ?? 0) >= (wanted.get(id) ?? 0)),
  );
}

/** Anything a client saw that it wouldn't have seen from a server that never fails. */
export const problemsOf = ({ clients }: Load): string[] => clients.flatMap(({ problems }) => problems);
