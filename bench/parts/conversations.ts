import { join } from 'node:path';
import type { Request } from 'autocannon';
import { type DeliveryReport, runDelivery } from '../../server/test/delivery-run.ts';
import type { Bench, Part } from '../bench.ts';
import { type ChatLoad, type ChatRoom, openChatLoad, startBareChat } from '../chat.ts';
import { load, startServer } from '../children.ts';
import { type Measured, median, medianOf } from '../measure.ts';
import { sessionTokenOf } from '../seed.ts';
import { formatMeasurement, milliseconds, percent, perSecond, plain, type Row } from '../table.ts';
import { inTurn } from './in-turn.ts';
import { commits, forgetUnindexed } from './requests.ts';

const pairs = 200;
const longest = 100_000;
const shortest = 100;
const connections = 16;

/** People by their session numbers: the pairs, the person with the two histories, and the person with the long list. */
const historian = 2 * pairs + 1;
const popular = historian + 3;
const firstFriend = popular + 1;
const friends = 5000;

/** Lowest acceptable share of the bare server's rate. */
const wantedShare = 0.6;
/** Highest acceptable p99, as a multiple of the bare server's. */
const wantedTime = 1.5;
/** Highest acceptable cost of opening the long conversation, as a multiple of the short one's. */
const wantedCost = 1.2;
/** Longest acceptable time for the list, in milliseconds. */
const wantedList = 30;

/** Lowest acceptable share of updates that touch no index. */
const wantedHeapOnly = 0.95;

/** A p99 in milliseconds above which messages are queueing up, so the rate isn't sustained. */
const queueing = 100;
const lowestRate = 400;
const nextRate = 1.3;

const sends = 1000;
const kills = 20;

const text = 'Is anybody up for a walk along the river with the dog tonight?';
const cookieOf = (person: number) => `hubbub=${sessionTokenOf(person)}`;

/** The seed's people by the number in their session. */
const numbered = `select n, sessions.user_id as id from generate_series($1::int, $2::int) n
  join sessions on sessions.token_hash = sha256(convert_to('bench-' || n, 'UTF8'))`;

/** New conversations between pairs of people, which `pairing` chooses as `n, a, b`; their ids, ordered by `n`. */
const openPairs = (pairing: string) => `
  with people as materialized (${numbered}), pairs as (${pairing}),
  opened as (
    insert into rooms (id, kind, pair, created_at, active_at)
    select gen_random_uuid(), 'conversation', array[least(a, b), greatest(a, b)], now(), now() from pairs returning id, pair
  ),
  members as (
    insert into room_members (room_id, user_id) select opened.id, member.id from opened cross join lateral unnest(pair) member (id)
  )
  select opened.id from pairs join opened on opened.pair = array[least(a, b), greatest(a, b)] order by pairs.n`;

const reads = (person: number, path: string): Request[] => [
  { method: 'GET', path, headers: { cookie: cookieOf(person) } },
];

async function roomsOfPairs({ database }: Bench): Promise<ChatRoom[]> {
  const { query } = await database();
  const rows = await query<{ id: string }>(
    openPairs(
      'select one.n, one.id as a, other.id as b from people one join people other on other.n = one.n + 1 where one.n % 2 = 1',
    ),
    [1, 2 * pairs],
  );
  return rows.map(({ id }, index) => ({ id, cookies: [cookieOf(2 * index + 1), cookieOf(2 * index + 2)] }));
}

/** The highest rate at which nothing is lost and nothing queues up. A rate counts as not sustained after failing twice. */
async function highestRate(bench: Bench, chat: ChatLoad): Promise<number> {
  let held = 0;
  for (let rate = lowestRate; ; rate = Math.round(rate * nextRate)) {
    let isHeld = false;
    for (let attempt = 0; attempt < 2 && !isHeld; attempt += 1) {
      const { p99, failed } = await chat.steady(rate, bench.seconds);
      isHeld = failed === 0 && p99 <= queueing;
    }
    if (!isHeld) return held;
    held = rate;
    bench.say(`measuring: ${pairs} pairs at ${rate}/s`);
  }
}

/** Updates of conversation rows so far, and how many of them were heap-only (PostgreSQL, storage-hot). */
async function updates(bench: Bench): Promise<{ all: number; heapOnly: number }> {
  await commits(bench);
  const { query } = await bench.database();
  const [row] = await query<{ all: string; heap_only: string }>(
    `select n_tup_upd as all, n_tup_hot_upd as heap_only from pg_stat_user_tables where relname = 'rooms'`,
  );
  return { all: Number(row?.all), heapOnly: Number(row?.heap_only) };
}

