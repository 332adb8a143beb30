import { listChannelMessages, listChannels } from '@hubbub/contract/features/channels/channels.endpoints.ts';
import { listComments } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { listConversations, listMessages } from '@hubbub/contract/features/conversations/conversations.endpoints.ts';
import { listPosts } from '@hubbub/contract/features/posts/posts.endpoints.ts';
import { listBookmarks } from '@hubbub/contract/features/search/search.endpoints.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../server/test/harness.ts';
import type { Client } from './api.ts';
import { converse } from './converse.ts';
import { clientOf } from './find.ts';
import { gather } from './gather.ts';
import { demoPassword } from './people.ts';
import { schedulePost } from './preferences.ts';
import { missingOf, publish } from './publish.ts';
import { removeWorld } from './remove.ts';
import { moveIn, type Server } from './residents.ts';
import type { Plan } from './world.ts';
import type { DemoCommunity, Person, Talk } from './world-data.ts';

const personOf = (username: string): Person => ({ username, name: null, bio: 'Hello.', hasPicture: false });
const people = [personOf('demo_ada'), personOf('demo_bob')];
const planOf = (by: string, text: string): Plan => ({ by, text, votes: [], comments: [] });
const plans = [
  planOf('demo_ada', 'Bread is in the oven.'),
  planOf('demo_ada', 'Bread is out of the oven.'),
  planOf('demo_bob', 'I smell bread.'),
];

let world: World;
let server: Server;
beforeAll(async () => {
  world = await startWorld();
  server = { origin: world.origin, dataDir: '/nowhere', env: {}, say: () => undefined };
});
afterAll(() => world.close());

async function settle(): Promise<Map<string, Client>> {
  const residents = new Map<string, Client>();
  for (const person of people) residents.set(person.username, await moveIn(server, person));
  return residents;
}

const postsBy = async (username: string) =>
  (await world.sql('select 1 from posts join users on users.id = author_id where username = $1', [username])).length;

test('a second run posts what an interrupted one left out, and no post again that has been reworded since', async () => {
  const residents = await settle();
  for (const plan of plans.slice(0, 1)) await publish(residents, plan);
  const reworded = plans.map((plan) => ({ ...plan, text: plan.text.replace('Bread', 'The bread') }));
  expect(await missingOf(residents, reworded)).toEqual(reworded.slice(1));

  for (const plan of reworded.slice(1)) await publish(residents, plan);
  expect(await missingOf(residents, reworded)).toEqual([]);
  expect(await missingOf(residents, plans)).toEqual([]);
});

test('voters answer a poll, and an author answers the comment before theirs', async () => {
  const residents = await settle();
  await publish(residents, {
    ...planOf('demo_ada', 'Which bread?'),
    poll: ['Rye', 'Wheat'],
    votes: [{ by: 'demo_bob', value: 1 }],
    comments: [
      { by: 'demo_bob', text: 'Both.' },
      { by: 'demo_ada', text: 'Right.' },
    ],
  });
  const bob = clientOf(residents, 'demo_bob');
  const [post] = (await bob.call(listPosts, { query: { size: 1 } })).posts;
  expect(post).toMatchObject({ content: 'Which bread?', poll: { total: 1 }, stats: { comment_count: 2 } });
  const params = { post_id: post?.post_id ?? '' };
  const { comments } = await bob.call(listComments, { params, query: { thread: 'top' } });
  expect(comments).toMatchObject([{ content: 'Both.', replies: [{ content: 'Right.', reactions: [{ emoji: '❤️' }] }] }]);
});

test('a post quotes another one, says what its picture shows, and was edited; people answer and edit messages', async () => {
  const residents = await settle();
  await publish(residents, planOf('demo_ada', 'Bread, and it is warm.'));
  await publish(residents, {
    ...planOf('demo_bob', 'I smell it, @demo_ada. On my way.'),
    quotes: { by: 'demo_ada', start: 'Bread, and' },
    media: 'still-life-11',
    alts: ['Bread on a table.'],
    edited: true,
  });
  const bob = clientOf(residents, 'demo_bob');
  const [post] = (await bob.call(listPosts, { query: { size: 1 } })).posts;
  expect(post).toMatchObject({
    content: 'I smell it, @demo_ada. On my way.',
    mentions: [{ username: 'demo_ada' }],
    quote: { content: 'Bread, and it is warm.' },
    files: [{ alt: 'Bread on a table.' }],
    edited_at: expect.any(String),
  });

  const lines = ['demo_ada', 'demo_bob', 'demo_ada', 'demo_bob', 'demo_ada'].map(
    (by, n) => [by, `It is ${n}. Yes.`] as const,
  );
  expect(await converse(residents, { between: ['demo_ada', 'demo_bob'], lines })).toBe(true);
  expect(await converse(residents, { between: ['demo_ada', 'demo_bob'], lines })).toBe(false);
  const [talk] = (await bob.call(listConversations, { query: {} })).conversations;
  const { messages } = await bob.call(listMessages, { params: { conversation_id: talk?._id ?? '' }, query: {} });
  expect(messages.map(({ message }) => message)).toEqual(lines.map(([, text]) => text));
  expect(messages[3]?.edited_at).not.toBeNull();
  expect(messages[4]?.reply_to?._id).toBe(messages[3]?._id);
});

