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
const owner = await world.person('owner');
beforeAll(async () => {
  await give(mod, 'moderator');
  await give(owner, 'owner');
});

const ban = async (by: Person, { handle }: Club, person: Person, more: object = {}) => {
  const answer = await by.put(`/v1/community/${handle}/bans/${person.user.username}`, { text: 'Out.', ...more });
  expect(answer.status).toBe(200);
};
const mailsTo = async (person: Person) => {
  await world.runJobs();
  return (await world.outbox()).filter(({ to }) => to === person.user.email).map(({ subject }) => subject);
};

describe('Which bans are mailed, and are decisions', () => {
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

  test('a ban that removes what somebody wrote removes their replies in threads, too', async () => {
    const person = await newPerson();
    const club = await createClub(world, founder, [bob, person]);
    const channel = await createChannelOf(world.platform, { communityId: club.communityId, roles: [club.user] });
    const { message } = (await bob.post('/v1/channel/chats', { conversation: channel, content: 'Hello' })).body;
    const { room } = (await bob.put(`/v1/messages/${message._id}/thread`)).body;
    await person.post('/v1/channel/chats', { conversation: room.room_id, content: 'Rude' });
    await ban(founder, club, person, { delete_messages: true });
    const [reply] = (await bob.get(`/v1/channel/chats/${room.room_id}`)).body.messages;
    expect(reply).toMatchObject({ deleted: true, message: '' });
    expect((await bob.get(`/v1/messages/${message._id}`)).body.message.thread.reply_count).toBe(0);
  });

  test('of everything that a ban removes, the newest messages disappear from open pages, however many there are', async () => {
    const person = await newPerson();
    const club = await createClub(world, founder, [person]);
    const place = { communityId: club.communityId, roles: [club.user] };
    const [old, open] = [await createChannelOf(world.platform, place), await createChannelOf(world.platform, place)];
    await world.sql(
      `insert into messages (room_id, id, sender_id, created_at, content)
        select $1, nextval('message_ids'), $2, now(), 'Rude' from generate_series(1, 250)`,
      [[old, open].sort()[0], person.user_id],
    );
    const shown = [old, open].sort()[1] ?? '';
    const page = await founder.socket();
    await page.send('joinChannel', shown);
    const { body } = await person.post('/v1/channel/chats', { conversation: shown, content: 'Rude' });
    await ban(founder, club, person, { delete_messages: true });
    await page.first('messageChanged', (changed) => changed._id === body.message._id);
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

  test("shows a community's moderators the decisions made there, and the team its own decisions, too", async () => {
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

describe('An appeal of a decision that was lifted', () => {
  test("is closed and leaves the team's queue, and the person is notified", async () => {
    const person = await newPerson();
    const club = await createClub(world, founder, [person]);
    await ban(founder, club, person);
    const [{ decision_id }] = await decisionsOf(person);
    const { appeal } = (await person.post(`/v1/decisions/${decision_id}/appeal`, { text: 'Please.' })).body;
    const queue = async () => JSON.stringify((await mod.get('/v1/appeals?size=100')).body.appeals);
    expect(await queue()).toContain(appeal.appeal_id);
    await founder.delete(`/v1/community/${club.handle}/bans/${person.user.username}`);
    expect(await queue()).not.toContain(appeal.appeal_id);
    const judged = { decision: 'overturn', text: 'Fine.' };
    expect((await mod.post(`/v1/appeals/${appeal.appeal_id}/decision`, judged)).status).toBe(409);
    expect(await mailsTo(person)).toContain('Your appeal is closed');
  });
});

describe('A ban of the only holder of community:edit', () => {
  /** A community of Ada's with Bea and Cleo, who have each written a post there, and everything the database stores about its members. */
  const found = async () => {
    const [ada, bea, cleo] = [await newPerson(), await newPerson(), await newPerson()];
    const club = await createClub(world, ada, [bea, cleo]);
    const members = async () =>
      await world.sql(
        `select member.user_id, member.joined, array(select role_id from community_role_holders held
           where held.community_id = $1 and held.user_id = member.user_id order by 1)::text as roles
         from community_members member where member.community_id = $1 order by 1`,
        [club.communityId],
      );
    const editors = async () =>
      (
        await world.sql('select user_id from community_role_holders where community_id = $1 and role_id = $2', [
          club.communityId,
          club.admin,
        ])
      ).map(({ user_id }) => user_id);
    return { ada, bea, cleo, club, members, editors };
  };
  /** The team bans somebody for a post. @returns overturns it */
  const banFor = async (person: Person, reporter: Person, club: Club) => {
    const post = await createTextPost(world.platform, { authorId: person.user_id });
    await world.sql('update posts set community_id = $2 where id = $1', [post, club.communityId]);
    const { body } = await decide(mod, await reportId(reporter, 'post', post), { action: 'ban' });
    const path = `/v1/decisions/${body.decision.decision_id}/appeal`;
    const { appeal } = (await person.post(path, { text: 'Please.' })).body;
    return async () => {
      const judged = { decision: 'overturn', text: 'Fine.' };
      expect((await owner.post(`/v1/appeals/${appeal.appeal_id}/decision`, judged)).status).toBe(200);
    };
  };

  test("makes the longest-standing member admin, as a deleted account does, until it's overturned", async () => {
    const { ada, bea, cleo, club, members, editors } = await found();
    const before = await members();
    const overturn = await banFor(ada, cleo, club);
    expect(await editors()).toEqual([bea.user_id]);
    expect((await bea.get(`/v1/community/${club.handle}/permissions`)).body.permissions).toContain('community:edit');
    await overturn();
    expect(await members()).toEqual(before);
  });

  test.each([
    ['first the first', [0, 1]],
    ['first the second', [1, 0]],
  ])('and then of its successor: overturning both restores all roles, %s', async (_title, order) => {
    const { ada, bea, cleo, club, members, editors } = await found();
    const before = await members();
    const overturns = [await banFor(ada, cleo, club), await banFor(bea, cleo, club)];
    expect(await editors()).toEqual([cleo.user_id]);
    for (const index of order) await overturns[index]?.();
    expect(await members()).toEqual(before);
  });
});
