import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { hashToken } from '#platform/sessions/sessions.ts';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { anonymizeSender } from './messages.queries.ts';
import { openReactions } from './reactions.service.ts';

const world = await testWorld();
// As in two processes: neither knows what the other is about to store.
const elsewhere = openReactions(world.platform);

const tokenOf = ({ cookie }: Person) => hashToken(cookie.split('=')[1] ?? '');

const emoji = ['👍', '❤️', '🎉'];
const reactionsEach = 60;

async function channelOf(people: Person[]) {
  const [owner, ...members] = people as [Person, ...Person[]];
  const { communityId, user } = await createClub(world, owner, members);
  const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
  const say = async (who: Person, content: string): Promise<string> =>
    (await who.post('/v1/channel/chats', { conversation: channel, content })).body.message._id;
  return { channel, say };
}

test('reactions that two processes store at the same time count once each, and revisions ascend', async () => {
  const people = await Promise.all(['ada', 'bob', 'cyd', 'dan', 'eve', 'fay'].map((name) => world.person(name)));
  const { channel, say } = await channelOf(people);
  const ids = [await say(people[0] as Person, 'One'), await say(people[1] as Person, 'Two')];
  const given = new Set<string>();
  const work = async (person: Person, index: number) => {
    const random = randomOf(100 + index);
    const newest = new Map<string, string>();
    for (let n = 0; n < reactionsEach; n += 1) {
      const [id, one] = [ids[random(ids.length)] as string, emoji[random(emoji.length)] as string];
      // Most add a reaction, so that batches without any removal are frequent.
      const added = random(5) > 0;
      const path = `/v1/messages/${id}/reactions/${encodeURIComponent(one)}`;
      const reacted = async () => {
        if (index % 2 === 0) return (await elsewhere.react(tokenOf(person), { id, emoji: one, added }))?.body;
        const { status, body } = await (added ? person.put(path) : person.delete(path));
        expect(status, JSON.stringify(body)).toBe(200);
        return body;
      };
      const { reactions, revision } = await reacted();
      const key = `${Number(id)} ${person.user_id} ${one}`;
      if (added) given.add(key);
      else given.delete(key);
      const mine = reactions.some((each: { emoji: string; mine: boolean }) => each.emoji === one && each.mine);
      expect(mine).toBe(added);
      expect(revision >= (newest.get(id) ?? '')).toBe(true);
      newest.set(id, revision);
    }
  };
  await Promise.all(people.map(work));

  const rows = await world.sql<{ key: string }>(
    `select message_id || ' ' || user_id || ' ' || emoji as key from message_reactions`,
  );
  expect(rows.map(({ key }) => key).sort()).toEqual([...given].sort());
  const { messages } = (await (people[2] as Person).get(`/v1/channel/chats/${channel}`)).body;
  for (const { _id, reactions } of messages) {
    const counted = emoji.flatMap((one) => {
      const count = [...given].filter((key) => key.startsWith(`${Number(_id)} `) && key.endsWith(` ${one}`)).length;
      return count > 0 ? [{ emoji: one, count }] : [];
    });
    const shown = reactions.map(({ mine: _, ...each }: { mine: boolean; emoji: string }) => each);
    expect(shown.toSorted((a: { emoji: string }, b: { emoji: string }) => (a.emoji < b.emoji ? -1 : 1))).toEqual(
      counted.toSorted((a, b) => (a.emoji < b.emoji ? -1 : 1)),
    );
  }
}, 120_000);

test("a reaction without a session isn't stored, and those of others in the same batch are", async () => {
  const [ada, bob] = [await world.person('ada2'), await world.person('bob2')];
  const { say } = await channelOf([ada, bob]);
  const id = await say(ada, 'Hi');
  const gone = elsewhere.react(hashToken('gone'), { id, emoji: '👍', added: true });
  const there = elsewhere.react(tokenOf(bob), { id, emoji: '👍', added: true });
  expect(await gone).toBeUndefined();
  expect(await there).toMatchObject({ body: { reactions: [{ emoji: '👍', count: 1, mine: true }] } });
});

