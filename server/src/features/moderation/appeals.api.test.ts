import { describe, expect, test } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { issueMailedToken } from '#features/moderation/appeals.service.ts';
import { createClub } from '../../../test/community.ts';
import type { Person } from '../../../test/harness.ts';
import { moderatedWorld } from '../../../test/moderation.ts';

const { world, ada, bob, eve, mod, other, admin, newPerson, report, reportId, decide, decisionsOf, removedPost } =
  await moderatedWorld();

describe('suspension', () => {
  const logIn = async (person: Person, password = factoryPassword) =>
    await world.stranger().post('/v1/tokens/authentication', { username: person.user.username, password });

  test('ends sessions and sockets at once, and refuses the log-in after the password was checked', async () => {
    const person = await newPerson();
    const socket = await person.socket();
    const { status, body } = await mod.put(`/v1/users/${person.user.username}/suspension`, {
      days: 3,
      text: 'Enough.',
    });
    expect([status, body.suspension.text]).toEqual([200, 'Enough.']);
    expect(await socket.closed).toBeTruthy();
    expect((await person.get('/v1/user')).status).toBe(401);
    const refused = await logIn(person);
    expect(refused.status).toBe(422);
    expect(refused.body).toEqual({
      error: { account: expect.stringMatching(/^Your account is suspended until .*The reason: Enough\.$/) },
    });
    expect(refused.headers.get('x-appeal-token')).toEqual(expect.any(String));
    expect(refused.headers.get('x-decision-id')).toEqual(expect.any(String));
    expect((await logIn(person, 'wrong password')).status).toBe(401);
    expect((await mod.delete(`/v1/users/${person.user.username}/suspension`)).body).toEqual({ suspension: null });
    expect((await logIn(person)).status).toBe(201);
  });

  test('is only by the team, and never against a higher or equal role', async () => {
    const text = { text: 'Enough.' };
    expect((await mod.put('/v1/users/other_mod/suspension', text)).status).toBe(422);
    expect((await mod.put('/v1/users/admin_1/suspension', text)).status).toBe(422);
    expect((await mod.put('/v1/users/mod/suspension', text)).status).toBe(422);
    expect((await bob.put('/v1/users/eve/suspension', text)).status).toBe(422);
    expect((await mod.put('/v1/users/nobody_here/suspension', text)).status).toBe(404);
    expect((await mod.put('/v1/users/eve/suspension', { text: ' ' })).status).toBe(422);
    expect((await mod.put('/v1/users/eve/suspension', { ...text, days: 3651 })).status).toBe(422);
  });

  test('no session can begin while all are being ended', async () => {
    const person = await newPerson();
    const path = `/v1/users/${person.user.username}/suspension`;
    const [, ...answers] = await Promise.all([
      mod.put(path, { text: 'Enough.' }),
      ...Array.from({ length: 10 }, () => logIn(person)),
    ]);
    expect(answers.every(({ status }) => status === 201 || status === 422)).toBe(true);
    expect(await world.sql('select from sessions where user_id = $1', [person.user_id])).toEqual([]);
  });

  test('its token appeals once, without a session', async () => {
    const person = await newPerson();
    await mod.put(`/v1/users/${person.user.username}/suspension`, { text: 'Enough.' });
    const token = (await logIn(person)).headers.get('x-appeal-token');
    const call = async (path: string, body: object) => await world.stranger().post(path, { token, ...body });
    expect((await call('/v1/decisions/by-token', {})).body.decision).toMatchObject({
      action: 'suspend',
      text: 'Enough.',
    });
    expect((await call('/v1/decisions/appeal', { text: 'It was not me.' })).status).toBe(201);
    expect((await call('/v1/decisions/appeal', { text: 'Again.' })).status).toBe(409);
    expect((await call('/v1/decisions/by-token', { token: 'guessed' })).status).toBe(422);
  });
});

test("each refused log-in's token replaces the previous one, and the mail's keeps working", async () => {
  const person = await newPerson();
  await mod.put(`/v1/users/${person.user.username}/suspension`, { text: 'Enough.' });
  await world.runJobs();
  const [{ decision_id: id } = { decision_id: '' }] = await world.sql(
    'select id as decision_id from decisions where user_id = $1',
    [person.user_id],
  );
  const tokens: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const { username } = person.user;
    const answer = await world.stranger().post('/v1/tokens/authentication', { username, password: factoryPassword });
    tokens.push(answer.headers.get('x-appeal-token') ?? '');
  }
  expect(await world.sql('select from appeal_tokens where decision_id = $1', [id])).toHaveLength(2);
  const look = async (token: string | undefined) =>
    (await world.stranger().post('/v1/decisions/by-token', { token })).status;
  expect([await look(tokens.at(-2)), await look(tokens.at(-1))]).toEqual([422, 200]);
});

