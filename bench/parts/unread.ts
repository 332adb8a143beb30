import type { Request } from 'autocannon';
import type { Bench, Part } from '../bench.ts';
import { load } from '../children.ts';
import { type Measured, medianOf } from '../measure.ts';
import { sessionTokenOf } from '../seed.ts';
import { milliseconds, perSecond, plain, type Row } from '../table.ts';
import { commits, forgetUnindexed } from './requests.ts';

const connections = 4;

/**
 * People with a full set of unread things of their own, by their session numbers. Simultaneous calls of one person may share a result, so
 * the first person is measured alone, and then all of them together.
 */
const readers = [1001, 1002, 1003, 1004];
/** Somebody with as much, who has read nearly all of it. */
const keepsUp = 1000;
/** Somebody ordinary, who has 10 channels and 30 conversations. */
const ordinary = 1005;
/** How many people write to a reader, and how many communities the reader is in. */
const friendsOf = (reader: number) => (reader === ordinary ? 30 : 1000);
const communitiesOf = (reader: number) => (reader === ordinary ? 1 : 20);
const channelsEach = 10;
const messagesEach = 150;
const notifications = 100_000;

/** Milliseconds. */
const wantedList = 25;
const wantedCounts = 12;
const wantedOrdinary = 3;

const personOf = (n: number) =>
  `(select sessions.user_id from sessions where sessions.token_hash = sha256(convert_to('bench-' || ${n}, 'UTF8')))`;

/** Ids of what's added here for a reader, so that it can be deleted without touching the seed's data. */
const idOf = (reader: number, kind: string, n: string) => `md5('unread ${reader} ${kind} ' || ${n})::uuid`;

const othersOf = (reader: number) => `select n, sessions.user_id as id from generate_series(1, ${friendsOf(reader)}) n
  join sessions on sessions.token_hash = sha256(convert_to('bench-' || (n + ${ordinary}), 'UTF8'))`;

/** Channels with messages that nobody has read; every tenth has some that mention the reader. */
const fillChannels = (reader: number): string[] => {
  const [community, role] = [idOf(reader, 'community', 'n'), idOf(reader, 'role', 'n')];
  const channel = idOf(reader, 'channel', `n || ' ' || place`);
  const communities = communitiesOf(reader);
  return [
    `insert into communities (id, handle, name, created_at)
      select ${community}, 'unread_${reader}_' || n, 'Unread ' || n, now() from generate_series(1, ${communities}) n`,
    `insert into community_roles (id, community_id, name, permissions, kind)
      select ${role}, ${community}, 'user', '{}', 'user' from generate_series(1, ${communities}) n`,
    `insert into community_members (community_id, user_id)
      select ${community}, ${personOf(reader)} from generate_series(1, ${communities}) n`,
    `insert into community_role_holders (community_id, user_id, role_id)
      select ${community}, ${personOf(reader)}, ${role} from generate_series(1, ${communities}) n`,
    `insert into rooms (id, kind, community_id, name, roles, created_at, active_at)
      select ${channel}, 'channel', ${community}, 'channel ' || place, array[${role}], now(), now()
      from generate_series(1, ${communities}) n, generate_series(1, ${channelsEach}) place`,
    `insert into messages (room_id, id, sender_id, created_at, content, mentions)
      select ${channel}, nextval('message_ids'), people.id, now(), 'Message number ' || nth,
        case when place = 1 and nth % 10 = 0 then json_build_array(json_build_object('start', 0, 'end', 4, 'id', ${personOf(reader)})) end
      from generate_series(1, ${communities}) n, generate_series(1, ${channelsEach}) place, generate_series(1, ${messagesEach}) nth
      join (select n as number, id from (${othersOf(reader)}) writers) people on people.number = 1 + nth % 7`,
    `update rooms set last_id = (select max(id) from messages where room_id = rooms.id)
      where id in (select ${channel} from generate_series(1, ${communities}) n, generate_series(1, ${channelsEach}) place)`,
    ...(reader === keepsUp
      ? [
          `insert into room_members (room_id, user_id, read_id) select rooms.id, ${personOf(reader)}, rooms.last_id from rooms
             where rooms.id in (select ${channel} from generate_series(1, ${communities}) n, generate_series(2, ${channelsEach}) place)`,
        ]
      : []),
  ];
};

/** Conversations, of which every third has something unread; every thirtieth of somebody who keeps up. */
const fillConversations = (reader: number): string[] => {
  const conversation = idOf(reader, 'conversation', 'n');
  return [
    `with opened as (
        insert into rooms (id, kind, pair, created_at, active_at)
        select ${conversation}, 'conversation', array[least(id, ${personOf(reader)}), greatest(id, ${personOf(reader)})], now(), now()
        from (${othersOf(reader)}) people on conflict do nothing returning id, pair
      )
      insert into room_members (room_id, user_id, listed_id)
      select opened.id, member.id, 0 from opened cross join lateral unnest(pair) member (id)`,
    `with added as (
        insert into messages (room_id, id, sender_id, created_at, content)
        select ${conversation}, nextval('message_ids'), id, now(), 'Are you around tonight?' from (${othersOf(reader)}) people
        returning room_id, id, created_at
      ),
      touched as (update rooms set last_id = added.id, active_at = added.created_at from added where rooms.id = added.room_id)
      update room_members member set read_id = case when added.id % ${reader === keepsUp ? 30 : 3} = 0 then 0 else added.id end
      from added where member.room_id = added.room_id`,
  ];
};

