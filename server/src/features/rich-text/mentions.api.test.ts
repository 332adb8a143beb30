import { comment as commentShape } from '@hubbub/contract/features/comments/comments.endpoints.ts';
import { post as postShape } from '@hubbub/contract/features/posts/posts.shapes.ts';
import { message as messageShape } from '@hubbub/contract/features/rooms/messages.shapes.ts';
import { mentionExamples } from '@hubbub/contract/platform/text-examples.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { clubWorld } from '../../../test/community.ts';
import { groupsIn } from '../../../test/groups.ts';
import type { Person } from '../../../test/harness.ts';

const { world, ada, bob, eve, newClub } = await clubWorld();

let handle: string;
let everyones: string;
let admins: string;
/** A community of Ada's with Bob, without Eve; one channel is for both, one for Ada alone. */
beforeEach(async () => {
  const club = await newClub();
  ({ handle } = club);
  const { communityId, admin, user } = club;
  everyones = await createChannelOf(world.platform, { communityId, roles: [user, admin] });
  admins = await createChannelOf(world.platform, { communityId, roles: [admin] });
});

const nameOf = (person: Person) => person.user.username;
const mentioned = (thing: { mentions: { username: string }[] }) => thing.mentions.map(({ username }) => username);
const say = async (person: Person, content: string, conversation = everyones) => {
  const { status, body } = await person.post('/v1/channel/chats', { conversation, content });
  expect(status).toBe(201);
  return body.message;
};
const postOf = async (person: Person, content: string, community?: string) => {
  const form = new FormData();
  form.set('content', content);
  if (community !== undefined) form.set('community', community);
  const { status, body } = await person.upload('/v1/posts', form);
  expect(status).toBe(201);
  return body.post;
};
const commentOn = async (person: Person, post: { post_id: string }, content: string, parent?: string) => {
  const said = { content, ...(parent !== undefined && { parent_id: parent }) };
  const { status, body } = await person.post(`/v1/posts/${post.post_id}/comments`, said);
  expect(status).toBe(201);
  return body.comment;
};

test('a message, a post and a comment return who they mention, with positions in code points', async () => {
  const text = `👋🏽 Hi @${nameOf(bob)}!`;
  const expected = [
    { start: 6, end: 7 + nameOf(bob).length, username: nameOf(bob), name: bob.user.name ?? nameOf(bob) },
  ];
  const message = messageShape.strict().parse(await say(ada, text));
  const post = postShape.strict().parse(await postOf(ada, text));
  const comment = commentShape.strict().parse(await commentOn(ada, post, text));
  for (const thing of [message, post, comment]) expect(thing.mentions).toEqual(expected);
  expect((await bob.get(`/v1/channel/chats/${everyones}`)).body.messages.at(-1).mentions).toEqual(expected);
  expect((await bob.get(`/v1/posts/${post.post_id}`)).body.post.mentions).toEqual(expected);
  expect((await bob.get(`/v1/posts/${post.post_id}/comments`)).body.comments[0].mentions).toEqual(expected);
});

test('names are found in any case, and texts without any mention nobody', async () => {
  expect(mentioned(await say(ada, `@${nameOf(bob).toUpperCase()}`))).toEqual([nameOf(bob)]);
  expect((await say(ada, 'Hello')).mentions).toEqual([]);
  expect((await say(ada, '@nobody_at_all')).mentions).toEqual([]);
});

test('only people who may see the text are mentioned', async () => {
  expect(mentioned(await say(ada, `@${nameOf(eve)} @${nameOf(bob)}`))).toEqual([nameOf(bob)]);
  expect((await say(ada, `@${nameOf(bob)}`, admins)).mentions).toEqual([]);
  expect(mentioned(await postOf(ada, `@${nameOf(eve)}`))).toEqual([nameOf(eve)]);
  const hidden = new FormData();
  hidden.set('visibility', 'private');
  expect((await ada.fetch(`/v1/communities/${handle}`, { method: 'PATCH', body: hidden })).status).toBe(200);
  const inside = await postOf(ada, `@${nameOf(eve)} @${nameOf(bob)}`, handle);
  expect(mentioned(inside)).toEqual([nameOf(bob)]);
  expect(mentioned(await commentOn(bob, inside, `@${nameOf(eve)} @${nameOf(ada)}`))).toEqual([nameOf(ada)]);
});

test('a name that touches other scripts or punctuation is a mention, in messages, posts and comments', async () => {
  const ingrid = await world.person('ingrid_l');
  const post = await postOf(ada, '@everyone');
  const { newConversation } = (await ada.post('/v1/conversations', { username: nameOf(ingrid) })).body;
  for (const { text, mentions } of mentionExamples) {
    const things = [await say(ada, text), await postOf(ada, text), await commentOn(ada, post, text)];
    const edited = await ada.patch(`/v1/posts/${things[1].post_id}`, { content: `${text} ` });
    const [message, ...others] = [...things, edited.body.post];
    // Ingrid isn't in the community.
    expect(mentioned(message), text).toEqual([]);
    for (const thing of others) expect(mentioned(thing), text).toEqual(mentions);
    const direct = await ada.post('/v1/chats', { conversation: newConversation._id, content: text });
    expect(mentioned(direct.body.message), text).toEqual(mentions);
  }
});

