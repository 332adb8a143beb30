import { beforeEach, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { clubWorld } from '../../../test/community.ts';
import type { Person } from '../../../test/harness.ts';

const { world, ada, bob, eve, newClub } = await clubWorld();

let handle: string;
let everyones: string;
let admins: string;
/** A community of Ada's with Bob, without Eve; one channel is for both, one for Ada alone. */
beforeEach(async () => {
  const club = await newClub();
  ({ handle } = club);
  const { communityId, admin, user } = club;
  everyones = await createChannelOf(world.platform, { communityId, roles: [user, admin] });
  admins = await createChannelOf(world.platform, { communityId, roles: [admin] });
});

const nameOf = (person: Person) => person.user.username;
const find = async (person: Person, whom: Person, place: string): Promise<boolean> => {
  const { status, body } = await person.get(`/v1/mentionable?query=${nameOf(whom)}&${place}`);
  expect(status).toBe(200);
  return body.users.some(({ username }: { username: string }) => username === nameOf(whom));
};
const postOf = async (person: Person, community?: string): Promise<string> => {
  const form = new FormData();
  form.set('content', 'Hello');
  if (community !== undefined) form.set('community', community);
  return (await person.upload('/v1/posts', form)).body.post.post_id;
};

test('in a channel, only its readers are found', async () => {
  expect(await find(ada, bob, `conversation=${everyones}`)).toBe(true);
  expect(await find(ada, bob, `conversation=${admins}`)).toBe(false);
  expect(await find(ada, eve, `conversation=${everyones}`)).toBe(false);
});

test('in a conversation, only the other person is found', async () => {
  const conversation = (await ada.post('/v1/conversations', { username: nameOf(bob) })).body.newConversation;
  expect(await find(ada, bob, `conversation=${conversation._id}`)).toBe(true);
  expect(await find(ada, eve, `conversation=${conversation._id}`)).toBe(false);
});

test('people who may not see a place find nobody there', async () => {
  expect(await find(eve, bob, `conversation=${everyones}`)).toBe(false);
  expect(await find(bob, ada, `conversation=${admins}`)).toBe(false);
  expect(await find(eve, bob, 'conversation=00000000-0000-7000-8000-000000000000')).toBe(false);
  for (const place of ['conversation=zzz', 'post_id=1', 'community=no_such_place'])
    expect(await find(ada, bob, place)).toBe(false);
});

test('below a post of a private community, and in a new one, only members are found; elsewhere everyone is', async () => {
  const hidden = new FormData();
  hidden.set('visibility', 'private');
  expect((await ada.fetch(`/v1/communities/${handle}`, { method: 'PATCH', body: hidden })).status).toBe(200);
  const inside = await postOf(ada, handle);
  for (const place of [`post_id=${inside}`, `community=${handle}`]) {
    expect(await find(ada, bob, place)).toBe(true);
    expect(await find(ada, eve, place)).toBe(false);
    expect(await find(eve, bob, place)).toBe(false);
  }
  expect(await find(ada, eve, `post_id=${await postOf(ada)}`)).toBe(true);
});
