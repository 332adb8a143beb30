import { expect, test } from 'vitest';
import { type Caller, testWorld } from '../../../test/harness.ts';

const world = await testWorld();
const ann = await world.person('ann');

const block =
  /<script type="application\/json" id="initial-data" data-call="([^"]*)" data-user="([^"]*)">(.*?)<\/script>/s;

async function feedOf(caller: Caller, path = '/feed') {
  const response = await caller.fetch(path);
  const page = await response.text();
  const [, call, user, data] = block.exec(page) ?? [];
  const body = data === undefined ? undefined : JSON.parse(data);
  return { page, headers: response.headers, call, user, body, posts: body?.posts };
}

/** Returns the id. */
async function post(content: string): Promise<string> {
  const form = new FormData();
  form.append('content', content);
  const { status, body } = await ann.upload('/v1/posts', form);
  expect(status).toBe(201);
  return body.post.post_id;
}

test("the feed page includes the signed-in user's first posts, exactly as the call returns them, and can't be cached", async () => {
  await post('first');
  for (const path of ['/feed', '/', '/feed?from=mail']) {
    const { call, user, posts, headers } = await feedOf(ann, path);
    expect(call).toBe('/v1/posts?size=5');
    expect(user).toBe(ann.user_id);
    expect(posts).toEqual((await ann.get(call ?? '')).body.posts);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    // The waveform of a voice message that was just sent is read from the page itself.
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' blob:");
  }
});

test('pages are compressed for clients that accept it, with the same content', async () => {
  const id = await post('by any encoding');
  for (const path of ['/feed', `/posts/${id}`, '/settings']) {
    const plain = await ann.fetch(path, { headers: { 'accept-encoding': 'identity' } });
    const refused = await ann.fetch(path, { headers: { 'accept-encoding': 'gzip;q=0, identity' } });
    const gzipped = await ann.fetch(path, { headers: { 'accept-encoding': 'br, gzip' } });
    expect(
      [plain, refused, gzipped].map(({ headers }) => headers.get('content-encoding')),
      path,
    ).toEqual([null, null, 'gzip']);
    expect(gzipped.headers.get('vary'), path).toContain('accept-encoding');
    const text = await plain.text();
    expect(await gzipped.text(), path).toBe(text);
    expect(await refused.text(), path).toBe(text);
  }
});

test('the post page includes the post, the profile page its user and grid, and the chat its conversations, as the calls return them', async () => {
  const id = await post('for its own page');
  const bob = await world.person('bob');
  for (const [path, call] of [
    [`/posts/${id}`, `/v1/posts/${id}`],
    [`/posts/${id}/`, `/v1/posts/${id}`],
    [`/profile/${ann.user.username}`, `/v1/users/${ann.user.username}?size=30`],
    [`/profile/${ann.user.username.toUpperCase()}`, `/v1/users/${ann.user.username.toUpperCase()}?size=30`],
    ['/profile', `/v1/users/${bob.user.username}?size=30`],
  ] as const) {
    const early = await feedOf(bob, path);
    expect(early.call, path).toBe(call);
    expect(early.user).toBe(bob.user_id);
    expect(early.body).toEqual((await bob.get(call)).body);
    expect(early.headers.get('cache-control')).toBe('private, no-store');
  }
  await ann.post('/v1/conversations', { username: bob.user.username });
  const chat = await feedOf(ann, '/chat?conversation=x');
  expect(chat.call).toBe('/v1/conversations?groups=true');
  expect(chat.body.conversations).toHaveLength(1);
  expect(chat.body).toEqual((await ann.get('/v1/conversations?groups=true')).body);
  const own = await feedOf(bob, '/profile');
  expect(own.body.user.email, 'for the person alone').toBeTruthy();
  expect((await feedOf(bob, `/profile/${ann.user.username}`)).body.user.email).toBeUndefined();
});

test("a conversation's page lets the browser fetch the messages while the code loads, at the address that the app asks", async () => {
  const nextOf = async (path: string) => {
    const { page } = await feedOf(ann, path);
    return /<link rel="preload" as="fetch" crossorigin="use-credentials" href="([^"]*)">/.exec(page)?.[1];
  };
  const cora = await world.person('cora');
  await ann.post('/v1/conversations', { username: cora.user.username });
  const [{ _id: id }] = (await ann.get('/v1/conversations')).body.conversations;
  const next = await nextOf(`/chat?conversation=${id}&message=1`);
  expect(next).toBe(`/v1/chats/${id}`);
  expect((await ann.get(next ?? '')).body.messages).toEqual([]);
  for (const path of [
    '/chat',
    '/chat?conversation=',
    '/chat?conversation=..',
    '/chat?conversation=%22%3E%3Cb%3E',
    '/feed',
  ])
    expect(await nextOf(path), path).toBeUndefined();
});

