import { expect, test } from 'vitest';
import { readFixture } from './fixtures/fixtures.ts';
import { testWorld } from './harness.ts';

const world = await testWorld();
const ada = await world.person('ada');

const cachingOf = async (path: string, caller = world.stranger()) => {
  const { headers } = await caller.fetch(path);
  return headers.get('cache-control');
};

test('public media are cached for an hour at most, and revalidated by their ETag', async () => {
  const form = new FormData();
  form.set('content', 'a picture');
  form.append('files', new Blob([await readFixture('phone.jpg')]), 'phone.jpg');
  const { post_id } = (await ada.upload('/v1/posts', form)).body.post;
  await world.runJobs();
  const [{ path, variants }] = (await ada.get(`/v1/posts/${post_id}`)).body.post.files;
  const paths = [path, variants[0].path, '/profiles/default.png', '/profiles/default.jpg'].map((one) => `/media${one}`);
  for (const one of paths) {
    expect(await cachingOf(one), one).toBe('public, max-age=3600');
    const etag = (await world.stranger().get(one)).headers.get('etag') ?? '';
    expect(etag, one).toMatch(/^"[^"]+"$/);
    expect((await world.stranger().get(one, { 'if-none-match': etag })).status, one).toBe(304);
  }
  await ada.delete(`/v1/posts/${post_id}`);
  await world.runJobs();
  const gone = await world.stranger().fetch(paths[0] ?? '');
  expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'private, no-store']);
});

test('no other answer may be cached, and none is immutable', async () => {
  const paths = ['/v1/user', '/v1/posts', '/v1/users/ada', '/v1/nothing', '/readyz', '/media/nothing.jpg'];
  for (const path of paths) expect(await cachingOf(path, ada), path).toBe('private, no-store');
  expect(await cachingOf('/v1/user')).toBe('private, no-store');
});