async function talking(bench: Bench): Promise<Row[]> {
  const { url: databaseUrl, query } = await bench.database();
  const { url } = await bench.server();
  const rooms = await roomsOfPairs(bench);
  const ours = await openChatLoad({ url, path: '/v1/chats', text, keepText: true, rooms });
  const server = await startBareChat(databaseUrl);
  const bare = await openChatLoad({
    url: server.url,
    path: '/messages',
    text,
    keepText: true,
    rooms: rooms.map(({ id, cookies }) => ({
      id,
      cookies: cookies.map(() => ''),
      join: { event: 'join', payload: id },
    })),
  });
  // Compiling and caching happens before the measurement.
  await ours.steady(lowestRate, bench.seconds);
  await bare.steady(lowestRate, bench.seconds);
  const [mine, others] = [await highestRate(bench, ours), await highestRate(bench, bare)];

  const rate = Math.max(lowestRate, Math.min(mine, others));
  const before = await updates(bench);
  const runs: { one: Measured; other: Measured }[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    runs.push({ one: await ours.steady(rate, bench.seconds), other: await bare.steady(rate, bench.seconds) });
  }
  await Promise.all([ours.close(), bare.close()]);
  await server.stop();
  const drifted = await query(
    `select rooms.id from rooms where rooms.id = any($1)
       and rooms.last_id <> (select coalesce(max(id), 0) from messages where room_id = rooms.id)`,
    [rooms.map(({ id }) => id)],
  );
  const after = await updates(bench);
  const heapOnly = (after.heapOnly - before.heapOnly) / (after.all - before.all);
  const ratio = median(runs.map(({ one, other }) => one.p99 / other.p99));
  const [one, other] = [medianOf(runs.map((run) => run.one)), medianOf(runs.map((run) => run.other))];
  return [
    {
      what: `Highest steady message rate between ${pairs} pairs, vs. plain Socket.IO and one insert`,
      ours: perSecond(mine),
      limit: perSecond(others),
      inShort: `Direct messages between ${pairs} pairs`,
      limitIs: 'plain Socket.IO and one insert',
      because: 'Hubbub checks the session and permissions, and deduplicates retries; plain Socket.IO inserts a row.',
      ratio: mine / others,
      wanted: `at least ${wantedShare} of plain Socket.IO`,
      met: mine / others >= wantedShare,
    },
    {
      what: `the same at ${formatMeasurement(perSecond(rate))}: from the scheduled time until both have the message`,
      ours: [milliseconds(one.p50, 'p50'), milliseconds(one.p99, 'p99')],
      limit: [milliseconds(other.p50, 'p50'), milliseconds(other.p99, 'p99')],
      ratio,
      inShort: `Direct message latency at ${formatMeasurement(perSecond(rate))}`,
      limitIs: 'plain Socket.IO and one insert',
      because: "It's measured at the highest rate that both sustain, so all cores are busy.",
      wanted: `p99 at most ${wantedTime} times plain Socket.IO, all newest messages right`,
      met: ratio <= wantedTime && one.failed === 0 && drifted.length === 0,
    },
    {
      what: 'the same: conversation updates that touched no index',
      ours: percent(heapOnly * 100),
      wanted: `at least ${wantedHeapOnly * 100}%`,
      met: heapOnly >= wantedHeapOnly,
    },
  ];
}

/** Fills a conversation with messages from both people in turn. */
const fill = `
  with added as (
    insert into messages (room_id, id, sender_id, created_at, content)
    select id, nextval('message_ids'), pair[1 + n % 2],
      now() - interval '300 days' + n * interval '4 minutes', 'Message number ' || n
    from rooms, generate_series(1, $2::int) n where id = $1
    returning room_id, id, created_at
  ),
  newest as (select room_id, max(id) as id, max(created_at) as created_at from added group by room_id),
  touched as (update rooms set last_id = newest.id, active_at = newest.created_at from newest where rooms.id = newest.room_id)
  update room_members member set listed_id = 0, read_id = newest.id, seen_id = newest.id
  from newest where member.room_id = newest.room_id`;

async function opening(bench: Bench): Promise<Row> {
  const { query } = await bench.database();
  const { url } = await bench.server();
  const [short, long] = await query<{ id: string }>(
    openPairs(
      'select other.n, one.id as a, other.id as b from people one join people other on other.n > one.n where one.n = $1',
    ),
    [historian, historian + 2],
  );
  await query(fill, [short?.id, shortest]);
  await query(fill, [long?.id, longest]);
  await query('vacuum analyze messages');
  await forgetUnindexed(bench);
  const run = (id: string | undefined) => (seconds: number) =>
    load({ url, connections, seconds, requests: reads(historian, `/v1/chats/${id}`) });
  const { one, other, ratio } = await inTurn(bench, run(long?.id), run(short?.id));
  return {
    what: `Opening a conversation of ${longest.toLocaleString('en')} messages vs. one of ${shortest}`,
    ours: [perSecond(one.perSecond), milliseconds(one.p50, 'p50')],
    limit: [perSecond(other.perSecond), milliseconds(other.p50, 'p50')],
    ratio: 1 / ratio,
    wanted: `costs at most ${wantedCost} times as much`,
    met: 1 / ratio <= wantedCost && one.failed === 0,
  };
}

