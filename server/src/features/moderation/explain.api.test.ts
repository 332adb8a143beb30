import { beforeAll, describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { type Club, createClub } from '../../../test/community.ts';
import { formOf } from '../../../test/forms.ts';
import { type Person, startWorld, testWorld } from '../../../test/harness.ts';
import { talkIn } from '../../../test/talk.ts';

const world = await testWorld();
const { open, write } = talkIn(() => world);

let mod: Person;
let editor: Person;
let kwame: Person;
let ada: Person;
let club: Club;
let keys: string;

/** What `asker` learns about Kwame, or about another person. */
const why = async (asker: Person, kind: string, id: string, action: string, username = 'kwame') =>
  await asker.get(`/v1/explain?${new URLSearchParams({ username, kind, id, action })}`);
const answer = (allowed: boolean, ...because: string[]) => ({ status: 200, body: { allowed, because } });

beforeAll(async () => {
  mod = await world.person('mod');
  await world.sql(`update users set site_role = 'moderator' where username = 'mod'`);
  editor = await world.person('editor');
  kwame = await world.person('kwame', { name: 'Kwame' });
  ada = await world.person('ada', { name: 'Ada' });
  club = await createClub(world, editor, [kwame]);
  keys = await createChannelOf(world.platform, { communityId: club.communityId, roles: [club.admin], name: 'keys' });
});

test('if somebody lacks a role for a channel, the explanation says what to do about it', async () => {
  const lacking = answer(false, "Kwame doesn't have a role that can see #keys. Give them one in Roles.");
  expect(await why(mod, 'channel', keys, 'view')).toMatchObject(lacking);
  expect(await why(editor, 'channel', keys, 'view')).toMatchObject(lacking);
  const outside = answer(false, `Ada isn't a member of ${club.handle}. They have to join it first.`);
  expect(await why(mod, 'channel', keys, 'write', 'ada')).toMatchObject(outside);
  expect(await why(mod, 'channel', keys, 'view', 'editor')).toMatchObject(
    answer(true, '@editor has a role that can see #keys.'),
  );
});

test('nobody can write in a voice channel, whatever their roles', async () => {
  const given = { name: 'lounge', roles: [club.user], kind: 'voice' };
  const { channel } = (await editor.post(`/v1/community/${club.handle}/channels`, given)).body;
  const refused = await kwame.post('/v1/channel/chats', { conversation: channel.channel_id, content: 'Hello' });
  expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining('voice channel')]);
  expect(await why(mod, 'channel', channel.channel_id, 'write')).toMatchObject(answer(false, refused.body.error));
  expect((await why(mod, 'channel', channel.channel_id, 'view')).body.allowed).toBe(true);
});

test('an action that has no call yet is 422 with those that have one', async () => {
  expect(await why(mod, 'channel', keys, 'react')).toMatchObject({
    status: 422,
    body: { error: { action: 'Choose one of these: view, write, manage.' } },
  });
  expect((await why(mod, 'planet', keys, 'view')).status).toBe(400);
});

describe('who may ask', () => {
  test("is the site's team about everybody, and a holder of community:edit about their own community only", async () => {
    const elsewhere = await createClub(world, ada, [editor, kwame]);
    expect((await why(mod, 'community', elsewhere.handle, 'post')).status).toBe(200);
    expect((await why(editor, 'community', club.handle, 'post')).status).toBe(200);
    for (const [kind, id] of [
      ['community', elsewhere.handle],
      ['user', 'ada'],
    ] as const) {
      const { status, body } = await why(editor, kind, id, 'view');
      expect(status).toBe(422);
      expect(body.error.permission).toContain("site's team");
    }
    expect((await why(kwame, 'community', club.handle, 'view')).status).toBe(422);
  });

  test('an unknown person or thing is 404', async () => {
    expect((await why(mod, 'community', 'no_such_club', 'view')).status).toBe(404);
    expect((await why(mod, 'community', club.handle, 'view', 'nobody_at_all')).status).toBe(404);
    expect((await why(mod, 'post', 'not-an-id', 'view')).status).toBe(404);
    expect((await why(mod, 'message', '12', 'view')).status).toBe(404);
  });
});

