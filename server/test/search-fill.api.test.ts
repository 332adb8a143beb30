import { expect, test, vi } from 'vitest';
import { ownProcess } from './own-process.ts';

const { caller, createPerson, kill, query, start } = ownProcess();

const posts = 8000;

const done = async () => (await query<{ done: string }>('select done from search_filling'))[0]?.done;
const fill = async () => await query(`select graphile_worker.add_job('search.fill')`);
const patient = { interval: 20 };

test('what was there before the search is indexed to the end, also if the process is killed meanwhile', async () => {
  const person = await createPerson('searcher');
  await query(
    `insert into posts (id, author_id, created_at, content)
     select ('0197' || lpad(to_hex(n), 8, '0') || '70008000000000000000')::uuid, $1, now(), 'Tapir number ' || n
     from generate_series(1, $2::int) n`,
    [person.id, posts],
  );
  await query('delete from search_waiting');
  await query('delete from search_texts');
  await query(`insert into search_filling (kind, total) values ('posts', $1)`, [posts]);
  await fill();
  await vi.waitFor(async () => expect(Number(await done())).toBeGreaterThan(0), patient);
  await kill();
  const before = Number(await done());
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(posts);
  expect(await query('select from search_texts')).toHaveLength(before);

  // What was being indexed is resumed with the start.
  await start();
  await vi.waitFor(async () => expect(await done()).toBeUndefined(), patient);
  expect(await query('select from search_texts')).toHaveLength(posts);
  const found = await caller(person).get('/v1/search?query=%22tapir%20number%20123%22&in=posts&size=1');
  expect(found.body).toMatchObject({
    posts: [{ content: expect.stringMatching(/^Tapir number 123/) }],
    partial: false,
  });
}, 150_000);
