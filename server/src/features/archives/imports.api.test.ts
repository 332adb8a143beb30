import { deflateRawSync } from 'node:zlib';
import { limits } from '@hubbub/contract/platform/limits.ts';
import { expect, test, vi } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { isForFeeds } from '#features/posts/posts.access.ts';
import { row } from '#platform/database/expressions.ts';
import { lastPossibleId, newId } from '#platform/ids.ts';
import { archivedPost, archiveFiles, importsIn, type RawEntry, rawZip, zipOf } from '../../../test/archives.ts';
import { testClock } from '../../../test/clock.ts';
import { createClub } from '../../../test/community.ts';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Person, testWorld } from '../../../test/harness.ts';

vi.setConfig({ testTimeout: 240_000 });

const clock = testClock();
const world = await testWorld({ clock, settings: { MAX_IMPORT_SIZE: '2MB' } });

const { send, importOf, profileOf, gridOf, storedArchives } = importsIn(world);
const postOf = async (person: Person, id: string) => (await person.get(`/v1/posts/${id}`)).body.post;

test("importing one's own export into another account brings the profile, posts and files, marked as imported, with the old date as a claim", async () => {
  const [ada, bea, bob] = [await world.person('ada'), await world.person('bea'), await world.person('bob')];
  await ada.upload(
    '/v1/profile',
    formOf(['name', 'Ada L'], ['bio', 'I count'], ['profile_pic', await fixtureFile('still.webp')]),
  );
  const made = await ada.upload(
    '/v1/posts',
    formOf(['content', 'Hello @bob'], ['alts', '["A letter"]'], ['files', await fixtureFile('alpha.png')]),
  );
  await ada.upload('/v1/posts', formOf(['content', 'See above'], ['quote', made.body.post.post_id]));
  await world.runJobs();
  await ada.post('/v1/user/confirm', { password: factoryPassword });
  await ada.post('/v1/export');
  await world.runJobs();
  const zip = Buffer.from(await (await ada.fetch('/v1/export/file')).arrayBuffer());
  const unreadOfBob = (await bob.get('/v1/notifications')).body.notifications.length;
  clock.advance(60_000);

  expect(await importOf(bea, zip)).toMatchObject({ state: 'done', done: 2, total: 2, refused: [] });

  expect((await profileOf(bob, 'bea')).user).toMatchObject({ name: 'Ada L', bio: 'I count' });
  expect((await profileOf(bob, 'bea')).user.profile_path).not.toContain('default');
  const grid = await gridOf(bob, 'bea');
  expect(grid).toHaveLength(2);
  const [quoting, first] = await Promise.all(grid.map(({ post_id }: { post_id: string }) => postOf(bob, post_id)));
  expect(first).toMatchObject({
    content: 'Hello @bob',
    mentions: [],
    files: [{ type: 'image/png', alt: 'A letter', state: 'ready' }],
    imported: { created_at: made.body.post.created_at },
  });
  expect(Date.parse(first.created_at)).toBeGreaterThan(Date.parse(made.body.post.created_at));
  expect(quoting.quote.post_id).toBe(first.post_id);
  expect((await bob.get('/v1/notifications')).body.notifications).toHaveLength(unreadOfBob);
  expect(await storedArchives()).toEqual([]);
  expect((await postOf(bob, made.body.post.post_id)).imported).toBeUndefined();
});

test("imported posts are on the profile, can be read and answered, but are in no feed and aren't counted as new posts", async () => {
  const [ada, bob] = [await world.person('cleo'), await world.person('dan')];
  await bob.put('/v1/users/cleo/follow');
  const { post: last } = (await bob.upload('/v1/posts', formOf(['content', 'The newest']))).body;
  await importOf(ada, archiveFiles({ posts: [archivedPost({ content: 'Kingfisher sighting' })] }));
  for (const reader of [ada, bob]) {
    for (const feed of ['everyone', 'following', 'communities']) {
      const { posts } = (await reader.get(`/v1/posts?size=50&feed=${feed}`)).body;
      expect(JSON.stringify(posts), feed).not.toContain('Kingfisher');
      expect((await reader.get(`/v1/posts/newer?after=${last.post_id}&feed=${feed}`)).body.count, feed).toBe(0);
    }
  }
  const [post] = await gridOf(bob, 'cleo');
  await world.sql(`update users set site_role = 'admin' where id = $1`, [bob.user_id]);
  expect((await bob.put('/v1/site/announcement', { post_id: post.post_id })).status).toBe(404);
  expect((await bob.post(`/v1/posts/${post.post_id}/comments`, { content: 'Nice' })).status).toBe(201);
});

