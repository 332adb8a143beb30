import { beforeEach, expect, test } from 'vitest';
import { factoryPassword } from '#features/accounts/accounts.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { moderatingIn } from '../../../test/moderation.ts';

const world = await testWorld();
const { give, reportId, decide, decisionsOf } = moderatingIn(world);
const [mod, judge] = [await world.person('mod'), await world.person('judge')];
await give(mod, 'moderator');
await give(judge, 'admin');
let made = 0;
let ada: Person;
let bob: Person;
let member: string;
let handle: string;
let channel: string;
let post: string;
let comment: string;
let message: string;

/** Bob's post, to which Ada reacts in every way, and a community of hers in which she mentions him. */
beforeEach(async () => {
  made += 1;
  [ada, bob] = [await world.person(`ada_${made}`), await world.person(`bob_${made}`)];
  const club = await createClub(world, ada, [bob]);
  ({ handle, user: member } = club);
  const { body } = await ada.post(`/v1/community/${handle}/channels`, {
    name: 'green',
    roles: [club.user, club.admin],
  });
  channel = body.channel.channel_id;
  const form = new FormData();
  form.set('content', 'A post');
  post = (await bob.upload('/v1/posts', form)).body.post.post_id;
  comment = (await ada.post(`/v1/posts/${post}/comments`, { content: 'A comment' })).body.comment.comment_id;
  await ada.post(`/v1/posts/${post}/votes`, { vote_type: 1 });
  await ada.put(`/v1/users/${bob.user.username}/follow`);
  const content = `@${bob.user.username} look`;
  message = (await ada.post('/v1/channel/chats', { conversation: channel, content })).body.message._id;
  await world.runJobs();
});

const unread = async (): Promise<number> => (await bob.get('/v1/unread')).body.notifications;
const listed = async (): Promise<string[]> =>
  (await bob.get('/v1/notifications')).body.notifications.map(({ type }: { type: string }) => type).sort();
const all = ['comment', 'follow', 'mention', 'vote'];

const answered = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
};

/** A moderator removes something of Ada's. */
const remove = async (kind: string, id: string) => {
  await answered(decide(mod, await reportId(bob, kind, id), { action: 'remove', rule: null }));
};

/** Her appeal against the latest decision about her succeeds. */
const overturn = async () => {
  const [{ decision_id }] = await decisionsOf(ada);
  const { appeal } = await answered(ada.post(`/v1/decisions/${decision_id}/appeal`, { text: "It isn't." }));
  const decision = { decision: 'overturn', text: "It isn't." };
  await answered(judge.post(`/v1/appeals/${appeal.appeal_id}/decision`, decision));
};

const withRole = () => ({ username: bob.user.username, role_id: member });

