import { expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { channelRoom, Device } from '../../../test/message-device.ts';
import { randomOf } from '../../../test/random.ts';

/** Operations by everybody together; `npm run test:cluster` makes 10,000 of them. */
const operations = Number(process.env.MESSAGE_OPERATIONS ?? 600);
const seed = Number(process.env.MESSAGE_SEED ?? 7);
/** How many are in flight at once. */
const atOnce = 6;

const world = await testWorld({ settings: { RATE_LIMITS: 'off' } });

type Random = (below: number) => number;
const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;
const emoji = ['👍', '❤️', '🎉'];

/** One random change. @returns its status; it may be refused because somebody else was faster */
async function act(random: Random, person: Person, channel: string, owner: Person): Promise<Answer> {
  const { messages } = (await person.get(`/v1/channel/chats/${channel}?size=30`)).body;
  const own = messages.filter((each: Answer['body']) => each.sender._id === person.user_id && !each.deleted);
  const kind = random(100);
  const content = 'x'.repeat(random(200)) + random(1e6);
  if (kind < 30 || messages.length === 0) {
    const reply = kind < 12 && messages.length > 0 ? { reply_to: pick(random, messages as Answer['body'][])._id } : {};
    return await person.post('/v1/channel/chats', { conversation: channel, content, ...reply });
  }
  const { _id: any } = pick(random, messages as Answer['body'][]);
  const { _id: mine } = own.length > 0 ? pick(random, own as Answer['body'][]) : { _id: any };
  if (kind < 50) return await person.patch(`/v1/messages/${mine}`, { content });
  if (kind < 56) return await person.delete(`/v1/messages/${mine}`);
  if (kind < 59) return await owner.delete(`/v1/messages/${any}`);
  const path = `/v1/messages/${any}/reactions/${encodeURIComponent(pick(random, emoji))}`;
  return kind < 82 ? await person.put(path) : await person.delete(path);
}

test(
  `after ${operations} random changes, four devices of three people show exactly what they'd fetch`,
  async () => {
    const random = randomOf(seed);
    const owner = await world.person('owner');
    const people: Person[] = [];
    for (const name of ['ada', 'bob', 'cyd']) people.push(await world.person(name));
    const { communityId, user } = await createClub(world, owner, people);
    const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
    // One person has two devices.
    const devices = [...people, people[0] as Person].map((person) => new Device<Person>(person, channelRoom(channel)));
    for (const device of devices) await device.connect();

    let left = operations;
    const work = async () => {
      while (left > 0) {
        left -= 1;
        const device = pick(random, devices);
        if (random(20) === 0 && !device.isAway) device.leave();
        else if (random(8) === 0) await device.connect();
        const { status, body } = await act(random, device.person, channel, owner);
        expect([200, 201, 422], JSON.stringify(body)).toContain(status);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    await world.runJobs();

    for (const device of devices) {
      await device.settle();
      expect(device.messages, `seed ${seed}`).toEqual(await device.fetchAll());
    }
    const [counted] = await world.sql(`select count(*)::int as number from messages
    where reactions::jsonb is distinct from (
      select jsonb_agg(jsonb_build_object('emoji', kind.emoji, 'count', kind.number) order by kind.since, kind.emoji)
      from (select emoji, count(*) as number, min(created_at) as since from message_reactions
        where message_id = messages.id group by emoji) kind)`);
    expect(counted).toEqual({ number: 0 });
  },
  240_000 + operations * 200,
);
