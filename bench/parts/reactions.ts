import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'autocannon';
import type { Bench, Part } from '../bench.ts';
import { load } from '../children.ts';
import { milliseconds, perSecond, type Row } from '../table.ts';
import { channelOf, cookieOf, emptyChannel, text } from './channel.ts';
import { inTurn } from './in-turn.ts';

const connections = 32;
/** Messages of a channel that people react to, and reactions that each connection gives before it would repeat one. */
const messages = 2000;
const reactionsEach = 1000;
const emoji = ['👍', '🎉', '😄'];
/** Lowest acceptable share of the rate of messages. */
const wantedShare = 0.3;

const json = { 'content-type': 'application/json' };

/** Messages by people who don't react. @returns their ids */
async function fill(bench: Bench, channel: string): Promise<string[]> {
  const { query } = await bench.database();
  const rows = await query<{ id: string }>(
    `insert into messages (room_id, id, sender_id, created_at, content)
     select $1, nextval('message_ids'), sender.id, now(), 'Message number ' || n
     from generate_series(1, $2::int) n
       join (select id, row_number() over (order by id) as place from users order by id limit 1000) sender
         on sender.place = 500 + n % 400
     order by n returning lpad(id::text, 16, '0') as id`,
    [channel, messages],
  );
  await query('vacuum analyze messages');
  return rows.map(({ id }) => id);
}

/** Reactions of one person for each connection, to different messages. */
const reactions = (ids: readonly string[]): Request[] =>
  Array.from({ length: connections * reactionsEach }, (_, index) => {
    const person = Math.floor(index / reactionsEach);
    const id = ids[(index * 7 + person * 61) % ids.length];
    const one = emoji[Math.floor(((index % reactionsEach) * 7) / ids.length) % emoji.length] ?? '';
    return {
      method: 'PUT',
      path: `/v1/messages/${id}/reactions/${encodeURIComponent(one)}`,
      headers: { cookie: cookieOf(person + 1) },
    };
  });

const sends = (channel: string): Request[] =>
  Array.from({ length: connections }, (_, person) => ({
    method: 'POST',
    path: '/v1/channel/chats',
    headers: { cookie: cookieOf(person + 1), ...json },
    body: JSON.stringify({ conversation: channel, content: text }),
  }));

/**
 * Waits until all notifications about reactions are out, and takes back all reactions: otherwise one run's work would spill into the next.
 */
async function settle(bench: Bench, channel: string): Promise<void> {
  const { query } = await bench.database();
  const waiting = () =>
    query(`(select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts limit 1)
      union all (select from untold_reactions limit 1)`);
  for (let left = await waiting(); left.length > 0; left = await waiting()) await sleep(50);
  await query('delete from message_reactions where message_id in (select id from messages where room_id = $1)', [
    channel,
  ]);
  await query('update messages set reactions = null where room_id = $1 and reactions is not null', [channel]);
  await query(`delete from notifications where type = 'reaction'`);
  await query('checkpoint');
}

/** What a reaction to a message costs, compared with a message. */
export const reactionsPart: Part = {
  name: 'reactions',
  meaning: 'reactions to messages vs. messages',
  peopleOnly: true,
  async run(bench): Promise<Row[]> {
    const { url } = await bench.server();
    const channel = await channelOf(bench);
    await emptyChannel(bench, channel);
    const requests = reactions(await fill(bench, channel));
    const { one, other, ratio } = await inTurn(
      bench,
      (seconds) => load({ url, connections, seconds, requests, isDivided: true }),
      (seconds) => load({ url, connections, seconds, requests: sends(channel), isDivided: true }),
      () => settle(bench, channel),
    );
    await settle(bench, channel);
    await emptyChannel(bench, channel);
    return [
      {
        what: `Reactions to messages of a channel vs. messages there, ${connections} connections`,
        ours: [perSecond(one.perSecond), milliseconds(one.p50, 'p50'), milliseconds(one.p99, 'p99')],
        limit: [perSecond(other.perSecond), milliseconds(other.p50, 'p50'), milliseconds(other.p99, 'p99')],
        ratio,
        inShort: 'Reactions to messages',
        limitIs: 'messages',
        because: 'A reaction is checked, stored and counted under the lock of its channel, and its author is told.',
        wanted: `at least ${wantedShare} of the rate of messages`,
        met: ratio >= wantedShare && one.failed === 0 && other.failed === 0,
      },
    ];
  },
};
