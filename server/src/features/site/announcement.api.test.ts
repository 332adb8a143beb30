import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { type Caller, type Person, startWorld, type World } from '../../../test/harness.ts';

let world: World;
const team: Record<'owner' | 'admin' | 'moderator' | 'member', Person> = {} as never;
const site = async (caller: Caller = world.stranger()) => (await caller.get('/v1/site')).body.site;

beforeAll(async () => {
  world = await startWorld();
  for (const name of ['owner', 'admin', 'moderator', 'member'] as const) {
    team[name] = await world.person(`the_${name}`);
    const role = name === 'member' ? null : name;
    await world.sql('update users set site_role = $2 where id = $1', [team[name].user_id, role]);
  }
});
afterAll(() => world.close());

const announce = (by: Caller, body: object) => by.put('/v1/site/announcement', body);
const post = async () => await createTextPost(world.platform, { authorId: team.member.user_id, content: 'News' });

test('An announcement is for everybody with a session, until they dismiss it or an admin takes it back', async () => {
  const post_id = await post();
  const { status, body } = await announce(team.admin, { post_id });
  expect(status).toBe(200);
  expect(body.announcement).toEqual({ announcement_id: expect.any(String), post_id, until: null });
  expect((await site(team.member)).announcement).toEqual(body.announcement);
  expect(await site()).not.toHaveProperty('announcement');

  const { announcement_id } = body.announcement;
  for (const _twice of [1, 2]) {
    const dismissed = await team.member.post('/v1/site/announcement/dismissal', { announcement_id });
    expect(dismissed).toMatchObject({ status: 200, body: {} });
  }
  expect((await site(team.member)).announcement).toBeNull();
  expect((await site(team.moderator)).announcement).toEqual(body.announcement);

  // The next announcement is shown again.
  const next = await announce(team.owner, { post_id: await post() });
  expect((await site(team.member)).announcement).toEqual(next.body.announcement);
  expect(await team.admin.delete('/v1/site/announcement')).toMatchObject({
    status: 200,
    body: { announcement: null },
  });
  expect((await team.admin.delete('/v1/site/announcement')).status).toBe(200);
  expect((await site(team.member)).announcement).toBeNull();
});

test('An announcement can be given as a text, which becomes a post of the person who announces it', async () => {
  const { status, body } = await announce(team.admin, { content: 'The garden opens on Sunday.' });
  expect(status).toBe(200);
  const { post_id } = body.announcement;
  const { post: made } = (await team.member.get(`/v1/posts/${post_id}`)).body;
  expect(made).toMatchObject({
    content: 'The garden opens on Sunday.',
    user: { username: team.admin.user.username },
  });
  for (const wrong of [{}, { content: ' ' }, { content: 'x'.repeat(1001) }, { content: 'Both', post_id }]) {
    expect(await announce(team.admin, wrong)).toMatchObject({
      status: 422,
      body: { error: { content: expect.any(String) } },
    });
  }
  const count = async () => (await world.sql('select id from posts')).length;
  const before = await count();
  expect((await announce(team.moderator, { content: 'Not mine to say' })).status).toBe(422);
  expect((await announce(team.admin, { content: 'Too late', until: '2020-01-01T00:00:00Z' })).status).toBe(422);
  expect(await count()).toBe(before);
});

test('The same text again, also eight times at once, is one post and one announcement', async () => {
  const count = async () => (await world.sql("select id from posts where content = 'Only once'")).length;
  const told = async () => (await world.sql("select id from notifications where type = 'announcement'")).length;
  await world.runJobs();
  const before = await told();
  const body = { content: 'Only once', until: new Date(Date.now() + 60_000).toISOString() };
  const answers = await Promise.all(Array.from({ length: 8 }, () => announce(team.admin, body)));
  answers.push(await announce(team.admin, body));
  await world.runJobs();
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.announcement.announcement_id)).size).toBe(1);
  expect(await count()).toBe(1);
  expect(await told()).toBe(before + 4);
  // With another end, or by somebody else, it's a different announcement.
  expect((await announce(team.admin, { content: 'Only once' })).status).toBe(200);
  expect((await announce(team.owner, { content: 'Only once' })).status).toBe(200);
  expect(await count()).toBe(3);
});

test('Everybody gets a notification of an announcement, even those who have muted its author', async () => {
  const told = async (person: Caller) =>
    (await person.get('/v1/notifications')).body.notifications.filter(
      ({ type }: { type: string }) => type === 'announcement',
    );
  await team.member.put(`/v1/users/${team.admin.user.username}/mute`);
  const { post_id } = (await announce(team.admin, { content: 'Everybody hears of this.' })).body.announcement;
  await world.runJobs();
  for (const person of [team.owner, team.admin, team.moderator, team.member]) {
    expect((await told(person))[0]).toMatchObject({
      read: false,
      actor: null,
      excerpt: 'Everybody hears of this.',
      post_id,
      url: `/posts/${post_id}`,
    });
  }
  const before = (await told(team.member)).length;
  await world.runJobs();
  expect(await told(team.member)).toHaveLength(before);
  await team.admin.delete(`/v1/posts/${post_id}`);
  expect(await told(team.member)).toHaveLength(before - 1);
  await team.member.delete(`/v1/users/${team.admin.user.username}/mute`);
});

test("An announcement comes with everyone's first page of posts, and with no other", async () => {
  const page = async (by: Caller, query = '') => (await by.get(`/v1/posts${query}`)).body;
  await team.admin.delete('/v1/site/announcement');
  expect(await page(team.member)).toHaveProperty('announcement', null);
  const until = '2999-01-01T00:00:00.000Z';
  const { announcement } = (await announce(team.admin, { content: 'On top of the feed.', until })).body;
  const first = await page(team.member, '?feed=everyone&size=1');
  expect(first.announcement).toEqual({
    announcement_id: announcement.announcement_id,
    until,
    post: expect.objectContaining({ post_id: announcement.post_id, content: 'On top of the feed.' }),
  });
  const last_id = first.posts[0].post_id;
  for (const query of [`?last_id=${last_id}`, '?feed=following', '?feed=communities']) {
    expect(await page(team.member, query)).not.toHaveProperty('announcement');
  }
  const { announcement_id } = announcement;
  await team.member.post('/v1/site/announcement/dismissal', { announcement_id });
  expect((await page(team.member)).announcement).toBeNull();
  await team.moderator.put(`/v1/users/${team.admin.user.username}/block`);
  expect((await page(team.moderator)).announcement, 'a post that one does not see').toBeNull();
  await team.moderator.delete(`/v1/users/${team.admin.user.username}/block`);
});

test('An announcement ends when it should, and with its post', async () => {
  const post_id = await post();
  expect((await announce(team.admin, { post_id, until: '2020-01-01T00:00:00Z' })).status).toBe(422);
  await announce(team.admin, { post_id, until: '2999-01-01T00:00:00Z' });
  expect((await site(team.member)).announcement.until).toBe('2999-01-01T00:00:00.000Z');
  await world.sql(`update site_announcement set until = now() - interval '1 second'`);
  expect((await site(team.member)).announcement).toBeNull();
  await announce(team.admin, { post_id });
  expect((await team.member.delete(`/v1/posts/${post_id}`)).status).toBe(200);
  expect((await site(team.member)).announcement).toBeNull();
});

test('An announcement is a post that exists', async () => {
  expect((await announce(team.admin, { post_id: 'nonsense' })).status).toBe(404);
  expect((await announce(team.moderator, { post_id: await post() })).status).toBe(422);
});
