import { beforeEach, expect, test } from 'vitest';
import { createClub } from '../../../test/community.ts';
import { type Person, testWorld } from '../../../test/harness.ts';

const world = await testWorld();
let made = 0;
let ada: Person;
let bob: Person;
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
  handle = club.handle;
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

/** What ends Bob's sight of something, what brings it back, and what he's told meanwhile. */
const events: [
  what: string,
  ends: () => Promise<unknown>,
  begins: (() => Promise<unknown>) | undefined,
  left: string[],
][] = [
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
  async (_, ends, begins, left) => {
    expect([await listed(), await unread()]).toEqual([all, 4]);
    await ends();
    await world.runJobs();
    // The count comes first: the list would see to it.
    expect([await unread(), await listed()]).toEqual([left.length, left]);
    if (!begins) return;
    await begins();
    await world.runJobs();
    expect([await unread(), await listed()]).toEqual([4, all]);
  },
);