/** What ends Bob's sight of something, what brings it back, what he's told meanwhile, and afterwards: all, if nothing else is said. */
const events: [
  what: string,
  ends: () => Promise<unknown>,
  begins: (() => Promise<unknown>) | undefined,
  left: string[],
  afterwards?: string[],
][] = [
  [
    'a block, which ends following,',
    () => answered(bob.put(`/v1/users/${ada.user.username}/block`)),
    () => answered(bob.delete(`/v1/users/${ada.user.username}/block`)),
    [],
    ['comment', 'mention', 'vote'],
  ],
  [
    'being blocked, which ends following,',
    () => answered(ada.put(`/v1/users/${bob.user.username}/block`)),
    () => answered(ada.delete(`/v1/users/${bob.user.username}/block`)),
    [],
    ['comment', 'mention', 'vote'],
  ],
  [
    'a comment that a moderator removes',
    () => remove('comment', comment),
    overturn,
    ['follow', 'mention', 'report_decided', 'vote'],
    ['comment', 'follow', 'mention', 'report_decided', 'vote'],
  ],
  [
    'a message that a moderator removes',
    () => remove('message', message),
    overturn,
    ['comment', 'follow', 'report_decided', 'vote'],
    ['comment', 'follow', 'mention', 'report_decided', 'vote'],
  ],
  [
    'a suspension',
    () => answered(mod.put(`/v1/users/${ada.user.username}/suspension`, { days: 3, text: 'Enough.' })),
    () => answered(mod.delete(`/v1/users/${ada.user.username}/suspension`)),
    all,
  ],
  [
    'an account that is away',
    () => answered(ada.post('/v1/users/deactivate', {})),
    () => {
      const { username } = ada.user;
      return answered(world.stranger().post('/v1/tokens/authentication', { username, password: factoryPassword }));
    },
    [],
  ],
  [
    'a role that is taken',
    () => answered(ada.delete(`/v1/community/${handle}/roles/user`, withRole())),
    () => answered(ada.post(`/v1/community/${handle}/roles/user`, withRole())),
    ['comment', 'follow', 'vote'],
    ['comment', 'follow', 'mention', 'role', 'vote'],
  ],
  [
    'a ban',
    () => answered(ada.put(`/v1/community/${handle}/bans/${bob.user.username}`, { text: 'Enough.' })),
    async () => {
      await answered(ada.delete(`/v1/community/${handle}/bans/${bob.user.username}`));
      await answered(bob.post(`/v1/community/${handle}`));
    },
    ['banned', 'comment', 'follow', 'vote'],
  ],
  [
    'a mute',
    () => bob.put(`/v1/users/${ada.user.username}/mute`),
    () => bob.delete(`/v1/users/${ada.user.username}/mute`),
    [],
  ],
  [
    'a vote that is taken back',
    () => ada.post(`/v1/posts/${post}/votes`, { vote_type: 0 }),
    () => ada.post(`/v1/posts/${post}/votes`, { vote_type: 1 }),
    ['comment', 'follow', 'mention'],
  ],
  [
    'no longer being followed',
    () => ada.delete(`/v1/users/${bob.user.username}/follow`),
    () => ada.put(`/v1/users/${bob.user.username}/follow`),
    ['comment', 'mention', 'vote'],
  ],
  ['a deleted comment', () => ada.delete(`/v1/comments/${comment}`), undefined, ['follow', 'mention', 'vote']],
  ['a deleted message', () => ada.delete(`/v1/messages/${message}`), undefined, ['comment', 'follow', 'vote']],
  [
    'a muted channel',
    () => bob.put(`/v1/rooms/${channel}/notify`, { notify: 'none' }),
    () => bob.put(`/v1/rooms/${channel}/notify`, { notify: 'mentions' }),
    ['comment', 'follow', 'vote'],
  ],
  [
    'a channel that closes',
    async () => {
      const { roles } = (await ada.get(`/v1/community/${handle}/roles`)).body;
      await ada.patch(`/v1/community/${handle}/channels/${channel}`, { roles: [roles[0].role_id] });
    },
    async () => {
      const { roles } = (await ada.get(`/v1/community/${handle}/roles`)).body;
      await ada.patch(`/v1/community/${handle}/channels/${channel}`, { roles: [roles[1].role_id] });
    },
    ['comment', 'follow', 'vote'],
  ],
  [
    'leaving',
    () => bob.delete(`/v1/community/${handle}`),
    () => bob.post(`/v1/community/${handle}`),
    ['comment', 'follow', 'vote'],
  ],
  ['a deleted post', () => bob.delete(`/v1/posts/${post}`), undefined, ['follow', 'mention']],
];

test.each(events)(
  '%s withdraws what told of it, and undoing it brings that back as it was',
  async (_, ends, begins, left, afterwards = all) => {
    expect([await listed(), await unread()]).toEqual([all, 4]);
    await ends();
    await world.runJobs();
    // The count comes first: the list would see to it.
    expect([await unread(), await listed()]).toEqual([left.length, left]);
    if (!begins) return;
    await begins();
    await world.runJobs();
    expect([await unread(), await listed()]).toEqual([afterwards.length, afterwards]);
  },
);

test('a role on the site that is taken withdraws what told the team, and giving it again brings that back', async () => {
  const owner = await world.person('site_owner');
  await give(owner, 'owner');
  const role = async (site_role: string | null) => {
    await answered(owner.put(`/v1/site/roles/${bob.user.username}`, { site_role }));
    await world.runJobs();
  };
  await role('moderator');
  await reportId(owner, 'comment', comment);
  await world.runJobs();
  const told = await listed();
  expect(told).toContain('report');
  await role(null);
  const left = told.filter((type) => type !== 'report');
  expect([await unread(), await listed()]).toEqual([left.length, left]);
  await role('moderator');
  expect([await unread(), await listed()]).toEqual([told.length, told]);
});