test("links of imported posts don't count against what a new account may post", async () => {
  const limited = await testWorld({ settings: { RATE_LIMITS: 'on' } });
  const ada = await limited.person('moves');
  const posts = Array.from({ length: limits.newcomer.links + 1 }, (_, number) =>
    archivedPost({ post_id: `p${number}`, content: `See https://example.org/${number}` }),
  );
  expect(await importsIn(limited).importOf(ada, archiveFiles({ posts }))).toMatchObject({
    state: 'done',
    done: posts.length,
    refused: [],
  });
  const post = (content: string) => ada.upload('/v1/posts', formOf(['content', content]));
  const own = Array.from({ length: limits.newcomer.links }, (_, number) => `https://example.org/own/${number}`);
  expect((await post(own.join(' '))).status).toBe(201);
  expect((await post('https://example.org/more')).status).toBe(422);
});

test('an edit of an imported post notifies nobody either', async () => {
  const [ada, bob] = [await world.person('edna'), await world.person('ben')];
  await importOf(ada, archiveFiles());
  const [{ post_id }] = await gridOf(ada);
  expect((await ada.patch(`/v1/posts/${post_id}`, { content: 'Hello @ben' })).status).toBe(200);
  await world.runJobs();
  expect((await bob.get('/v1/notifications')).body.notifications).toEqual([]);
});

test('an import keeps the parts of the profile that are already set', async () => {
  const ada = await world.person('fay', { name: 'Fay' });
  await importOf(ada, archiveFiles({ account: { name: 'Somebody', bio: 'A bio' } }));
  expect((await profileOf(ada)).user).toMatchObject({ name: 'Fay', bio: 'A bio' });
});

test('importing the same archive again adds no post twice', async () => {
  const ada = await world.person('gil');
  const posts = [1, 2].map((number) => archivedPost({ post_id: `p${number}`, content: `Post ${number}` }));
  await importOf(ada, archiveFiles({ posts: posts.slice(0, 1) }));
  expect(await importOf(ada, archiveFiles({ posts }))).toMatchObject({ state: 'done', done: 2, refused: [] });
  expect(await gridOf(ada)).toHaveLength(2);
});

