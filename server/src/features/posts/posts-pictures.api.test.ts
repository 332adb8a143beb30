import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import { type Person, startWorld, type World } from '../../../test/harness.ts';

let world: World;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  world = await startWorld();
  [ada, bob] = await Promise.all([world.person('ada'), world.person('bob')]);
});
afterAll(async () => await world.close());

async function share(person: Person, ...names: ('alpha.png' | 'clip.mp4')[]) {
  const form = new FormData();
  form.set('content', 'a picture');
  for (const name of names) form.append('files', new Blob([await readFixture(name)]), name);
  const { status, body } = await person.upload('/v1/posts', form);
  expect(status).toBe(201);
  return body.post;
}

/** What a person sees of the first file in ada's newest post, wherever it's shown. */
async function everywhere(person: Person, postId: string): Promise<boolean[]> {
  const [one, feed, grid] = await Promise.all([
    person.get(`/v1/posts/${postId}`),
    person.get('/v1/posts?size=1'),
    person.get('/v1/users/ada?size=1'),
  ]);
  const posts = [one.body.post, feed.body.posts[0], grid.body.posts[0]];
  expect(posts.map((post) => post.post_id)).toEqual([postId, postId, postId]);
  return [posts[0].files[0], posts[1].files[0], posts[2]].map((file) => file.is_nsfw);
}

test('the answer to a new post waits for its pictures, so its is_nsfw is final', async () => {
  // The first starts the classifier; on a busy machine, the next ones may take more than the two seconds, too.
  await expect
    .poll(async () => (await share(ada, 'alpha.png')).files[0], { timeout: 50_000 })
    .toMatchObject({ state: 'ready', is_nsfw: false });
});

test("a picture that hasn't been checked yet is held back from others everywhere, and never from its author", async () => {
  await world.platform.jobs.stop();
  const post = await share(ada, 'alpha.png', 'clip.mp4');
  expect(post.files).toMatchObject([
    { state: 'processing', is_nsfw: false },
    { state: 'processing', is_nsfw: false },
  ]);
  expect(await everywhere(ada, post.post_id)).toEqual([false, false, false]);
  expect(await everywhere(bob, post.post_id)).toEqual([true, true, true]);
  const { files, ...rest } = (await bob.get(`/v1/posts/${post.post_id}`)).body.post;
  expect({ ...post, viewer: { can_delete: false, can_edit: false } }).toEqual({
    ...rest,
    files: files.map((file: object) => ({ ...file, is_nsfw: false })),
  });
  await world.platform.jobs.start();
  await world.runJobs();
  expect(await everywhere(bob, post.post_id)).toEqual([false, false, false]);
});

test('a picture found not safe for work is marked for everyone, including its author', async () => {
  const post = await share(ada, 'alpha.png');
  await world.runJobs();
  await world.sql(
    `update posts set files = replace(files::text, '"is_nsfw":false', '"is_nsfw":true')::json where id = $1`,
    [post.post_id],
  );
  expect(await everywhere(ada, post.post_id)).toEqual([true, true, true]);
});
