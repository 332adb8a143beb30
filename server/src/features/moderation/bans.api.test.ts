import { beforeAll, describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { type Club, createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';
import { moderatingIn } from '../../../test/moderation.ts';

const world = await testWorld();
const { give, newPerson, reportId, decide, decisionsOf, inQueue } = moderatingIn(world);
const founder = await world.person('founder');
const bob = await world.person('bob');
const mod = await world.person('mod');
beforeAll(async () => await give(mod, 'moderator'));

const ban = async (by: Person, { handle }: Club, person: Person, more: object = {}) => {
  const answer = await by.put(`/v1/community/${handle}/bans/${person.user.username}`, { text: 'Out.', ...more });
  expect(answer.status).toBe(200);
};
const mailsTo = async (person: Person) => {
  await world.runJobs();
  return (await world.outbox()).filter(({ to }) => to === person.user.email).map(({ subject }) => subject);
};

describe('Who is told of a ban', () => {
  test("a ban of somebody who wasn't a member keeps them out, and is neither mailed nor a decision about them", async () => {
    const [club, stranger] = [await createClub(world, founder, [bob]), await newPerson()];
    for (let n = 0; n < 3; n += 1) await ban(founder, club, stranger, { text: 'Buy my things.' });
    const { status, body } = await stranger.post(`/v1/community/${club.handle}`);
    expect([status, body.error.ban]).toEqual([422, expect.stringContaining('Buy my things.')]);
    expect(await mailsTo(stranger)).toEqual([]);
    expect(await decisionsOf(stranger)).toEqual([]);
    const [audited] = await world.sql('select from audit_log where subject_id = $1', [stranger.user_id]);
    expect(audited).toBeUndefined();
  });

  test('a ban that replaces another is a decision about a former member, and not mailed again', async () => {
    const person = await newPerson();
    const club = await createClub(world, founder, [person]);
    for (const text of ['First.', 'Second.', 'Third.']) await ban(founder, club, person, { text });
    expect(await mailsTo(person)).toEqual([`You were banned from @${club.handle}`]);
    expect((await decisionsOf(person))[0]).toMatchObject({ action: 'ban', text: 'Third.', can_appeal: true });
  });

  test('a ban that removes what a former member wrote is a decision about them', async () => {
    const person = await newPerson();
    const club = await createClub(world, founder, [person]);
    const channel = await createChannelOf(world.platform, { communityId: club.communityId, roles: [club.user] });
    await person.post('/v1/channel/chats', { conversation: channel, content: 'Rude' });
    await person.delete(`/v1/community/${club.handle}`);
    await ban(founder, club, person, { delete_messages: true });
    expect(await decisionsOf(person)).toMatchObject([{ action: 'ban', can_appeal: true }]);
    expect(await mailsTo(person)).toEqual([`You were banned from @${club.handle}`]);
  });

  test('a ban about a report is a decision about its author, who may have left', async () => {
    const person = await newPerson();
    const club = await createClub(world, founder, [person, bob]);
    const post = await createTextPost(world.platform, { authorId: person.user_id });
    await world.sql('update posts set community_id = $2 where id = $1', [post, club.communityId]);
    await person.delete(`/v1/community/${club.handle}`);
    const answer = await decide(founder, await reportId(bob, 'post', post), { action: 'ban' });
    expect(answer.status).toBe(200);
    expect(await decisionsOf(person)).toMatchObject([{ action: 'ban', subject: { kind: 'post' } }]);
    expect(await mailsTo(person)).toEqual([`You were banned from @${club.handle}`]);
  });
});

describe("A person's history", () => {
  const postOf = async (person: Person, club: Club) => {
    const id = await createTextPost(world.platform, { authorId: person.user_id });
    await world.sql('update posts set community_id = $2 where id = $1', [id, club.communityId]);
    return id;
  };

  test("is for a community's moderators what was decided there, and for the team what it decided itself, too", async () => {
    const person = await newPerson();
    const [here, elsewhere] = [await createClub(world, founder, [person, bob]), await createClub(world, bob, [person])];
    await mod.put(`/v1/users/${person.user.username}/suspension`, { text: 'Enough.', days: 1 });
    await mod.delete(`/v1/users/${person.user.username}/suspension`);
    await ban(bob, elsewhere, person);
    const first = await reportId(bob, 'post', await postOf(person, here));
    await decide(founder, first, { action: 'warn' });
    const next = await reportId(bob, 'post', await postOf(person, here));
    const seenBy = async (viewer: Person, query = '') => (await inQueue(viewer, next, query)).history;
    const none = { warnings: 0, removals: 0, bans: 0, suspensions: 0 };
    expect(await seenBy(founder, `&community=${here.handle}`)).toEqual({ ...none, warnings: 1 });
    expect(await seenBy(mod)).toEqual({ ...none, warnings: 1, suspensions: 1 });
    const alone = await reportId(bob, 'user', person.user.username);
    expect((await inQueue(mod, alone)).history).toEqual({ ...none, suspensions: 1 });
  });
});
