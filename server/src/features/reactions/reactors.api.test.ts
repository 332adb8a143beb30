import { expect, test } from 'vitest';
import { createChannelOf } from '#features/channels/channels.factory.ts';
import { createTextPost } from '#features/posts/posts.factory.ts';
import { createClub } from '../../../test/community.ts';
import { type Answer, type Person, testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';

const world = await testWorld();
const emoji = ['👍', '❤️', '🎉'];

/** A message in a channel and a comment that all of these people see, by the paths of their reactions. */
async function things(people: readonly Person[]): Promise<[string, string]> {
  const [owner, ...members] = people as [Person, ...Person[]];
  const { communityId, user } = await createClub(world, owner, members);
  const channel = await createChannelOf(world.platform, { communityId, roles: [user] });
  const sent = await owner.post('/v1/channel/chats', { conversation: channel, content: 'Hello' });
  const postId = await createTextPost(world.platform, { authorId: owner.user_id });
  const { comment } = (await owner.post(`/v1/posts/${postId}/comments`, { content: 'Hello' })).body;
  return [`/v1/messages/${sent.body.message._id}/reactions`, `/v1/comments/${comment.comment_id}/reactions`];
}

const named = ({ body }: Answer) =>
  body.reactions.map((each: { emoji: string; count: number; users: { username: string }[] }) => [
    each.emoji,
    each.count,
    each.users.map(({ username }) => username),
  ]);

test.each([1, 2])(
  "people who reacted are listed in the order of reacting, without those the viewer can't see (seed %i)",
  async (seed) => {
    const random = randomOf(seed);
    const people: Person[] = [];
    for (let n = 0; n < 5; n += 1) people.push(await world.person(`r${seed}_${n}`));
    const [owner, ...others] = people as [Person, ...Person[]];
    for (const path of await things(people)) {
      const given: { emoji: string; by: Person }[] = [];
      for (const by of others) for (const one of emoji) if (random(2) === 0) given.push({ emoji: one, by });
      for (const { emoji: one, by } of given)
        expect((await by.put(`${path}/${encodeURIComponent(one)}`)).status).toBe(200);
      const blocked = others[random(others.length)] as Person;
      await owner.put(`/v1/users/${blocked.user.username}/block`);
      for (const viewer of people) {
        const hides = (by: Person) => by !== viewer && [viewer, by].includes(owner) && [viewer, by].includes(blocked);
        const answer = await viewer.get(path);
        // A comment by somebody who has blocked the viewer doesn't exist for them.
        if (answer.status === 404) {
          expect(viewer).toBe(blocked);
          continue;
        }
        const expected = [...Map.groupBy(given, (each) => each.emoji)].map(([one, those]) => [
          one,
          those.length,
          those.flatMap(({ by }) => (hides(by) ? [] : [by.user.username])),
        ]);
        expect(named(answer)).toEqual(expected);
      }
      await owner.delete(`/v1/users/${blocked.user.username}/block`);
    }
  },
);

test('nobody else can see them, and deleted things have none', async () => {
  const [ada, bob, eve] = [await world.person('ada'), await world.person('bob'), await world.person('eve')];
  const [message, comment] = await things([ada, bob]);
  for (const path of [message, comment]) await bob.put(`${path}/${encodeURIComponent('👍')}`);
  expect([(await eve.get(message)).status, (await bob.get(message)).status]).toEqual([404, 200]);
  await ada.delete(message.replace('/reactions', ''));
  await ada.delete(comment.replace('/reactions', ''));
  expect([(await bob.get(message)).body, (await bob.get(comment)).status]).toEqual([{ reactions: [] }, 404]);
});
