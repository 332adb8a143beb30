import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { insertUsers } from '../../../test/accounts.ts';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { idsMentioned, isMentionedIn, mentionsJson } from './rich-text.access.ts';

const world = await testWorld();

interface Item {
  start: number;
  end: number;
  /** Null: everyone. */
  id: string | null;
}

test.each([1])(
  'a text mentions the people its mentions name, as long as those words are still there (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const ids = await insertUsers(world, 5);
    const gone = '00000000-0000-4000-8000-000000000001';
    await world.sql('create table written (id int, content text, mentions json)');
    const texts: { content: string; items: Item[] | null }[] = [];
    for (let id = 0; id < 200; id += 1) {
      let content = 'Ünï 👋 ';
      const items: Item[] = [];
      for (let n = random(4); n > 0; n -= 1) {
        // Offsets count characters, as PostgreSQL does.
        const start = [...content].length;
        content += '@some_body';
        items.push({ start, end: start + 10, id: [...ids, gone, null][random(ids.length + 2)] ?? null });
        content += ' and ';
      }
      const kept = items.length > 0 ? items : null;
      // Some were changed since.
      if (random(4) === 0) content = content.replaceAll('@', '#');
      texts.push({ content, items: kept });
      await world.sql('insert into written values ($1, $2, $3)', [id, content, kept && JSON.stringify(kept)]);
    }
    const people = await world.sql<{ id: string; username: string; name: string | null }>(
      'select id, username, name from users',
    );
    const [mentions, text] = [sql.ref<unknown>('written.mentions'), sql.ref<string>('written.content')];
    const { rows } = await sql<{ id: number; json: string; ids: string[]; mentioned: string[] }>`
    select written.id, '{"x":0' || ${mentionsJson(mentions, text)} || '}' as json, ${idsMentioned(mentions)}::text[] as ids,
      array(select users.id::text from users where ${isMentionedIn(mentions, sql.ref('users.id'))}) as mentioned
    from written`.execute(world.platform.db.kysely);
    for (const { id, json, ids: found, mentioned } of rows) {
      const { content, items } = texts[id] as (typeof texts)[number];
      const named = [...new Set((items ?? []).flatMap((item) => item.id ?? []))].sort();
      expect(found.toSorted()).toEqual(named);
      expect(mentioned.toSorted()).toEqual(named.filter((one) => one !== gone));
      const stands = (items ?? []).filter(({ start }) => [...content][start] === '@');
      expect(JSON.parse(json).mentions).toEqual(
        stands.map((item) => {
          const person = people.find((each) => each.id === item.id);
          const { start, end } = item;
          if (item.id === null) return { start, end, username: 'everyone', name: 'everyone' };
          if (!person) return { start, end, username: expect.any(String), name: expect.any(String) };
          return { start, end, username: person.username, name: person.name ?? person.username };
        }),
      );
    }
  },
);