test('reactions that arrive together are each stored once, and each answer includes all of them', async () => {
  const people = await Promise.all(['ada4', 'bob4', 'cyd4'].map((name) => world.person(name)));
  const { channel, say } = await channelOf(people);
  const [ada, bob, cyd] = people as [Person, Person, Person];
  const [id, other] = [await say(ada, 'One'), await say(ada, 'Two')];
  const react = (who: Person, on: string, one: string) =>
    elsewhere.react(tokenOf(who), { id: on, emoji: one, added: true }).then((answer) => answer?.body.reactions);
  // The first has a statement of its own; the others share the next.
  const first = react(ada, other, '🎉');
  const together = [
    react(bob, id, '👍'),
    react(bob, id, '👍'),
    react(cyd, id, '👍'),
    react(cyd, id, '🎉'),
    react(cyd, other, '🎉'),
  ];
  expect(await first).toEqual([{ emoji: '🎉', count: 1, mine: true }]);
  const bobs = [
    { emoji: '👍', count: 2, mine: true },
    { emoji: '🎉', count: 1, mine: false },
  ];
  const cyds = bobs.map((each) => ({ ...each, mine: true }));
  const both = [{ emoji: '🎉', count: 2, mine: true }];
  expect(await Promise.all(together)).toEqual([bobs, bobs, cyds, cyds, both]);
  const { messages } = (await ada.get(`/v1/channel/chats/${channel}`)).body;
  expect(
    messages.map(({ reactions }: { reactions: { count: number }[] }) => reactions.map(({ count }) => count)),
  ).toEqual(messages.map(({ _id }: { _id: string }) => (_id === id ? [2, 1] : [2])));
});

test('reactions in several rooms and the removal of a deleted sender cause no deadlock', async () => {
  const [ada, bob] = [await world.person('ada5'), await world.person('bob5')];
  const { communityId, user } = await createClub(world, ada, [bob]);
  const rooms = await Promise.all([1, 2].map(() => createChannelOf(world.platform, { communityId, roles: [user] })));
  const say = async (channel: string | undefined): Promise<string> =>
    (await ada.post('/v1/channel/chats', { conversation: channel, content: 'Hi' })).body.message._id;
  const react = (id: string, one: string) => elsewhere.react(tokenOf(bob), { id, emoji: one, added: true });
  // The older message is in the room whose id is higher.
  const [low, high] = rooms.sort();
  const [older, newer, extra] = [await say(high), await say(low), await say(low)];
  const waiting = async () =>
    (
      await world.sql(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like '%messages%'`,
      )
    ).length;
  let replaced: Promise<unknown> = Promise.resolve();
  let pending: Promise<unknown>[] = [];
  await world.platform.db.transaction(async (tx) => {
    await sql`select from messages where id = ${Number(older)} for update`.execute(tx);
    const first = react(extra, '🎉');
    pending = [react(newer, '👍'), react(older, '👍')];
    await first;
    await expect.poll(waiting).toBe(1);
    const stub = '00000000-0000-4000-8000-000000000001';
    replaced = anonymizeSender(world.platform.db.kysely, { senderId: ada.user_id, stub }, 100);
    replaced.catch(() => undefined);
    await expect.poll(waiting).toBe(2);
  });
  await Promise.all([...pending, replaced]);
});

test("reactions that a killed process didn't announce are announced by the next one, or on schedule", async () => {
  const [ada, bob] = [await world.person('ada3'), await world.person('bob3')];
  const { say } = await channelOf([ada, bob]);
  const id = await say(ada, 'Hi');
  await world.sql(
    `with given as (insert into message_reactions (message_id, user_id, emoji, created_at) values ($1, $2, '👍', now()))
     insert into untold_reactions (message_id, user_id) values ($1, $2)`,
    [Number(id), bob.user_id],
  );
  // As the schedule does.
  await world.platform.jobs.add(world.platform.db.kysely, 'messages.tell-of-reactions', {});
  await world.runJobs();
  expect((await ada.get('/v1/notifications')).body.notifications).toMatchObject([{ type: 'reaction', others: 0 }]);
  expect(await world.sql('select from untold_reactions')).toEqual([]);
});
