import { expect, test } from 'vitest';
import { type LiveSocket, type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';

const world = await testWorld();

/** Operations by all three together; `npm run test:cluster` makes 10,000 of them. */
const operations = Number(process.env.MESSAGE_OPERATIONS ?? 2000);
const seed = Number(process.env.MESSAGE_SEED ?? 20);
/** How many operations each client runs concurrently. */
const atOnce = 4;

interface Client {
  person: Person;
  /** All sockets so far; the last one is open. */
  sockets: LiveSocket[];
}

interface Talk {
  id: string;
  members: readonly [Client, Client];
}

async function reconnect({ person, sockets }: Client): Promise<void> {
  const before = sockets.at(-1);
  sockets.push(await person.socket());
  before?.close();
}

/** A client that's disconnected meanwhile gets no answer. */
async function join({ sockets }: Client, id: string): Promise<void> {
  const socket = sockets.at(-1) as LiveSocket;
  const answer = await Promise.race([socket.send('joinConversation', id), socket.closed]);
  if (typeof answer === 'object') expect(answer).toEqual({ ok: true });
}

/** One operation of a client in one of its conversations. */
async function act(client: Client, { id, members }: Talk, random: (below: number) => number): Promise<number> {
  const { person } = client;
  const kind = random(100);
  if (kind < 50) return (await person.post('/v1/chats', { conversation: id, content: `Number ${random(1e6)}` })).status;
  if (kind < 62) return (await person.get(`/v1/chats/${id}?size=${1 + random(20)}`)).status;
  if (kind < 74) {
    const { status, body } = await person.get(`/v1/chats/${id}?size=10&after=${'0'.repeat(16)}`);
    const read = body.messages?.[random(10)]?._id ?? String(random(20_000)).padStart(16, '0');
    await person.post(`/v1/conversations/${id}/read`, { message_id: read });
    return status;
  }
  if (kind < 80) {
    await join(client, id);
    return 200;
  }
  if (kind < 86) return (await person.delete(`/v1/conversations/${id}`)).status;
  if (kind < 92) {
    const other = members[0] === client ? members[1] : members[0];
    return (await person.post('/v1/conversations', { username: other.person.user.username })).status;
  }
  if (kind < 99) return (await person.get('/v1/conversations')).status;
  await reconnect(client);
  return 200;
}

/** What everyone's list should contain, in its order, recounted from the messages. */
const recount = `
  select side.user_id, side.room_id as conversation,
    side.listed_id is not null as listed,
    (select count(*) from messages where room_id = side.room_id and sender_id <> side.user_id
      and id > greatest(side.read_id, side.cleared_id))::int as unread,
    newest.content as last_message, lpad(newest.id::text, 16, '0') as last_message_id
  from room_members side join rooms on rooms.id = side.room_id
    left join lateral (select * from messages where room_id = side.room_id and id > side.cleared_id order by id desc limit 1) newest on true
  order by user_id, greatest(rooms.last_id, side.listed_id) desc, conversation desc`;

async function lists(clients: readonly Client[]) {
  const sorted = clients.toSorted((one, other) => (one.person.user_id < other.person.user_id ? -1 : 1));
  const rows = await Promise.all(
    sorted.map(async ({ person }) => {
      const { conversations } = (await person.get('/v1/conversations')).body;
      return conversations.map(
        (each: { _id: string; unread: number; last_message: string | null; last_message_id: string | null }) => ({
          user_id: person.user_id,
          conversation: each._id,
          listed: true,
          unread: each.unread,
          last_message: each.last_message,
          last_message_id: each.last_message_id,
        }),
      );
    }),
  );
  return rows.flat();
}

test(`after ${operations} random operations by 3 clients, counts and previews equal a recount (seed ${seed})`, async () => {
  const random = randomOf(seed);
  const clients: Client[] = [];
  for (const name of ['ada', 'bob', 'cyd']) {
    const person = await world.person(name);
    clients.push({ person, sockets: [await person.socket()] });
  }
  const [ada, bob, cyd] = clients as [Client, Client, Client];
  const talks: Talk[] = [];
  for (const members of [
    [ada, bob],
    [bob, cyd],
    [cyd, ada],
  ] as const) {
    const { body } = await members[0].person.post('/v1/conversations', { username: members[1].person.user.username });
    talks.push({ id: body.newConversation._id, members });
  }

  let left = operations;
  const work = async (client: Client) => {
    const own = talks.filter(({ members }) => members.includes(client));
    while (left > 0) {
      left -= 1;
      expect(await act(client, own[random(own.length)] as Talk, random)).toBeLessThan(300);
    }
  };
  await Promise.all(clients.flatMap((client) => Array.from({ length: atOnce }, () => work(client))));

  const expected = await world.sql(recount);
  expect(expected).toHaveLength(6);
  // It contains nothing for people whose list doesn't show it.
  for (const row of expected.filter(({ listed }) => !listed)) {
    expect(row).toMatchObject({ unread: 0, last_message: null });
  }
  expect(await lists(clients)).toEqual(expected.filter(({ listed }) => listed));

  // Each socket got each of its messages once, and in the same order as all others.
  for (const socket of clients.flatMap(({ sockets }) => sockets)) {
    for (const { id } of talks) {
      const heard = socket.all('receiveMessage').flatMap((each) => (each.conversation === id ? [each._id] : []));
      expect(heard).toEqual([...new Set(heard)].sort());
    }
  }
  const [sent] = await world.sql<{ count: number }>(`select count(*)::int as count from messages`);
  expect(sent?.count).toBeGreaterThan(0);
}, 600_000);
