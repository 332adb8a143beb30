import type { Request } from 'autocannon';
import type { Bench, Part } from '../bench.ts';
import { load } from '../children.ts';
import { type Measured, medianOf } from '../measure.ts';
import { sessionTokenOf } from '../seed.ts';
import { milliseconds, perSecond, plain, type Row } from '../table.ts';
import { commits } from './requests.ts';

const connections = 4;

/**
 * Those who have all of it, each their own, by their session numbers. Calls of one person that arrive together may share what they find
 * out, so the first of them asks alone as well as with the others.
 */
const readers = [1001, 1002, 1003, 1004];
/** How many write to each of them. */
const friends = 1000;
const communities = 20;
const channelsEach = 10;
const messagesEach = 150;
const notifications = 100_000;

/** Milliseconds. */
const wantedList = 20;
const wantedCounts = 5;

const personOf = (n: number) =>
  `(select sessions.user_id from sessions where sessions.token_hash = sha256(convert_to('bench-' || ${n}, 'UTF8')))`;

/** Ids of what's added here for a reader, so that it can be told from what the seed made and deleted. */
const idOf = (reader: number, kind: string, n: string) => `md5('unread ${reader} ${kind} ' || ${n})::uuid`;

const others = `select n, sessions.user_id as id from generate_series(1, ${friends}) n
  join sessions on sessions.token_hash = sha256(convert_to('bench-' || (n + ${Math.max(...readers)}), 'UTF8'))`;

/** Channels with messages that nobody has read; every tenth has some that mention the reader. */
const fillChannels = (reader: number): string[] => {
  const [community, role] = [idOf(reader, 'community', 'n'), idOf(reader, 'role', 'n')];
  const channel = idOf(reader, 'channel', `n || ' ' || place`);
  return [
    `insert into communities (id, handle, name, created_at)
      select ${community}, 'unread_${reader}_' || n, 'Unread ' || n, now() from generate_series(1, ${communities}) n`,
    `insert into community_roles (id, community_id, name, permissions, kind)
      select ${role}, ${community}, 'user', '{}', 'user' from generate_series(1, ${communities}) n`,
    `insert into community_members (community_id, user_id)
      select ${community}, ${personOf(reader)} from generate_series(1, ${communities}) n`,
    `insert into community_role_holders (community_id, user_id, role_id)
      select ${community}, ${personOf(reader)}, ${role} from generate_series(1, ${communities}) n`,
    `insert into channels (id, community_id, name, roles, created_at)
      select ${channel}, ${community}, 'channel ' || place, array[${role}], now()
      from generate_series(1, ${communities}) n, generate_series(1, ${channelsEach}) place`,
    `insert into messages (room_id, id, sender_id, created_at, content, mentions)
      select ${channel}, nextval('message_ids'), people.id, now(), 'Message number ' || nth,
        case when place = 1 and nth % 10 = 0 then json_build_array(json_build_object('start', 0, 'end', 4, 'id', ${personOf(reader)})) end
      from generate_series(1, ${communities}) n, generate_series(1, ${channelsEach}) place, generate_series(1, ${messagesEach}) nth
      join (select n as number, id from (${others}) writers) people on people.number = 1 + nth % 7`,
  ];
};

/** Conversations, of which every third has something unread. */
const fillConversations = (reader: number): string[] => {
  const conversation = idOf(reader, 'conversation', 'n');
  return [
    `insert into conversations (id, low_id, high_id, created_at)
      select ${conversation}, least(id, ${personOf(reader)}), greatest(id, ${personOf(reader)}), now() from (${others}) people
      on conflict do nothing`,
    `with added as (
        insert into messages (room_id, id, sender_id, created_at, content)
        select ${conversation}, nextval('message_ids'), id, now(), 'Are you around tonight?' from (${others}) people
        returning room_id, id, created_at
      )
      update conversations set last_id = added.id, low_active_at = added.created_at, high_active_at = added.created_at,
        low_unread = case when low_id = ${personOf(reader)} and added.id % 3 = 0 then 1 else 0 end,
        high_unread = case when high_id = ${personOf(reader)} and added.id % 3 = 0 then 1 else 0 end
      from added where conversations.id = added.room_id`,
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
  for (const reader of readers) {
    const statements = [...fillChannels(reader), ...fillConversations(reader), ...fillNotifications(reader)];
    for (const statement of statements) await query(statement);
  }
  await query(
    'vacuum analyze messages, message_mentions, conversations, notifications, channels, community_members, community_role_holders',
  );
}

async function empty(bench: Bench): Promise<void> {
  const { query } = await bench.database();
  for (const reader of readers) {
    const ours = (kind: string, count: number) =>
      `(select ${idOf(reader, kind, 'n')} from generate_series(1, ${count}) n)`;
    const rooms = `(select channels.id from channels where channels.community_id in ${ours('community', communities)}
      union all select * from ${ours('conversation', friends)} conversation)`;
    await query(`delete from notifications where user_id = ${personOf(reader)}`);
    await query(`delete from messages where room_id in ${rooms}`);
    await query(`delete from conversations where id in ${ours('conversation', friends)}`);
    await query(`delete from communities where id in ${ours('community', communities)}`);
  }
  await query('vacuum messages, message_mentions, conversations, notifications');
}

/** What's asked, and how fast the answers should be, in milliseconds. */
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
    const counts = `What's unread in ${communities * channelsEach} channels and ${friends.toLocaleString('en')} conversations, ${connections} at a time`;
    const readings: Reading[] = [
      {
        what: `A page of ${notifications.toLocaleString('en')} notifications, ${connections} at a time`,
        path: '/v1/notifications',
        wanted: wantedList,
      },
      { what: counts, path: '/v1/unread', wanted: wantedCounts },
      { what: `${counts}, for ${readers.length} people`, path: '/v1/unread', wanted: wantedCounts, askers: readers },
    ];
    const rows: Row[] = [];
    for (const each of readings) rows.push(...(await reading(bench, each)));
    await empty(bench);
    return rows;
  },
};
