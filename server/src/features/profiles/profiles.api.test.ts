import { gridPost } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { getProfile } from '@hubbub/contract/features/profiles/profiles.endpoints.ts';
import { defaultProfilePath, smallProfilePath } from '@hubbub/contract/platform/limits.ts';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const ada = await world.person('ada', { name: 'Ada' });
const bob = await world.person('bob');

const save = async (...parts: [string, string | File][]) => await ada.upload('/v1/profile', formOf(...parts));

describe('GET /v1/users/{username}', () => {
  test('returns the person, with the username in any case, and email and preference only to that person', async () => {
    const own = await ada.get('/v1/users/ADA');
    expect(own.status).toBe(200);
    expect(getProfile.answer.body.shape.user.strict().parse(own.body.user)).toMatchObject({
      user_id: ada.user_id,
      _id: ada.user_id,
      username: 'ada',
      name: 'Ada',
      email: ada.user.email,
      show_nsfw: false,
      bio: '',
      profile_path: '/profiles/default.png',
    });
    const { user } = (await bob.get('/v1/users/ada')).body;
    expect(Object.keys(user).sort()).toEqual([
      '_id',
      'bio',
      'followed_by',
      'follower_count',
      'following',
      'following_count',
      'name',
      'profile_path',
      'user_id',
      'username',
    ]);
  });

  test('shows a page of posts, newest first, each by its first file, and the post count', async () => {
    const author = await world.person('grid');
    const texts: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      texts.unshift(await createTextPost(world.platform, { authorId: author.user_id, content: `Number ${n}` }));
    }
    const form = formOf(
      ['content', 'Two'],
      ['files', await fixtureFile('clip.mp4')],
      ['files', await fixtureFile('alpha.png')],
    );
    const { post } = (await author.upload('/v1/posts', form)).body;
    await world.runJobs();

    const { body } = await bob.get('/v1/users/grid?size=2');
    expect(body.post_count).toBe(4);
    expect(body.posts.map((entry: unknown) => gridPost.strict().parse(entry))).toEqual([
      expect.objectContaining({
        post_id: post.post_id,
        type: 'video/mp4',
        path: post.files[0].path,
        is_nsfw: false,
        content: 'Two',
        file_count: 2,
      }),
      expect.objectContaining({ post_id: texts[0], type: 'text/plain', path: '', is_nsfw: false, file_count: 0 }),
    ]);
    const next = await bob.get(`/v1/users/grid?last_id=${body.posts[1].post_id}`);
    expect(next.body.posts.map((entry: { post_id: string }) => entry.post_id)).toEqual(texts.slice(1));
  }, 60_000);

  test('takes one round trip to the database, on the first page and on later ones', async () => {
    const { db } = world.platform;
    const [pipeline, pool] = [vi.spyOn(db.reads, 'query'), vi.spyOn(db.pool, 'connect')];
    // The jobs look for work now and then, also meanwhile.
    const takesOne = (path: string) =>
      vi.waitFor(async () => {
        pipeline.mockClear();
        pool.mockClear();
        const { status, body } = await bob.get(path);
        expect([status, pipeline.mock.calls.length, pool.mock.calls.length]).toEqual([200, 1, 0]);
        return body;
      });
    const { posts } = await takesOne('/v1/users/grid');
    await takesOne(`/v1/users/grid?last_id=${posts[0].post_id}`);
    pipeline.mockRestore();
    pool.mockRestore();
  });

  test('an unknown username and an inactive account are 404', async () => {
    const hidden = await world.person('hidden');
    await world.sql('update users set activated_at = null where id = $1', [hidden.user_id]);
    for (const name of ['hidden', 'nobody', 'a%20b', "'"])
      expect((await bob.get(`/v1/users/${name}`)).status).toBe(404);
  });

  test("without a size returns the newest 300, for clients that count them and can't page", async () => {
    const author = await world.person('prolific');
    await world.sql(
      `insert into posts (id, author_id, created_at, content)
       select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, now(), n::text from generate_series(1, 305) n`,
      [author.user_id],
    );
    const { posts, post_count } = (await bob.get('/v1/users/prolific')).body;
    const numbers = posts.map(({ content }: { content: string }) => Number(content));
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, n) => 305 - n));
    expect(post_count).toBe(305);
    const older = await bob.get(`/v1/users/prolific?last_id=${posts.at(-1).post_id}`);
    expect(older.body.posts).toHaveLength(5);
    expect((await bob.get('/v1/users/prolific?size=30')).body.posts).toHaveLength(30);
  });

  test('a size other than 1 to 50 and an invalid last_id are 400', async () => {
    for (const query of ['size=0', 'size=51', 'last_id=x']) {
      expect((await bob.get(`/v1/users/ada?${query}`)).status).toBe(400);
    }
  });
});