test('a private community that the team is not in, and what is in it, is 404', async () => {
  const secret = await createClub(world, ada, [editor]);
  const channel = await createChannelOf(world.platform, { communityId: secret.communityId, roles: [secret.user] });
  const post = await createTextPost(world.platform, { authorId: ada.user_id, communityId: secret.communityId });
  await world.sql(`update communities set visibility = 'private' where id = $1`, [secret.communityId]);
  for (const [kind, id] of [
    ['community', secret.handle],
    ['channel', channel],
    ['post', post],
  ] as const) {
    expect((await why(mod, kind, id, 'view')).status).toBe(404);
    expect((await why(ada, kind, id, 'view')).body.because).toEqual([expect.stringContaining('Send them an invite.')]);
  }
});

test("messages of public communities' channels are explained to the team, whether or not they can read them", async () => {
  const { _id: id } = (await editor.post('/v1/channel/chats', { conversation: keys, content: 'For keepers' })).body
    .message;
  expect((await why(mod, 'message', id, 'view', 'editor')).body.allowed).toBe(true);
  expect(await why(mod, 'message', id, 'react')).toMatchObject(
    answer(false, "Kwame can't read the messages where this one is. In a channel, a role for it changes that."),
  );
  await editor.fetch(`/v1/communities/${club.handle}`, { method: 'PATCH', body: formOf(['visibility', 'private']) });
  expect((await why(mod, 'message', id, 'view', 'editor')).status).toBe(404);
  await editor.fetch(`/v1/communities/${club.handle}`, { method: 'PATCH', body: formOf(['visibility', 'public']) });
});

test('messages of conversations are 404 unless the asker takes part', async () => {
  const conversation = await open(ada, kwame);
  const { _id: id } = (await write(ada, conversation, 'Between us')).body.message;
  expect((await why(mod, 'message', id, 'view')).status).toBe(404);
  expect((await why(ada, 'message', id, 'view')).status).toBe(422);
  await world.sql(`update users set site_role = 'moderator' where username = 'ada'`);
  expect((await why(ada, 'message', id, 'view')).body.allowed).toBe(true);
  expect((await why(ada, 'message', id, 'view', 'editor')).body.allowed).toBe(false);
  await world.sql(`update users set site_role = null where username = 'ada'`);
});

