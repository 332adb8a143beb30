import { expect, test } from 'vitest';
import { groupsIn } from '../../../test/groups.ts';
import {
  allTypes,
  done,
  formOf,
  type SightRow,
  sightWorld,
  testSight,
  typesWith,
  typesWithout,
} from '../../../test/sight.ts';

const scene = await sightWorld();
const { world, the, reportId, publish, say, addChannel, look, overturn, state } = scene;
const groups = groupsIn(() => world);

const ofClub = (path: string) => `/v1/community/${the.handle}${path}`;
const bans = (path = '') => ofClub(`/bans/${path || the.bob.user.username}`);
const leave = () => done(the.bob.delete(ofClub('')));
const join = () => done(the.bob.post(ofClub('')));
const becomes = (visibility: string) =>
  done(the.ada.upload(`/v1/communities/${the.handle}`, formOf({ visibility }), 'PATCH'));
const holding = (role_id: string) => ({ username: the.bob.user.username, role_id });

let role: string;
/** Bob also has a role. */
const giveRole = async (permissions: string[]) => {
  ({ role_id: role } = (await done(the.ada.post(ofClub('/roles'), { name: 'Guard', permissions }))).role);
  await done(the.ada.post(ofClub('/roles/user'), holding(role)));
};
/** He may decide reports there, of which there's one. */
const guard = async () => {
  await giveRole(['ban:users']);
  await reportId(the.cyd, 'message', the.message);
};

let code: string;
const becomesPrivate = async () => {
  await becomes('private');
  ({ code } = (await done(the.ada.post('/v1/invites', { community_handle: the.handle }))).invite);
};

/** Rejoining marks the channels as read up to then; the mention still notifies. */
const readAfterwards: SightRow['rooms'] = [0, 0, -1];
/** Two mentions in the same channel. */
const twiceInChannel: SightRow['rooms'] = [-1, 0, -1];

/** A deleted account's message in a channel stays there, and still mentions him. */
const mentionOfNobody: SightRow['rooms'] = [0, 0, 1];

const inCommunities: SightRow[] = [
  { what: 'leaving a community', ends: leave, begins: join, left: typesWithout('mention'), rooms: readAfterwards },
  {
    what: 'leaving a private community',
    first: async () => {
      await publish(the.ada, { content: look(), community: the.handle });
      await becomesPrivate();
    },
    ends: leave,
    begins: () => done(the.bob.post(ofClub(''), { invite: code })),
    before: typesWith('mention'),
    left: typesWithout('mention'),
    rooms: readAfterwards,
  },
  {
    what: 'being removed from a community',
    ends: () => done(the.ada.delete(ofClub(`/members/${the.bob.user.username}`))),
    begins: join,
    left: typesWithout('mention'),
    rooms: readAfterwards,
  },
  {
    what: 'a ban that is lifted',
    ends: () => done(the.ada.put(bans(), { text: 'Enough.' })),
    begins: async () => {
      await done(the.ada.delete(bans()));
      await join();
    },
    left: ['banned', 'comment', 'follow', 'vote'],
    rooms: readAfterwards,
  },
  {
    what: 'lifting a ban, for somebody who stays away,',
    first: () => done(the.ada.put(bans(), { text: 'Enough.' })),
    ends: () => done(the.ada.delete(bans())),
    before: ['banned', 'comment', 'follow', 'vote'],
    left: typesWithout('mention'),
  },
  {
    what: 'a ban that is overturned',
    ends: () => done(the.ada.put(bans(), { text: 'Enough.' })),
    begins: () => overturn(the.bob),
    left: ['banned', 'comment', 'follow', 'vote'],
    // The answer to the appeal.
    afterwards: typesWith('banned'),
  },
  {
    what: "a ban that takes somebody's messages along",
    first: () => say(the.cyd, the.channel, look()),
    ends: () => done(the.ada.put(bans(the.cyd.user.username), { text: 'Enough.', delete_messages: true })),
    begins: () => overturn(the.cyd),
    before: typesWith('mention'),
    left: allTypes,
    rooms: twiceInChannel,
  },
  {
    what: 'a community that becomes private, for those outside it,',
    first: async () => {
      await leave();
      await publish(the.ada, { content: look(), community: the.handle });
    },
    ends: () => becomes('private'),
    begins: () => becomes('public'),
    left: typesWithout('mention'),
  },
  {
    what: 'a deleted community',
    first: () => publish(the.ada, { content: look(), community: the.handle }),
    ends: () => done(the.ada.delete(`/v1/communities/${the.handle}`, { handle: the.handle })),
    before: typesWith('mention'),
    left: typesWithout('mention'),
  },
  {
    what: 'a role that is taken',
    ends: () => done(the.ada.delete(ofClub('/roles/user'), holding(the.member))),
    begins: () => done(the.ada.post(ofClub('/roles/user'), holding(the.member))),
    left: typesWithout('mention'),
    afterwards: typesWith('role'),
  },
  {
    what: 'a role that is deleted',
    first: async () => {
      await giveRole([]);
      await say(the.ada, await addChannel('blue', [role, the.admin]), look());
    },
    ends: () => done(the.ada.delete(ofClub(`/roles/${role}`))),
    before: typesWith('mention', 'role'),
    left: allTypes,
  },
  {
    what: 'a role that may no longer answer reports',
    first: guard,
    ends: () => done(the.ada.patch(ofClub(`/roles/${role}`), { permissions: [] })),
    begins: () => done(the.ada.patch(ofClub(`/roles/${role}`), { permissions: ['ban:users'] })),
    before: typesWith('report', 'role'),
    left: typesWith('role'),
  },
  {
    what: 'a role that may answer reports and is taken until its holder inherits the community',
    first: async () => {
      await giveRole(['ban:users']);
      await reportId(the.ada, 'message', await say(the.cyd, the.channel, 'Spam'));
    },
    ends: () => done(the.ada.delete(ofClub('/roles/user'), holding(role))),
    begins: () => done(the.ada.delete('/v1/users')),
    before: typesWith('report', 'role'),
    left: allTypes,
    afterwards: ['report'],
    rooms: mentionOfNobody,
  },
];

