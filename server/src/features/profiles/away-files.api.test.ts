import { expect, test, vi } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import { type Caller, type Person, testWorld } from '../../../test/harness.ts';

vi.setConfig({ testTimeout: 240_000 });

const world = await testWorld({ settings: { DELETION_GRACE_DAYS: '7' } });
const friend = await world.person('friend');

const picture = new File([new Uint8Array(await readFixture('alpha.png'))], 'alpha.png');

/** Somebody with a picture and posts with files: one in no community, one in a private community that the friend is in. */
async function newPerson(name: string) {
  const person = await world.person(name);
  await createCommunityOf(world.platform, {
    creatorId: person.user_id,
    handle: `of_${name}`,
    name,
    visibility: 'private',
    members_may_post: true,
  });
  const { invite } = (await person.post('/v1/invites', { community_handle: `of_${name}` })).body;
  expect((await friend.post(`/v1/community/of_${name}`, { invite: invite.code })).status).toBe(200);
  const share = async (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [key, value] of Object.entries({ content: 'Look', ...fields })) form.set(key, value);
    form.append('files', picture);
    const { status, body } = await person.upload('/v1/posts', form);
    expect(status).toBe(201);
    return body.post.post_id;
  };
  const [open, hidden] = [await share({}), await share({ community: `of_${name}` })];
  const profile = new FormData();
  profile.set('profile_pic', picture);
  expect((await person.upload('/v1/profile', profile)).status).toBe(200);
  await world.runJobs();
  const paths = async () => ({
    picture: (await friend.get(`/v1/users/${name}`)).body.user?.profile_path as string,
    post: (await friend.get(`/v1/posts/${open}`)).body.post?.files[0].path as string,
    placed: (await friend.get(`/v1/posts/${hidden}`)).body.post?.files[0].path as string,
  });
  return { person, paths };
}

const statusesOf = async (caller: Caller, paths: Record<string, string>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(paths).map(async ([name, path]) => [name, (await caller.get(`/media${path}`)).status] as const),
    ),
  );

const logIn = async (person: Person) => {
  const answer = await world.stranger().post('/v1/tokens/authentication', {
    username: person.user.username,
    password: factoryPassword,
  });
  expect(answer.status).toBe(201);
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('hubbub=')) ?? '';
  return { caller: world.withCookie(cookie.split(';', 1)[0] ?? ''), shown: answer.body.user.profile_path };
};

const here = { picture: 200, post: 200, placed: 200 };
const gone = { picture: 404, post: 404, placed: 404 };

test("files of a deactivated account can't be loaded by any earlier or later path, and are back after the next log-in", async () => {
  const { person, paths } = await newPerson('ann');
  const before = await paths();
  expect(await statusesOf(friend, before)).toEqual(here);
  expect(await statusesOf(world.stranger(), before)).toEqual({ ...here, placed: 401 });
  await person.post('/v1/users/deactivate', {});
  await world.runJobs();
  expect(await statusesOf(friend, before)).toEqual(gone);
  const rows = await world.sql('select path from media_files where owner_id = $1', [person.user_id]);
  for (const { path } of rows) expect([path, (await friend.get(`/media${path}`)).status]).toEqual([path, 404]);
  const { shown } = await logIn(person);
  await world.runJobs();
  const after = await paths();
  expect(after.picture).toBe(shown);
  expect(await statusesOf(friend, after)).toEqual(here);
  expect(await statusesOf(world.stranger(), after)).toEqual({ ...here, placed: 401 });
});

test("files of an account that is being deleted can't be loaded", async () => {
  const { person, paths } = await newPerson('ben');
  const before = await paths();
  expect((await person.delete('/v1/users')).status).toBe(200);
  await world.runJobs();
  expect(await statusesOf(friend, before)).toEqual(gone);
});

test('files of somebody who left on an earlier version become private', async () => {
  const { person, paths } = await newPerson('cem');
  const before = await paths();
  await world.sql(
    "insert into away_accounts (user_id, kind, since, ends_at) values ($1, 'deactivated', now(), now() + interval '1 year')",
    [person.user_id],
  );
  const { platform } = world;
  await platform.db.transaction((tx) => platform.jobs.add(tx, 'profiles.place-unhidden', {}));
  await world.runJobs();
  expect(await statusesOf(friend, before)).toEqual(gone);
});

test('a picture in a message stays, like the message', async () => {
  const { person } = await newPerson('dan');
  const { body } = await person.post('/v1/conversations', { username: 'friend' });
  const form = new FormData();
  form.append('conversation', body.newConversation._id);
  form.append('image', picture);
  const { message } = (await person.upload('/v1/chats', form)).body;
  await person.post('/v1/users/deactivate', {});
  await world.runJobs();
  expect((await friend.get(`/media${message.imageUrl}`)).status).toBe(200);
});

test('leaving and coming back again and again leaves the files where they belong', async () => {
  const { person, paths } = await newPerson('eva');
  let caller: Caller = person;
  const leave = async () => expect((await caller.post('/v1/users/deactivate', {})).status).toBe(200);
  for (let round = 0; round < 3; round += 1) {
    await leave();
    ({ caller } = await logIn(person));
  }
  await world.runJobs();
  expect(await statusesOf(world.stranger(), await paths())).toEqual({ ...here, placed: 401 });
  await leave();
  ({ caller } = await logIn(person));
  await leave();
  await world.runJobs();
  const rows = await world.sql('select path from media_files where owner_id = $1', [person.user_id]);
  for (const { path } of rows) expect([path, (await friend.get(`/media${path}`)).status]).toEqual([path, 404]);
});
