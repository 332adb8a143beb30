import { expect, test } from 'vitest';
import { type Person, testWorld } from '../../../test/harness.ts';

const world = await testWorld();

/** People whose stored count differs from the number of their posts. */
const drifted = async () =>
  await world.sql(`
    select username, coalesce(post_count, 0) as counted, written from (
      select users.username, users.id, (select count(*)::int from posts where author_id = users.id) as written from users
    ) people left join post_counts on post_counts.user_id = people.id
    where coalesce(post_count, 0) <> written`);

const write = async (person: Person): Promise<string> => {
  const form = new FormData();
  form.append('content', 'Hello');
  const answer = await person.upload('/v1/posts', form);
  expect(answer.status).toBe(201);
  return answer.body.post.post_id;
};

const countShown = async (person: Person, of: Person): Promise<number> =>
  (await person.get(`/v1/users/${of.user.username}?size=1`)).body.post_count;

test.each([1, 2, 3])(
  'the counter of posts equals the rows after posts come and go concurrently (round %i)',
  async (round) => {
    const people: Person[] = [];
    for (let n = 0; n < 3; n += 1) people.push(await world.person(`writer_${round}_${n}`));
    await Promise.all(
      people.flatMap((person) =>
        Array.from({ length: 4 }, async (_, index) => {
          for (let step = 0; step < 4; step += 1) {
            const id = await write(person);
            // Two simultaneous deletions of one post decrement the count once.
            if ((step + index + round) % 2 === 0) {
              const answers = await Promise.all([person.delete(`/v1/posts/${id}`), person.delete(`/v1/posts/${id}`)]);
              expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
            }
          }
        }),
      ),
    );
    expect(await drifted()).toEqual([]);
    for (const person of people) expect(await countShown(people[0] as Person, person)).toBe(8);
  },
);

test('deleting an account that is writing and deleting removes its counter, and miscounts no one else', async () => {
  const [leaving, staying] = [await world.person('leaving'), await world.person('staying')];
  const first = await Promise.all([write(leaving), write(leaving), write(staying)]);
  const form = new FormData();
  form.append('content', 'Bye');
  const answers = await Promise.all([
    leaving.upload('/v1/posts', form),
    leaving.delete(`/v1/posts/${first[0]}`),
    leaving.delete('/v1/users'),
    write(staying).then(() => ({ status: 201 })),
  ]);
  for (const { status } of answers) expect(status).toBeLessThan(500);
  expect(await drifted()).toEqual([]);
  expect(await world.sql('select from post_counts where user_id = $1', [leaving.user_id])).toEqual([]);
  expect(await countShown(staying, staying)).toBe(2);
});

test('posts written by a version without the counter are counted, too', async () => {
  const author = await world.person('older');
  await world.sql(
    `insert into posts (id, author_id, created_at, content) select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, now(), 'Old' from generate_series(1, 5) n`,
    [author.user_id],
  );
  await world.sql(`delete from posts where id in (select id from posts where author_id = $1 limit 2)`, [
    author.user_id,
  ]);
  expect(await countShown(author, author)).toBe(3);
});
