import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { hiddenFrom, inFeedOf, visibleTo } from './relations.access.ts';
import { isHiddenFrom, isInFeedOf, isVisibleTo, type Relation } from './relations.rules.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => await world.close());

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
    const [blocks, mutes] = [[...kept.block.values()], [...kept.mute.values()]];
    const ids = people.map(({ user_id }) => user_id);
    const pairs = await world.platform.db.kysely
      .selectFrom(['users as viewer', 'users as author'])
      .where('viewer.id', 'in', ids)
      .where('author.id', 'in', ids)
      .select([
        'viewer.id as viewerId',
        'author.id as authorId',
        sql.raw<boolean>(visibleTo('viewer.id', 'author.id')).as('visible'),
        sql.raw<boolean>(inFeedOf('viewer.id', 'author.id')).as('inFeed'),
        sql.raw<boolean>(hiddenFrom('viewer.id', 'author.id')).as('hidden'),
      ])
      .execute();
    expect(pairs).toHaveLength(36);
    expect(new Set(pairs.map(({ visible, inFeed, hidden }) => `${visible} ${inFeed} ${hidden}`)).size).toBe(4);
    for (const { viewerId, authorId, visible, inFeed, hidden } of pairs) {
      expect(visible).toBe(isVisibleTo(viewerId, authorId, blocks));
      expect(inFeed).toBe(isInFeedOf(viewerId, authorId, { blocks, mutes }));
      expect(hidden).toBe(isHiddenFrom(viewerId, authorId, blocks));
    }
  },
);
