import { expect, test } from 'vitest';
import { formOf } from './forms.ts';
import { type Caller, testWorld } from './harness.ts';

const world = await testWorld({ settings: { RATE_LIMITS: 'on', NEW_ACCOUNT_HOURS: '0' } });

/** How many of 150 simultaneous calls are accepted; refused ones are told when to try again. */
async function accepted(send: () => ReturnType<Caller['post']>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: 150 }, send));
  const refused = answers.filter(({ status }) => status === 429);
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]));
  return answers.length - refused.length;
}

test('of a burst of messages by one person, 100 are sent, in whichever rooms; others keep writing', async () => {
  const [ada, bob] = [await world.person('ada'), await world.person('bob')];
  const { body } = await ada.post('/v1/conversations', { username: 'bob' });
  const write = (who: Caller) => who.post('/v1/chats', { conversation: body.newConversation._id, content: 'spam' });
  expect((await write(bob)).status).toBe(201);
  expect(await accepted(() => write(ada))).toBe(100);
  expect((await write(bob)).status).toBe(201);
});

test('of a burst of comments by one person, 100 are stored; others keep commenting', async () => {
  const [cyd, dan] = [await world.person('cyd'), await world.person('dan')];
  const { body } = await dan.upload('/v1/posts', formOf(['content', 'A post']));
  const comment = (who: Caller) => who.post(`/v1/posts/${body.post.post_id}/comments`, { content: 'spam' });
  // Until a session's first comment is stored, its network counts instead of its person.
  for (const who of [cyd, dan]) expect((await comment(who)).status).toBe(201);
  expect(await accepted(() => comment(cyd))).toBe(100);
  expect((await comment(dan)).status).toBe(201);
});
