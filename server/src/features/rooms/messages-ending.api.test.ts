import { expect, test } from 'vitest';
import { startWorld } from '../../../test/harness.ts';

test('Messages queued for their statement when the server stops are stored and answered first', async () => {
  const world = await startWorld();
  const [ada] = [await world.person('ada'), await world.person('bob')];
  const { body } = await ada.post('/v1/conversations', { username: 'bob' });
  const { _id: conversation } = body.newConversation;
  await world.sql('begin');
  await world.sql('select from rooms where id = $1 for update', [conversation]);
  const answers = Promise.all(
    Array.from({ length: 30 }, (_, n) => ada.post('/v1/chats', { conversation, content: `Number ${n}` })),
  );
  // Not on the connection that holds the lock: a transaction sees this view as it was when it first read it.
  const { pool } = world.platform.db;
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
  // This releases the lock, too.
  await world.close();
  expect((await answers).map(({ status }) => status)).toEqual(new Array(30).fill(201));
});
