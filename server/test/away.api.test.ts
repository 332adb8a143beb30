import { describe, expect, test } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { createClub } from './community.ts';
import { type Caller, type Person, testWorld } from './harness.ts';
import { talkIn } from './talk.ts';

/*
 * Gone deactivates their account. Every list and single read of anybody else then has nothing of theirs in it, except what they wrote in
 * conversations and channels, and everything is as before once they're back.
 */
const world = await testWorld();
const { open, write } = talkIn(() => world);

let scenes = 0;

/** Somebody who posted, commented, follows, is followed and a member; a friend; and a community's owner, who moderates it. */
async function newScene() {
  scenes += 1;
  const n = scenes;
  const gone = await world.person(`gone_${n}`);
  const friend = await world.person(`friend_${n}`);
  const owner = await world.person(`owner_${n}`);
  const club = await createClub(world, owner, [gone, friend]);
  const post = await createTextPost(world.platform, { authorId: gone.user_id, content: `By gone_${n}` });
  const theirs = await createTextPost(world.platform, { authorId: friend.user_id, content: `By friend_${n}` });
  const placed = new FormData();
  placed.set('content', `Placed by gone_${n}`);
  placed.set('community', club.handle);
  await owner.patch(`/v1/community/${club.handle}/roles/${club.user}`, { permissions: ['post:create'] });
  const inClub = (await gone.upload('/v1/posts', placed)).body.post?.post_id;
  const said = (await gone.post(`/v1/posts/${theirs}/comments`, { content: `Said gone_${n}` })).body.comment;
  const answer = await friend.post(`/v1/posts/${theirs}/comments`, {
    content: 'Answered',
    parent_id: said.comment_id,
  });
  expect(answer.status).toBe(201);
  await gone.put(`/v1/users/friend_${n}/follow`);
  await friend.put(`/v1/users/gone_${n}/follow`);
  await owner.put(`/v1/users/gone_${n}/follow`);
  await friend.put(`/v1/posts/${post}/bookmark`);
  const channel = await createChannelOf(world.platform, { communityId: club.communityId, roles: [club.user] });
  await gone.post('/v1/channel/chats', { conversation: channel, content: 'In the channel' });
  const conversation = await open(gone, friend);
  await write(gone, conversation, 'In private');
  await write(friend, conversation, 'Answer');
  await world.runJobs();
  return { n, name: `gone_${n}`, gone, friend, owner, club, post, theirs, inClub, channel, conversation };
}

type Scene = Awaited<ReturnType<typeof newScene>>;

const deactivate = async (person: Caller) => {
  expect((await person.post('/v1/users/deactivate', {})).status).toBe(200);
  await world.runJobs();
};

async function logIn(person: Person): Promise<Caller> {
  const answer = await world.stranger().fetch('/v1/tokens/authentication', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: person.user.username, password: factoryPassword }),
  });
  expect(answer.status).toBe(201);
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith('hubbub=')) ?? '';
  return world.withCookie(cookie.split(';', 1)[0] ?? '');
}

/** Every call that lists people or their posts, as somebody who usually sees them. */
const lists: Record<string, (scene: Scene) => string> = {
  'the feed': () => '/v1/posts?size=50',
  'the feed of people they follow': () => '/v1/posts?size=50&feed=following',
  'the feed of their communities': () => '/v1/posts?size=50&feed=communities',
  "a community's posts": ({ club }) => `/v1/communities/${club.handle}/posts`,
  "comments on a third person's post": ({ theirs }) => `/v1/posts/${theirs}/comments`,
  'threads on it': ({ theirs }) => `/v1/posts/${theirs}/comments?thread=top`,
  'the search for people': ({ name }) => `/v1/users?query=${name}`,
  'the search for a new conversation': ({ name }) => `/v1/users?query=${name}&without=conversations`,
  'the search by a misspelled name': ({ name }) => `/v1/users?query=${name}x`,
  'the members of a community': ({ club }) => `/v1/community/${club.handle}/members`,
  'the search for members': ({ club, name }) => `/v1/community/${club.handle}/members?query=${name}`,
  'the followers of somebody': ({ n }) => `/v1/users/friend_${n}/followers`,
  'whom somebody follows': ({ n }) => `/v1/users/friend_${n}/following`,
  bookmarks: () => '/v1/bookmarks',
  notifications: () => '/v1/notifications',
};

const singles: Record<string, (scene: Scene) => string> = {
  'the profile': ({ name }) => `/v1/users/${name}`,
  'their followers': ({ name }) => `/v1/users/${name}/followers`,
  'whom they follow': ({ name }) => `/v1/users/${name}/following`,
  'a post': ({ post }) => `/v1/posts/${post}`,
  'its comments': ({ post }) => `/v1/posts/${post}/comments`,
};

const scene = await newScene();
const viewers = ['friend', 'owner'] as const;
const ofGone = new RegExp(`\\b${scene.name}\\b`);

