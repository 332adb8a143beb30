import type { PostClientEvents } from '@hubbub/contract/features/posts/posts.events.ts';
import type { ClientEvents } from '@hubbub/contract/features/rooms/rooms.events.ts';
import { endpoints } from '@hubbub/contract/index.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createCommunityOf } from '#features/communities/communities.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { newId } from '#platform/ids.ts';
import { type Person, testWorld } from './harness.ts';

/** A text that nobody outside may ever read. */
const secrets = [
  'Hidden Garden',
  'the gate is blue',
  'keys channel',
  'Key keeper',
  'Under the stone',
  'I saw it',
  'at noon',
];

const world = await testWorld();
const ada = await world.person('ada');
const { id: communityId } = await createCommunityOf(world.platform, {
  creatorId: ada.user_id,
  handle: 'hidden_garden',
  name: 'Hidden Garden',
  description: 'the gate is blue',
  visibility: 'private',
  members_may_post: true,
});
const { role } = (await ada.post('/v1/community/hidden_garden/roles', { name: 'Key keeper' })).body;
await ada.post('/v1/community/hidden_garden/roles/user', { role_id: role.role_id, username: 'ada' });
const channelId = await createChannelOf(world.platform, { communityId, roles: [role.role_id], name: 'keys channel' });
const postId = await createTextPost(world.platform, { authorId: ada.user_id, communityId, content: 'Under the stone' });
const { comment } = (await ada.post(`/v1/posts/${postId}/comments`, { content: 'I saw it' })).body;
const { message } = (await ada.post('/v1/channel/chats', { conversation: channelId, content: 'at noon' })).body;
const { room } = (await ada.put(`/v1/messages/${message._id}/thread`)).body;

const { invite } = (await ada.post('/v1/invites', { community_handle: 'hidden_garden' })).body;
// A member who isn't responsible for it.
const ben = await world.person('ben');
await ben.post('/v1/community/hidden_garden', { invite: invite.code });
const { report } = (await ben.post('/v1/reports', { kind: 'community', id: 'hidden_garden', reason: 'other' })).body;

/** Values for parameters and fields, as known to somebody outside. */
const known: Record<string, unknown> = {
  handle: 'hidden_garden',
  community: 'hidden_garden',
  community_handle: 'hidden_garden',
  channel_id: channelId,
  conversation: channelId,
  conversation_id: channelId,
  role_id: role.role_id,
  post_id: postId,
  quote: postId,
  comment_id: comment.comment_id,
  thread: comment.comment_id,
  parent_id: comment.comment_id,
  room_id: room.room_id,
  message_id: message._id,
  reply_to: message._id,
  invite_id: invite.invite_id,
  report_id: report.report_id,
  id: postId,
  after: postId,
};
/** The same for things that never existed. */
const madeUp: Record<string, unknown> = {
  ...known,
  handle: 'nothing_here',
  community: 'nothing_here',
  community_handle: 'nothing_here',
  ...Object.fromEntries(
    [
      'channel_id',
      'conversation',
      'conversation_id',
      'room_id',
      'role_id',
      'post_id',
      'quote',
      'comment_id',
      'thread',
      'parent_id',
      'invite_id',
      'report_id',
      'id',
      'after',
    ].map((name) => [name, newId()]),
  ),
  message_id: '0000000000999999',
  reply_to: '0000000000999999',
};
/** What the other fields say. */
const others: Record<string, unknown> = {
  username: 'ada',
  draft_id: newId(),
  publish_at: new Date(Date.now() + 86_400_000).toISOString(),
  name: 'Anything',
  content: 'Anything',
  text: 'Anything',
  reason: 'spam',
  kind: 'post',
  vote_type: 1,
  choices: [0],
  roles: [newId()],
  permissions: [],
  query: 'hidden',
  size: 1,
  feed: 'everyone',
  action: 'view',
  // What a community has nothing to do with.
  code: 'none',
  decision_id: newId(),
  appeal_id: newId(),
  call_id: newId(),
  invite: 'none',
  emoji: '👍',
  session_id: 'none',
  passkey_id: newId(),
  device_id: newId(),
};

/** What has a name in a path that's something else in a query. */
const inPaths: Record<string, unknown> = { page: 'imprint' };

const namesIn = (shape: unknown): string[] => Object.keys((shape as z.ZodObject | undefined)?.shape ?? {});

