import { expect, test } from 'vitest';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { moderatingIn } from '../../../test/moderation.ts';

const world = await testWorld();
const { give, newPerson, report, reportId, decide, inQueue } = moderatingIn(world);
const ada = await world.person('ada');
const bob = await world.person('bob');
const eve = await world.person('eve');
const mod = await world.person('mod');
await give(mod, 'moderator');

/** A post by a new person in a community of Ada's. */
async function scene() {
  const author = await newPerson();
  const { handle, communityId } = await createClub(world, ada, [bob, eve, author]);
  return { author, handle, post: await createTextPost(world.platform, { authorId: author.user_id, communityId }) };
}

const illegal = { reason: 'illegal', text: 'This is a crime.' };
const mailsTo = async (person: Person) =>
  (await world.outbox()).filter(({ to, subject }) => to === person.user.email && subject.includes('report')).length;

test("A report of something illegal goes to the site's team when a community dismisses it", async () => {
  const { handle, post } = await scene();
  const here = `&community=${handle}`;
  const first = await reportId(bob, 'post', post);
  await report(eve, 'post', post, illegal);
  expect((await decide(ada, first, { action: 'dismiss', text: '' })).status).toBe(200);
  await world.runJobs();
  // The reporters learn what the site's team decides.
  const told = [await mailsTo(bob), await mailsTo(eve)];

  const open = (await mod.get('/v1/reports?size=100')).body.reports.find(({ id }: { id: string }) => id === post);
  expect(open).toMatchObject({
    ...illegal,
    state: 'open',
    escalated: true,
    reporters: 2,
    community_handle: handle,
    actions: ['dismiss', 'remove', 'warn', 'ban', 'suspend'],
  });
  expect(await inQueue(mod, open.report_id, here)).toMatchObject({ escalated: true });
  expect((await report(eve, 'post', post, illegal)).body.report).toEqual({ report_id: open.report_id, state: 'open' });

  // The community's moderators have decided their report, and can't decide this one.
  expect(await inQueue(ada, first, `${here}&state=decided`)).toMatchObject({ escalated: false, state: 'decided' });
  expect(await inQueue(ada, open.report_id, `${here}&state=any`)).toBeUndefined();
  expect((await ada.get(`/v1/reports/${open.report_id}`)).status).toBe(404);
  expect((await decide(ada, open.report_id, { action: 'dismiss' })).status).toBe(404);

  expect((await decide(mod, open.report_id, { action: 'remove' })).status).toBe(200);
  await world.runJobs();
  expect([await mailsTo(bob), await mailsTo(eve)]).toEqual(told.map((count) => count + 1));
  expect((await bob.get(`/v1/posts/${post}`)).status).toBe(404);
});

test("A dismissal of anything else, any other decision, and one by the site's team are final", async () => {
  const escalated = async (post: string) =>
    (await mod.get('/v1/reports?size=100')).body.reports.some(({ id }: { id: string }) => id === post);
  const [spam, warned, dismissed] = [await scene(), await scene(), await scene()];
  await decide(ada, await reportId(bob, 'post', spam.post), { action: 'dismiss' });
  await report(bob, 'post', warned.post, illegal);
  const [open] = (await ada.get(`/v1/reports?community=${warned.handle}`)).body.reports;
  expect((await decide(ada, open.report_id, { action: 'warn' })).status).toBe(200);
  const { body } = await report(bob, 'post', dismissed.post, illegal);
  expect((await decide(mod, body.report.report_id, { action: 'dismiss' })).status).toBe(200);
  for (const { post } of [spam, warned, dismissed]) expect(await escalated(post)).toBe(false);
});
