import { describe, expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { moderatingIn } from '../../../test/moderation.ts';

const world = await testWorld();
const { give, report, reportId, decide, inQueue, decisionsOf } = moderatingIn(world);
const ada = await world.person('ada');
const bob = await world.person('bob');
const eve = await world.person('eve');
const stranger = await world.person('stranger');
const mod = await world.person('mod');
await give(mod, 'moderator');

/** A community of Ada's with Bob and Eve, a post by Bob with a picture, and a comment by Eve. */
async function scene(visibility = 'public') {
  const { handle, user } = await createClub(world, ada, [bob, eve]);
  if (visibility === 'private') {
    await ada.fetch(`/v1/communities/${handle}`, { method: 'PATCH', body: formOf(['visibility', visibility]) });
  }
  await ada.patch(`/v1/community/${handle}/roles/${user}`, { permissions: ['post:create'] });
  const form = formOf(['content', 'Off topic'], ['community', handle], ['files', await fixtureFile('alpha.png')]);
  const { post } = (await bob.upload('/v1/posts', form)).body;
  await world.runJobs();
  const { comment } = (await eve.post(`/v1/posts/${post.post_id}/comments`, { content: 'Rude' })).body;
  return { handle, post: post.post_id as string, comment: comment.comment_id as string };
}

const sees = async (person: Person, post: string) => (await person.get(`/v1/posts/${post}`)).body.post;
const comments = async (person: Person, post: string) =>
  (await person.get(`/v1/posts/${post}/comments`)).body.comments.map((each: { content: string }) => each.content);

describe("A community's moderators", () => {
  test('see the reports of its posts and comments, and no other members do', async () => {
    const { handle, post, comment } = await scene();
    const [first, second] = [await reportId(eve, 'post', post), await reportId(bob, 'comment', comment)];
    const here = `&community=${handle}`;
    expect(await inQueue(ada, first, here)).toMatchObject({
      kind: 'post',
      community_handle: handle,
      subject: { content: 'Off topic', files: [{ path: expect.any(String) }] },
      actions: ['dismiss', 'remove', 'warn', 'ban'],
    });
    expect(await inQueue(ada, second, here)).toMatchObject({ kind: 'comment', subject: { content: 'Rude' } });
    expect(await inQueue(mod, first)).toMatchObject({ community_handle: handle });
    const lacking = { status: 422, body: { error: { permission: expect.stringContaining('Ban Members') } } };
    for (const person of [bob, eve]) expect(await person.get(`/v1/reports?community=${handle}`)).toMatchObject(lacking);
    expect((await stranger.get(`/v1/reports?community=${handle}`)).status).toBe(404);
    for (const person of [bob, eve, stranger]) {
      expect((await person.get(`/v1/reports/${first}`)).status).toBe(404);
    }
    const elsewhere = await scene();
    const third = await reportId(eve, 'post', elsewhere.post);
    expect(await inQueue(ada, third, here)).toBeUndefined();
  });

  test('see what was removed there, with its pictures; others see neither', async () => {
    const { handle, post, comment } = await scene();
    const { path } = (await sees(bob, post)).files[0];
    await decide(ada, await reportId(bob, 'comment', comment), { action: 'remove' });
    expect(await Promise.all([ada, bob, eve, stranger, mod].map((each) => comments(each, post)))).toEqual([
      ['Rude'],
      [],
      ['Rude'],
      [],
      ['Rude'],
    ]);
    await decide(ada, await reportId(eve, 'post', post), { action: 'remove' });
    await world.runJobs();
    for (const person of [ada, bob, mod]) {
      const shown = await sees(person, post);
      expect(shown.removed).toMatchObject({ text: 'Not here.' });
      expect((await person.get(`/media${shown.files[0].path}`)).status).toBe(200);
    }
    const hidden = (await sees(ada, post)).files[0].path;
    for (const person of [eve, stranger]) {
      expect((await person.get(`/v1/posts/${post}`)).status).toBe(404);
      for (const each of [path, hidden]) expect((await person.get(`/media${each}`)).status).toBe(404);
    }
    const listed = async (person: Person) =>
      (await person.get(`/v1/communities/${handle}/posts`)).body.posts.map((each: { post_id: string }) => each.post_id);
    expect([await listed(ada), await listed(eve)]).toEqual([[post], []]);
    // It's removed already, so it can't be removed again.
    expect((await sees(ada, post)).viewer.can_delete).toBe(false);
    expect((await ada.delete(`/v1/posts/${post}`)).status).toBe(409);
  });

  test("decide about a private community's posts, which nobody outside can report", async () => {
    const { handle, post, comment } = await scene('private');
    expect((await report(stranger, 'post', post)).status).toBe(404);
    expect((await report(stranger, 'comment', comment)).status).toBe(404);
    expect((await report(stranger, 'community', handle)).status).toBe(404);
    const id = await reportId(eve, 'post', post);
    expect((await decide(ada, id, { action: 'warn' })).status).toBe(200);
    expect((await decisionsOf(bob))[0]).toMatchObject({ action: 'warn', text: 'Not here.' });
  });

  test("can't see its reports anymore without their role", async () => {
    const { handle, post } = await scene();
    const { body } = await ada.post(`/v1/community/${handle}/roles`, { name: 'keepers', permissions: ['ban:users'] });
    const given = { role_id: body.role.role_id, username: 'eve' };
    await ada.post(`/v1/community/${handle}/roles/user`, given);
    const id = await reportId(ada, 'post', post);
    expect((await decide(eve, id, { action: 'remove' })).status).toBe(200);
    expect((await sees(eve, post)).removed).toBeDefined();
    await ada.delete(`/v1/community/${handle}/roles/user`, given);
    expect((await eve.get(`/v1/posts/${post}`)).status).toBe(404);
    expect((await eve.get(`/v1/reports/${id}`)).status).toBe(404);
  });
});