test("without a session, the page includes the site's data; members' apps request it", async () => {
  const stranger = world.stranger();
  for (const path of ['/about', '/register']) {
    const { call, user, body, headers } = await feedOf(stranger, path);
    expect(call, path).toBe('/v1/site');
    expect(user, path).toBe('');
    expect(body, path).toEqual((await stranger.get('/v1/site')).body);
    const again = await stranger.fetch(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(again.status, path).toBe(304);
    expect((await feedOf(ann, path)).call, path).toBeUndefined();
  }
});

test('a deleted post and an unknown user get the page as it was built', async () => {
  const id = await post('soon gone');
  expect((await ann.delete(`/v1/posts/${id}`)).status).toBe(200);
  for (const path of [`/posts/${id}`, '/posts/not-an-id', '/profile/nobody_has_this', '/profile/%22%3E%3Cscript%3E']) {
    const { page, call } = await feedOf(ann, path);
    expect(call, path).toBeUndefined();
    expect(page, path).toContain('Hubbub</title>');
    expect(page).not.toContain('initial-data');
  }
  for (const path of [`/profile/${ann.user.username}`, '/profile', `/posts/${await post('for members')}`]) {
    expect((await feedOf(world.stranger(), path)).page).not.toContain('initial-data');
  }
});

test("a page links its own code, a stranger's pages link log-in's, and no other page has links", async () => {
  const linksOf = async (caller: Caller, path: string) =>
    [
      ...(await feedOf(caller, path)).page.matchAll(
        /<link rel="modulepreload" fetchpriority="low" crossorigin href="([^"]*)">/g,
      ),
    ].map(([, address]) => address);
  const stranger = world.stranger();
  expect(await linksOf(ann, '/')).toEqual(['/assets/FeedPage.js']);
  expect(await linksOf(ann, '/feed')).toEqual(['/assets/FeedPage.js']);
  expect(await linksOf(ann, '/posts/1')).toEqual(['/assets/PostPage.js']);
  expect(await linksOf(ann, '/profile/update')).toEqual(['/assets/EditorPage.js']);
  expect(await linksOf(ann, '/settings')).toEqual([]);
  expect(await linksOf(stranger, '/')).toEqual(['/assets/LoginPage.js']);
  expect(await linksOf(stranger, '/posts/1')).toEqual(['/assets/LoginPage.js']);
  expect(await linksOf(stranger, '/register/username')).toEqual([]);
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
    expect(page).not.toContain('initial-data');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('etag')).toBeTruthy();
  }
});

test('a shared link to a post, profile, or meeting says what kind of page it is, even to strangers', async () => {
  for (const [path, title, description] of [
    ['/posts/1', 'A post on Hubbub', 'Log in to see the post, its pictures and what people say about it.'],
    ['/profile/nobody', 'A profile on Hubbub', 'Log in to see who this is and what they have posted.'],
    ['/vc/join/AbC1234', 'A meeting on Hubbub', 'You&#39;re invited to a video meeting. Log in to join.'],
  ] as const) {
    const { page } = await feedOf(world.stranger(), path);
    expect(page).toContain(`<title>${title}</title>`);
    expect(page).toContain(`<meta property="og:description" content="${description}" />`);
  }
  expect((await feedOf(world.stranger(), '/profile')).page).toContain('<title>Hubbub</title>');
});

test("what members write can't close the data block", async () => {
  const text = '</script><script>alert(1)</script><!-- <script>';
  await post(text);
  const { page, posts } = await feedOf(ann);
  expect(page).not.toContain('alert(1)</script>');
  expect(posts[0].content).toBe(text);
});

test("a failing or busy database doesn't delay the page", async () => {
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
