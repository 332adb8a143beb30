import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { type Club, createClub } from './community.ts';
import { type Person, testWorld } from './harness.ts';
import { talkIn } from './talk.ts';

const world = await testWorld();

const talk = talkIn(() => world);
/** Concurrent calls by one person. */
const atOnce = 3;
const media = { audio: true, video: false, screen: false };

test('Deleting accounts while they join, leave, read, write and meet never causes a 500, and member counts stay right', async () => {
  const people: Person[] = [];
  for (let n = 0; n < 8; n += 1) people.push(await world.person(`mover_${n}`));
  const stayer = await world.person('stayer');
  const clubs: (Club & { channels: string[] })[] = [];
  for (let n = 0; n < 3; n += 1) {
    const club = await createClub(world, n === 0 ? stayer : (people[n] as Person), people);
    const channels: string[] = [];
    for (let each = 0; each < 2; each += 1) {
      channels.push(await createChannelOf(world.platform, { communityId: club.communityId, roles: [club.user] }));
    }
    clubs.push({ ...club, channels });
  }
  const conversations: string[] = [];
  for (const [n, person] of people.entries()) {
    conversations.push(await talk.open(person, people[(n + 1) % people.length] as Person));
  }

  const statuses = await Promise.all(
    people.map(async (person, n) => {
      const page = await person.socket();
      const stay = { room: `room-${n % 2}`, key: randomUUID(), media };
      const calls: (() => Promise<{ status: number }>)[] = [];
      for (let round = 0; round < 2; round += 1) {
        const club = clubs[(n + round) % clubs.length] as Club & { channels: string[] };
        for (const channel of club.channels) {
          calls.push(async () => {
            const sent = await person.post('/v1/channel/chats', { conversation: channel, content: 'Said' });
            if (sent.status !== 201) return sent;
            return await person.post(`/v1/channel/chats/${channel}/read`, { message_id: sent.body.message._id });
          });
        }
        calls.push(() => person.delete(`/v1/community/${club.handle}`));
        calls.push(() => person.post(`/v1/community/${club.handle}`));
        calls.push(() => person.post('/v1/chats', { conversation: conversations[n], content: 'Said' }));
        calls.push(async () => {
          // Deleting the account closes its sockets, and then nothing is acknowledged.
          await Promise.race([page.send('meetingJoin', stay), page.closed]);
          return { status: 200 };
        });
      }
      calls.splice(calls.length / 2, 0, () => person.delete('/v1/users'));
      const answers: { status: number }[] = [];
      for (let at = 0; at < calls.length; at += atOnce) {
        answers.push(...(await Promise.all(calls.slice(at, at + atOnce).map((each) => each()))));
      }
      return answers.map(({ status }) => status);
    }),
  );

  expect(statuses.flat().filter((status) => status >= 500)).toEqual([]);
  expect(statuses.flat().filter((status) => status === 403)).toEqual([]);
  const drifted = await world.sql(`select community_id from community_sizes sizes
    where member_count <> (select count(*) from community_members members where members.community_id = sizes.community_id)`);
  expect(drifted).toEqual([]);
  expect(await world.sql(`select username from users where username like 'mover%'`)).toEqual([]);
  expect(await world.sql('select peer_id from meeting_peers')).toEqual([]);
  const [row] = await world.sql('select deadlocks::int from pg_stat_database where datname = current_database()');
  expect(row).toEqual({ deadlocks: 0 });
});
