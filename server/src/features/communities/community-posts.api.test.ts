import { post as postShape } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { clubWorld, createClub } from '../../../test/community.ts';
import { readFixture } from '../../../test/fixtures/fixtures.ts';
import type { Person } from '../../../test/harness.ts';

const { world, ada, bob, eve, newClub } = await clubWorld();

let handle: string;
let communityId: string;
let user: string;
/** A public community of Ada's with Bob, without Eve; only Ada may post. */
beforeEach(async () => {
  ({ handle, communityId, user } = await newClub());
});

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};
const share = async (person: Person, content: string, community = handle) =>
  await person.upload('/v1/posts', form({ content, community }));
const becomes = async (visibility: string) =>
  await ada.fetch(`/v1/communities/${handle}`, { method: 'PATCH', body: form({ visibility }) });
const contents = ({ body }: { body: { posts: { content: string }[] } }) => body.posts.map(({ content }) => content);
const feed = async (person: Person, query = '') => contents(await person.get(`/v1/posts?size=50${query}`));
const listed = async (person: Person, query = '') =>
  contents(await person.get(`/v1/communities/${handle}/posts${query}`));
const countOf = async (viewer: Person, username: string) => (await viewer.get(`/v1/users/${username}?size=50`)).body;

describe('A post in a community', () => {
  test('carries the community, and is in its list, in the feed and on the profile', async () => {
    const answer = await share(ada, 'Seedlings', handle.toUpperCase());
    expect(answer.status).toBe(201);
    const post = postShape.strict().parse(answer.body.post);
    expect(post.community).toEqual({ community_handle: handle, name: handle, profile_path: expect.any(String) });
    expect(await listed(eve)).toEqual(['Seedlings']);
    expect(await feed(eve)).toContain('Seedlings');
    expect((await eve.get(`/v1/posts/${post.post_id}`)).body.post.community).toEqual(post.community);
    expect((await ada.upload('/v1/posts', form({ content: 'Anywhere' }))).body.post.community).toBeNull();
  });

  test('needs post:create there; an unknown community is 404', async () => {
    expect((await share(bob, 'Mine')).body).toEqual({ error: { permission: expect.any(String) } });
    expect((await share(eve, 'Mine')).status).toBe(422);
    expect((await share(ada, 'Lost', 'none_such')).status).toBe(404);
    await ada.patch(`/v1/community/${handle}/roles/${user}`, { permissions: ['post:create'] });
    expect((await share(bob, 'Mine')).status).toBe(201);
  });

  test("of somebody who blocked a holder of ban:users can be seen and deleted by the holder in the community, but isn't in their feed", async () => {
    const dan = await world.person('dan');
    await dan.post(`/v1/community/${handle}`);
    await ada.patch(`/v1/community/${handle}/roles/${user}`, { permissions: ['post:create'] });
    const { post } = (await share(dan, 'Out of sight')).body;
    const { comment } = (await dan.post(`/v1/posts/${post.post_id}/comments`, { content: 'Mine' })).body;
    await eve.post(`/v1/community/${handle}`);
    await dan.put('/v1/users/ada/block');
    await dan.put('/v1/users/eve/block');
    expect([await listed(ada), await listed(eve)]).toEqual([['Out of sight'], []]);
    expect(await feed(ada)).not.toContain('Out of sight');
    expect(await feed(ada, '&feed=communities')).not.toContain('Out of sight');
    const seen = (await ada.get(`/v1/posts/${post.post_id}/comments`)).body.comments;
    expect(seen).toMatchObject([{ comment_id: comment.comment_id }]);
    expect((await eve.delete(`/v1/posts/${post.post_id}`)).status).toBe(404);
    expect((await ada.delete(`/v1/posts/${post.post_id}`)).status).toBe(200);
    expect((await dan.get(`/v1/posts/${post.post_id}`)).body.post.removed).toBeDefined();
    for (const name of ['ada', 'eve']) await dan.delete(`/v1/users/${name}/block`);
  });

  test('A moderator sees what somebody wrote who blocked them, but can neither vote nor comment on it, nor message them', async () => {
    const gil = await world.person('gil');
    await gil.post(`/v1/community/${handle}`);
    await ada.patch(`/v1/community/${handle}/roles/${user}`, { permissions: ['post:create'] });
    const { post } = (await share(gil, 'Out of reach')).body;
    const respond = async (person: Person) => [
      (await person.post(`/v1/posts/${post.post_id}/votes`, { vote_type: 1 })).status,
      (await person.post(`/v1/posts/${post.post_id}/comments`, { content: 'I see you' })).status,
    ];
    for (const [blocker, other] of [
      [gil, ada],
      [ada, gil],
    ] as const) {
      await blocker.put(`/v1/users/${other.user.username}/block`);
      expect((await ada.get(`/v1/posts/${post.post_id}`)).status).toBe(200);
      expect(await respond(ada)).toEqual([422, 422]);
      expect((await ada.post('/v1/conversations', { username: 'gil' })).status).toBe(422);
      await blocker.delete(`/v1/users/${other.user.username}/block`);
    }
    await gil.put('/v1/users/eve/block');
    expect(await respond(eve)).toEqual([404, 404]);
    const { stats } = (await gil.get(`/v1/posts/${post.post_id}`)).body.post;
    expect(stats).toMatchObject({ upvote_count: 0, comment_count: 0 });
    expect(await respond(ada)).toEqual([200, 201]);
    await gil.delete('/v1/users/eve/block');
  });

  test('is deleted by its author and by holders of ban:users there, and by nobody else', async () => {
    await ada.patch(`/v1/community/${handle}/roles/${user}`, { permissions: ['post:create'] });
    const { post } = (await share(bob, 'Off topic')).body;
    const ability = async (person: Person) =>
      (await person.get(`/v1/posts/${post.post_id}`)).body.post.viewer.can_delete;
    expect(await Promise.all([ability(ada), ability(bob), ability(eve)])).toEqual([true, true, false]);
    expect((await eve.delete(`/v1/posts/${post.post_id}`)).status).toBe(404);
    expect((await ada.delete(`/v1/posts/${post.post_id}`)).status).toBe(200);
    expect(await listed(eve)).toEqual([]);
    expect((await eve.get(`/v1/posts/${post.post_id}`)).status).toBe(404);
    // For its author it's a removal, which they can appeal.
    const mine = (await bob.get(`/v1/posts/${post.post_id}`)).body.post;
    const { decisions } = (await bob.get('/v1/decisions')).body;
    expect(decisions).toMatchObject([{ action: 'remove', decision_id: mine.removed.decision_id }]);
    const elsewhere = await createTextPost(world.platform, { authorId: bob.user_id });
    expect((await ada.delete(`/v1/posts/${elsewhere}`)).status).toBe(404);
  });

  test('is in the feed of communities of those who joined, in the order of all of them, page by page', async () => {
    const other = await newClub();
    const stranger = await createClub(world, ada, []);
    for (const [content, community] of [
      ['one', handle],
      ['two', other.handle],
      ['hidden', stranger.handle],
      ['three', handle],
    ] as const) {
      await share(ada, `${handle} ${content}`, community);
    }
    await ada.upload('/v1/posts', form({ content: 'Anywhere' }));
    const own = (all: string[]) => all.filter((content) => content.startsWith(`${handle} `));
    expect(own(await feed(bob, '&feed=communities'))).toEqual(
      ['three', 'two', 'one'].map((each) => `${handle} ${each}`),
    );
    const page = (await bob.get('/v1/posts?size=2&feed=communities')).body.posts;
    const next = await bob.get(`/v1/posts?size=1&feed=communities&last_id=${page[1].post_id}`);
    expect(contents(next)).toEqual([`${handle} one`]);
    expect(own(await feed(eve, '&feed=communities'))).toEqual([]);
    expect((await bob.get('/v1/posts?feed=nonsense')).status).toBe(400);
  });

  test('is listed page by page', async () => {
    for (let n = 1; n <= 3; n += 1) await share(ada, `number ${n}`);
    const { posts } = (await bob.get(`/v1/communities/${handle}/posts?size=2`)).body;
    expect(posts.map(({ content }: { content: string }) => content)).toEqual(['number 3', 'number 2']);
    expect(await listed(bob, `?before=${posts[1].post_id}`)).toEqual(['number 1']);
    expect((await bob.get(`/v1/communities/${handle}/posts?before=x`)).status).toBe(400);
    expect((await bob.get('/v1/communities/none_such/posts')).status).toBe(404);
  });

  test('is deleted with the community, for everyone at once', async () => {
    const { post } = (await share(ada, 'Soon gone')).body;
    await ada.delete(`/v1/communities/${handle}`, { handle });
    expect((await ada.get(`/v1/posts/${post.post_id}`)).status).toBe(404);
    expect(await feed(ada)).not.toContain('Soon gone');
    await world.runJobs();
    expect(await world.sql('select from posts where id = $1', [post.post_id])).toEqual([]);
  });
});

