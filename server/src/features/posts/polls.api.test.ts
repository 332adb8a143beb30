import { post as postShape } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { describe, expect, test } from 'vitest';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { newId } from '#platform/ids.ts';
import { formOf } from '../../../test/forms.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';

const world = await testWorld();
const ada = await world.person('ada');
const bob = await world.person('bob');

const hour = 60 * 60 * 1000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const poll = { choices: ['Red', 'Green', 'Blue'], multiple: false, ends_at: inHours(24) };

const send = async (person: Person, given: unknown, community?: string) =>
  await person.upload(
    '/v1/posts',
    formOf(
      ['content', 'Which one?'],
      ['poll', typeof given === 'string' ? given : JSON.stringify(given)],
      ...(community === undefined ? [] : [['community', community] as const]),
    ),
  );
const ask = async (given: object = {}, person = ada) => (await send(person, { ...poll, ...given })).body.post.post_id;
const answer = async (person: Person, id: string, ...choices: number[]) =>
  await person.put(`/v1/posts/${id}/poll`, { choices });
const read = async (person: Person, id: string) => (await person.get(`/v1/posts/${id}`)).body.post.poll;
const votes = (seen: { choices: { votes: number | null }[] }) => seen.choices.map((choice) => choice.votes);
const end = async (id: string) =>
  await world.sql(`update post_polls set ends_at = now() - interval '1 second' where post_id = $1`, [id]);

describe('a poll', () => {
  test('needs no text beside it', async () => {
    const { status, body } = await ada.upload('/v1/posts', formOf(['poll', JSON.stringify(poll)], ['content', ' ']));
    expect([status, body.post?.content]).toEqual([201, '']);
    expect((await read(bob, body.post.post_id)).choices).toHaveLength(3);
  });

  test('shows its counts to people who answered, and to everybody once it is over', async () => {
    const created = await send(ada, poll);
    expect(created.status).toBe(201);
    const { post } = created.body;
    expect(postShape.strict().parse(post).poll).toEqual({
      choices: poll.choices.map((text) => ({ text, votes: null })),
      multiple: false,
      ends_at: poll.ends_at,
      mine: [],
      total: 0,
    });
    const given = await answer(bob, post.post_id, 2);
    expect([given.status, given.body.poll]).toEqual([200, await read(bob, post.post_id)]);
    expect(given.body.poll).toMatchObject({ mine: [2], total: 1 });
    expect(votes(given.body.poll)).toEqual([0, 0, 1]);
    expect(await read(ada, post.post_id)).toMatchObject({ mine: [], total: 1 });
    expect(votes(await read(ada, post.post_id))).toEqual([null, null, null]);
    await end(post.post_id);
    expect(votes((await ada.get('/v1/posts')).body.posts[0].poll)).toEqual([0, 0, 1]);
  });

  test('is answered once: the same answer again changes nothing, another one is refused', async () => {
    const id = await ask({ multiple: true });
    expect((await answer(bob, id, 1, 0, 1)).body.poll.mine).toEqual([0, 1]);
    expect((await answer(bob, id, 0, 1)).status).toBe(200);
    const other = await answer(bob, id, 2);
    expect([other.status, Object.keys(other.body.error)]).toEqual([422, ['choices']]);
    expect(await read(bob, id)).toMatchObject({ mine: [0, 1], total: 1 });
    expect(votes(await read(bob, id))).toEqual([1, 1, 0]);
  });

  test.each([
    ['nothing', [], 422],
    ['two choices where one is asked for', [0, 1], 422],
    ['a choice that there is not', [3], 422],
  ])('refuses %s', async (_name, choices, status) => {
    expect((await answer(bob, await ask(), ...choices)).status).toBe(status);
  });

  test('refuses answers once it is over', async () => {
    const id = await ask();
    await answer(bob, id, 0);
    await end(id);
    for (const person of [ada, bob]) expect((await answer(person, id, 0)).status).toBe(422);
    expect((await read(ada, id)).total).toBe(1);
  });

  test("can't be answered by people who don't see the post (404) or may not respond to it (422), or where there's none", async () => {
    const cyd = await world.person('cyd');
    const id = await ask();
    await ada.put('/v1/users/cyd/block');
    expect((await answer(cyd, id, 0)).status).toBe(404);
    await createCommunityOf(world.platform, { creatorId: ada.user_id, handle: 'voters' });
    const placed = (await send(ada, poll, 'voters')).body.post.post_id;
    await ada.put('/v1/community/voters/bans/bob', {});
    expect((await answer(bob, placed, 0)).status).toBe(422);
    expect((await read(bob, placed)).total).toBe(0);
    const plain = (await ada.upload('/v1/posts', formOf(['content', 'No poll']))).body.post;
    expect(plain.poll).toBeNull();
    for (const none of [plain.post_id, newId(), 'nothing']) expect((await answer(bob, none, 0)).status).toBe(404);
  });

  test.each([
    ['one choice', { ...poll, choices: ['One'] }, 422],
    ['seven choices', { ...poll, choices: ['1', '2', '3', '4', '5', '6', '7'] }, 422],
    ['a blank choice', { ...poll, choices: ['One', ' '] }, 422],
    ['a long choice', { ...poll, choices: ['One', 'x'.repeat(101)] }, 422],
    ['two equal choices', { ...poll, choices: ['One', ' One '] }, 422],
    ['an end in the past', { ...poll, ends_at: inHours(-1) }, 422],
    ['an end in two years', { ...poll, ends_at: inHours(2 * 365 * 24) }, 422],
    ['no end', { choices: poll.choices }, 422],
    ['what is not JSON', 'Red or green', 400],
  ])('is refused with %s, and nothing is stored', async (_name, given, status) => {
    const before = await world.sql('select count(*)::int as n from posts');
    expect((await send(ada, given)).status).toBe(status);
    expect(await world.sql('select count(*)::int as n from posts')).toEqual(before);
  });
});

const wrong = async () =>
  await world.sql(`select post_id from post_polls poll where
    total <> (select count(*) from post_poll_answers answer where answer.post_id = poll.post_id)
    or votes <> (select array_agg((select count(*)::int from post_poll_answers answer
      where answer.post_id = poll.post_id and place = any(answer.choices)) order by place)
      from generate_series(0, cardinality(poll.choices) - 1) place)`);

test.each([1, 2, 3])(
  "a poll's counts equal a recount after people answer at once, twice, and delete their accounts (round %i)",
  async (seed) => {
    const random = randomOf(seed);
    const people: Person[] = [];
    for (let n = 0; n < 8; n += 1) people.push(await world.person(`r${seed}_${n}`));
    const polls: string[] = [];
    for (const person of people.slice(0, 4)) polls.push(await ask({ multiple: random(2) === 0 }, person));
    const statuses = await Promise.all(
      people.flatMap((person, n) => [
        ...polls.flatMap((id) => [answer(person, id, random(3)), answer(person, id, random(3), random(3))]),
        ...(n % 3 === 0 ? [person.delete('/v1/users')] : []),
      ]),
    );
    for (const { status } of statuses) expect([200, 401, 404, 422]).toContain(status);
    expect(await wrong()).toEqual([]);
    const [{ n } = { n: 0 }] = await world.sql('select count(*)::int as n from post_poll_answers');
    expect(n).toBeGreaterThan(0);
  },
);