test('the same people talk in several channels and a thread, pin, save and miss a call, and a second run adds nothing', async () => {
  const residents = await settle();
  const roles = ['user'];
  const plan: DemoCommunity = {
    handle: 'demo_talk',
    name: 'Talk',
    description: 'For everybody.',
    by: 'demo_ada',
    members: ['demo_bob'],
    channels: [
      { name: 'one', roles, said: ['demo_ada: First.', 'demo_bob: Second.'], category: 'Words', slowMode: 30 },
      {
        name: 'two',
        roles,
        said: ['demo_ada: Here, too.'],
        pinned: 0,
        saved: { by: 'demo_bob', lines: [0] },
        threads: [{ about: 0, said: ['demo_bob: Indeed.', 'demo_ada: Indeed, indeed.'] }],
      },
      { name: 'aloud', roles, said: [], isVoice: true },
    ],
  };
  const talk: Talk = {
    between: ['demo_ada', 'demo_bob'],
    lines: [['demo_ada', 'Are you there?']],
    missedCallBy: 'demo_ada',
  };
  const fill = async () => [
    await gather(residents, plan),
    await converse(residents, talk),
    await schedulePost(residents, draft),
  ];
  const draft = { by: 'demo_ada', text: 'Tomorrow’s bread.', days: 1 };
  expect(await fill()).toEqual([true, true, true]);
  expect(await fill()).toEqual([false, false, false]);

  const bob = clientOf(residents, 'demo_bob');
  const { channels } = await bob.call(listChannels, { params: { handle: 'demo_talk' }, query: { voice: 'true' } });
  expect(channels.map(({ name, kind, category, slow_mode }) => [name, kind, category, slow_mode])).toEqual([
    ['one', 'text', 'Words', 30],
    ['two', 'text', null, 0],
    ['aloud', 'voice', null, 0],
  ]);
  const said = async (id = '') =>
    (await bob.call(listChannelMessages, { params: { channel_id: id }, query: {} })).messages;
  expect((await said(channels[0]?.channel_id)).map(({ message }) => message)).toEqual(['First.', 'Second.']);
  const [about, ...others] = await said(channels[1]?.channel_id);
  expect([about?.pinned?.by?.username, about?.thread?.reply_count, others]).toEqual(['demo_ada', 2, []]);
  expect((await bob.call(listBookmarks, { query: { in: 'messages' } })).messages).toHaveLength(1);
});

test('--remove takes the demo world away, and leaves everything that belongs to somebody real', async () => {
  const residents = await settle();
  const description = 'Bread.';
  const own = {
    handle: 'demo_only',
    name: 'Demo only',
    description,
    by: 'demo_ada',
    members: ['demo_bob'],
    channels: [],
  };
  const shared = { ...own, handle: 'demo_shared', name: 'Shared' };
  await gather(residents, own);
  await gather(residents, shared);

  const real = await world.person('real');
  await real.post('/v1/community/demo_shared');
  const form = new FormData();
  form.set('content', 'I am real.');
  const { body } = await real.upload('/v1/posts', form);
  const params = { post_id: body.post.post_id };
  await publish(residents, planOf('demo_bob', 'Welcome.'));
  // Somebody real has the name and the password of one of the demo's people.
  const namesake = await world.person('demo_cleo', { password: demoPassword });
  await namesake.upload('/v1/posts', form);

  const count = await removeWorld(server, [...people, personOf('demo_cleo')], () => undefined);
  await world.runJobs();
  expect(count).toBe(2);
  const names = await world.sql('select username from users order by username');
  expect(names.map(({ username }) => username)).toEqual([namesake.user.username, real.user.username].sort());
  expect((await real.get(`/v1/posts/${params.post_id}`)).body.post.content).toBe('I am real.');
  expect(await postsBy(namesake.user.username)).toBe(1);
  expect((await world.sql('select 1 from posts')).length).toBe(2);
  expect((await real.get('/v1/communities/demo_only')).status).toBe(404);
  const kept = await real.get('/v1/communities/demo_shared');
  expect(kept.body.community).toMatchObject({ member_count: 1, joined: true });

  expect(await removeWorld(server, people, () => undefined)).toBe(0);

  // They can come again, although the mails of those who are gone are still there.
  expect((await settle()).size).toBe(people.length);
});
