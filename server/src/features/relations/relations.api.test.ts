import { author as authorShape } from '@hubbub/contract/platform/shapes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Person, startWorld, type World } from '../../../test/harness.ts';

let world: World;
let made = 0;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => await world.close());

async function people(...names: string[]): Promise<Person[]> {
  made += 1;
  const found: Person[] = [];
  for (const name of names) found.push(await world.person(`${name}_${made}`));
  return found;
}
const names = async (person: Person, list: 'blocks' | 'mutes', query = '') =>
  (await person.get(`/v1/${list}${query}`)).body.users.map(({ username }: { username: string }) => username);

describe.each([
  ['block', 'blocks'],
  ['mute', 'mutes'],
] as const)('%s', (kind, list) => {
  const path = (person: Person) => `/v1/users/${person.user.username}/${kind}`;

  test('can be set and removed, repeatedly without effect, and is listed only for the person who set it', async () => {
    const [ada, bob, cyd] = (await people('ada', 'bob', 'cyd')) as [Person, Person, Person];
    for (const other of [bob, cyd, bob]) expect(await ada.put(path(other))).toMatchObject({ status: 200, body: {} });
    const answer = (await ada.get(`/v1/${list}`)).body;
    expect(answer.next).toBeNull();
    for (const user of answer.users) authorShape.strict().parse(user);
    expect(await names(ada, list)).toEqual([cyd.user.username, bob.user.username]);
    expect(await names(bob, list)).toEqual([]);
    for (let n = 0; n < 2; n += 1) expect(await ada.delete(path(cyd))).toMatchObject({ status: 200, body: {} });
    expect(await names(ada, list)).toEqual([bob.user.username]);
  });

  test('of oneself is 422, and of nobody 404', async () => {
    const [ada] = (await people('ada')) as [Person];
    expect(await ada.put(path(ada))).toMatchObject({ status: 422, body: { error: { username: expect.any(String) } } });
    expect((await ada.put(`/v1/users/nobody_at_all/${kind}`)).status).toBe(404);
    expect((await ada.delete(`/v1/users/nobody_at_all/${kind}`)).status).toBe(404);
  });

  test('finds the person in any case of the username', async () => {
    const [ada, bob] = (await people('ada', 'bob')) as [Person, Person];
    await ada.put(`/v1/users/${bob.user.username.toUpperCase()}/${kind}`);
    expect(await names(ada, list)).toEqual([bob.user.username]);
  });

  test('is listed page by page', async () => {
    const [ada, ...others] = (await people('ada', 'bob', 'cyd', 'dan', 'eve', 'fay')) as [Person, ...Person[]];
    for (const other of others) await ada.put(path(other));
    const seen: string[] = [];
    for (let next: string | null | undefined; next !== null; ) {
      const { body } = await ada.get(`/v1/${list}?size=2${next ? `&before=${next}` : ''}`);
      seen.push(...body.users.map(({ username }: { username: string }) => username));
      next = body.next;
    }
    expect(seen).toEqual(others.map(({ user }) => user.username).reverse());
    expect((await ada.get(`/v1/${list}?before=x`)).status).toBe(400);
  });

  test('is deleted with either account', async () => {
    const [ada, bob, cyd] = (await people('ada', 'bob', 'cyd')) as [Person, Person, Person];
    await ada.put(path(bob));
    await cyd.put(path(ada));
    await bob.delete('/v1/users');
    expect(await names(ada, list)).toEqual([]);
    await ada.delete('/v1/users');
    expect(await names(cyd, list)).toEqual([]);
    expect(await world.sql('select from relations where $1 in (user_id, other_id)', [ada.user_id])).toEqual([]);
  });
});

test("Two people who block each other can't see each other until both blocks are lifted", async () => {
  const [ada, bob] = (await people('ada', 'bob')) as [Person, Person];
  await Promise.all([ada.put(`/v1/users/${bob.user.username}/block`), bob.put(`/v1/users/${ada.user.username}/block`)]);
  const seen = async () => (await ada.get(`/v1/users/${bob.user.username}`)).status;
  expect(await seen()).toBe(404);
  await ada.delete(`/v1/users/${bob.user.username}/block`);
  expect(await seen()).toBe(404);
  await bob.delete(`/v1/users/${ada.user.username}/block`);
  expect(await seen()).toBe(200);
});

test('A person blocks and mutes at most 5,000 people', async () => {
  const [ada, bob] = (await people('ada', 'bob')) as [Person, Person];
  await world.sql(
    `with made as (
       insert into users (id, username, email, password_hash, activated_at)
       select gen_random_uuid(), 'crowd_' || n, 'crowd_' || n || '@example.org', '', now() from generate_series(1, 5000) n
       returning id
     ) insert into relations (user_id, other_id, kind) select $1, made.id, kind from made, unnest(array['block', 'mute']) kind`,
    [ada.user_id],
  );
  for (const kind of ['block', 'mute']) {
    const answer = await ada.put(`/v1/users/${bob.user.username}/${kind}`);
    expect(answer).toMatchObject({ status: 422, body: { error: { username: expect.stringContaining('5,000') } } });
    expect((await ada.put(`/v1/users/crowd_17/${kind}`)).status).toBe(200);
    await ada.delete(`/v1/users/crowd_17/${kind}`);
    expect((await ada.put(`/v1/users/${bob.user.username}/${kind}`)).status).toBe(200);
  }
});
