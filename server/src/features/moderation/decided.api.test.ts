import { expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Caller, type Person, testWorld } from '../../../test/harness.ts';
import { moderatingIn } from '../../../test/moderation.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { give, newPerson, newPost, reportId, decide, inQueue } = moderatingIn(world);
const { open, write } = talkIn(() => world);
const bob = await world.person('bob');
const mod = await world.person('mod');
const admin = await world.person('admin_1');
await give(mod, 'moderator');
await give(admin, 'admin');

/** The person with a new session; a suspension has ended the one before. */
const loggedIn = async ({ user: { username, password } }: Person): Promise<Caller> => {
  const { status, headers } = await world.stranger().post('/v1/tokens/authentication', { username, password });
  expect(status).toBe(201);
  return world.withCookie(headers.get('set-cookie')?.split(';', 1)[0] ?? '');
};

const newestDecision = async (caller: Caller) => (await caller.get('/v1/decisions')).body.decisions[0];

/** Makes something that can be reported. @returns its id, and its text */
const makers: Record<string, (author: Person) => Promise<{ kind: string; id: string; content: string }>> = {
  post: async (author) => ({ kind: 'post', id: await newPost(author), content: 'A walk along the river.' }),
  async comment(author) {
    const { body } = await author.post(`/v1/posts/${await newPost(bob)}/comments`, { content: 'Rude comment' });
    return { kind: 'comment', id: body.comment.comment_id, content: 'Rude comment' };
  },
  async 'channel message'(author) {
    const { communityId, user } = await createClub(world, bob, [author]);
    const conversation = await createChannelOf(world.platform, { communityId, roles: [user] });
    const { body } = await author.post('/v1/channel/chats', { conversation, content: 'Rude there' });
    return { kind: 'message', id: body.message._id, content: 'Rude there' };
  },
  async 'direct message'(author) {
    const { body } = await write(author, await open(author, bob), 'Rude in private');
    return { kind: 'message', id: body.message._id, content: 'Rude in private' };
  },
  async profile(author) {
    await world.sql(`update users set bio = 'Rude bio' where id = $1`, [author.user_id]);
    return { kind: 'user', id: author.user.username, content: 'Rude bio' };
  },
};

test.each(Object.entries(makers))('Whoever is suspended over a %s sees what they wrote', async (_, make) => {
  const author = await newPerson();
  const { kind, id, content } = await make(author);
  expect((await decide(mod, await reportId(bob, kind, id), { action: 'suspend' })).status).toBe(200);
  const { username, password } = author.user;
  const { body } = await world.stranger().post('/v1/tokens/authentication', { username, password });
  const read = await world.stranger().post('/v1/decisions/by-token', { token: body.appeal_token });
  expect(read.body.decision).toMatchObject({ action: 'suspend', subject: { kind, id, content, gone: false } });
  expect((await mod.delete(`/v1/users/${username}/suspension`)).status).toBe(200);
  expect(await newestDecision(await loggedIn(author))).toMatchObject({
    action: 'suspend',
    subject: { kind, id, content },
  });
});

test.each(['remove', 'warn'])('Whoever wrote something sees it after the decision to %s', async (action) => {
  for (const make of [makers.post, makers.comment, makers['channel message'], makers['direct message']]) {
    const author = await newPerson();
    const { kind, id, content } = await (make as NonNullable<typeof make>)(author);
    expect((await decide(mod, await reportId(bob, kind, id), { action })).status).toBe(200);
    expect(await newestDecision(author)).toMatchObject({ action, subject: { kind, id, content } });
  }
});

test('A suspension that no report led to is about the person, and quotes nothing', async () => {
  const author = await newPerson();
  await (makers.profile as NonNullable<typeof makers.profile>)(author);
  await mod.put(`/v1/users/${author.user.username}/suspension`, { text: 'Enough.' });
  await mod.delete(`/v1/users/${author.user.username}/suspension`);
  expect(await newestDecision(await loggedIn(author))).toMatchObject({
    text: 'Enough.',
    subject: { kind: null, content: '' },
  });
});

test.each(['post', 'comment', 'channel message', 'direct message'])(
  'A %s that is gone already is not offered for removal',
  async (kind) => {
    const author = await newPerson();
    const thing = await (makers[kind] as NonNullable<(typeof makers)[string]>)(author);
    const id = await reportId(bob, thing.kind, thing.id);
    expect((await inQueue(mod, id)).actions).toContain('remove');
    if (kind === 'post') await author.delete(`/v1/posts/${thing.id}`);
    // Nothing else can be deleted by its author yet; a ban may have removed it.
    else await world.sql(`update ${thing.kind}s set removal = '{}' where content = $1`, [thing.content]);
    expect((await inQueue(mod, id)).actions).toEqual(expect.not.arrayContaining(['remove']));
    expect((await inQueue(mod, id)).actions).toContain('warn');
    expect((await decide(mod, id, { action: 'remove' })).status).toBe(409);
  },
);

test("What the site's team decided in a community counts as its own by the role of then", async () => {
  const author = await newPerson();
  const { communityId, user } = await createClub(world, bob, [author, mod, admin]);
  const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
  const say = async () => {
    const { body } = await author.post('/v1/channel/chats', { conversation: channel, content: 'Rude' });
    return await reportId(admin, 'message', body.message._id);
  };
  const elsewhere = async () => (await inQueue(admin, await reportId(bob, 'post', await newPost(author)))).history;
  expect((await decide(mod, await say(), { action: 'warn' })).status).toBe(200);
  expect((await decide(bob, await say(), { action: 'warn' })).status).toBe(200);
  expect(await elsewhere()).toMatchObject({ warnings: 1 });
  await world.sql('update users set site_role = null where id = $1', [mod.user_id]);
  await give(bob, 'moderator');
  expect(await elsewhere()).toMatchObject({ warnings: 1 });
  await world.sql('update users set site_role = null where id = $1', [bob.user_id]);
  await give(mod, 'moderator');
});
