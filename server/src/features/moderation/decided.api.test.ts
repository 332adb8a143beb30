import { describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Caller, type Person, testWorld } from '../../../test/harness.ts';
import { moderatingIn } from '../../../test/moderation.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { give, newPerson, newPost, report, reportId, decide, inQueue } = moderatingIn(world);
const { open, write } = talkIn(() => world);
const bob = await world.person('bob');
const mod = await world.person('mod');
const admin = await world.person('admin_1');
await give(mod, 'moderator');
await give(admin, 'admin');

/** Logs the person in again; a suspension has ended the previous session. */
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

test.each(Object.entries(makers))('People who are suspended for a %s see what they wrote', async (_, make) => {
  const author = await newPerson();
  const { kind, id, content } = await make(author);
  expect((await decide(mod, await reportId(bob, kind, id), { action: 'suspend' })).status).toBe(200);
  const { username, password } = author.user;
  const { headers } = await world.stranger().post('/v1/tokens/authentication', { username, password });
  const read = await world.stranger().post('/v1/decisions/by-token', { token: headers.get('x-appeal-token') });
  expect(read.body.decision).toMatchObject({ action: 'suspend', subject: { kind, id, content, gone: false } });
  expect((await mod.delete(`/v1/users/${username}/suspension`)).status).toBe(200);
  expect(await newestDecision(await loggedIn(author))).toMatchObject({
    action: 'suspend',
    subject: { kind, id, content },
  });
});

test.each(['remove', 'warn'])('The author can see their text after the decision to %s', async (action) => {
  for (const make of [makers.post, makers.comment, makers['channel message'], makers['direct message']]) {
    const author = await newPerson();
    const { kind, id, content } = await (make as NonNullable<typeof make>)(author);
    expect((await decide(mod, await reportId(bob, kind, id), { action })).status).toBe(200);
    expect(await newestDecision(author)).toMatchObject({ action, subject: { kind, id, content } });
  }
});

test('A suspension without a report is about the person, and quotes nothing', async () => {
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
    else if (kind === 'direct message') await author.delete(`/v1/messages/${thing.id}`);
    // A ban may have removed it.
    else await world.sql(`update ${thing.kind}s set removal = '{}' where content = $1`, [thing.content]);
    expect((await inQueue(mod, id)).actions).toEqual(expect.not.arrayContaining(['remove']));
    expect((await inQueue(mod, id)).actions).toContain('warn');
    expect((await decide(mod, id, { action: 'remove' })).status).toBe(409);
  },
);

test.each(['channel message', 'direct message'])(
  'A report of a %s keeps its text, even if its author edits or deletes it',
  async (kind) => {
    const author = await newPerson();
    const { id, content } = await (makers[kind] as NonNullable<(typeof makers)[string]>)(author);
    const report = await reportId(bob, 'message', id);
    expect((await author.patch(`/v1/messages/${id}`, { content: 'Harmless' })).status).toBe(200);
    expect((await inQueue(mod, report)).subject.content).toBe(content);
    expect((await author.delete(`/v1/messages/${id}`)).status).toBe(200);
    expect((await inQueue(mod, report)).subject.content).toBe(content);
    expect((await decide(mod, report, { action: 'warn' })).status).toBe(200);
  },
);

test("A decision in a community counts as the team's if its maker was in the team at the time", async () => {
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

describe('A reported community', () => {
  const about = async (person: Person) =>
    (await mod.get(`/v1/reports?about=${person.user.username}&state=any`)).body.reports;

  test('is about its longest-standing member with community:edit, who can be warned or suspended for it', async () => {
    const [founder, second, member] = [await newPerson(), await newPerson(), await newPerson()];
    const { handle, admin: role } = await createClub(world, founder, [member, second]);
    await founder.post(`/v1/community/${handle}/roles/user`, { role_id: role, username: second.user.username });
    const id = await reportId(member, 'community', handle);
    expect(await inQueue(mod, id)).toMatchObject({
      kind: 'community',
      id: handle,
      subject: { author: { username: founder.user.username }, content: handle },
      actions: ['dismiss', 'warn', 'suspend'],
    });
    expect((await report(founder, 'community', handle)).status).toBe(422);
    expect((await report(second, 'community', handle)).body.report.report_id).toBe(id);
    expect((await decide(mod, id, { action: 'remove' })).status).toBe(422);
    expect((await decide(mod, id, { action: 'warn' })).status).toBe(200);
    const warning = { action: 'warn', subject: { kind: 'community', id: handle, content: handle } };
    expect(await newestDecision(founder)).toMatchObject(warning);

    expect((await decide(mod, await reportId(member, 'community', handle), { action: 'suspend' })).status).toBe(200);
    expect((await founder.get('/v1/user')).status).toBe(401);
    await mod.delete(`/v1/users/${founder.user.username}/suspension`);
    expect(await newestDecision(await loggedIn(founder))).toMatchObject({ ...warning, action: 'suspend' });
  });

  test("can't be decided by people responsible for it, or who don't outrank the ones who are", async () => {
    const { handle } = await createClub(world, mod, [bob]);
    const id = await reportId(bob, 'community', handle);
    expect(await inQueue(mod, id)).toBeUndefined();
    expect((await decide(mod, id, { action: 'dismiss' })).status).toBe(404);
    expect((await inQueue(admin, id)).actions).toEqual(['dismiss', 'warn', 'suspend']);
    const theirs = await createClub(world, admin, [bob]);
    expect((await inQueue(mod, await reportId(bob, 'community', theirs.handle))).actions).toEqual(['dismiss']);
  });

  test('is about the next responsible member after one deletes their account', async () => {
    const [founder, heir] = [await newPerson(), await newPerson()];
    const { handle } = await createClub(world, founder, [heir]);
    const id = await reportId(bob, 'community', handle);
    expect(await about(founder)).toMatchObject([{ report_id: id }]);
    expect((await founder.delete('/v1/users')).status).toBe(200);
    await world.runJobs();
    expect(await about(heir)).toMatchObject([{ report_id: id, subject: { author: { username: heir.user.username } } }]);
    expect((await decide(mod, id, { action: 'warn' })).status).toBe(200);
    expect(await newestDecision(heir)).toMatchObject({ action: 'warn', subject: { kind: 'community', id: handle } });
  });
});