/** Votes on posts and comments under them, as many of either, all unread. */
const fillNotifications = (reader: number): string[] => [
  `insert into notifications (user_id, id, type, subject, actors, post_id, created_at)
    select ${personOf(reader)}, gen_random_uuid(), 'vote', post.id::text,
      array(select post_votes.user_id from post_votes where post_votes.post_id = post.id and post_votes.value = 1), post.id, now()
    from (select posts.id from posts order by posts.id desc limit ${notifications / 2}) post`,
  `insert into notifications (user_id, id, type, subject, actors, post_id, comment_id, created_at)
    select ${personOf(reader)}, gen_random_uuid(), 'comment', comment.id::text, array[comment.author_id], comment.post_id, comment.id, now()
    from (select comments.* from comments order by comments.id desc limit ${notifications / 2}) comment`,
];

async function fill(bench: Bench): Promise<void> {
  const { query } = await bench.database();
  for (const reader of [...readers, keepsUp, ordinary]) {
    const statements = [
      ...fillChannels(reader),
      ...fillConversations(reader),
      ...(reader === ordinary ? [] : fillNotifications(reader)),
    ];
    for (const statement of statements) await query(statement);
  }
  await forgetUnindexed(bench);
  await query(
    'vacuum analyze messages, message_mentions, rooms, room_members, notifications, community_members, community_role_holders',
  );
}

async function empty(bench: Bench): Promise<void> {
  const { query } = await bench.database();
  for (const reader of [...readers, keepsUp, ordinary]) {
    const ours = (kind: string, count: number) =>
      `(select ${idOf(reader, kind, 'n')} from generate_series(1, ${count}) n)`;
    const rooms = `(select rooms.id from rooms where rooms.community_id in ${ours('community', communitiesOf(reader))}
      union all select * from ${ours('conversation', friendsOf(reader))} conversation)`;
    await query(`delete from notifications where user_id = ${personOf(reader)}`);
    await query(`delete from messages where room_id in ${rooms}`);
    await query(`delete from rooms where id in ${ours('conversation', friendsOf(reader))}`);
    await query(`delete from communities where id in ${ours('community', communitiesOf(reader))}`);
  }
  await forgetUnindexed(bench);
  await query('vacuum messages, message_mentions, rooms, room_members, notifications');
}

/** A call, and how fast its answers should be, in milliseconds. */
interface Reading {
  what: string;
  path: string;
  wanted: number;
  askers?: readonly number[];
}

async function reading(bench: Bench, { what, path, wanted, askers = readers.slice(0, 1) }: Reading): Promise<Row[]> {
  const { url } = await bench.server();
  const requests = askers.map(
    (asker): Request => ({ method: 'GET', path, headers: { cookie: `hubbub=${sessionTokenOf(asker)}` } }),
  );
  // One asker per connection, if there are several.
  const isDivided = askers.length > 1;
  const run = () => load({ url, connections, seconds: bench.seconds, requests, isDivided });
  const before = await commits(bench);
  const { count } = await run();
  const transactions = ((await commits(bench)) - before) / count;
  const runs: Measured[] = [];
  for (let round = 0; round < bench.rounds; round += 1) runs.push(await run());
  const measured = medianOf(runs);
  return [
    {
      what,
      ours: [milliseconds(measured.p50, 'p50'), milliseconds(measured.p99, 'p99'), perSecond(measured.perSecond)],
      wanted: `p99 at most ${wanted} ms`,
      met: measured.p99 <= wanted && measured.failed === 0,
    },
    { what: 'the same: database transactions per request', ours: plain(transactions) },
  ];
}

export const unread: Part = {
  name: 'unread',
  meaning: "notifications and what's unread, for somebody with a lot of both",
  async run(bench) {
    await empty(bench);
    await fill(bench);
    const countsOf = (reader: number) =>
      `What's unread in ${communitiesOf(reader) * channelsEach} channels and ${friendsOf(reader).toLocaleString('en')} conversations, ${connections} at a time`;
    const counts = countsOf(readers[0] ?? 0);
    const readings: Reading[] = [
      {
        what: `A page of ${notifications.toLocaleString('en')} notifications, ${connections} at a time`,
        path: '/v1/notifications',
        wanted: wantedList,
      },
      { what: counts, path: '/v1/unread', wanted: wantedCounts },
      { what: `${counts}, for ${readers.length} people`, path: '/v1/unread', wanted: wantedCounts, askers: readers },
      { what: `${counts}, nearly all of it read`, path: '/v1/unread', wanted: wantedCounts, askers: [keepsUp] },
      { what: countsOf(ordinary), path: '/v1/unread', wanted: wantedOrdinary, askers: [ordinary] },
    ];
    const rows: Row[] = [];
    for (const each of readings) rows.push(...(await reading(bench, each)));
    await empty(bench);
    return rows;
  },
};