/** One message in each of a person's conversations, spread over a year, a third of them unread. */
const befriend = `
  with added as (
    insert into messages (room_id, id, sender_id, created_at, content)
    select id, nextval('message_ids'), case when pair[1] = $2 then pair[2] else pair[1] end, now() - random() * interval '365 days',
      'A message of about the length that people write here, more or less.'
    from rooms where id = any($1) and last_id = 0
    returning room_id, id, created_at
  ),
  touched as (update rooms set last_id = added.id, active_at = added.created_at from added where rooms.id = added.room_id)
  update room_members member set listed_id = 0, read_id = case when added.id % 3 = 0 then 0 else added.id end
  from added where member.room_id = added.room_id`;

async function list(bench: Bench): Promise<Row[]> {
  const { query, size } = await bench.database();
  const { url } = await bench.server();
  const last = Math.min(firstFriend + friends - 1, size.people);
  const rows = await query<{ id: string }>(
    openPairs(
      'select other.n, one.id as a, other.id as b from people one join people other on other.n > one.n where one.n = $1',
    ),
    [popular, last],
  );
  const [person] = await query<{ id: string }>(numbered, [popular, popular]);
  await query(befriend, [rows.map(({ id }) => id), person?.id]);
  await query('vacuum analyze rooms, room_members');
  await forgetUnindexed(bench);
  const requests = reads(popular, '/v1/conversations');
  const before = await commits(bench);
  const probe = await load({ url, connections, seconds: bench.seconds, requests });
  const roundTrips = ((await commits(bench)) - before) / probe.count;
  const runs: Measured[] = [];
  for (let round = 0; round < bench.rounds; round += 1) {
    runs.push(await load({ url, connections: 1, seconds: bench.seconds, requests }));
  }
  const { p50, p99, failed } = medianOf(runs);
  return [
    {
      what: `Conversation list with ${rows.length.toLocaleString('en')} entries: a page of 100`,
      ours: [milliseconds(p50, 'p50'), milliseconds(p99, 'p99')],
      wanted: `p99 under ${wantedList} ms`,
      met: p99 < wantedList && failed === 0,
    },
    {
      what: 'the same: database transactions per request',
      ours: plain(roundTrips),
      wanted: 'one transaction',
      // The server's own background work counts, too.
      met: roundTrips < 1.1,
    },
  ];
}

async function killing(bench: Bench): Promise<Row> {
  const { url, query } = await bench.database();
  const people = await query<{ n: number; username: string }>(
    `select people.n, users.username from (${numbered}) people join users on users.id = people.id order by people.n`,
    [firstFriend, firstFriend + 3],
  );
  const folder = join(bench.folder, 'killed-data');
  const started: Awaited<ReturnType<typeof startServer>>[] = [];
  const start = async () => {
    const server = await startServer(folder, { DATABASE_URL: url });
    started.push(server);
    return { origin: server.url, kill: server.kill };
  };
  let report: DeliveryReport;
  try {
    report = await runDelivery({
      start,
      people: people.map(({ n, username }) => ({ cookie: cookieOf(n), username })),
      sends,
      kills,
    });
  } finally {
    await started.at(-1)?.stop();
  }
  const { acknowledged, retries, connections: reconnected, faults } = report;
  return {
    what: `${sends.toLocaleString('en')} messages of ${people.length} clients to a server killed ${kills} times`,
    ours: `${acknowledged} acknowledged, ${retries} retries, ${reconnected} connections; ${faults[0] ?? 'each arrived once, in the same order for all'}`,
    wanted: 'exactly what was acknowledged arrives',
    met: faults.length === 0 && acknowledged === sends,
  };
}

export const conversations: Part = {
  name: 'conversations',
  meaning: "direct messages vs. plain Socket.IO, long histories and lists, a server that's killed",
  async run(bench) {
    await empty(bench);
    const rows = [await killing(bench), ...(await list(bench)), await opening(bench), ...(await talking(bench))];
    await empty(bench);
    return rows;
  },
};

async function empty(bench: Bench): Promise<void> {
  const { query } = await bench.database();
  await query(`delete from messages where room_id in (select id from rooms where kind = 'conversation')`);
  await query(`delete from rooms where kind = 'conversation'`);
  await query('vacuum messages');
  await forgetUnindexed(bench);
}
