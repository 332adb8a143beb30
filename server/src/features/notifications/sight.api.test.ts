import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { allTypes, done, type SightRow, sightWorld, testSight, typesWith, typesWithout } from '../../../test/sight.ts';

const scene = await sightWorld();
const { world, the, mod, judge, give, reportId, decide, decisionsOf, publish, look, remove, overturn, state } = scene;

/** Ada's path, for the calls about her. */
const herPath = () => `/v1/users/${the.ada.user.username}`;
const logIn = (username: string) =>
  world.stranger().post('/v1/tokens/authentication', { username, password: factoryPassword });

let mentioning: string;
/** A post of Ada's that mentions Bob. */
const mentionInPost = async () => {
  mentioning = await publish(the.ada, { content: look() });
};
/** A comment of hers that mentions Bob, too. */
const mentionInComment = async () => {
  const { comment } = await done(the.ada.post(`/v1/posts/${the.post}/comments`, { content: look() }));
  mentioning = comment.comment_id;
};
const reactionTo = (path: () => string) => ({
  react: () => done(the.ada.put(`${path()}/reactions/${encodeURIComponent('🎉')}`)),
  takeBack: () => done(the.ada.delete(`${path()}/reactions/${encodeURIComponent('🎉')}`)),
});
const toComment = reactionTo(() => `/v1/comments/${mentioning}`);
const commentOfBobs = async () => {
  mentioning = (await done(the.bob.post(`/v1/posts/${the.post}/comments`, { content: 'Hi' }))).comment.comment_id;
  await toComment.react();
};

const aboutPeople: SightRow[] = [
  {
    what: 'a block, which ends following,',
    ends: () => done(the.bob.put(`${herPath()}/block`)),
    begins: () => done(the.bob.delete(`${herPath()}/block`)),
    left: [],
    afterwards: typesWithout('follow'),
  },
  {
    what: 'being blocked, which ends following,',
    ends: () => done(the.ada.put(`/v1/users/${the.bob.user.username}/block`)),
    begins: () => done(the.ada.delete(`/v1/users/${the.bob.user.username}/block`)),
    left: [],
    afterwards: typesWithout('follow'),
  },
  {
    what: 'a mute',
    ends: () => done(the.bob.put(`${herPath()}/mute`)),
    begins: () => done(the.bob.delete(`${herPath()}/mute`)),
    left: [],
  },
  {
    what: 'no longer being followed',
    ends: () => done(the.ada.delete(`/v1/users/${the.bob.user.username}/follow`)),
    begins: () => done(the.ada.put(`/v1/users/${the.bob.user.username}/follow`)),
    left: typesWithout('follow'),
  },
  {
    // A suspension only keeps a person from logging in: everybody still sees what they wrote.
    what: 'a suspension, which hides nothing from others, withdraws nothing, and otherwise whatever',
    ends: () => done(mod.put(`${herPath()}/suspension`, { days: 3, text: 'Enough.' })),
    begins: () => done(mod.delete(`${herPath()}/suspension`)),
    left: allTypes,
  },
  {
    what: 'an account that is away',
    ends: () => done(the.ada.post('/v1/users/deactivate', {})),
    begins: () => done(logIn(the.ada.user.username)),
    left: [],
  },
  {
    // Their messages in a channel stay there.
    what: 'a deleted account',
    ends: () => done(the.ada.delete('/v1/users')),
    left: [],
    rooms: [0, 1],
  },
  {
    what: 'a choice not to be told of something',
    ends: () => done(the.bob.patch('/v1/notifications/settings', { types: { vote: { in_app: false } } })),
    begins: () => done(the.bob.patch('/v1/notifications/settings', { types: { vote: { in_app: true } } })),
    left: typesWithout('vote'),
  },
];

const aboutThings: SightRow[] = [
  {
    what: 'a post that a moderator removes',
    first: mentionInPost,
    ends: () => remove('post', mentioning),
    begins: () => overturn(the.ada),
    before: typesWith('mention'),
    left: typesWith('report_decided'),
    afterwards: typesWith('mention', 'report_decided'),
  },
  {
    what: 'a comment that a moderator removes',
    ends: () => remove('comment', the.comment),
    begins: () => overturn(the.ada),
    left: ['follow', 'mention', 'report_decided', 'vote'],
    afterwards: typesWith('report_decided'),
  },
  {
    what: 'a message that a moderator removes',
    ends: () => remove('message', the.message),
    begins: () => overturn(the.ada),
    left: ['comment', 'follow', 'report_decided', 'vote'],
    afterwards: typesWith('report_decided'),
  },
  { what: 'a deleted post', ends: () => done(the.bob.delete(`/v1/posts/${the.post}`)), left: ['follow', 'mention'] },
  {
    what: 'a deleted post of somebody else',
    first: mentionInPost,
    ends: () => done(the.ada.delete(`/v1/posts/${mentioning}`)),
    before: typesWith('mention'),
    left: allTypes,
  },
  {
    what: 'a deleted comment',
    ends: () => done(the.ada.delete(`/v1/comments/${the.comment}`)),
    left: typesWithout('comment'),
  },
  {
    what: 'a deleted message',
    ends: () => done(the.ada.delete(`/v1/messages/${the.message}`)),
    left: typesWithout('mention'),
  },
  {
    what: 'a post that mentions nobody anymore',
    first: mentionInPost,
    ends: () => done(the.ada.patch(`/v1/posts/${mentioning}`, { content: 'look' })),
    begins: () => done(the.ada.patch(`/v1/posts/${mentioning}`, { content: look() })),
    before: typesWith('mention'),
    left: allTypes,
  },
  {
    what: 'a comment that mentions nobody anymore',
    first: mentionInComment,
    ends: () => done(the.ada.patch(`/v1/comments/${mentioning}`, { content: 'look' })),
    begins: () => done(the.ada.patch(`/v1/comments/${mentioning}`, { content: look() })),
    before: typesWith('mention'),
    left: allTypes,
  },
  {
    what: 'a message that mentions nobody anymore',
    ends: () => done(the.ada.patch(`/v1/messages/${the.message}`, { content: 'look' })),
    begins: () => done(the.ada.patch(`/v1/messages/${the.message}`, { content: look() })),
    left: typesWithout('mention'),
  },
  {
    what: 'a vote that is taken back',
    ends: () => done(the.ada.post(`/v1/posts/${the.post}/votes`, { vote_type: 0 })),
    begins: () => done(the.ada.post(`/v1/posts/${the.post}/votes`, { vote_type: 1 })),
    left: typesWithout('vote'),
  },
  {
    what: 'a reaction that is taken back',
    first: commentOfBobs,
    ends: toComment.takeBack,
    begins: toComment.react,
    before: typesWith('reaction'),
    left: allTypes,
  },
];