const chooses = (notify: string) => done(the.bob.put(`/v1/rooms/${the.channel}/notify`, { notify }));
const opensTo = (...roles: string[]) => done(the.ada.patch(ofClub(`/channels/${the.channel}`), { roles }));

let group: string;
/** Ada's group, in which she mentions Bob. */
const mentionInGroup = async () => {
  group = (await done(groups.make(the.ada, [the.bob, the.cyd]))).newConversation._id;
  await done(groups.write(the.ada, group, look()));
};

let conversation: string;
/** Ada reacts to Bob's message to her. */
const reactionInConversation = async () => {
  const { newConversation } = await done(the.bob.post('/v1/conversations', { username: the.ada.user.username }));
  conversation = newConversation._id;
  const { message } = await done(the.bob.post('/v1/chats', { conversation, content: 'Hello' }));
  await done(the.ada.put(`/v1/messages/${message._id}/reactions/${encodeURIComponent('🎉')}`));
};

const inRooms: SightRow[] = [
  {
    what: 'a channel that closes',
    ends: () => opensTo(the.admin),
    begins: () => opensTo(the.admin, the.member),
    left: typesWithout('mention'),
  },
  {
    what: 'a muted channel',
    ends: () => chooses('none'),
    begins: () => chooses('mentions'),
    left: typesWithout('mention'),
  },
  {
    what: 'a deleted channel',
    ends: () => done(the.ada.delete(ofClub(`/channels/${the.channel}`))),
    left: typesWithout('mention'),
  },
  {
    // People who rejoin see only messages from then on.
    what: 'leaving a group for good',
    first: mentionInGroup,
    ends: () => done(the.bob.delete(`/v1/conversations/${group}`)),
    begins: () => done(groups.add(the.ada, group, the.bob)),
    before: typesWith('mention'),
    left: allTypes,
    afterwards: allTypes,
    rooms: [1, 0, 0],
  },
  {
    what: 'being removed from a group for good',
    first: mentionInGroup,
    ends: () => done(groups.remove(the.ada, group, the.bob)),
    begins: () => done(groups.add(the.ada, group, the.bob)),
    before: typesWith('mention'),
    left: allTypes,
    afterwards: allTypes,
    rooms: [1, 0, 0],
  },
  {
    what: 'a muted group',
    first: mentionInGroup,
    ends: () => done(the.bob.put(`/v1/rooms/${group}/notify`, { notify: 'none' })),
    begins: () => done(the.bob.put(`/v1/rooms/${group}/notify`, { notify: 'all' })),
    before: typesWith('mention'),
    left: allTypes,
    rooms: [1, 0, 1],
  },
  {
    what: 'a deleted conversation',
    first: reactionInConversation,
    ends: () => done(the.bob.delete(`/v1/conversations/${conversation}`)),
    before: typesWith('reaction'),
    left: allTypes,
  },
];

testSight(scene, [...inCommunities, ...inRooms]);

test.each([
  ['leaving a community', leave],
  ['muting a channel', () => chooses('none')],
])('%s is in what is asked next', async (_, ends) => {
  await ends();
  expect((await the.bob.get('/v1/unread')).body).toMatchObject({ notifications: 2, total: 2 });
});

test('ending a mute brings back the notifications it withdrew', async () => {
  const told = await state();
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await done(the.bob.put(`/v1/rooms/${the.channel}/notify`, { notify: 'none', until }));
  expect(await state()).toMatchObject({ notifications: 2, badge: 2 });
  const socket = await the.bob.socket();
  await world.sql('update room_members set notify_until = now() where user_id = $1', [the.bob.user_id]);
  await world.sql('update graphile_worker._private_jobs set run_at = now() where key like $1', [
    `notify ${the.bob.user_id}%`,
  ]);
  await world.runJobs();
  expect(await state()).toEqual(told);
  await socket.first('unreadChanged', ({ total }) => total === told.badge);
});
