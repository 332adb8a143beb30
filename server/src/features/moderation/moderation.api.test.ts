import { describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { newId } from '#platform/ids.ts';
import { createClub } from '../../../test/community.ts';
import { fixtureFile, formOf } from '../../../test/forms.ts';
import { groupsIn } from '../../../test/groups.ts';
import type { Person } from '../../../test/harness.ts';
import { moderatedWorld } from '../../../test/moderation.ts';
import { talkIn } from '../../../test/talk.ts';

const {
  world,
  ada,
  bob,
  eve,
  mod,
  other,
  admin,
  newPerson,
  report,
  reportId,
  decide,
  inQueue,
  decisionsOf,
  newPost,
  removedPost,
} = await moderatedWorld();
const { acquainted, write, list } = talkIn(() => world);
const groups = groupsIn(() => world);

describe('POST /v1/reports', () => {
  test("reporting a thing twice is one report, and several people's reports of a thing are one item", async () => {
    const id = await newPost();
    const first = await reportId(bob, 'post', id);
    expect(await reportId(bob, 'post', id)).toBe(first);
    expect(await reportId(eve, 'post', id)).toBe(first);
    expect(await inQueue(mod, first)).toMatchObject({ kind: 'post', id, reporters: 2, state: 'open' });
  });

  test('Reports reveal nothing: people report only what they can see', async () => {
    const [, , conversation] = await acquainted();
    const [cleo, dan, talk] = await acquainted();
    const { message } = (await write(cleo, talk, 'Between us')).body;
    expect(conversation).not.toBe(talk);
    const blocked = await newPost();
    await ada.put('/v1/users/eve/block');
    for (const [kind, id] of [
      ['post', newId()],
      ['post', 'nothing'],
      ['comment', newId()],
      ['message', message._id],
      ['message', '0000000000000000'],
      ['user', 'nobody_here'],
      ['community', 'nothing_here'],
      ['post', blocked],
      ['user', 'ada'],
    ] as const) {
      expect([kind, (await report(eve, kind, id)).status]).toEqual([kind, 404]);
    }
    await ada.delete('/v1/users/eve/block');
    expect((await report(dan, 'message', message._id)).status).toBe(201);
  });

  test("nobody reports themselves, and a reason is one of the contract's", async () => {
    expect((await report(ada, 'post', await newPost())).status).toBe(422);
    expect((await report(ada, 'user', 'ada')).status).toBe(422);
    expect((await report(bob, 'post', await newPost(), { reason: 'envy' })).status).toBe(422);
    expect((await report(bob, 'post', await newPost(), { text: 'x'.repeat(501) })).status).toBe(422);
  });

  test("a decided post can't be reported again by the same person", async () => {
    const id = await newPost();
    const first = await reportId(bob, 'post', id);
    await decide(mod, first, { action: 'dismiss' });
    expect((await report(bob, 'post', id)).body.report).toEqual({ report_id: first, state: 'decided' });
    expect(await reportId(eve, 'post', id)).not.toBe(first);
  });
});

describe('the queue', () => {
  test("shows the thing itself, its author and the author's history, newest first and in pages", async () => {
    const author = await newPerson();
    await removedPost(author);
    const id = await newPost(author);
    const [first, second] = [await reportId(bob, 'post', id), await reportId(bob, 'user', author.user.username)];
    expect(await inQueue(mod, first)).toMatchObject({
      reason: 'harassment',
      text: 'Look at this.',
      subject: {
        author: { username: author.user.username },
        content: 'A walk along the river.',
        gone: false,
        post_id: id,
      },
      history: { removals: 1, warnings: 0 },
      actions: ['dismiss', 'remove', 'warn', 'suspend'],
      community_handle: null,
    });
    expect(await inQueue(mod, second)).toMatchObject({ kind: 'user', id: author.user.username });
    const page = (await mod.get('/v1/reports?size=1')).body.reports;
    expect(page.map((each: { report_id: string }) => each.report_id)).toEqual([second]);
    const next = (await mod.get(`/v1/reports?size=1&before=${second}`)).body.reports;
    expect(next.map((each: { report_id: string }) => each.report_id)).toEqual([first]);
  });

  test("is for the site's team; others get 422, and a community's 404", async () => {
    expect((await bob.get('/v1/reports')).status).toBe(422);
    const { handle } = await createClub(world, ada, [bob]);
    expect((await bob.get(`/v1/reports?community=${handle}`)).status).toBe(422);
    expect((await ada.get(`/v1/reports?community=${handle}`)).status).toBe(200);
    expect((await mod.get('/v1/reports?community=nothing_here')).status).toBe(404);
  });

  test('shows the team what a person was reported for, decided or not', async () => {
    const [author, other] = [await newPerson(), await newPerson()];
    const { username } = author.user;
    const decided = await reportId(bob, 'post', await newPost(author));
    await decide(mod, decided, { action: 'dismiss' });
    const open = await reportId(bob, 'user', username);
    await reportId(bob, 'post', await newPost(other));
    const about = async (query: string) =>
      (await mod.get(`/v1/reports?about=${username}${query}`)).body.reports.map(
        (each: { report_id: string }) => each.report_id,
      );
    expect(await about('')).toEqual([open]);
    expect(await about('&state=any')).toEqual([open, decided]);
    expect(await about(`&state=any&before=${open}`)).toEqual([decided]);
    expect((await mod.get('/v1/reports?about=nobody_here')).status).toBe(404);
    expect((await bob.get(`/v1/reports?about=${username}`)).status).toBe(422);
    expect((await bob.get('/v1/reports?about=nobody_here')).status).toBe(422);
  });

  test('has no reports about the reader', async () => {
    const id = await reportId(bob, 'post', await newPost(mod));
    expect(await inQueue(mod, id)).toBeUndefined();
    expect(await inQueue(admin, id)).toMatchObject({ actions: ['dismiss', 'remove', 'warn', 'suspend'] });
    expect((await mod.get(`/v1/reports/${id}`)).status).toBe(404);
    expect((await decide(mod, id, { action: 'dismiss' })).status).toBe(404);
  });

  test('a deleted thing is shown as deleted', async () => {
    const post = await newPost();
    const id = await reportId(bob, 'post', post);
    await ada.delete(`/v1/posts/${post}`);
    expect(await inQueue(mod, id)).toMatchObject({ subject: { gone: true, content: '' } });
  });
});

describe('two moderators on the same report', () => {
  test('see each other, and the second decision is refused', async () => {
    const id = await reportId(bob, 'post', await newPost());
    expect((await mod.put(`/v1/reports/${id}/viewing`)).body).toEqual({ viewers: [], state: 'open' });
    expect((await other.put(`/v1/reports/${id}/viewing`)).body.viewers).toMatchObject([{ username: 'mod' }]);
    expect((await mod.get(`/v1/reports/${id}`)).body.report.viewers).toMatchObject([{ username: 'other_mod' }]);
    expect((await bob.put(`/v1/reports/${id}/viewing`)).status).toBe(404);
    const answers = await Promise.all([mod, other].map((each) => decide(each, id, { action: 'warn' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body.error.report).toMatch(/^@(mod|other_mod) has already decided this\.$/);
    expect((await mod.put(`/v1/reports/${id}/viewing`)).body.state).toBe('decided');
  });
});

describe('POST /v1/reports/{id}/decision', () => {
  test('a removed post is gone for all but its author and moderators, and counts are right', async () => {
    const author = await newPerson();
    const form = formOf(['content', 'With a picture'], ['files', await fixtureFile('alpha.png')]);
    const { post } = (await author.upload('/v1/posts', form)).body;
    await world.runJobs();
    const id = await reportId(bob, 'post', post.post_id);
    const { body } = await decide(mod, id, { action: 'remove', rule: 2 });
    expect(body.decision).toEqual({
      decision_id: expect.any(String),
      action: 'remove',
      text: 'Not here.',
      until: null,
    });
    await world.runJobs();

    const removed = { text: 'Not here.', rule: 2, rule_text: 'No spam.', decision_id: body.decision.decision_id };
    for (const seer of [author, mod, admin]) {
      expect((await seer.get(`/v1/posts/${post.post_id}`)).body.post.removed).toEqual(removed);
    }
    for (const stranger of [bob, eve]) {
      expect((await stranger.get(`/v1/posts/${post.post_id}`)).status).toBe(404);
      expect((await stranger.get(`/v1/posts/${post.post_id}/comments`)).status).toBe(404);
      expect((await stranger.post(`/v1/posts/${post.post_id}/votes`, { vote_type: 1 })).status).toBe(404);
      const feed = (await stranger.get('/v1/posts?size=50')).body.posts;
      expect(feed.some((each: { post_id: string }) => each.post_id === post.post_id)).toBe(false);
      const profile = (await stranger.get(`/v1/users/${author.user.username}`)).body;
      expect(JSON.stringify(profile)).not.toContain(post.post_id);
    }
    const [counted] = await world.sql('select post_count from post_counts where user_id = $1', [author.user_id]);
    expect(counted).toEqual({ post_count: 0 });
  });

  test("Removed media can't be fetched by their path, except by moderators and the author", async () => {
    const author = await newPerson();
    const form = formOf(['content', 'With a picture'], ['files', await fixtureFile('alpha.png')]);
    const { post } = (await author.upload('/v1/posts', form)).body;
    await world.runJobs();
    const pathFor = async (person: Person) =>
      (await person.get(`/v1/posts/${post.post_id}`)).body.post.files[0].path as string;
    const path = await pathFor(author);
    await decide(mod, await reportId(bob, 'post', post.post_id), { action: 'remove' });
    await world.runJobs();
    for (const seer of [author, mod, admin]) {
      expect((await seer.get(`/media${await pathFor(seer)}`)).status).toBe(200);
    }
    const hidden = await pathFor(author);
    for (const stranger of [bob, eve]) {
      for (const each of [path, hidden]) expect((await stranger.get(`/media${each}`)).status).toBe(404);
    }
    expect((await world.stranger().get(`/media${path}`)).status).toBe(404);
    expect((await world.stranger().get(`/media${hidden}`)).status).toBe(401);
  });

  test('a removed comment is gone and not counted', async () => {
    const postId = await newPost();
    const { comment } = (await eve.post(`/v1/posts/${postId}/comments`, { content: 'Rude' })).body;
    await bob.post(`/v1/posts/${postId}/comments`, { content: 'Kind' });
    await decide(mod, await reportId(ada, 'comment', comment.comment_id), { action: 'remove' });
    const seen = async (person: Person) =>
      (await person.get(`/v1/posts/${postId}/comments`)).body.comments.map((each: { content: string }) => each.content);
    expect([await seen(ada), await seen(eve), await seen(mod)]).toEqual([['Kind'], ['Kind', 'Rude'], ['Kind', 'Rude']]);
    expect((await ada.get(`/v1/posts/${postId}`)).body.post.stats.comment_count).toBe(1);
  });

  test('a removed message is shown as deleted to others, live and in the list, with its picture out of reach', async () => {
    const [cleo, dan, talk] = await acquainted();
    const form = formOf(['conversation', talk], ['content', 'Rude'], ['image', await fixtureFile('phone.jpg')]);
    const { message } = (await cleo.upload('/v1/chats', form)).body;
    await world.runJobs();
    const [first, second] = [await cleo.socket(), await dan.socket()];
    await decide(mod, await reportId(dan, 'message', message._id), { action: 'remove' });
    await world.runJobs();
    const [own] = (await cleo.get(`/v1/chats/${talk}`)).body.messages;
    const [others] = (await dan.get(`/v1/chats/${talk}`)).body.messages;
    expect(own).toMatchObject({ message: 'Rude', removed: { text: 'Not here.' } });
    expect(others).toMatchObject({ _id: message._id, message: '', imageUrl: null, image: null, deleted: true });
    expect(others.removed).toBeUndefined();
    expect((await dan.get(`/media${message.imageUrl}`)).status).toBe(404);
    expect((await dan.get(`/media${own.imageUrl}`)).status).toBe(404);
    expect((await cleo.get(`/media${own.imageUrl}`)).status).toBe(200);
    expect((await list(dan))[0]).toMatchObject({ last_message: '', last_message_has_image: false });
    expect(await second.first('messageChanged')).toMatchObject({
      deleted: true,
      message: '',
      change: { kind: 'removed' },
    });
    expect(await first.first('messageChanged', ({ removed }) => removed)).toMatchObject({ message: 'Rude' });
  });

  test('a warning changes nothing, but the person receives it', async () => {
    const author = await newPerson();
    const id = await newPost(author);
    await decide(mod, await reportId(bob, 'post', id), { action: 'warn', rule: 1 });
    expect((await bob.get(`/v1/posts/${id}`)).status).toBe(200);
    expect(await decisionsOf(author)).toMatchObject([
      {
        action: 'warn',
        rule: 1,
        rule_text: 'Be kind.',
        text: 'Not here.',
        can_appeal: true,
        appeal: null,
        state: 'standing',
      },
    ]);
    await world.runJobs();
    const mails = await world.outbox();
    expect(mails.find(({ to }) => to === author.user.email)?.text).toContain('Not here.');
    expect(mails.find(({ to, subject }) => to === bob.user.email && subject.includes('report'))?.text).toContain(
      'took action',
    );
  });

  test('Nobody can act against an equal or higher role, and only decisions that make sense are possible', async () => {
    const id = await reportId(bob, 'post', await newPost(other));
    expect((await decide(mod, id, { action: 'warn' })).status).toBe(422);
    expect((await decide(mod, id, { action: 'remove' })).status).toBe(422);
    expect((await decide(admin, id, { action: 'ban' })).status).toBe(422);
    expect((await decide(admin, id, { action: 'remove', rule: 9 })).status).toBe(422);
    expect((await decide(admin, id, { action: 'remove', text: ' ' })).status).toBe(422);
    expect((await decide(eve, id, { action: 'remove' })).status).toBe(404);
    expect((await decide(mod, id, { action: 'dismiss', text: '' })).status).toBe(200);
  });

  test("a community's reports can be decided by holders of ban:users there, who can't suspend", async () => {
    const { handle, communityId, user } = await createClub(world, ada, [bob, eve]);
    const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
    const { message } = (await bob.post('/v1/channel/chats', { conversation: channel, content: 'Rude' })).body;
    const id = await reportId(eve, 'message', message._id);
    const shown = await inQueue(ada, id, `&community=${handle}`);
    expect(shown).toMatchObject({ community_handle: handle, actions: ['dismiss', 'remove', 'warn', 'ban'] });
    expect((await decide(ada, id, { action: 'suspend' })).status).toBe(422);
    expect((await decide(ada, id, { action: 'remove' })).status).toBe(200);
    const seen = async (person: Person) => (await person.get(`/v1/channel/chats/${channel}`)).body.messages[0];
    expect([await seen(eve), await seen(bob), await seen(ada)]).toMatchObject([
      { deleted: true, message: '' },
      { message: 'Rude', removed: { text: 'Not here.' } },
      { message: 'Rude', removed: { text: 'Not here.' } },
    ]);
  });
});

describe('what moderators see of conversations', () => {
  test('Reports reveal nothing: moderators see only the reported message of a conversation, and at most five on either side', async () => {
    const [cleo, dan, talk] = await acquainted();
    for (let n = 0; n < 8; n += 1) await write(cleo, talk, `before ${n}`);
    await dan.delete(`/v1/conversations/${talk}`);
    for (let n = 8; n < 10; n += 1) await write(cleo, talk, `before ${n}`);
    const { message } = (await write(cleo, talk, 'the one')).body;
    for (let n = 0; n < 8; n += 1) await write(dan, talk, `after ${n}`);
    const id = await reportId(dan, 'message', message._id);
    const { subject } = await inQueue(mod, id);
    expect(subject.content).toBe('the one');
    expect(subject.context.map((each: { message: string }) => each.message)).toEqual([
      'before 8',
      'before 9',
      'after 0',
      'after 1',
      'after 2',
      'after 3',
      'after 4',
    ]);
    expect((await mod.get(`/v1/chats/${talk}`)).status).toBe(404);
  });

  test('nor anything that was sent once the reporter had left', async () => {
    const [ana, bob, cyd] = [await newPerson(), await newPerson(), await newPerson()];
    const group = (await groups.make(ana, [bob, cyd])).body.newConversation._id;
    const shown = async (report: string): Promise<string[]> =>
      (await inQueue(mod, report)).subject.context.map((each: { message: string }) => each.message);
    await groups.write(cyd, group, 'before');
    const { message } = (await groups.write(cyd, group, 'the one')).body;
    await groups.write(cyd, group, 'after');
    const id = await reportId(bob, 'message', message._id);
    await groups.write(cyd, group, 'still there');
    expect(await shown(id)).toEqual([expect.any(String), 'before', 'after', 'still there']);

    await groups.remove(bob, group, bob);
    await groups.write(cyd, group, 'gone');
    expect(await shown(id)).toEqual([expect.any(String), 'before', 'after']);
    // Somebody who comes back reads what's sent from then on.
    await groups.add(ana, group, bob);
    await groups.write(cyd, group, 'back again');
    expect((await shown(id)).at(-1)).toBe('back again');
    expect(await shown(id)).not.toContain('gone');
    // Others who report it could read everything until then.
    await reportId(ana, 'message', message._id);
    expect(await shown(id)).toContain('gone');

    // Nothing is left of a room that's gone.
    for (const person of [ana, bob, cyd]) await groups.remove(person, group, person);
    await world.runJobs();
    expect((await inQueue(mod, id)).subject).toMatchObject({ content: '', context: [], gone: true });
  });

  test('holders of ban:users see nothing of them', async () => {
    const { handle } = await createClub(world, ada, []);
    const [cleo, dan, talk] = await acquainted();
    const { message } = (await write(cleo, talk, 'Private')).body;
    const id = await reportId(dan, 'message', message._id);
    expect(await inQueue(ada, id, `&community=${handle}`)).toBeUndefined();
    expect((await ada.get(`/v1/reports/${id}`)).status).toBe(404);
  });
});
