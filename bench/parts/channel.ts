import type { Bench } from '../bench.ts';
import { type ChatLoad, openChatLoad } from '../chat.ts';
import { sessionTokenOf } from '../seed.ts';

/** People in the channel where live chat is measured. */
export const receivers = 1000;

export const text = 'Is anybody up for a walk along the river with the dog tonight?';

export const cookieOf = (person: number) => `hubbub=${sessionTokenOf(person)}`;

/** People's numbers, starting over when there are no more. */
export const persons = (count: number, people: number) => Array.from({ length: count }, (_, n) => 1 + (n % people));

/**
 * A channel open to the first people; created once.
 * @param nth servers on the same database need one each: they deliver what others have stored in it, too
 */
export async function channelOf(bench: Bench, members: number = receivers, nth = 0): Promise<string> {
  const { query } = await bench.database();
  const [community, role, channel] = ['c', 'd', 'e'].map(
    (digit) => `0190aaaa-aaaa-7aaa-8aaa-${digit.repeat(5)}${nth}${String(members).padStart(6, '0')}`,
  );
  await query(
    `insert into communities (id, handle, name, created_at) values ($1, 'bench_live_${members}_${nth}', 'Live', now()) on conflict do nothing`,
    [community],
  );
  await query(
    `insert into community_roles (id, community_id, name, permissions, kind) values ($2, $1, 'user', '{}', 'user')
     on conflict do nothing`,
    [community, role],
  );
  await query(
    `insert into community_members (community_id, user_id) select $1, id from users order by id limit ${members}
     on conflict do nothing`,
    [community],
  );
  await query(
    `insert into community_role_holders (community_id, user_id, role_id)
     select community_id, user_id, $2 from community_members where community_id = $1 on conflict do nothing`,
    [community, role],
  );
  await query(
    `insert into community_sizes (community_id, member_count) values ($1, ${members}) on conflict do nothing`,
    [community],
  );
  await query(
    `insert into rooms (id, kind, community_id, name, roles, created_at, active_at)
     values ($3, 'channel', $1, 'live', array[$2::uuid], now(), now())
     on conflict do nothing`,
    [community, role, channel],
  );
  return channel as string;
}

/** Deletes its messages. */
export async function emptyChannel(bench: Bench, channel: string): Promise<void> {
  const { query } = await bench.database();
  await query('delete from messages where room_id = $1', [channel]);
}

/** Everyone in the channel, on a server at this address. */
export async function openChannel(
  bench: Bench,
  url: string,
  channel: string,
  members: number = receivers,
): Promise<ChatLoad> {
  const { size } = await bench.database();
  return await openChatLoad({
    url,
    path: '/v1/channel/chats',
    text,
    keepText: false,
    rooms: [
      {
        id: channel,
        cookies: persons(members, Math.min(members, size.people)).map(cookieOf),
        join: { event: 'joinChannel', payload: channel },
      },
    ],
  });
}