describe('POST /v1/profile', () => {
  test("changes name and bio; what's left out stays; a blank name means none", async () => {
    expect((await save(['name', 'Ada King'], ['bio', 'Counts.\n😀'])).body.user).toMatchObject({
      name: 'Ada King',
      bio: 'Counts.\n😀',
      email: ada.user.email,
    });
    expect((await save(['name', ' '])).body.user).toMatchObject({ name: null, bio: 'Counts.\n😀' });
  });

  test('a name longer than 50 and a bio longer than 150 code points are 422, and the error says so', async () => {
    expect((await save(['name', '😀'.repeat(50)], ['bio', '😀'.repeat(150)])).status).toBe(200);
    const answer = await save(['name', '😀'.repeat(51)], ['bio', '😀'.repeat(151)]);
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        error: {
          name: 'Name should not be more than 50 characters',
          bio: 'Bio should not be more than 150 characters',
        },
      },
    ]);
  });

  test('accepts a picture; a replaced or removed picture is deleted', async () => {
    const first = (await save(['profile_pic', await fixtureFile('alpha.png')])).body.user.profile_path;
    expect((await bob.get(`/media${first}`)).status).toBe(200);
    expect((await bob.get('/v1/users/ada')).body.user.profile_path).toBe(first);

    const second = (await save(['removedProfile', 'false'], ['profile_pic', await fixtureFile('still.webp')])).body.user
      .profile_path;
    expect(second).not.toBe(first);
    await world.runJobs();
    expect((await bob.get(`/media${first}`)).status).toBe(404);
    expect((await bob.get(`/media${second}`)).status).toBe(200);

    expect((await save(['removedProfile', 'true'])).body.user.profile_path).toBe('/profiles/default.png');
    await world.runJobs();
    expect((await bob.get(`/media${second}`)).status).toBe(404);
    expect((await bob.get('/media/profiles/default.png')).status).toBe(200);
  }, 60_000);

  test('has a small version of its picture right away, which is deleted with it', async () => {
    const path = (await save(['profile_pic', await fixtureFile('still.webp')])).body.user.profile_path;
    const small = smallProfilePath(path);
    expect(small).not.toBe(path);
    const { status, headers, body } = await bob.get(`/media${small}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await sharp(body).metadata()).toMatchObject({ format: 'webp' });
    expect((body as Buffer).length).toBeLessThan(8000);

    await save(['profile_pic', await fixtureFile('animated.gif')]);
    const { user } = (await bob.get('/v1/users/ada')).body;
    const animated = (await bob.get(`/media${smallProfilePath(user.profile_path)}`)).body;
    expect(await sharp(animated).metadata()).toMatchObject({ format: 'webp', pages: 8 });
    await world.runJobs();
    expect((await bob.get(`/media${small}`)).status).toBe(404);

    await save(['removedProfile', 'true']);
    await world.runJobs();
    expect((await bob.get(`/media${smallProfilePath(user.profile_path)}`)).status).toBe(404);
    expect(smallProfilePath(defaultProfilePath)).toBe(defaultProfilePath);
  }, 60_000);

  test('anything but a picture is 415, even a video, and the profile stays as it is', async () => {
    const before = (await bob.get('/v1/users/ada')).body.user;
    for (const name of ['clip.mp4', 'html.jpg'] as const) {
      expect((await save(['name', 'Changed'], ['profile_pic', await fixtureFile(name)])).status).toBe(415);
    }
    expect((await bob.get('/v1/users/ada')).body.user).toEqual(before);
  });

  test('more than one picture is 422, and none is kept', async () => {
    const picture = await fixtureFile('alpha.png');
    expect((await save(['profile_pic', picture], ['profile_pic', picture])).status).toBe(422);
    expect(await world.sql('select from media_files where owner_id = $1', [ada.user_id])).toEqual([]);
  });
});