test("An explanation never says who blocked whom, only that they can't message each other", async () => {
  const post = await createTextPost(world.platform, { authorId: ada.user_id });
  const told = async () => [
    (await why(mod, 'user', 'ada', 'message')).body,
    (await why(mod, 'user', 'kwame', 'view', 'ada')).body,
    (await why(mod, 'post', post, 'vote')).body,
  ];
  await ada.put('/v1/users/kwame/block');
  const first = await told();
  await ada.delete('/v1/users/kwame/block');
  await kwame.put('/v1/users/ada/block');
  expect(await told()).toEqual(first);
  await kwame.delete('/v1/users/ada/block');
  for (const { allowed, because } of first) {
    expect(allowed).toBe(false);
    expect(because).toEqual([expect.stringMatching(/^They can't message each other/)]);
  }
});

test("people that a holder of community:edit can't find are 404 for them, but not for the team", async () => {
  await kwame.put('/v1/users/editor/block');
  await world.sql(`update community_roles set permissions = '{community:edit}' where id = $1`, [club.admin]);
  expect((await why(editor, 'community', club.handle, 'view')).status).toBe(404);
  expect((await why(mod, 'community', club.handle, 'view')).status).toBe(200);
  await world.sql(`update community_roles set permissions = '{community:edit,ban:users}' where id = $1`, [club.admin]);
  expect((await why(editor, 'community', club.handle, 'view')).status).toBe(200);
  await kwame.delete('/v1/users/editor/block');
});

test('each state of an account has its own sentence for the team, and an uninformative one for others', async () => {
  const states = {
    'activated_at = null':
      "Kwame hasn't activated their account yet. The link is in the email they got, and logging in sends a new one.",
    'approval_requested_at = now()': "Kwame is waiting for the team's approval. Decide about it in Requests.",
    'suspended_by = gen_random_uuid()': "Kwame's account is suspended. You can end the suspension in People.",
    "suspended_by = gen_random_uuid(), suspended_until = '2999-03-01'":
      "Kwame's account is suspended until March 1, 2999 (UTC). You can end the suspension in People.",
  };
  const restored =
    'activated_at = created_at, approval_requested_at = null, suspended_by = null, suspended_until = null';
  for (const [state, text] of Object.entries(states)) {
    await world.sql(`update users set ${restored} where username = 'kwame'`);
    await world.sql(`update users set ${state} where username = 'kwame'`);
    expect(await why(mod, 'community', club.handle, 'view')).toMatchObject(answer(false, text));
    const told = await why(editor, 'community', club.handle, 'view');
    if (state.startsWith('suspended'))
      expect(told).toMatchObject(
        answer(false, "Kwame's account can't be used at the moment. Ask the site's team about it."),
      );
    else expect(told.status).toBe(404);
  }
  await world.sql(`update users set ${restored} where username = 'kwame'`);
});

test('a ban, a removal and a missing permission each have their own sentence', async () => {
  const post = await createTextPost(world.platform, { authorId: ada.user_id });
  await world.sql('update posts set removal = $2 where id = $1', [post, '{}']);
  expect(await why(mod, 'post', post, 'view')).toMatchObject(
    answer(
      false,
      "Moderators removed this post. It's there only for its author and the site's team until an appeal succeeds.",
    ),
  );
  expect((await why(mod, 'community', club.handle, 'create_channel')).body.because).toEqual([
    `Kwame doesn't have a role with the "Create Channels" permission in ${club.handle}. Give them one in Roles.`,
  ]);
  await editor.put(`/v1/community/${club.handle}/bans/kwame`, { days: 2 });
  expect((await why(mod, 'community', club.handle, 'join')).body.because).toEqual([
    `Kwame is banned from ${club.handle}. Lift the ban in its settings, under Bans.`,
  ]);
});

test("a new account's limit on links is explained right away, the one on strangers once it is reached", async () => {
  const limited = await startWorld({ settings: { RATE_LIMITS: 'on' } });
  const root = await limited.person('root', { name: 'Root' });
  await limited.sql(`update users set site_role = 'owner'`);
  const kim = await limited.person('kim', { name: 'Kim' });
  const { handle, admin } = await createClub(limited, root, [kim]);
  await root.post(`/v1/community/${handle}/roles/user`, { role_id: admin, username: 'kim' });
  const explain = async (username: string) =>
    (await root.get(`/v1/explain?${new URLSearchParams({ username, kind: 'community', id: handle, action: 'post' })}`))
      .body;
  expect(await explain('kim')).toEqual({
    allowed: true,
    because: [
      `Kim has a role with the "Create Posts" permission in ${handle}.`,
      "Kim's account is new: in its first 24 hours it can post at most 5 links and write to at most 10 strangers.",
    ],
  });
  const message = { username: 'kim', kind: 'user', id: 'root', action: 'message' };
  const told = async (about = {}) =>
    (await root.get(`/v1/explain?${new URLSearchParams({ ...message, ...about })}`)).body;
  expect(await told()).toMatchObject({ allowed: true });
  for (let n = 0; n < 10; n += 1) {
    const { user } = await limited.person(`stranger_${n}`);
    const { body } = await kim.post('/v1/conversations', { username: user.username });
    const sent = await kim.post('/v1/chats', { conversation: body.newConversation._id, content: 'Hello' });
    expect(sent.status).toBe(201);
  }
  expect(await told()).toEqual({ allowed: false, because: [expect.stringMatching(/They've written to that many\.$/)] });
  expect(await told({ id: 'stranger_1' })).toMatchObject({ allowed: true });
  // The site's team never counts as new.
  expect((await explain('root')).because).toEqual([`Root has a role with the "Create Posts" permission in ${handle}.`]);
  await limited.close();
});