/** What both viewers get from every call. */
async function readAll(): Promise<Record<string, { status: number; body: string }>> {
  const found: Record<string, { status: number; body: string }> = {};
  for (const [name, pathOf] of Object.entries({ ...lists, ...singles })) {
    for (const viewer of viewers) {
      const { status, body } = await scene[viewer].get(pathOf(scene));
      found[`${name}, ${viewer}`] = { status, body: JSON.stringify(body) };
    }
  }
  return found;
}

const before = await readAll();
await deactivate(scene.gone);

describe('while somebody has deactivated their account', () => {
  test.each(Object.entries(lists))('%s has nothing of them for anybody, and had before', async (name, pathOf) => {
    if (!name.includes('misspelled')) {
      expect(viewers.some((viewer) => ofGone.test(before[`${name}, ${viewer}`]?.body ?? ''))).toBe(true);
    }
    for (const viewer of viewers) {
      const { status, body } = await scene[viewer].get(pathOf(scene));
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(ofGone);
    }
  });

  test.each(Object.entries(singles))('%s is 404 for everybody', async (_, pathOf) => {
    for (const viewer of viewers) expect((await scene[viewer].get(pathOf(scene))).status).toBe(404);
  });

  test("their posts can't be voted or commented on, and they can't be followed, blocked or mentioned: 404", async () => {
    const { friend, post, inClub, name, owner } = scene;
    for (const [caller, id] of [
      [friend, post],
      [owner, inClub],
    ] as const) {
      expect((await caller.post(`/v1/posts/${id}/votes`, { vote_type: 1 })).status).toBe(404);
      expect((await caller.post(`/v1/posts/${id}/comments`, { content: 'Hello' })).status).toBe(404);
    }
    for (const what of ['follow', 'block', 'mute']) {
      expect((await owner.put(`/v1/users/${name}/${what}`)).status, what).toBe(404);
    }
    const form = new FormData();
    form.set('content', `Where is @${name}?`);
    expect((await friend.upload('/v1/posts', form)).body.post.mentions).toEqual([]);
  });

  test('the pages that come with a profile or a post have nothing of them', async () => {
    for (const path of [`/profile/${scene.name}`, `/posts/${scene.post}`, '/feed']) {
      for (const caller of [scene.friend, world.stranger()]) {
        const page = await (await caller.fetch(path, { headers: { accept: 'text/html' } })).text();
        expect(page, path).not.toContain(`By ${scene.name}`);
      }
    }
  });

  test('counts include only what others see', async () => {
    const { friend, n, theirs, club } = scene;
    const { user } = (await friend.get(`/v1/users/friend_${n}`)).body;
    expect(user).toMatchObject({ follower_count: 0, following_count: 0 });
    // The friend's answer is left, in a thread that starts with a deleted comment.
    expect((await friend.get(`/v1/posts/${theirs}`)).body.post.stats.comment_count).toBe(1);
    const { comments } = (await friend.get(`/v1/posts/${theirs}/comments?thread=top`)).body;
    expect(comments).toMatchObject([
      { deleted: true, content: '', reply_count: 1, replies: [{ content: 'Answered' }] },
    ]);
    expect((await friend.get(`/v1/community/${club.handle}/members`)).body.member_count).toBe(2);
    expect((await friend.get(`/v1/community/${club.handle}`)).body.community?.member_count ?? 2).toBe(2);
  });

  test('what they wrote in conversations and channels stays, and nobody can write to them: 422', async () => {
    const { friend, conversation, channel, gone } = scene;
    const { messages } = (await friend.get(`/v1/chats/${conversation}`)).body;
    expect(messages.map(({ message }: { message: string }) => message)).toContain('In private');
    const inChannel = (await friend.get(`/v1/channel/chats/${channel}`)).body.messages;
    expect(inChannel[0]).toMatchObject({ message: 'In the channel', sender: { username: gone.user.username } });
    expect((await friend.get(`/v1/conversations/${conversation}`)).body.conversation).toMatchObject({ away: true });
    expect((await write(friend, conversation, 'Hello?')).status).toBe(422);
    expect((await friend.post('/v1/conversations', { username: gone.user.username })).status).toBe(404);
  });

  test('their name and address stay taken', async () => {
    const { gone } = scene;
    const stranger = world.stranger();
    expect((await stranger.patch('/v1/register/email', { email: gone.user.email })).status).toBe(409);
    const { reg_id } = (await stranger.patch('/v1/register/email', { email: 'new@example.org' })).body;
    const named = await stranger.patch('/v1/register/username', { reg_id, username: gone.user.username });
    expect(named.status).toBe(409);
  });

  test('their session is over', async () => {
    expect((await scene.gone.get('/v1/user')).status).toBe(401);
  });
});

test('the next log-in brings everything back as it was', async () => {
  await logIn(scene.gone);
  await world.runJobs();
  const after = await readAll();
  for (const [name, { status, body }] of Object.entries(before)) {
    if (name.startsWith('the feed')) continue;
    expect(after[name]?.status, name).toBe(status);
    if (name.startsWith('notifications')) continue;
    expect(after[name]?.body, name).toBe(body);
  }
  expect((await write(scene.friend, scene.conversation, 'There you are')).status).toBe(201);
});