test("nobody is mentioned in a thread of somebody they blocked, which they don't see", async () => {
  const [fay, gus] = [await world.person('fay_thread'), await world.person('gus_thread')];
  const post = await postOf(ada, 'Hello');
  const first = await commentOn(gus, post, 'First');
  expect((await fay.put(`/v1/users/${nameOf(gus)}/block`)).status).toBe(200);
  expect(mentioned(await commentOn(bob, post, '@fay_thread @ada'))).toEqual(['fay_thread', 'ada']);
  const answer = await commentOn(bob, post, '@fay_thread @ada', first.comment_id);
  expect(mentioned(answer)).toEqual(['ada']);
  expect(mentioned(await commentOn(bob, post, '@fay_thread @ada', answer.comment_id))).toEqual(['ada']);
  const edited = await bob.patch(`/v1/comments/${answer.comment_id}`, { content: 'So @fay_thread @ada' });
  expect(mentioned(edited.body.comment)).toEqual(['ada']);
});

test("an edit of a message mentions nobody who came later and doesn't see it", async () => {
  const groups = groupsIn(() => world);
  const { ana, bob: ben, id } = await groups.three();
  const [dan] = (await groups.people('Dan')) as [Person];
  const early = (await groups.write(ana, id, 'Before')).body.message;
  await groups.add(ana, id, dan);
  const edit = async (message: { _id: string }) => {
    const content = `@${nameOf(dan)} @${nameOf(ben)}`;
    return mentioned((await ana.patch(`/v1/messages/${message._id}`, { content })).body.message);
  };
  expect(await edit(early)).toEqual([nameOf(ben)]);
  expect(await edit((await groups.write(ana, id, 'After')).body.message)).toEqual([nameOf(dan), nameOf(ben)]);
});

test("nobody can mention somebody who has blocked them or who they've blocked", async () => {
  const [fay, gus] = [await world.person('fay_blocks'), await world.person('gus_blocked')];
  expect((await fay.put(`/v1/users/${nameOf(gus)}/block`)).status).toBe(200);
  expect((await postOf(gus, `@${nameOf(fay)}`)).mentions).toEqual([]);
  expect((await postOf(fay, `@${nameOf(gus)}`)).mentions).toEqual([]);
});

test('a mention follows its person: it shows their current name, and the deleted user afterwards', async () => {
  const hal = await world.person('hal_before');
  const post = await postOf(ada, '@hal_before');
  expect((await hal.patch('/v1/users', { username: 'hal_after' })).status).toBe(200);
  const read = async () => (await ada.get(`/v1/posts/${post.post_id}`)).body.post;
  expect(await read()).toMatchObject({
    content: '@hal_before',
    mentions: [{ start: 0, end: 11, username: 'hal_after' }],
  });
  expect((await hal.delete('/v1/users')).status).toBe(200);
  await world.runJobs();
  expect((await read()).mentions).toEqual([{ start: 0, end: 11, username: 'deleted_user', name: 'Deleted User' }]);
});

describe('@everyone', () => {
  test('mentions everyone in a channel if community:edit allows it', async () => {
    expect((await say(ada, 'Hello @everyone')).mentions).toEqual([
      { start: 6, end: 15, username: 'everyone', name: 'everyone' },
    ]);
    expect((await say(bob, 'Hello @everyone')).mentions).toEqual([]);
    expect(mentioned(await say(ada, 'みなさん@everyoneへ'))).toEqual(['everyone']);
    const plain = await say(ada, 'Hello');
    const edited = await ada.patch(`/v1/messages/${plain._id}`, { content: 'ok?@everyone' });
    expect(mentioned(edited.body.message)).toEqual(['everyone']);
  });

  test('is text in posts', async () => {
    expect((await postOf(ada, '@everyone', handle)).mentions).toEqual([]);
  });
});

test('a removed text mentions nobody for people who no longer see it', async () => {
  const message = await say(bob, `@${nameOf(ada)}`);
  const report = await ada.post('/v1/reports', { kind: 'message', id: message._id, reason: 'spam' });
  expect(report.status).toBe(201);
  const id = report.body.report.report_id;
  expect((await ada.post(`/v1/reports/${id}/decision`, { action: 'remove', text: 'No.' })).status).toBe(200);
  const cleo = await world.person('cleo_member');
  expect((await cleo.post(`/v1/community/${handle}`)).status).toBeLessThan(300);
  const seen = (await cleo.get(`/v1/channel/chats/${everyones}`)).body.messages.at(-1);
  expect(seen).toMatchObject({ deleted: true, mentions: [] });
});