testSight(scene, [...aboutPeople, ...aboutThings]);

test.each(['block', 'mute'])('a %s and its end affect the next answer', async (kind) => {
  await done(the.bob.put(`${herPath()}/${kind}`));
  expect((await the.bob.get('/v1/unread')).body).toMatchObject({ notifications: 0, total: 0 });
  await done(the.bob.delete(`${herPath()}/${kind}`));
  expect((await the.bob.get('/v1/unread')).body.notifications).toBe(kind === 'block' ? 2 : 3);
});

/** A notification of a report for Bob, who's in the site's team. */
async function reportToTeam(): Promise<string> {
  await give(the.bob, 'moderator');
  const id = await reportId(the.cyd, 'comment', the.comment);
  await world.runJobs();
  expect((await state()).listed).toEqual(['comment, read', 'follow', 'mention', 'report', 'vote']);
  return id;
}

test("taking a role on the site withdraws the team's notifications, and giving it again brings them back", async () => {
  await reportToTeam();
  await give(judge, 'owner');
  const role = async (site_role: string | null) => {
    await done(judge.put(`/v1/site/roles/${the.bob.user.username}`, { site_role }));
    await world.runJobs();
  };
  const told = await state();
  await role(null);
  expect(await state()).toMatchObject({ notifications: 3, badge: 3 });
  await role('moderator');
  expect(await state()).toEqual(told);
  await give(judge, 'admin');
});

test("a decided report is in the team's notifications no longer", async () => {
  const report = await reportToTeam();
  await done(decide(mod, report, { action: 'dismiss' }));
  await world.runJobs();
  expect(await state()).toMatchObject({ notifications: 3, badge: 3 });
});

test('deleting an account withdraws reports about it and its appeals', async () => {
  await reportToTeam();
  const { comment } = await done(the.cyd.post(`/v1/posts/${the.post}/comments`, { content: 'Spam' }));
  await done(decide(mod, await reportId(the.ada, 'comment', comment.comment_id), { action: 'remove', rule: null }));
  const [{ decision_id }] = await decisionsOf(the.cyd);
  await done(the.cyd.post(`/v1/decisions/${decision_id}/appeal`, { text: "It isn't." }));
  await world.runJobs();
  // Team members still see the comment.
  const told = ['appeal', 'comment', 'comment, read', 'follow', 'mention', 'report', 'vote'];
  expect((await state()).listed).toEqual(told);
  await done(the.cyd.delete('/v1/users'));
  await world.runJobs();
  expect(await state()).toMatchObject({ notifications: 4, badge: 4 });
  await done(the.ada.delete('/v1/users'));
  await world.runJobs();
  expect(await state()).toEqual({ notifications: 0, badge: 1, listed: [] });
});

test("while rights are paused for lack of a second factor, the team's notifications are withdrawn", async () => {
  await reportToTeam();
  const told = await state();
  const tell = async () => {
    await world.platform.jobs.add(world.platform.db.kysely, 'site.tell-of-second-factor', {});
    await world.runJobs();
  };
  const policy = async (second_factor: string) => {
    await done(judge.patch('/v1/site', { second_factor }));
    await world.runJobs();
  };
  await policy('team');
  await tell();
  await world.sql('update second_factor_notices set due_at = now() where user_id = $1', [the.bob.user_id]);
  await tell();
  const paused = await state();
  expect(paused.listed).toEqual(['comment, read', 'follow', 'mention', 'security', 'security', 'vote']);
  expect(paused).toMatchObject({ notifications: 5, badge: 5 });

  await done(the.bob.post('/v1/user/confirm', { password: factoryPassword }));
  const { secret } = await done(the.bob.post('/v1/totp'));
  await done(the.bob.put('/v1/totp', { code: TOTP.generate({ secret: Secret.fromBase32(secret) }) }));
  await world.runJobs();
  expect((await state()).listed).toContain('report');
  expect(await state()).toMatchObject({ notifications: 7 });
  await done(the.bob.delete('/v1/totp'));
  await world.runJobs();
  expect(await state()).toMatchObject({ notifications: 7 });
  await policy('nobody');
  expect((await state()).notifications).toBe(told.notifications + 4);
});
