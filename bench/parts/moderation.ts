import type { Bench, Part } from '../bench.ts';
import { load } from '../children.ts';
import { type Measured, medianOf } from '../measure.ts';
import { sessionTokenOf } from '../seed.ts';
import { milliseconds, perSecond, type Row } from '../table.ts';
import { adminOf, banning, crowdChannel } from './banning.ts';
import { crowdId, fillCrowd, handle } from './crowd.ts';

/** Open reports, if there are enough things to report. */
const mostReports = 100_000;
/** How many have been decided for each that's open, as a share. */
const decidedShare = 0.2;
/** Milliseconds for a page. */
const wanted = 30;
/** The number of the person who is on the site's team. */
const moderator = 2;

const id = (n: string, what: string) =>
  `(lpad(to_hex(1720000000000 + ${n} * 1000), 12, '0') || '7' || substr(md5('${what}' || ${n}), 1, 3) || '8'
    || substr(md5('${what}' || ${n}), 4, 15))::uuid`;

/**
 * Every kind of thing is reported, half of them in the large community. For some, there's an earlier report that was decided with a
 * warning.
 * @param open how many reports wait
 */
const statements = (open: number, channel: string): string[] => [
  'set session_replication_role = replica',
  `insert into messages (room_id, id, sender_id, created_at, content)
   select '${channel}', nextval('message_ids'), sender.id, now(), 'Message number ' || n || ' of many.'
   from generate_series(1, ${open / 10}) n
     join (select id, row_number() over (order by id desc) as place from users) sender on sender.place = n`,
  `create temp table reported as
   select *, row_number() over (order by md5(kind || thing_id)) as n from (
     (select 'post' as kind, id::text as thing_id, author_id from posts order by posts.id desc limit ${open / 2})
     union all (select 'comment', id::text, author_id from comments order by comments.id desc limit ${open * 0.3})
     union all (select 'message', id::text, sender_id from messages where room_id = '${channel}')
     union all (select 'user', id::text, id from users order by users.id desc limit ${open / 10})
   ) things`,
  `insert into reports (id, kind, thing_id, author_id, community_id, reason, text, state, created_at)
   select ${id('n', 'report')}, kind, thing_id, author_id, case n % 2 when 0 then ${crowdId} end, 'spam', 'Report number ' || n, 'open', now()
   from reported`,
  `insert into reports (id, kind, thing_id, author_id, community_id, reason, text, state, created_at, decision_id)
   select ${id('n', 'decided')}, kind, thing_id, author_id, case n % 2 when 0 then ${crowdId} end, 'spam', 'Report number ' || n, 'decided',
     now(), ${id('n', 'decision')}
   from reported where n <= ${open * decidedShare}`,
  `insert into decisions (id, action, kind, thing_id, user_id, community_id, text, created_at, decided_by)
   select ${id('n', 'decision')}, 'warn', kind, thing_id, author_id, case n % 2 when 0 then ${crowdId} end, 'Spam', now(),
     (select id from users where site_role is not null order by id limit 1)
   from reported where n <= ${open * decidedShare}`,
  `insert into report_voices (report_id, user_id, reason, text, created_at)
   select reports.id, voice.id, reports.reason, reports.text, reports.created_at
   from reports, (select id from users order by id limit 3) voice`,
  'drop table reported',
  'set session_replication_role = origin',
  'vacuum analyze reports, report_voices, decisions, messages',
];

async function clear(query: (statement: string) => Promise<unknown>, channel: string): Promise<void> {
  for (const statement of [
    'delete from decisions',
    'delete from reports',
    `delete from messages where room_id = '${channel}'`,
    'vacuum analyze reports, report_voices, decisions, messages',
  ])
    await query(statement);
}

/** A page that somebody waits for. */
async function page(bench: Bench, what: string, { path, person }: { path: string; person: number }): Promise<Row> {
  const { url } = await bench.server();
  bench.say(`measuring: ${what}`);
  const requests = [{ method: 'GET' as const, path, headers: { cookie: `hubbub=${sessionTokenOf(person)}` } }];
  const runs: Measured[] = [];
  for (let round = 0; round <= bench.rounds; round += 1) {
    const run = await load({ url, connections: 1, seconds: bench.seconds / 2, requests });
    // The first round is a warm-up.
    if (round > 0) runs.push(run);
  }
  const measured = medianOf(runs);
  return {
    what,
    ours: [milliseconds(measured.p50, 'p50'), milliseconds(measured.p99, 'p99'), perSecond(measured.perSecond)],
    wanted: `p99 under ${wanted} ms`,
    met: measured.p99 < wanted && measured.failed === 0,
  };
}

async function queue(bench: Bench, channel: string): Promise<Row[]> {
  const { query, size } = await bench.database();
  const open = Math.min(mostReports, size.posts / 2);
  bench.say('filling the report queue');
  const team = (role: string | null) =>
    query(
      `update users set site_role = $1 where id = (select id from users order by id offset ${moderator - 1} limit 1)`,
      [role],
    );
  await team('moderator');
  await clear(query, channel);
  for (const statement of statements(open, channel)) await query(statement);
  const [most] = await query<{ username: string }>(
    `select username from users join reports on reports.author_id = users.id group by users.id order by count(*) desc limit 1`,
  );
  const [middle] = await query<{ id: string }>(
    `select id from reports where state = 'open' order by id desc offset ${open / 2} limit 1`,
  );
  const admin = (await adminOf(bench)).number;
  const count = open.toLocaleString('en');
  const pages = [
    [`Report queue of the site, first page of ${count} open reports`, '/v1/reports', moderator],
    ['the same, a page in the middle', `/v1/reports?before=${middle?.id}`, moderator],
    ['the same, decided ones', '/v1/reports?state=decided', moderator],
    ['the same, all', '/v1/reports?state=any', moderator],
    ['the same, about the most reported person', `/v1/reports?about=${most?.username}&state=any`, moderator],
    [
      `Report queue of a community, first page of ${(open / 2).toLocaleString('en')}`,
      `/v1/reports?community=${handle}`,
      admin,
    ],
    ['the same, all', `/v1/reports?community=${handle}&state=any`, admin],
    ["The team's overview, with what waits", '/v1/site/overview', moderator],
  ] as const;
  const rows: Row[] = [];
  for (const [what, path, person] of pages) rows.push(await page(bench, what, { path, person }));
  await clear(query, channel);
  await team(null);
  return rows;
}

/** What the people who run a site or a community wait for. */
export const moderation: Part = {
  name: 'moderation',
  meaning: 'bans in a large community, and a long report queue',
  async run(bench) {
    const count = (await fillCrowd(bench)).toLocaleString('en');
    const bans = await banning(bench, count);
    return [...bans, ...(await queue(bench, await crowdChannel(bench)))];
  },
};