test('a forged post stays behind with the reason, and the others come along', async () => {
  const ada = await world.person('hal');
  const forged: [Record<string, unknown>, RegExp][] = [
    [{ content: 'x'.repeat(1001) }, /more than 1000 characters/],
    [{ created_at: '2999-01-01T00:00:00.000Z' }, /in the future/],
    [{ created_at: '-000001-01-01T00:00:00.000Z' }, /date can't be read/],
    [{ created_at: '1969-01-01T00:00:00.000Z' }, /date can't be right/],
    [{ content: 'A\0B' }, /can't be stored/],
    [{ content: ' ' }, /no text/],
    [{ content: 5 }, /Post 7 wasn't imported/],
    [{ removed: 'Spam' }, /moderators removed it/],
    [{ community: 'secrets' }, /private/],
    [{ poll: { choices: ['One'], multiple: false } }, /2 to 6 choices/],
    [{ files: Array.from({ length: 11 }, () => ({ path: 'media/a.png', alt: null })) }, /at most 10 files/],
    [{ files: [{ path: 'media/a.png', alt: 'x'.repeat(501) }] }, /more than 500 characters/],
  ];
  const html = '<img src=x onerror=alert(1)>';
  const posts = [
    ...forged.map(([post], index) => archivedPost({ post_id: `f${index}`, ...post })),
    archivedPost({ post_id: 'good', content: html, author_id: 'somebody-else', upvote_count: 1000 }),
  ];
  const state = await importOf(ada, archiveFiles({ posts }));
  expect(state).toMatchObject({ state: 'done', done: posts.length, total: posts.length });
  expect(state.refused).toHaveLength(forged.length);
  for (const [index, [, reason]] of forged.entries()) expect(state.refused[index]).toMatch(reason);
  const grid = await gridOf(ada);
  expect(grid).toMatchObject([{ content: html }]);
  expect((await postOf(ada, grid[0].post_id)).stats.upvote_count).toBe(0);
});

test("ids and names in an archive give no access to other people's content", async () => {
  const [ada, bob] = [await world.person('ian'), await world.person('jen')];
  const { post } = (await bob.upload('/v1/posts', formOf(['content', 'Of Jen']))).body;
  const posts = [
    archivedPost({ post_id: post.post_id, content: 'Taken over' }),
    archivedPost({ post_id: 'q', content: 'Quoting', quote: post.post_id }),
  ];
  await importOf(ada, archiveFiles({ manifest: { username: 'jen', origin: 'http://localhost' }, posts }));
  expect((await postOf(ada, post.post_id)).content).toBe('Of Jen');
  expect(await gridOf(bob)).toHaveLength(1);
  const [first, second] = await gridOf(ada);
  expect((await postOf(ada, first.post_id)).quote?.post_id).not.toBe(undefined);
  expect((await postOf(ada, second.post_id)).user.username).toBe('ian');
});

test('an imported poll is over and has no votes; posts of open communities come along without the community', async () => {
  const ada = await world.person('kim');
  const poll = { choices: ['Tea', 'Coffee'], multiple: false, ends_at: '2999-01-01T00:00:00.000Z' };
  const posts = [
    archivedPost({ post_id: 'poll', content: 'Which', poll }),
    archivedPost({ post_id: 'place', content: 'In the club', community: 'club' }),
  ];
  const { handle } = await createClub(world, await world.person('lea'), []);
  const communities = [{ handle: 'club', visibility: 'public' }];
  expect((await importOf(ada, archiveFiles({ posts, communities }))).refused).toEqual([]);
  const [placed, polled] = await gridOf(ada);
  expect((await postOf(ada, placed.post_id)).community).toBeNull();
  expect((await postOf(ada, polled.post_id)).poll).toMatchObject({
    total: 0,
    choices: [{ text: 'Tea' }, { text: 'Coffee' }],
  });
  expect((await ada.put(`/v1/posts/${polled.post_id}/poll`, { choices: [0] })).status).toBe(422);
  expect(handle).not.toBe('club');
});

test('files are received by the rules of posts: only what is a picture, sound or video, once each, within the space', async () => {
  const ada = await world.person('moe');
  const picture = await readFixture('alpha.png');
  const media = {
    'media/good.png': picture,
    'media/text.png': Buffer.from('<script>not a picture</script>'),
    'media/broken.png': picture.subarray(0, picture.length / 2),
    'media/empty.png': Buffer.alloc(0),
  };
  const files = (name: string) => [{ path: name, type: 'image/png', alt: null }];
  const posts = [
    archivedPost({ post_id: 'a', content: 'Good', files: files('media/good.png') }),
    archivedPost({ post_id: 'b', content: 'Text', files: files('media/text.png') }),
    archivedPost({ post_id: 'c', content: 'Broken', files: files('media/broken.png') }),
    archivedPost({ post_id: 'd', content: 'Empty', files: files('media/empty.png') }),
    archivedPost({ post_id: 'e', content: 'Missing', files: files('media/missing.png') }),
    archivedPost({ post_id: 'f', content: 'Twice', files: files('media/good.png') }),
    archivedPost({ post_id: 'g', content: 'Elsewhere', files: files('../../etc/passwd') }),
    archivedPost({ post_id: 'h', content: 'Data', files: files('data/account.json') }),
  ];
  const state = await importOf(ada, archiveFiles({ posts, media }));
  expect(state).toMatchObject({ state: 'done', done: 8 });
  const reasons = [
    /Only pictures/,
    /picture/,
    /empty/,
    /isn't one of the archive's files/,
    /belongs to another/,
    /isn't one of/,
    /isn't one of/,
  ];
  expect(state.refused).toHaveLength(reasons.length);
  for (const [index, reason] of reasons.entries()) expect(state.refused[index]).toMatch(reason);
  const grid = await gridOf(ada);
  expect(grid).toHaveLength(8);
  expect(grid.filter(({ file_count }: { file_count: number }) => file_count > 0)).toMatchObject([{ content: 'Good' }]);
  const [media_left] = await world.sql<{ count: string }>(
    'select count(*) from media_files where owner_id = $1 and attached_at is null',
    [ada.user_id],
  );
  expect(Number(media_left?.count)).toBe(0);
});

const raw = (given: Partial<RawEntry> & { name: string }): RawEntry => ({ data: Buffer.from('x'), ...given });
const proper = () => archiveFiles().map(({ name, content }) => raw({ name, data: Buffer.from(content) }));

test.for<[string, RawEntry]>([
  ['a name that leads up', raw({ name: 'media/../../../etc/passwd' })],
  ['an absolute name', raw({ name: '/etc/passwd' })],
  ['a name with a drive', raw({ name: 'C:/windows/system.ini' })],
  ['a name with a backslash', raw({ name: '..\\..\\boot.ini' })],
  ['a name with a NUL', raw({ name: 'media/a.png\0.txt' })],
  ['a hidden file', raw({ name: '.ssh/authorized_keys' })],
  ['a name twice', raw({ name: 'data/posts.json' })],
  ['a symbolic link', raw({ name: 'media/link.png', attributes: (0o120777 << 16) >>> 0 })],
  ['an encrypted file', raw({ name: 'media/a.png', flags: 1 })],
  ['an unknown way of packing', raw({ name: 'media/a.png', method: 14 })],
  ['a stored file that claims another size', raw({ name: 'media/a.png', size: 100 })],
  ['a file that begins where another one is', raw({ name: 'media/a.png', offset: 0 })],
  ['a file that begins after the end', raw({ name: 'media/a.png', offset: 0x7fffffff })],
  ['a file that says it needs ZIP64 and lacks it', raw({ name: 'media/a.png', offset: 0xffffffff })],
  ['a file that unpacks to 3 GB', raw({ name: 'media/a.png', method: 8, size: 3 * 1024 ** 3 })],
])('a ZIP with %s is refused before anything of it is kept', async ([, entry]) => {
  const ada = await world.person(`z${Math.random().toString(36).slice(2, 10)}`);
  const answer = await send(ada, rawZip([...proper(), entry]));
  expect(answer).toMatchObject({ status: 422, body: { error: { file: expect.stringMatching(/ZIP/) } } });
  expect((await ada.get('/v1/import')).body.import.state).toBe('none');
  expect(await storedArchives()).toEqual([]);
});

test("what isn't an archive is refused with what to do", async () => {
  const ada = await world.person('ned');
  for (const zip of [
    '',
    'nonsense',
    await zipOf([{ name: 'a.txt', content: 'b' }]),
    (await zipOf(archiveFiles())).subarray(0, 300),
  ])
    expect(await send(ada, zip as Buffer)).toMatchObject({
      status: 422,
      body: { error: { file: expect.any(String) } },
    });
  const newer = await zipOf(archiveFiles({ manifest: { version: 99 } }));
  expect((await send(ada, newer)).body.error.file).toMatch(/newer Hubbub/);
  const other = await zipOf(archiveFiles({ manifest: { format: 'other' } }));
  expect((await send(ada, other)).body.error.file).toMatch(/isn't an archive/);
  expect((await send(ada, Buffer.alloc(2 * 1024 ** 2 + 1))).status).toBe(413);
  expect((await ada.upload('/v1/import', new FormData())).status).toBe(422);
  expect(await storedArchives()).toEqual([]);
});

test('a part that unpacks to more than it claims is cut off while it is unpacked', async () => {
  const ada = await world.person('ola');
  const bomb = deflateRawSync(Buffer.alloc(50 * 1024 ** 2, ' '));
  const entries = proper().filter(({ name }) => name !== 'data/posts.json');
  const zip = rawZip([...entries, { name: 'data/posts.json', data: bomb, method: 8, size: 100 }]);
  const state = await importOf(ada, zip);
  expect(state).toMatchObject({
    state: 'failed',
    done: 0,
    refused: [expect.stringMatching(/isn't as Hubbub writes it/)],
  });
  const picture = deflateRawSync(Buffer.concat([await readFixture('alpha.png'), Buffer.alloc(9 * 1024 ** 2)]));
  const posts = [archivedPost({ content: 'Heavy', files: [{ path: 'media/a.png', alt: null }] })];
  const files = archiveFiles({ posts }).map(({ name, content }) => raw({ name, data: Buffer.from(content) }));
  const liar = rawZip([...files, { name: 'media/a.png', data: picture, method: 8, size: 5000 }]);
  expect((await importOf(ada, liar)).refused).toEqual([expect.stringMatching(/damaged/)]);
  expect(await gridOf(ada)).toMatchObject([{ content: 'Heavy', file_count: 0 }]);
});

test.for(['{}', '[', '[\n{"a":1},\n', '{\n"a": 1\n}', `[\n"${'x'.repeat(300_000)}"\n]`])(
  'posts that are not an item a line fail the import with a text: %#',
  async (content) => {
    const ada = await world.person(`y${Math.random().toString(36).slice(2, 10)}`);
    const files = archiveFiles().map((file) => (file.name === 'data/posts.json' ? { ...file, content } : file));
    expect(await importOf(ada, files)).toMatchObject({
      state: 'failed',
      refused: [expect.stringMatching(/posts\.json/)],
    });
    expect(await storedArchives()).toEqual([]);
  },
);

test('of many refusals the first hundred are listed, and how many more there are', async () => {
  const ada = await world.person('quin');
  const posts = Array.from({ length: 103 }, (_, index) => archivedPost({ post_id: `p${index}`, content: '' }));
  const { refused } = await importOf(ada, archiveFiles({ posts }));
  expect(refused).toHaveLength(101);
  expect(refused.at(-1)).toBe('And 3 more.');
});

test('an account that is suspended or deleted gets nothing more', async () => {
  const [ada, bob] = [await world.person('ray'), await world.person('sue')];
  const { storage, jobs, db } = world.platform;
  const started = [ada, bob].map((person) => ({ person, importId: newId(), key: `${newId()}-private-import.zip` }));
  for (const { person, importId, key } of started) {
    await storage.put(key, await zipOf(archiveFiles()), { type: 'application/zip' });
    await world.sql(`insert into imports (user_id, id, key, state, created_at) values ($1, $2, $3, 'working', now())`, [
      person.user_id,
      importId,
      key,
    ]);
  }
  await world.sql(`update users set suspended_by = gen_random_uuid() where id = $1`, [ada.user_id]);
  await bob.delete('/v1/users', { password: factoryPassword });
  for (const { importId, key } of started) await jobs.add(db.kysely, 'archives.import', { importId, key });
  await world.runJobs();
  expect(await world.sql('select state, refused from imports where user_id = $1', [ada.user_id])).toEqual([
    { state: 'failed', refused: [expect.stringMatching(/can't post at the moment/)] },
  ]);
  expect(await world.sql('select id from posts where author_id = any($1)', [[ada.user_id, bob.user_id]])).toEqual([]);
  expect(await storedArchives()).toEqual([]);
});

test('a ZIP whose server died before it became an import is removed later', async () => {
  const { storage, jobs, db } = world.platform;
  await storage.put('aaaa-private-import.zip', Buffer.from('x'), { type: 'application/zip' });
  expect(await storedArchives()).toHaveLength(1);
  await jobs.add(db.kysely, 'archives.forget', { key: 'aaaa-private-import.zip' });
  await world.runJobs();
  expect(await storedArchives()).toEqual([]);
});

test("a feed's page doesn't read past what somebody has just imported", async () => {
  const [ada, uma] = [await world.person('tom'), await world.person('uma')];
  await world.sql(
    `insert into posts (id, author_id, created_at, content, imported_created_at)
     select (case when n > 3000 then 'fff' else '010' end || '00000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
       case when n > 2000 then $1::uuid else $2::uuid end, now(), 'Post ' || n, case when n > 3000 then now() end
     from generate_series(1, 8000) n`,
    [ada.user_id, uma.user_id],
  );
  await world.sql('analyze posts');
  const feed = world.platform.db.kysely
    .selectFrom('posts')
    .select('id')
    .where('id', '<', lastPossibleId)
    .where(isForFeeds(row('posts')))
    .orderBy('id', 'desc')
    .limit(5);
  for (const page of [feed, feed.where('author_id', '=', ada.user_id)]) {
    expect(JSON.stringify(await page.explain('json'))).toContain('"posts_in_feeds');
  }
});