describe('appeals', () => {
  const appealOf = async (author: Person) => {
    const { id, decision } = await removedPost(author);
    const { status, body } = await author.post(`/v1/decisions/${decision.decision_id}/appeal`, {
      text: 'It was a joke.',
    });
    expect(status).toBe(201);
    return { postId: id, appealId: body.appeal.appeal_id, decisionId: decision.decision_id };
  };
  const judge = async (person: Person, id: string, decision: string) =>
    await person.post(`/v1/appeals/${id}/decision`, { decision, text: 'We looked again.' });
  const listed = async (person: Person, id: string) =>
    (await person.get('/v1/appeals')).body.appeals?.find((each: { appeal_id: string }) => each.appeal_id === id);

  test('Someone else judges an appeal', async () => {
    const { appealId, postId } = await appealOf(await newPerson());
    expect(await listed(mod, appealId)).toBeUndefined();
    expect((await judge(mod, appealId, 'uphold')).status).toBe(404);
    expect(await listed(other, appealId)).toMatchObject({
      text: 'It was a joke.',
      decision: { action: 'remove', by: { username: 'mod' } },
      subject: { kind: 'post', id: postId, content: 'A walk along the river.' },
      history: { removals: 1 },
    });
    expect((await bob.get('/v1/appeals')).status).toBe(422);
    expect((await judge(bob, appealId, 'uphold')).status).toBe(422);
  });

  test('a team member whose suspension is over counts as able to judge', async () => {
    const { appealId } = await appealOf(await newPerson());
    const colleagues = [other.user_id, admin.user_id];
    const suspend = async (until: string) =>
      await world.sql(
        `update users set suspended_by = id, suspended_until = now() + $2::interval where id = any($1::uuid[])`,
        [colleagues, until],
      );
    await suspend('1 day');
    expect(await listed(mod, appealId)).toBeDefined();
    await suspend('-1 day');
    expect(await listed(mod, appealId)).toBeUndefined();
    await world.sql('update users set suspended_by = null, suspended_until = null where id = any($1::uuid[])', [
      colleagues,
    ]);
  });

  test('only the person it concerns can appeal, and only once', async () => {
    const author = await newPerson();
    const { decisionId } = await appealOf(author);
    expect((await author.post(`/v1/decisions/${decisionId}/appeal`, { text: 'Again.' })).status).toBe(409);
    expect((await bob.post(`/v1/decisions/${decisionId}/appeal`, { text: 'Me too.' })).status).toBe(404);
    expect((await author.post(`/v1/decisions/${decisionId}/appeal`, { text: ' ' })).status).toBe(422);
  });

  test('overturning restores everything, and the person learns of either outcome', async () => {
    const author = await newPerson();
    const { appealId, postId } = await appealOf(author);
    expect((await judge(other, appealId, 'overturn')).body.appeal).toMatchObject({
      state: 'overturned',
      answer: 'We looked again.',
    });
    expect((await judge(other, appealId, 'uphold')).status).toBe(409);
    expect((await bob.get(`/v1/posts/${postId}`)).status).toBe(200);
    expect((await bob.get(`/v1/posts/${postId}`)).body.post.removed).toBeUndefined();
    expect(await decisionsOf(author)).toMatchObject([{ state: 'overturned', appeal: { state: 'overturned' } }]);
    await world.runJobs();
    expect((await world.outbox()).find(({ to }) => to === author.user.email)?.subject).toBe(
      'Your appeal was successful',
    );
  });

  test('upholding leaves everything as it is', async () => {
    const author = await newPerson();
    const { appealId, postId } = await appealOf(author);
    expect((await judge(admin, appealId, 'uphold')).status).toBe(200);
    expect((await bob.get(`/v1/posts/${postId}`)).status).toBe(404);
    expect(await decisionsOf(author)).toMatchObject([
      { state: 'standing', can_appeal: false, appeal: { state: 'upheld' } },
    ]);
  });

  test('a suspension that was overturned lets the person log in again', async () => {
    const person = await newPerson();
    await mod.put(`/v1/users/${person.user.username}/suspension`, { text: 'Enough.' });
    const { user } = person;
    const logIn = async () =>
      await world.stranger().post('/v1/tokens/authentication', { username: user.username, password: factoryPassword });
    const token = (await logIn()).headers.get('x-appeal-token');
    const { body } = await world.stranger().post('/v1/decisions/appeal', { token, text: 'Please.' });
    await judge(other, body.appeal.appeal_id, 'overturn');
    expect((await logIn()).status).toBe(201);
  });

  test('a suspended person reads the answer to their appeal at log-in, even without an email address', async () => {
    const person = await newPerson();
    await world.sql('update users set email = null where id = $1', [person.user_id]);
    await mod.put(`/v1/users/${person.user.username}/suspension`, { text: 'Enough.' });
    const { user } = person;
    const refusal = async () => {
      const given = { username: user.username, password: factoryPassword };
      return (await world.stranger().post('/v1/tokens/authentication', given)).body.error.account;
    };
    expect(await refusal()).toMatch(/Enough\.$/);
    const [decision] = await world.sql('select id from decisions where user_id = $1', [person.user_id]);
    const token = await issueMailedToken(world.platform, world.platform.db.kysely, String(decision?.id));
    const { body } = await world.stranger().post('/v1/decisions/appeal', { token, text: 'Please.' });
    expect(await refusal()).toMatch(/You appealed. The team hasn't answered yet\.$/);
    const answer = { decision: 'uphold', text: 'You went too far.' };
    expect((await other.post(`/v1/appeals/${body.appeal.appeal_id}/decision`, answer)).status).toBe(200);
    expect(await refusal()).toMatch(/Your appeal was turned down: You went too far\.$/);
  });
});

test('every decision is in the audit log, with ids only', async () => {
  const author = await newPerson();
  const { decision } = await removedPost(author);
  const entries = await world.sql('select * from audit_log where text = $1', [decision.decision_id]);
  expect(entries).toMatchObject([{ actor_id: mod.user_id, action: 'decision.remove', subject_id: author.user_id }]);
  expect(JSON.stringify(entries)).not.toContain(author.user.username);
});

test('nothing of a deleted account stays in reports, decisions and appeals', async () => {
  const person = await newPerson();
  const { decision } = await removedPost(person);
  await person.post(`/v1/decisions/${decision.decision_id}/appeal`, { text: 'Why?' });
  await report(person, 'user', 'ada');
  await reportId(bob, 'user', person.user.username);
  expect((await person.delete('/v1/users')).status).toBe(200);
  for (const [table, column] of [
    ['reports', 'author_id'],
    ['report_voices', 'user_id'],
    ['decisions', 'user_id'],
    ['appeals', 'user_id'],
  ]) {
    expect(await world.sql(`select from ${table} where ${column} = $1`, [person.user_id])).toEqual([]);
  }
});

describe('bans', () => {
  test('are decisions, whichever call made them, and overturning brings back membership and messages', async () => {
    const { handle, communityId, user } = await createClub(world, ada, [bob, eve]);
    const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
    const { message } = (await bob.post('/v1/channel/chats', { conversation: channel, content: 'Rude' })).body;
    const text = 'Out.';
    expect((await ada.put(`/v1/community/${handle}/bans/bob`, { text, days: 2, delete_messages: true })).status).toBe(
      200,
    );
    const [decision] = await decisionsOf(bob);
    expect(decision).toMatchObject({ action: 'ban', text, community_handle: handle, until: expect.any(String) });
    const shown = async () => (await eve.get(`/v1/channel/chats/${channel}`)).body.messages[0];
    expect(await shown()).toMatchObject({ _id: message._id, message: '', deleted: true });
    expect((await bob.get(`/v1/channel/chats/${channel}`)).status).toBe(404);

    const { appeal } = (await bob.post(`/v1/decisions/${decision.decision_id}/appeal`, { text: 'Please.' })).body;
    await mod.post(`/v1/appeals/${appeal.appeal_id}/decision`, { decision: 'overturn', text: 'Fine.' });
    expect((await bob.get(`/v1/channel/chats/${channel}`)).status).toBe(200);
    expect(await shown()).toMatchObject({ message: 'Rude' });
  });

  test('that answer a report name the reported thing, and lifting one settles its decision', async () => {
    const { handle, communityId, user } = await createClub(world, ada, [bob, eve]);
    const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
    const { message } = (await bob.post('/v1/channel/chats', { conversation: channel, content: 'Rude' })).body;
    const id = await reportId(eve, 'message', message._id);
    const { body } = await decide(ada, id, { action: 'ban', days: 5, rule: 1 });
    expect(body.decision).toMatchObject({ action: 'ban', until: expect.any(String) });
    const [decision] = await decisionsOf(bob);
    expect(decision).toMatchObject({ decision_id: body.decision.decision_id, rule: 1, subject: { kind: 'message' } });
    await ada.delete(`/v1/community/${handle}/bans/bob`);
    expect((await decisionsOf(bob))[0]).toMatchObject({ state: 'lifted', can_appeal: false });
  });
});
