import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../server/src/operations/embedded-postgres/embedded.ts';
import { migrate } from '../../server/src/operations/migrations/migrate.ts';
import type { Part } from '../bench.ts';
import { plain } from '../table.ts';

/** The last version in which conversations, groups and channels were three things. */
const before = '0191_awaited_people';

const [people, conversations, groups, channels, marks, messages] = [
  20_000, 1_000_000, 100_000, 2_000, 2_000_000, 5_000_000,
];
const most = 60;

const id = (kind: string, n: string) => `md5('${kind} ' || ${n})::uuid`;
const person = (n: string) => id('person', `((${n}) % ${people})`);

/** What that version had stored. */
const fill = [
  `insert into users (id, username, email, password_hash, activated_at)
    select ${id('person', 'n')}, 'moving_' || n, 'moving_' || n || '@example.org', '', now() from generate_series(0, ${people - 1}) n`,
  `insert into conversations (id, low_id, high_id, created_at, last_id, low_active_at, high_active_at, low_read_id, high_unread)
    select ${id('conversation', 'n')}, least(one, other), greatest(one, other), now(), n, now() - n * interval '1 second',
      now() - n * interval '1 second', n, 1
    from (select n, ${person('n')} as one, ${person(`n + 1 + n / ${people}`)} as other from generate_series(1, ${conversations}) n) pair
    where one <> other on conflict do nothing`,
  `insert into groups (id, name, owner_id, member_ids, created_at, active_at, last_id)
    select overlay(${id('group', 'n')}::text placing '8' from 15 for 1)::uuid, 'Group ' || n, ${person('n')},
      array(select ${person('n + each')} from generate_series(0, 7) each), now(), now(), n from generate_series(1, ${groups}) n`,
  `insert into group_members (group_id, user_id, since_id, read_id)
    select groups.id, member.id, 0, groups.last_id from groups cross join lateral unnest(member_ids) member (id)`,
  `insert into communities (id, handle, name, created_at) values (${id('community', '0')}, 'moving', 'Moving', now())`,
  `insert into community_members (community_id, user_id) select ${id('community', '0')}, ${id('person', 'n')} from generate_series(0, ${people - 1}) n`,
  `insert into channels (id, community_id, name, roles, created_at)
    select ${id('channel', 'n')}, ${id('community', '0')}, 'channel ' || n, array[${id('role', '0')}], now() from generate_series(1, ${channels}) n`,
  `insert into channel_reads (community_id, user_id, channel_id, read_id)
    select ${id('community', '0')}, ${person('n')}, ${id('channel', `(1 + n / ${people} + n % 10 * 100)`)}, n from generate_series(1, ${marks}) n
    on conflict do nothing`,
  `insert into messages (room_id, id, sender_id, created_at, content)
    select case n % 2 when 0 then ${id('conversation', `(1 + n % ${conversations})`)} else ${id('channel', `(1 + n % ${channels})`)} end, n,
      ${person('n')}, now(), 'A message of about the length that people write here.' from generate_series(1, ${messages}) n`,
];

export const moving: Part = {
  name: 'moving',
  withoutDatabase: true,
  meaning: 'the upgrade that makes rooms of conversations, groups and channels',
  async run({ folder, say }) {
    const server = await startEmbedded(join(folder, 'moving'), { processes: 2 });
    const name = 'moving';
    try {
      const admin = new pg.Client({ connectionString: server.urlOf('postgres') });
      await admin.connect();
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.query(`create database ${name}`);
      await admin.end();
      const url = server.urlOf(name);
      await migrate(url, { upTo: before });
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      for (const [index, statement] of fill.entries()) {
        say(`filling: ${index + 1} of ${fill.length}`);
        await client.query(statement);
      }
      await client.query('analyze');
      await client.end();
      say('moving');
      const began = performance.now();
      await migrate(url, { upTo: '0230_rooms' });
      const seconds = (performance.now() - began) / 1000;
      return [
        {
          what: `Moving ${conversations.toLocaleString('en')} conversations, ${groups.toLocaleString('en')} groups and ${marks.toLocaleString('en')} marks beside ${messages.toLocaleString('en')} messages, in seconds`,
          ours: plain(seconds),
          wanted: `at most ${most} s`,
          met: seconds <= most,
        },
      ];
    } finally {
      await server.stop();
    }
  },
};