/** Makes a call with these values wherever it takes them. */
async function play(person: Person, name: string, values: Record<string, unknown>) {
  const endpoint = endpoints[name]!;
  const all = { ...others, ...values };
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => {
    const value = inPaths[key] ?? all[key];
    if (value === undefined) throw new Error(`Say what :${key} is in a private community, and what it is nowhere.`);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams(
    namesIn(endpoint.query)
      .filter((key) => all[key] !== undefined)
      .map((key): [string, string] => [key, String(all[key])]),
  );
  const chosen = (shape: unknown) => namesIn(shape).filter((key) => all[key] !== undefined);
  const init: RequestInit = { method: endpoint.method };
  if (endpoint.multipart) {
    const data = new FormData();
    for (const key of chosen(endpoint.multipart.fields)) data.append(key, String(all[key]));
    init.body = data;
  } else if (endpoint.body) {
    init.body = JSON.stringify(Object.fromEntries(chosen(endpoint.body).map((key) => [key, all[key]])));
    init.headers = { 'content-type': 'application/json' };
  }
  const answer = await person.fetch(`${path}?${query}`, init);
  return { status: answer.status, text: await answer.text() };
}

let strangers = 0;

/** A handle is one of a kind, so creating a community tells whether it's taken, and makes up what isn't there. */
const walked = Object.keys(endpoints).filter((name) => name !== 'createCommunity');

test.each(walked)(
  'Private communities leak nowhere: %s tells a stranger who has the ids nothing of one',
  async (name) => {
    strangers += 1;
    const answers = [];
    for (const [n, values] of [known, madeUp].entries()) {
      answers.push(await play(await world.person(`stranger_${strangers}_${n}`), name, values));
    }
    const [real, none] = answers;
    for (const secret of secrets) expect(real?.text).not.toContain(secret);
    expect(real?.status).toBe(none?.status);
    if ((real?.status ?? 0) >= 400) expect(real?.text).toBe(none?.text);
  },
);

/** How many statements the server has run. */
async function statementsRun(): Promise<number> {
  const counts = (await world.platform.metrics.show()).matchAll(
    /^hubbub_database_statement_duration_seconds_count\S* (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** How many statements a call takes, for somebody new. */
async function costOf(name: string, values: Record<string, unknown>): Promise<number> {
  strangers += 1;
  const eve = await world.person(`stranger_${strangers}`);
  await world.runJobs();
  const before = await statementsRun();
  await play(eve, name, values);
  return (await statementsRun()) - before;
}

// Anyone who measures the time of an answer would notice one more statement.
test.each(walked)(
  'Private communities leak nowhere, timing: %s takes as many statements for one as for none',
  async (name) => {
    const costs = { real: new Set<number>(), none: new Set<number>() };
    // A job may run in between, and on a busy machine often does, so it's enough if both took the same once.
    for (let round = 0; round < 30 && ![...costs.real].some((cost) => costs.none.has(cost)); round += 1) {
      costs.real.add(await costOf(name, known));
      costs.none.add(await costOf(name, madeUp));
    }
    expect(
      [...costs.real].filter((cost) => costs.none.has(cost)),
      JSON.stringify([[...costs.real], [...costs.none]]),
    ).not.toEqual([]);
  },
);

test.each([
  ['post', 'post_id'],
  ['comment', 'comment_id'],
  ['message', 'message_id'],
  ['community', 'handle'],
])('a report of a %s in a private community is answered as if it were not there', async (kind, name) => {
  strangers += 1;
  const eve = await world.person(`stranger_${strangers}`);
  const report = (id: unknown) => eve.post('/v1/reports', { kind, id, reason: 'spam' });
  const [real, none] = [await report(known[name]), await report(madeUp[name])];
  expect([real.status, real.body]).toEqual([404, none.body]);
});

/** Every event that names a place, and what it names it by. A meeting has nothing to do with a community. */
const events: Record<
  Exclude<keyof (ClientEvents & PostClientEvents), `meeting${string}`>,
  'handle' | 'channel_id' | 'post_id'
> = {
  joinCommunity: 'handle',
  leaveCommunity: 'handle',
  joinChannel: 'channel_id',
  leaveChannel: 'channel_id',
  joinConversation: 'channel_id',
  typing: 'channel_id',
  sendMessage: 'channel_id',
  joinPost: 'post_id',
  leavePost: 'post_id',
};

test.each(Object.entries(events))(
  'Private communities leak nowhere: the event %s tells a stranger who has the ids nothing of one',
  async (event, name) => {
    const eve = await world.person(`listener_${event.toLowerCase()}`);
    const socket = await eve.socket();
    expect(await socket.send(event, known[name])).toEqual(await socket.send(event, madeUp[name]));
    await ada.post('/v1/channel/chats', { conversation: channelId, content: `at noon, ${event}` });
    await ada.post('/v1/community/hidden_garden/roles', { name: `Key keeper ${event}` });
    await socket.send('leaveChannel', newId());
    expect(socket.received).toEqual([]);
  },
);

test('nothing was changed by all of these calls', async () => {
  expect((await ada.get('/v1/communities/hidden_garden')).body.community).toMatchObject({
    name: 'Hidden Garden',
    member_count: 2,
    visibility: 'private',
  });
  expect((await ada.get(`/v1/posts/${postId}`)).body.post.stats).toEqual({
    upvote_count: 0,
    downvote_count: 0,
    comment_count: 1,
  });
});