describe('A post in a private community', () => {
  test('is seen by its members only: in the feed, by its id, on the profile, in counts, in comments and votes', async () => {
    const before = await countOf(eve, 'ada');
    const { post } = (await share(ada, 'Where the keys are')).body;
    expect((await countOf(eve, 'ada')).post_count).toBe(before.post_count + 1);
    await becomes('private');
    const path = `/v1/posts/${post.post_id}`;
    expect(await feed(bob)).toContain('Where the keys are');
    expect(await listed(bob)).toEqual(['Where the keys are']);
    expect((await countOf(bob, 'ada')).post_count).toBe(before.post_count + 1);
    expect(await feed(eve)).not.toContain('Where the keys are');
    expect(await countOf(eve, 'ada')).toEqual(before);
    for (const [call, inside] of [
      [(person: Person) => person.get(path), 200],
      [(person: Person) => person.get(`${path}/comments`), 200],
      [(person: Person) => person.post(`${path}/comments`, { content: 'Hi' }), 201],
      [(person: Person) => person.post(`${path}/votes`, { vote_type: 1 }), 200],
      [(person: Person) => person.get(`/v1/communities/${handle}/posts`), 200],
    ] as const) {
      expect([(await call(bob)).status, (await call(eve)).status]).toEqual([inside, 404]);
    }
    await bob.delete(`/v1/community/${handle}`);
    expect((await bob.get(path)).status).toBe(404);
    await becomes('public');
    expect((await eve.get(path)).status).toBe(200);
  });

  test("isn't counted on a profile after it's deleted, removed or restored", async () => {
    const before = (await countOf(ada, 'ada')).post_count;
    await becomes('private');
    const { post } = (await share(ada, 'One')).body;
    await share(ada, 'Two');
    const counts = async () => [(await countOf(ada, 'ada')).post_count, (await countOf(eve, 'ada')).post_count];
    expect(await counts()).toEqual([before + 2, before]);
    await world.sql(`update posts set removal = '{}' where id = $1`, [post.post_id]);
    expect(await counts()).toEqual([before + 1, before]);
    await world.sql('update posts set removal = null where id = $1', [post.post_id]);
    expect(await counts()).toEqual([before + 2, before]);
    await ada.delete(`/v1/posts/${post.post_id}`);
    expect(await counts()).toEqual([before + 1, before]);
    expect(communityId).toBeTruthy();
  });

  test('has files that only members can read, even those uploaded while it was public', async () => {
    const picture = new File([new Uint8Array(await readFixture('alpha.png'))], 'alpha.png');
    const shareFile = async (content: string) => {
      const data = form({ content, community: handle });
      data.append('files', picture);
      return (await ada.upload('/v1/posts', data)).body.post;
    };
    const pathOf = async (id: string) => (await ada.get(`/v1/posts/${id}`)).body.post.files[0].path;
    const first = await shareFile('Public then');
    await world.runJobs();
    const earlier = await pathOf(first.post_id);
    expect((await eve.get(`/media${earlier}`)).status).toBe(200);
    await becomes('private');
    await world.runJobs();
    const second = await shareFile('Private now');
    await world.runJobs();
    expect((await eve.get(`/media${earlier}`)).status).toBe(404);
    for (const { post_id } of [first, second]) {
      const path = await pathOf(post_id);
      expect(path).not.toBe(earlier);
      expect((await bob.get(`/media${path}`)).status).toBe(200);
      expect((await eve.get(`/media${path}`)).status).toBe(404);
      expect((await world.stranger().get(`/media${path}`)).status).toBe(401);
      expect((await bob.get(`/media${path}`)).headers.get('cache-control')).toContain('no-store');
    }
  }, 60_000);
});
