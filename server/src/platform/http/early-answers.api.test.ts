import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, type Person, startWorld, type World } from '../../../test/harness.ts';

let world: World;
let ann: Person;
beforeAll(async () => {
  world = await startWorld();
  ann = await world.person('ann');
});
afterAll(() => world.close());

const block =
  /<script type="application\/json" id="early-answer" data-call="([^"]*)" data-user="([^"]*)">(.*?)<\/script>/s;

async function feedOf(caller: Caller, path = '/feed') {
  const response = await caller.fetch(path);
  const page = await response.text();
  const [, call, user, data] = block.exec(page) ?? [];
  return { page, headers: response.headers, call, user, posts: data && JSON.parse(data).posts };
}

async function post(content: string): Promise<void> {
  const form = new FormData();
  form.append('content', content);
  expect((await ann.upload('/v1/posts', form)).status).toBe(201);
}

test('the page of the feed brings the first posts for who is signed in, as the call gives them, and nothing keeps it', async () => {
  await post('first');
  for (const path of ['/feed', '/', '/feed?from=mail']) {
    const { call, user, posts, headers } = await feedOf(ann, path);
    expect(call).toBe('/v1/posts?size=5');
    expect(user).toBe(ann.user_id);
    expect(posts).toEqual((await ann.get(call ?? '')).body.posts);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  }
});

test('a stranger, an ended session and every other page get the page as it was built', async () => {
  const gone = await world.person('gone');
  await gone.post('/v1/users/logout');
  for (const { page, call, headers } of [
    await feedOf(world.stranger()),
    await feedOf(gone),
    await feedOf(world.withCookie('hubbub=made-up')),
    await feedOf(ann, '/settings'),
  ]) {
    expect(call).toBeUndefined();
    expect(page).not.toContain('early-answer');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('etag')).toBeTruthy();
  }
});

test('what members write cannot end the block of data', async () => {
  const text = '</script><script>alert(1)</script><!-- <script>';
  await post(text);
  const { page, posts } = await feedOf(ann);
  expect(page).not.toContain('alert(1)</script>');
  expect(posts[0].content).toBe(text);
});

test('a failing or a busy database keeps no page back', async () => {
  await world.sql('alter table posts rename to posts_away');
  try {
    const { page, call } = await feedOf(ann);
    expect(page).toContain('<title>Hubbub</title>');
    expect(call).toBeUndefined();
  } finally {
    await world.sql('alter table posts_away rename to posts');
  }
  await world.sql('begin');
  await world.sql('lock table posts in access exclusive mode');
  const busy = await feedOf(ann);
  await world.sql('rollback');
  expect(busy.page).toContain('<title>Hubbub</title>');
  expect(busy.call).toBeUndefined();
  expect((await feedOf(ann)).call).toBe('/v1/posts?size=5');
});
