import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { createClub } from './community.ts';
import { readFixture } from './fixtures/fixtures.ts';
import { type Person, startWorld, type World } from './harness.ts';
import { talkIn } from './talk.ts';

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

const { open, write: sendTo } = talkIn(() => world);
const send = (from: Person, conversation: string, content = 'Hello', client_id?: string) =>
  sendTo(from, conversation, content, client_id ? { client_id } : {});
const write = async (from: Person, to: Person) => (await send(from, await open(from, to))).status;

/** A new account that has written to as many strangers as it may. */
async function spent(name: string): Promise<Person> {
  const one = await person(name);
  for (let n = 0; n < 10; n += 1) expect(await write(one, await person(`s${n}`))).toBe(201);
  return one;
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
  expect(await post('Buy at example.com')).toBe(422);
  expect([await comment('No link'), await post('None here')]).toEqual([201, 201]);
  await age(ada, 25);
  expect(await comment('https://f.example')).toBe(201);
});

test('Links in messages count with those in posts and comments, once for each message', async () => {
  const [ada, bob] = [await person('ada'), await person('bob')];
  const id = await open(ada, bob);
  expect((await send(ada, id, 'https://a.example https://b.example', 'one')).status).toBe(201);
  for (let n = 0; n < 3; n += 1) {
    expect((await send(ada, id, 'https://a.example https://b.example', 'one')).status).toBe(201);
  }
  // What nobody gets doesn't count.
  expect((await send(ada, bob.user_id, 'https://c.example https://d.example https://e.example')).status).toBe(404);
  expect((await send(ada, id, 'https://c.example https://d.example https://e.example', 'two')).status).toBe(201);
  expect((await send(ada, id, 'https://c.example https://d.example https://e.example', 'two')).status).toBe(201);
  const refused = await send(ada, id, 'https://f.example');
  expect([refused.status, refused.body]).toEqual([
    422,
    {
      error: {
        content:
          'New accounts can post at most 5 links in their first 24 hours. Leave the links out, or try again later.',
      },
    },
  ]);
  expect((await send(ada, id, 'No link')).status).toBe(201);
});

test('A new account writes to at most 10 strangers', async () => {
  const ada = await spent('ada');
  const bob = await person('bob');
  const id = await open(ada, bob);
  const refused = await send(ada, id);
  expect([refused.status, refused.body]).toEqual([
    422,
    {
      error:
        "New accounts can write to at most 10 people they don't know in their first 24 hours. You can still answer whoever writes to you. Try again later.",
    },
  ]);
  // A picture is no way around it, and isn't left behind.
  const form = new FormData();
  form.set('conversation', id);
  form.set('content', '');
  form.set('image', new Blob([await readFixture('alpha.png')], { type: 'image/png' }), 'a.png');
  expect((await ada.upload('/v1/chats', form)).status).toBe(422);
  expect((await bob.get('/v1/conversations')).body.conversations).toEqual([]);
  expect(await world.sql('select from media_files where owner_id = $1', [ada.user_id])).toEqual([]);
  await age(ada, 25);
  expect((await send(ada, id)).status).toBe(201);
});

test('First messages at the same time are counted one after the other', async () => {
  const ada = await person('ada');
  const ids: string[] = [];
  for (let n = 0; n < 14; n += 1) ids.push(await open(ada, await person(`s${n}`)));
  const statuses = await Promise.all(
    [...ids, ...ids].map(async (id, n) => (await send(ada, id, 'Hello', `m${n}`)).status),
  );
  const reached = ids.filter((_, n) => statuses[n] === 201);
  expect(reached).toHaveLength(10);
  for (const [n] of ids.entries()) expect(statuses[n + 14]).toBe(statuses[n]);
});

test('A new account still writes to people it knows: those who wrote first, and members of a private community', async () => {
  const ada = await spent('ada');
  const [bob, cleo, dan] = [await person('bob'), await person('cleo'), await person('dan')];
  const id = await open(bob, ada);
  expect((await send(bob, id)).status).toBe(201);
  expect((await send(ada, id)).status).toBe(201);
  const others = [
    [cleo, 'private', 201],
    [dan, 'public', 422],
  ] as const;
  for (const [other, visibility, status] of others) {
    const { communityId } = await createClub(world, other, [ada]);
    await world.sql('update communities set visibility = $2 where id = $1', [communityId, visibility]);
    expect(await write(ada, other)).toBe(status);
  }
});

test("The site's team, and accounts on a site without the limits, can write to anybody", async () => {
  const ada = await spent('ada');
  await world.sql(`update users set site_role = 'moderator' where id = $1`, [ada.user_id]);
  expect(await write(ada, await person('bob'))).toBe(201);
});
