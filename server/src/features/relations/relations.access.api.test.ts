import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fact, val } from '#platform/database/expressions.ts';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { hiddenFrom, inFeedOf, sharesPresence, sharesReadMarks, visibleTo } from './relations.access.ts';
import { chosenOr, isHiddenFrom, isInFeedOf, isShared, isVisibleTo, type Relation } from './relations.rules.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => await world.close());

/** One of them deactivates their account. */
async function goAway(person: Person): Promise<ReadonlySet<string>> {
  expect((await person.post('/v1/users/deactivate', {})).status).toBe(200);
  return new Set([person.user_id]);
}

test.each([1, 2, 3])(
  'after any blocks and mutes, given and taken back, the database and the rules agree on who sees whom (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const people: Person[] = [];
    for (let n = 0; n < 6; n += 1) people.push(await world.person(`p${seed}_${n}`));
    const kept = { block: new Map<string, Relation>(), mute: new Map<string, Relation>() };
    for (let step = 0; step < 60; step += 1) {
      const [by, of] = [people[random(6)] as Person, people[random(6)] as Person];
      if (by === of) continue;
      const kind = random(2) ? 'block' : 'mute';
      const isGiven = random(2) === 0;
      const answer = await by[isGiven ? 'put' : 'delete'](`/v1/users/${of.user.username}/${kind}`);
      expect(answer.status).toBe(200);
      const relation = { by: by.user_id, of: of.user_id };
      if (isGiven) kept[kind].set(`${relation.by} ${relation.of}`, relation);
      else kept[kind].delete(`${relation.by} ${relation.of}`);
    }
    const away = await goAway(people[random(6)] as Person);
    const [blocks, mutes] = [[...kept.block.values()], [...kept.mute.values()]];
    const ids = people.map(({ user_id }) => user_id);
    const pairs = await world.platform.db.kysely
      .selectFrom(['users as viewer', 'users as author'])
      .where('viewer.id', 'in', ids)
      .where('author.id', 'in', ids)
      .select(({ ref }) => [
        'viewer.id as viewerId',
        'author.id as authorId',
        fact(visibleTo(ref('viewer.id'), ref('author.id'))).as('visible'),
        fact(inFeedOf(ref('viewer.id'), ref('author.id'))).as('inFeed'),
        fact(hiddenFrom(ref('viewer.id'), ref('author.id'))).as('hidden'),
      ])
      .execute();
    expect(pairs).toHaveLength(36);
    expect(new Set(pairs.map(({ visible, inFeed, hidden }) => `${visible} ${inFeed} ${hidden}`)).size).toBe(4);
    for (const { viewerId, authorId, visible, inFeed, hidden } of pairs) {
      expect(visible).toBe(isVisibleTo(viewerId, authorId, { blocks, away }));
      expect(inFeed).toBe(isInFeedOf(viewerId, authorId, { blocks, mutes, away }));
      expect(hidden).toBe(isHiddenFrom(viewerId, authorId, blocks));
    }
  },
);

test.each([4, 5])(
  'whatever people and the site choose, the database and the rules agree on who shares what with whom (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const people: Person[] = [];
    for (let n = 0; n < 6; n += 1) people.push(await world.person(`s${seed}_${n}`));
    const ids = people.map(({ user_id }) => user_id);
    const [proposesMarks, proposesPresence] = [random(2) === 0, random(2) === 0];
    await world.sql('insert into site (id) values (gen_random_uuid()) on conflict do nothing');
    await world.sql('update site set default_read_marks = $1, default_presence = $2', [
      proposesMarks,
      proposesPresence,
    ]);
    const choice = () => [true, false, null][random(3)] as boolean | null;
    const chosen = new Map(ids.map((id) => [id, { read_marks: choice(), presence: choice() }]));
    for (const [id, { read_marks, presence }] of chosen) {
      await world.sql('insert into privacy (user_id, read_marks, presence) values ($1, $2, $3)', [
        id,
        read_marks,
        presence,
      ]);
    }
    const blocks: Relation[] = [];
    for (let n = 0; n < 4; n += 1) {
      const [by, of] = [people[random(6)] as Person, people[random(6)] as Person];
      if (by === of) continue;
      expect((await by.put(`/v1/users/${of.user.username}/block`)).status).toBe(200);
      blocks.push({ by: by.user_id, of: of.user_id });
    }
    const away = await goAway(people[random(6)] as Person);
    const pairs = await world.platform.db.kysely
      .selectFrom(['users as viewer', 'users as other'])
      .where('viewer.id', 'in', ids)
      .where('other.id', 'in', ids)
      .select(({ ref }) => [
        'viewer.id as viewerId',
        'other.id as otherId',
        fact(sharesReadMarks(ref('viewer.id'), ref('other.id'))).as('marks'),
        fact(sharesPresence(ref('viewer.id'), ref('other.id'))).as('presence'),
      ])
      .execute();
    expect(pairs).toHaveLength(36);
    const marks = (id: string) => ({ id, shows: chosenOr(chosen.get(id)?.read_marks ?? null, proposesMarks) });
    const presence = (id: string) => ({ id, shows: chosenOr(chosen.get(id)?.presence ?? null, proposesPresence) });
    for (const pair of pairs) {
      expect(pair.marks).toBe(isShared(marks(pair.viewerId), marks(pair.otherId), { blocks, away }));
      expect(pair.presence).toBe(isShared(presence(pair.viewerId), presence(pair.otherId), { blocks, away }));
    }
  },
);

test('lists stay fast for people without blocks and mutes, even if a few others have very many', async () => {
  const reader = await world.person('reader');
  const author = await world.person('author');
  await world.sql(
    `insert into users (id, username, email, password_hash, activated_at)
     select gen_random_uuid(), 'busy_' || n, 'busy_' || n || '@example.org', '', now() from generate_series(1, 300) n`,
  );
  await world.sql(
    `insert into relations (user_id, other_id, kind)
     select one.id, other.id, 'mute' from users one join users other on other.id <> one.id
     where one.username in ('busy_1', 'busy_2', 'busy_3') and other.username like 'busy\\_%'`,
  );
  await world.sql('analyze relations');
  const plan = await world.platform.db.kysely
    .selectFrom('sessions as viewer')
    .select(({ ref }) => inFeedOf(ref('viewer.user_id'), val(author.user_id)).as('inFeed'))
    .where('viewer.user_id', '=', reader.user_id)
    .explain('json', sql`analyze`);
  const text = JSON.stringify(plan);
  expect(text).toContain('"relations"');
  const skipped = [...text.matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, count]) => Number(count));
  expect(Math.max(0, ...skipped)).toBeLessThan(10);
});
