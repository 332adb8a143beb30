import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { textOf } from '../../../test/text-of.ts';
import { reactionFits, reactionsJson, reactionsOfSummary } from './reactions.access.ts';
import { fits, mostKinds } from './reactions.rules.ts';

const world = await testWorld();

const table = { table: 'given_reactions', thing: 'thing_id' };
const people = ['a', 'b', 'c', 'd'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`);
const emoji = Array.from({ length: mostKinds + 3 }, (_, index) => String.fromCodePoint(0x1f600 + index));

test.each([1])(
  'the database and the rules agree on counts of reactions and on which emoji can be added (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    await world.sql('create table given_reactions (thing_id int, emoji text, user_id uuid, created_at timestamptz)');
    await world.sql('create table things (id int, reactions json)');
    const given = new Map<number, { emoji: string; userId: string }[]>();
    for (let id = 0; id < 50; id += 1) {
      const kinds = [0, 2, 5, mostKinds - 1, mostKinds][random(5)] as number;
      const all = emoji.slice(0, kinds).flatMap((one) => {
        const givers = people.filter(() => random(2) === 0);
        return (givers.length > 0 ? givers : people.slice(0, 1)).map((userId) => ({ emoji: one, userId }));
      });
      given.set(id, all);
      await world.sql('insert into things (id) values ($1)', [id]);
      for (const [index, { emoji: one, userId }] of all.entries())
        await world.sql(`insert into given_reactions values ($1, $2, $3, now() + $4 * interval '1 ms')`, [
          id,
          one,
          userId,
          index,
        ]);
    }
    const [id, viewer, candidate] = [sql.ref('things.id'), sql.ref<string>('viewer'), sql.ref<string>('candidate')];
    await world.sql(`update things set reactions = nullif(${textOf(reactionsJson(table, id))}, '[]')::json`);
    const candidates = [emoji[0], emoji[4], emoji.at(-1)] as string[];
    const rows = await world.sql<{
      id: number;
      viewer: string;
      candidate: string;
      fits: boolean;
      counted: string;
      summed: string;
    }>(
      `select things.id, viewer::text, candidate, ${textOf(reactionFits(table, id, candidate))} as fits,
       ${textOf(reactionsJson(table, id, viewer))} as counted,
       ${textOf(reactionsOfSummary(table, id, sql.ref('things.reactions'), viewer))} as summed
     from things, unnest($1::uuid[]) viewer, unnest($2::text[]) candidate`,
      [people, candidates],
    );
    expect(rows).toHaveLength(600);
    expect(new Set(rows.map((row) => row.fits)).size).toBe(2);
    for (const row of rows) {
      const all = given.get(row.id) ?? [];
      const kinds = [...Map.groupBy(all, (each) => each.emoji)];
      const shown = kinds.map(([one, those]) => ({
        emoji: one,
        count: those.length,
        mine: those.some(({ userId }) => userId === row.viewer),
      }));
      expect(JSON.parse(row.counted)).toEqual(shown);
      expect(JSON.parse(row.summed)).toEqual(shown);
      expect(row.fits).toBe(
        fits(
          kinds.map(([one]) => one),
          row.candidate,
        ),
      );
    }
  },
);
