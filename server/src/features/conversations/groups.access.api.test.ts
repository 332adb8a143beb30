import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fact, row } from '#platform/database/expressions.ts';
import { createClub } from '../../../test/community.ts';
import { groupsIn } from '../../../test/groups.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { mayAdd } from './groups.access.ts';
import { mayBeAdded } from './groups.rules.ts';

const world = await testWorld();
const groups = groupsIn(() => world);

test('the database and the rule agree on who may be added to groups', async () => {
  const seen = { allowed: 0, refused: 0 };
  for (const messagesFrom of ['everyone', 'known', 'nobody'] as const) {
    for (const tie of ['none', 'blocked', 'talked', 'asked', 'followed', 'community'] as const) {
      const [ana, bob] = (await groups.people('Ana', 'Bob')) as [Person, Person];
      if (tie === 'talked') {
        const pair = (await bob.post('/v1/conversations', { username: ana.user.username })).body.newConversation._id;
        await bob.post('/v1/chats', { conversation: pair, content: 'Hello' });
      }
      if (tie === 'asked') {
        const id = (await ana.post('/v1/conversations', { username: bob.user.username })).body.newConversation._id;
        await bob.patch('/v1/notifications/settings', { messages_from: 'known' });
        await ana.post('/v1/chats', { conversation: id, content: 'Hello' });
      }
      if (tie === 'blocked') await bob.put(`/v1/users/${ana.user.username}/block`);
      if (tie === 'followed') await bob.put(`/v1/users/${ana.user.username}/follow`);
      if (tie === 'community') {
        const { communityId } = await createClub(world, ana, [bob]);
        await world.sql(`update communities set visibility = 'private' where id = $1`, [communityId]);
      }
      await bob.patch('/v1/notifications/settings', { messages_from: messagesFrom });
      for (const isNew of [false, true]) {
        const since = isNew ? sql<Date>`'2000-01-01'::timestamptz` : sql<Date>`null::timestamptz`;
        const found = await world.platform.db.kysely
          .selectFrom(['users as adder', 'users as person'])
          .select(fact(mayAdd(row('users', 'adder'), row('users', 'person'), since)).as('allowed'))
          .where('adder.id', '=', ana.user_id)
          .where('person.id', '=', bob.user_id)
          .executeTakeFirst();
        const expected = mayBeAdded({
          isVisible: tie !== 'blocked',
          isWaiting: tie === 'asked',
          messagesFrom,
          haveTalked: tie === 'talked' || tie === 'asked',
          isKnown: tie === 'followed' || tie === 'community',
          isNewStranger: isNew && !['talked', 'asked', 'community'].includes(tie),
        });
        expect(found?.allowed, `${messagesFrom} ${tie} ${isNew}`).toBe(expected);
        seen[expected ? 'allowed' : 'refused'] += 1;
      }
    }
  }
  expect(Math.min(seen.allowed, seen.refused)).toBeGreaterThan(5);
});

/** A person's read state in a group according to the rules, from the rows alone. */
async function partOf(person: Person, id: string) {
  const [member] = await world.sql<{ sinceId: string; readId: string }>(
    'select since_id as "sinceId", read_id as "readId" from room_members where room_id = $1 and user_id = $2',
    [id, person.user_id],
  );
  const messages = await world.sql<{ id: string; senderId: string; isShown: boolean }>(
    `select id, sender_id as "senderId", system is null and deleted_at is null and not exists (
        select from relations where user_id = $2 and other_id = sender_id and kind = 'block') as "isShown"
      from messages where room_id = $1 order by id`,
    [id, person.user_id],
  );
  const own = member && { userId: person.user_id, sinceId: Number(member.sinceId), readId: Number(member.readId) };
  const all = messages.map((each) => ({ ...each, id: Number(each.id) }));
  return {
    isMember: own !== undefined,
    readable: all.filter(({ id: number }) => own && number > own.sinceId).map((each) => each.id),
    fresh: all.filter(
      (each) => own && each.id > Math.max(own.readId, own.sinceId) && each.senderId !== own.userId && each.isShown,
    ).length,
  };
}

async function expectRules(person: Person, ids: readonly string[]): Promise<void> {
  let unread = 0;
  for (const id of ids) {
    const { isMember, readable, fresh } = await partOf(person, id);
    if (fresh > 0) unread += 1;
    const page = await person.get(`/v1/chats/${id}?mark=false`);
    expect(page.status).toBe(isMember ? 200 : 404);
    if (!isMember) continue;
    expect(page.body.messages.map(({ _id }: { _id: string }) => Number(_id))).toEqual(readable.slice(-100));
    expect((await groups.one(person, id)).unread).toBe(Math.min(100, fresh));
  }
  expect((await person.get('/v1/unread')).body.conversations).toBe(unread);
  const listed = (await groups.list(person)).map(({ _id }) => _id).sort();
  const own = await world.sql<{ id: string }>(
    `select id from rooms join room_members on room_id = id where user_id = $1 and kind = 'group' order by id`,
    [person.user_id],
  );
  expect(listed).toEqual(own.map(({ id }) => id));
}

test('after random changes, what everybody can read in groups, and their unread counts, follow the rules', async () => {
  const random = randomOf(95);
  const people = (await groups.people('Ana', 'Bob', 'Cyd', 'Dan', 'Eve')) as [Person, ...Person[]];
  const one = <Thing>(things: readonly Thing[]): Thing => things[random(things.length)] as Thing;
  const ids: string[] = [];
  for (let n = 0; n < 2; n += 1)
    ids.push((await groups.make(people[n] as Person, people.slice(2, 4))).body.newConversation._id);
  const kinds = [
    async (person: Person, id: string) => await groups.write(person, id, 'Hello'),
    async (person: Person, id: string) => await groups.write(person, id, 'Hello'),
    async (person: Person, id: string) => await groups.write(person, id, 'Hello'),
    async (person: Person, id: string, other: Person) => await groups.add(person, id, other),
    async (person: Person, id: string, other: Person) => await groups.add(person, id, other),
    async (person: Person, id: string, other: Person) => await groups.remove(person, id, one([person, other])),
    async (person: Person, id: string) => await person.get(`/v1/chats/${id}`),
    async (person: Person, _: string, other: Person) => await person.put(`/v1/users/${other.user.username}/block`),
    async (person: Person, _: string, other: Person) => await person.delete(`/v1/users/${other.user.username}/block`),
    async (person: Person, _: string, other: Person) => await person.delete(`/v1/users/${other.user.username}/block`),
    async (person: Person, id: string) => {
      const messages = (await person.get(`/v1/chats/${id}?mark=false`)).body.messages ?? [];
      const message = messages[random(messages.length || 1)];
      if (message) await person.post(`/v1/conversations/${id}/read`, { message_id: message._id });
      if (message) await person.delete(`/v1/messages/${message._id}`);
    },
  ];
  for (let count = 1; count <= 240; count += 1) {
    const person = one(people);
    await one(kinds)(person, one(ids), one(people.filter((each) => each !== person)));
    if (count % 80 === 0) for (const each of people) await expectRules(each, ids);
  }
}, 240_000);
