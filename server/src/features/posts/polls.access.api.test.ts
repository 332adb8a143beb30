import { expect, test } from 'vitest';
import { row } from '#platform/database/expressions.ts';
import { insertUsers } from '../../../test/accounts.ts';
import { testWorld } from '../../../test/harness.ts';
import { randomOf } from '../../../test/random.ts';
import { pollJson } from './polls.access.ts';
import { createTextPost } from './posts.factory.ts';

const world = await testWorld();

test.each([1])("people see a poll's counts once they've answered it, or it's over (seed %i)", async (seed) => {
  const random = randomOf(seed);
  const ids = await insertUsers(world, 10);
  const polls = new Map<string, { isOver: boolean; votes: number[]; answers: Map<string, number[]> } | null>();
  for (let n = 0; n < 20; n += 1) {
    const postId = await createTextPost(world.platform, { authorId: ids[0] as string });
    if (n < 2) {
      polls.set(postId, null);
      continue;
    }
    const isOver = random(2) === 0;
    const answers = new Map(ids.filter(() => random(2) === 0).map((id) => [id, [random(3)]]));
    const votes = [0, 1, 2].map((place) => [...answers.values()].filter(([choice]) => choice === place).length);
    const endsAt = new Date(Date.now() + (isOver ? -60_000 : 3_600_000));
    await world.sql('update posts set has_poll = true where id = $1', [postId]);
    await world.sql(
      `insert into post_polls (post_id, choices, multiple, ends_at, votes, total) values ($1, '{Tea,"Co\\"ffee",👍}', false, $2, $3, $4)`,
      [postId, endsAt, votes, answers.size],
    );
    for (const [id, choices] of answers)
      await world.sql('insert into post_poll_answers (post_id, user_id, choices) values ($1, $2, $3)', [
        postId,
        id,
        choices,
      ]);
    polls.set(postId, { isOver, votes, answers });
  }
  const rows = await world.platform.db.kysely
    .selectFrom(['users', 'posts'])
    .select(['users.id as userId', 'posts.id as postId'])
    .select(pollJson(row('posts'), row('users').id).as('json'))
    .execute();
  expect(rows).toHaveLength(200);
  for (const { userId, postId, json } of rows) {
    const poll = polls.get(postId);
    if (!poll) {
      expect(json).toBe('null');
      continue;
    }
    const mine = poll.answers.get(userId);
    const sees = mine !== undefined || poll.isOver;
    expect(JSON.parse(json)).toMatchObject({
      choices: ['Tea', 'Co"ffee', '👍'].map((text, index) => ({ text, votes: sees ? poll.votes[index] : null })),
      multiple: false,
      mine: mine ?? [],
      total: poll.answers.size,
    });
  }
});
