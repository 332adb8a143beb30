import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { type Person, startWorld, type World } from './harness.ts';

let world: World;
let made = 0;
beforeAll(async () => {
  world = await startWorld({ settings: { RATE_LIMITS: 'on' } });
});
afterAll(async () => await world.close());

async function person(name: string): Promise<Person> {
  made += 1;
  return await world.person(`${name}_${made}`);
}
const age = async ({ user_id }: Person, hours: number) =>
  await world.sql(`update users set created_at = now() - make_interval(hours => $2) where id = $1`, [user_id, hours]);

test('A new account posts at most 5 links, in posts and comments together', async () => {
  const [ada, bob] = [await person('ada'), await person('bob')];
  const postId = await createTextPost(world.platform, { authorId: bob.user_id });
  const comment = async (content: string) => (await ada.post(`/v1/posts/${postId}/comments`, { content })).status;
  const post = async (content: string) => {
    const form = new FormData();
    form.set('content', content);
    return (await ada.upload('/v1/posts', form)).status;
  };
  expect(await post('https://a.example and https://b.example')).toBe(201);
  expect(await comment('www.c.example')).toBe(201);
  expect(await post('https://d.example https://e.example https://f.example')).toBe(422);
  expect(await comment('https://d.example')).toBe(201);
  expect(await comment('https://e.example')).toBe(201);
  expect(await comment('https://f.example')).toBe(422);
  expect([await comment('No link'), await post('None here')]).toEqual([201, 201]);
  await age(ada, 25);
  expect(await comment('https://f.example')).toBe(201);
});
